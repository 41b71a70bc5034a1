import type { InfoObject, SecuritySchemeObject, ServerObject, TagObject } from 'openapi3-ts/oas31';
import { AREAS } from '../kit.ts';
import { SCOPES } from '../scopes.ts';

/** `provider_keys` as `Provider keys`. */
const titleOf = (area: string): string => {
  const words = area.replaceAll('_', ' ').replace('api', 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The areas of the API. */
export const TAGS: TagObject[] = Object.entries(AREAS).map(([name, description]) => ({
  name,
  'x-displayName': titleOf(name),
  description,
}));

/** The server that returned the document, or any other one. */
export const SERVERS: ServerObject[] = [
  { url: '/', description: 'This server.' },
  {
    url: '{base_url}',
    description: 'Your own server. It prints its base URL at startup.',
    variables: { base_url: { default: 'http://127.0.0.1:8080' } },
  },
];

/** The credentials that operations accept. */
export const SECURITY: Record<string, SecuritySchemeObject> = {
  jwt: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the identity provider.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: '<prefix>_live_<random>',
    description: `A live API key. It belongs to one workspace and has scopes: ${SCOPES.join(', ')}. The description and \`x-scope\` of an operation name the scope that it needs.`,
  },
  guest: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vl_guest_<random>',
    description:
      'The token of a guest, from `reviews.enter`. It opens one review. The description and `x-guest` of an operation name the permission that it needs.',
  },
};

/** The info object, which explains the extensions of the document. */
export const aboutApi = (version: string): InfoObject => ({
  title: 'Voiceloom API',
  version,
  description: [
    'Turn scripts into publish-ready audio. Guides are at `/docs` of the service.',
    '',
    'Operations have these extensions of OpenAPI:',
    '',
    '- `x-auth`: the accepted credentials: `none`, `jwt` (a token) or `jwt_or_key` (a token or an API key).',
    '- `x-scope`: the scope that an API key needs. Null if keys need no scope or are rejected.',
    '- `x-role`: the lowest role that may call. Null if any user may call.',
    '- `x-guest`: the permission that a guest needs. Absent if guests are rejected.',
    '- `x-workspace`: what selects the workspace: `X-Workspace-Id` (`header`), the path (`path`), or nothing (`none`).',
    '- `x-idempotent`: whether `Idempotency-Key` is supported.',
    '- `x-max-body-bytes`: the maximum size of the request body, in bytes.',
    '- `x-paged`: for lists with cursors, whether they return `total`, and the default of `limit`.',
    '- `x-sunset`: the day from which a deprecated operation may be removed.',
    '- `x-error-codes`: the error codes that a response can have.',
  ].join('\n'),
  contact: { name: 'Voiceloom' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});
