import { z } from 'zod';
import { LocaleCode } from '../locale-code.ts';
import { Flag, oneOf } from '../primitives.ts';
import { LINE_FIELDS, nodeType } from './node-type.ts';

export const NormalizerKind = oneOf('NormalizerKind', 'A kind of text that the normalizer spells out.', [
  'number',
  'ordinal',
  'date',
  'time',
  'currency',
  'unit',
  'abbreviation',
  'acronym',
  'roman',
  'phone',
  'web',
  'symbol',
]);
export type NormalizerKind = z.infer<typeof NormalizerKind>;

export const DateOrder = oneOf(
  'DateOrder',
  'The order of the numbers in dates such as `3/4/2024`. `auto`: the order of the locale. A four-digit number is always the year.',
  ['auto', 'mdy', 'dmy', 'ymd'],
);
export type DateOrder = z.infer<typeof DateOrder>;

export const TelephoneReading = oneOf(
  'TelephoneReading',
  'How to read telephone numbers. `auto`: in the usual way of the locale. `digits`: digit by digit. `grouped`: in larger numbers, such as "twelve thirty-four".',
  ['auto', 'digits', 'grouped'],
);
export type TelephoneReading = z.infer<typeof TelephoneReading>;

const CURRENCY = 'Must be an ISO 4217 code such as `CAD`.';

/** The options of the normalizer, for the node and the preview. */
export const normalizerFields = {
  kinds: z
    .array(NormalizerKind)
    .max(NormalizerKind.options.length)
    .default([...NormalizerKind.options])
    .describe('The kinds of expressions to normalize. Other text does not change.'),
  apply_dictionary: Flag.default(true).describe(
    'First replace the words that have a `spelled` entry in the dictionary.',
  ),
  keep_markup: Flag.default(true).describe(
    'Keep tags and bracketed directions in the spoken text. Placeholders are always kept.',
  ),
  date_order: DateOrder.default('auto'),
  telephone: TelephoneReading.default('auto'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: CURRENCY })
    .meta({ problem: CURRENCY })
    .nullable()
    .default(null)
    .describe(
      'The currency of `$`, `¥`, `£` or `kr` without a country, as an ISO 4217 code such as `CAD`. Null means the currency of the locale.',
    ),
};

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
