import { z } from 'zod';
import { object, oneOf } from '../../named.ts';
import { Count, Flag } from '../../primitives.ts';
import { LocaleCode } from './locales.ts';

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

/** The options of the normalizer, for the node and the preview. */
export const normalizerFields = {
  kinds: z
    .array(NormalizerKind)
    .max(NormalizerKind.options.length)
    .default([...NormalizerKind.options])
    .describe('What to normalize. Other text does not change.'),
  apply_dictionary: Flag.default(true).describe(
    'First replace the words that have a `spelled` entry in the dictionary.',
  ),
  keep_markup: Flag.default(true).describe(
    'Keep tags and bracketed directions in the spoken text. Placeholders are always kept.',
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

export const TextChange = object('TextChange', 'A part of the text that is spoken differently.', {
  start: Count.describe('Start in `text`, in UTF-16 code units.'),
  end: Count.describe('End in `text`, exclusive.'),
  written: z.string().describe('The text as written.'),
  spoken: z.string().describe('The text as spoken.'),
  kind: z
    .enum([...NormalizerKind.options, 'markup'])
    .describe('`markup`: removed, because `keep_markup` is false.'),
});
export type TextChange = z.infer<typeof TextChange>;

export const NormalizedText = object('NormalizedText', 'The normalized text.', {
  text: z.string().describe('The text with words of the dictionary replaced. Offsets count in this text.'),
  spoken_script: z.string().describe('The text as spoken.'),
  changes: z.array(TextChange).describe('In order of position, without overlaps.'),
  supported: Flag.describe('Whether the language has rules. If not, nothing is normalized.'),
});
export type NormalizedText = z.infer<typeof NormalizedText>;
