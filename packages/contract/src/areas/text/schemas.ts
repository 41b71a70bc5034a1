import { z } from 'zod';
import { Count } from '../../primitives.ts';
import { LocaleCode } from './locales.ts';

/** What the normalizer says otherwise than it is written. */
export const NormalizerKind = z
  .enum([
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
  ])
  .meta({ id: 'NormalizerKind', description: 'What the normalizer says otherwise than it is written.' });
/** What the normalizer says otherwise than it is written. */
export type NormalizerKind = z.infer<typeof NormalizerKind>;

/** How texts are normalized: by the node and by the preview alike. */
export const normalizerFields = {
  kinds: z
    .array(NormalizerKind)
    .max(NormalizerKind.options.length)
    .default([...NormalizerKind.options])
    .describe('What is normalized; the rest stays as it is written.'),
  apply_dictionary: z
    .boolean()
    .default(true)
    .describe('Replace words by the spelled entries of the dictionary before anything is normalized.'),
  keep_markup: z
    .boolean()
    .default(true)
    .describe('Keep tags and bracketed directions in what is spoken; placeholders always stay.'),
};

/** A text to normalize, with the settings of the normalizer node. */
export const NormalizeTextInput = z
  .strictObject({
    text: z.string().min(1).max(5000),
    locale: LocaleCode,
    ...normalizerFields,
  })
  .meta({ id: 'NormalizeText', description: 'A text to normalize.' });
/** A text to normalize, as a caller sends it. */
export type NormalizeTextInput = z.input<typeof NormalizeTextInput>;

/** A piece that is spoken otherwise than it is written. */
export const TextChange = z
  .object({
    start: Count.describe('Offset in `text`, in UTF-16 code units.'),
    end: Count.describe('Offset of what follows the piece.'),
    written: z.string(),
    spoken: z.string(),
    kind: z.enum([...NormalizerKind.options, 'markup']).describe('`markup`: left out, where it is not kept.'),
  })
  .meta({ id: 'TextChange', description: 'A piece that is spoken otherwise than it is written.' });
/** A piece that is spoken otherwise than it is written. */
export type TextChange = z.infer<typeof TextChange>;

/** What would be spoken. */
export const NormalizedText = z
  .object({
    text: z
      .string()
      .describe('The text as sent, with words of the dictionary replaced: what offsets count in.'),
    spoken_script: z.string(),
    changes: z.array(TextChange).describe('By their place; they do not overlap.'),
    supported: z.boolean().describe('False where the language has no rules: then nothing is normalized.'),
  })
  .meta({ id: 'NormalizedText', description: 'What would be spoken.' });
/** What would be spoken. */
export type NormalizedText = z.infer<typeof NormalizedText>;
