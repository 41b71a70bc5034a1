import { z } from 'zod';
import { area } from '../area.ts';
import { objectOf } from '../envelope.ts';
import { example } from '../example.ts';
import { LocaleCode } from '../locale-code.ts';
import { NormalizerKind, normalizerFields } from '../nodes/operator-normalizer.ts';
import { Count, Flag, object } from '../primitives.ts';

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

const exampleText = 'The 9:30 train has 12 cars.';

example(NormalizeTextInput, { text: exampleText, locale: 'en-us' });
example(NormalizedText, {
  text: exampleText,
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
