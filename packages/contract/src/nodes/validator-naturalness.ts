import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    'The least score that passes, 0-100: (MOS - 1) / 4 x 100, so 85 asks for a MOS of 4.4.',
  ),
  concurrency: z
    .int()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe('Takes that are sent to be scored at once; null = automatic.'),
});

/** Has takes scored for naturalness by an endpoint of the workspace. */
export const validatorNaturalness = nodeType({
  node_type: 'validator_naturalness',
  category: 'validation',
  display_name: 'Naturalness check',
  description:
    'Sends takes to the scoring endpoint of the workspace, whose model says how natural they sound.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
