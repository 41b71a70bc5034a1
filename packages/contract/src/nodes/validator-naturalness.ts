import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    'The lowest score that passes, from 0 to 100: (MOS - 1) / 4 × 100. 85 requires a MOS of 4.4.',
  ),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe('Concurrent calls of the scoring endpoint. Null means automatic.'),
});

/** Scores the naturalness of takes with an endpoint of the workspace. */
export const validatorNaturalness = nodeType({
  node_type: 'validator_naturalness',
  category: 'validation',
  display_name: 'Naturalness check',
  description: 'Scores the naturalness of takes with the scoring endpoint of the workspace.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
