import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { transcriptConfig } from './transcript-config.ts';
import { validatorConfig } from './validator-config.ts';

const config = z.strictObject({
  ...validatorConfig,
  threshold: validatorConfig.threshold.describe(
    "The least score that passes, 0-100: the share of the dictionary's words that are said right.",
  ),
  ...transcriptConfig,
});

/** Looks for the words of the dictionary in what is heard. */
export const validatorPronunciation = nodeType({
  node_type: 'validator_pronunciation',
  category: 'validation',
  display_name: 'Pronunciation check',
  description: 'Has takes written down and checks that the words of the dictionary are said as it says.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
