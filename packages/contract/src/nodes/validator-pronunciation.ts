import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { transcriptConfig } from './transcript-config.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    'The lowest score that passes, from 0 to 100: the share of dictionary words that are pronounced correctly.',
  ),
  ...transcriptConfig,
});

/** Checks the words of the dictionary in the transcript of a take. */
export const validatorPronunciation = nodeType({
  node_type: 'validator_pronunciation',
  category: 'validation',
  display_name: 'Pronunciation check',
  description: 'Transcribes takes and checks the pronunciation of dictionary words.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
