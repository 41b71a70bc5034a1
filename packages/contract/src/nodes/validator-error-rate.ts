import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { transcriptConfig } from './transcript-config.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    'The lowest score that passes, from 0 to 100: 100 × (1 - error rate). 85 allows 15 errors in 100 words.',
  ),
  ...transcriptConfig,
  phonetic: z
    .boolean()
    .default(true)
    .describe('Whether words that are spelled differently but sound the same count as correct.'),
});

/** Compares the transcript of a take with the script. */
export const validatorErrorRate = nodeType({
  node_type: 'validator_error_rate',
  category: 'validation',
  display_name: 'Word accuracy check',
  description: 'Transcribes takes and compares the transcript with the script.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
