import { z } from 'zod';
import { area } from '../area.ts';
import { objectOf } from '../envelope.ts';
import { example } from '../openapi/example.ts';
import { Count, Flag, object, oneOf } from '../primitives.ts';
import { MAX_LOCALE_LENGTH, NOT_A_LOCALE, normalizeLocale } from '../rules/locale.ts';

export { normalizeLocale } from '../rules/locale.ts';

/** The English name of a locale, such as `German (Germany)`; undefined if the language is unknown. */
export function localeName(code: string, displayLocale = 'en'): string | undefined {
  const locale = normalizeLocale(code);
  if (locale === undefined) return undefined;
  const names = new Intl.DisplayNames([displayLocale], { type: 'language', fallback: 'none' });
  return names.of(languageOf(locale)) === undefined ? undefined : names.of(locale);
}

/** The language part of a locale code: `en` for `en-us`. */
export function languageOf(code: string): string {
  return code.split('-', 1)[0] ?? code;
}

/** A locale code as input: any case, `_` allowed; parsed to the lowercase form (`en-us`). */
export const LocaleCode = z
  .string()
  .min(2)
  .max(MAX_LOCALE_LENGTH)
  .refine((code) => normalizeLocale(code) !== undefined, { error: NOT_A_LOCALE })
  .overwrite((code) => normalizeLocale(code) ?? code)
  .meta({
    description: 'Lowercase BCP 47 code. Case does not matter in requests.',
    examples: ['en-us'],
    rule: 'locale',
  });

export type LocaleCode = z.infer<typeof LocaleCode>;

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

/** A text to normalize, with the settings of the normalizer node. */
export const NormalizeTextInput = z
  .strictObject({
    text: z.string().min(1).max(5000),
    locale: LocaleCode,
    ...normalizerFields,
  })
  .meta({ id: 'NormalizeText', description: 'A text to normalize.' });
export type NormalizeTextInput = z.input<typeof NormalizeTextInput>;

export const TextChange = object(
  'TextChange',
  'A part of the text that is spoken differently from its written form.',
  {
    start: Count.describe('Start in `text`, in UTF-16 code units.'),
    end: Count.describe('End in `text`, exclusive.'),
    written: z.string().describe('The replaced part of `text`.'),
    spoken: z.string().describe('What a voice says instead.'),
    kind: z
      .enum([...NormalizerKind.options, 'markup'])
      .describe('`markup`: removed, because `keep_markup` is false.'),
  },
);
export type TextChange = z.infer<typeof TextChange>;

export const NormalizedText = object('NormalizedText', 'The normalized text.', {
  text: z.string().describe('The text after dictionary replacements. Offsets refer to this text.'),
  spoken_script: z.string().describe('What a voice says: `text` with all changes.'),
  changes: z.array(TextChange).describe('In order of position, without overlaps.'),
  supported: Flag.describe(
    'Whether the normalizer has all rules for the language of `locale`. If not, it changes only whole numbers and marks that are not spoken. Also false for an unknown language code.',
  ),
});
export type NormalizedText = z.infer<typeof NormalizedText>;

const written = 'The 9:30 train has 12 cars.';

example(NormalizeTextInput, { text: written, locale: 'en-us' });
example(NormalizedText, {
  text: written,
  spoken_script: 'The nine thirty train has twelve cars.',
  changes: [
    { start: 4, end: 8, written: '9:30', spoken: 'nine thirty', kind: 'time' },
    { start: 19, end: 21, written: '12', spoken: 'twelve', kind: 'number' },
  ],
  supported: true,
});

const access = { auth: 'jwt_or_key', scope: 'dictionary:read', role: 'viewer', workspace: 'header' } as const;

/** How texts are spoken. */
export const text = area('text', access, {
  normalize: {
    endpoint: 'POST /api/v1/text/normalize',
    summary: 'Normalize a text',
    description:
      'Returns the output of a normalizer node for a text: the spoken text and each change. Nothing is stored or charged.',
    body: NormalizeTextInput,
    responses: { 200: objectOf(NormalizedText) },
  },
});
