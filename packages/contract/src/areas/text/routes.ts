import { z } from 'zod';
import { objectOf } from '../../envelope.ts';
import { meta, route, workspacePostHeaders } from '../../kit.ts';
import { Count } from '../../primitives.ts';
import { LocaleCode } from './locales.ts';
import { NormalizerKind, normalizerFields } from './normalizer-kinds.ts';

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

/** How texts are spoken. */
export const text = {
  normalize: route({
    method: 'POST',
    path: '/api/v1/text/normalize',
    summary: 'Preview what is spoken',
    description:
      'What a normalizer node would make of a text: the spoken script and each piece that differs. Nothing is stored and nothing is charged.',
    headers: workspacePostHeaders,
    body: NormalizeTextInput,
    responses: { 200: objectOf(NormalizedText) },
    errors: [],
    metadata: meta({
      operationId: 'text.normalize',
      area: 'text',
      auth: 'jwt_or_key',
      scope: 'dictionary:read',
      role: 'viewer',
      workspace: 'header',
      idempotent: true,
      success: 200,
    }),
  }),
};
