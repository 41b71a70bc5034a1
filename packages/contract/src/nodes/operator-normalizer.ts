import { z } from 'zod';
import { LocaleCode, normalizerFields } from '../areas/text.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const config = z.strictObject({
  ...normalizerFields,
  locale: LocaleCode.nullable()
    .default(null)
    .describe('The locale of the rules. Null means the locale of each line.'),
});

/** Spells out numbers, dates and the like. */
export const operatorNormalizer = nodeType({
  node_type: 'operator_normalizer',
  category: 'operator',
  display_name: 'Text normalizer',
  description: 'Spells out numbers, dates, times, amounts, units, abbreviations and URLs as words.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
