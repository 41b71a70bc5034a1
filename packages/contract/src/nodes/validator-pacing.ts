import { z } from 'zod';
import { nodeType, VALIDATOR_PORTS } from './node-type.ts';
import { validatorConfig } from './validator-config.ts';
import { withRule } from './with-rule.ts';

const Rate = z.number().min(0.1).max(30).nullable().default(null);

const config = withRule(
  z.strictObject({
    ...validatorConfig,
    min_syllables_per_second: Rate.describe('Null means the norm of the locale.'),
    max_syllables_per_second: Rate.describe('Null means the norm of the locale.'),
    enforce_max_duration: z
      .boolean()
      .default(true)
      .describe('Fail takes that are longer than max_duration_ms of the line.'),
  }),
  'syllable_rates',
);

/** Checks the speaking rate. */
export const validatorPacing = nodeType({
  node_type: 'validator_pacing',
  category: 'validation',
  display_name: 'Pacing check',
  description:
    'Compares the speaking rate with the norm of the locale, and the length with max_duration_ms of the line.',
  version: 1,
  ...VALIDATOR_PORTS,
  config,
});
