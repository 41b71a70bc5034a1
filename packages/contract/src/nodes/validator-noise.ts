import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';

const Milliseconds = z.int().min(0).max(60_000);

const config = z.strictObject({
  ...validatorConfig,
  noise_floor_max_dbfs: z
    .number()
    .min(-120)
    .max(0)
    .default(-50)
    .describe('The maximum level of the quietest parts.'),
  max_clipped_runs: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe('The maximum number of places where consecutive samples are clipped.'),
  max_silence_ratio: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('The maximum share of silence, from 0 to 1.'),
  max_lead_silence_ms: Milliseconds.default(1000).describe('The maximum silence at the start.'),
  max_tail_silence_ms: Milliseconds.default(1500).describe('The maximum silence at the end.'),
  max_inner_silence_ms: Milliseconds.default(2000).describe('The maximum silence within the speech.'),
  check_truncated_end: z.boolean().default(true).describe('Fail takes that end in the middle of a sound.'),
});

/** Checks takes for clipping, silence, noise and truncated ends. */
export const validatorNoise = nodeType({
  node_type: 'validator_noise',
  category: 'validation',
  display_name: 'Noise check',
  description: 'Measures clipping, silence, noise floor and truncated ends.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
