import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  target_lufs: z.number().min(-40).max(-5).default(-16).describe('The target integrated loudness.'),
  tolerance_lu: z.number().min(0.1).max(20).default(1).describe('The allowed distance from the target.'),
  max_true_peak_dbtp: z.number().min(-9).max(0).default(-1).describe('The maximum true peak.'),
});

/** Checks loudness and true peak. */
export const validatorLoudness = nodeType({
  node_type: 'validator_loudness',
  category: 'validation',
  display_name: 'Loudness check',
  description: 'Measures loudness (LUFS) and true peak against a target.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
