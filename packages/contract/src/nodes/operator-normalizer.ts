import { z } from 'zod';
import { LocaleCode } from '../areas/text/locales.ts';
import { normalizerFields } from '../areas/text/schemas.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

const config = z.strictObject({
  ...normalizerFields,
  locale: LocaleCode.nullable()
    .default(null)
    .describe("Whose rules apply; null = those of each line's locale."),
});

/** Writes out what is spoken otherwise than it is written. */
export const operatorNormalizer = nodeType({
  node_type: 'operator_normalizer',
  category: 'operator',
  display_name: 'Text normalizer',
  description:
    'Turns numbers, dates, times, amounts, units, abbreviations and addresses into words of the language.',
  version: 1,
  inputs: [{ name: 'lines', fields: LINE_FIELDS }],
  outputs: [{ name: 'lines', fields: LINE_FIELDS }],
  config,
});
