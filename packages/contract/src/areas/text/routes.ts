import { area } from '../../area.ts';
import { objectOf } from '../../envelope.ts';
import { NormalizedText, NormalizeTextInput } from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: 'dictionary:read', role: 'viewer', workspace: 'header' } as const;

/** How texts are spoken. */
export const text = area('text', access, {
  normalize: {
    endpoint: 'POST /api/v1/text/normalize',
    summary: 'Normalize a text',
    description:
      'Returns what a normalizer node would make of a text: the spoken text and each change. Nothing is stored or charged.',
    body: NormalizeTextInput,
    responses: { 200: objectOf(NormalizedText) },
  },
});
