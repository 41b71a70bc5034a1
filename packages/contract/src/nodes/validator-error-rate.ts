import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { transcriptConfig } from './transcript-config.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    'The least score that passes, 0-100: 100 x (1 - error rate), so 85 allows 15 errors in 100 words.',
  ),
  ...transcriptConfig,
  phonetic: z
    .boolean()
    .default(true)
    .describe('Whether what is written otherwise and sounds the same is no error.'),
});

/** Compares what is heard with the script. */
export const validatorErrorRate = nodeType({
  node_type: 'validator_error_rate',
  category: 'validation',
  display_name: 'Word accuracy check',
  description: 'Has takes written down by a speech-to-text provider and compares that with the script.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
