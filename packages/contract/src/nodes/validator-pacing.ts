import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';

const Rate = z.number().min(0.1).max(30).nullable().default(null);

const config = z
  .strictObject({
    ...validatorConfig,
    min_syllables_per_second: Rate.describe("null = the locale's norm."),
    max_syllables_per_second: Rate.describe("null = the locale's norm."),
    enforce_max_duration: z.boolean().default(true).describe("Fail takes over the line's max_duration_ms."),
  })
  .refine(
    ({ min_syllables_per_second: min, max_syllables_per_second: max }) => (min ?? 0) <= (max ?? Infinity),
    { path: ['min_syllables_per_second'], error: 'Larger than max_syllables_per_second.' },
  );

/** Checks the speaking rate. */
export const validatorPacing = nodeType({
  node_type: 'validator_pacing',
  category: 'validation',
  display_name: 'Pacing check',
  description: "Measures the speaking rate against the locale's norm and the line's longest duration.",
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
