import { objectOf } from '../../envelope.ts';
import { meta, route, workspacePostHeaders } from '../../kit.ts';
import { NormalizedText, NormalizeTextInput } from './schemas.ts';

/** How texts are spoken. */
export const text = {
  normalize: route({
    method: 'POST',
    path: '/api/v1/text/normalize',
    summary: 'Normalize a text',
    description:
      'Returns what a normalizer node would make of a text: the spoken text and each change. Nothing is stored or charged.',
    headers: workspacePostHeaders,
    body: NormalizeTextInput,
    responses: { 200: objectOf(NormalizedText) },
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
