import { z } from 'zod';

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
