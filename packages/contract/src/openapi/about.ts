import type { InfoObject, SecuritySchemeObject, ServerObject, TagObject } from 'openapi3-ts/oas31';
import type { Area } from '../kit.ts';
import { SCOPES } from '../scopes.ts';

const AREAS: Record<Area, string> = {
  auth: 'The caller behind a credential.',
  api_keys: 'Keys for programs.',
  workspaces: 'What workflows, keys, uploads and members belong to.',
  members: 'Who belongs to a workspace, and who is invited.',
  users: 'What belongs to the user, whatever the workspace.',
  templates: 'Workflows to start from.',
  workflows: 'Graphs that turn a script into audio.',
  runs: 'Executions of a workflow.',
  uploads: 'Files that scripts and audio come from.',
  voices: 'Voices that speak.',
  dictionary: 'How words are said.',
  text: 'How texts are spoken.',
  providers: 'Speech providers and their models.',
  provider_keys: 'Keys that a workspace brings for speech providers.',
  nodes: 'The types of nodes that workflows are made of.',
  usage: 'What a workspace does and uses.',
  billing: 'Plans and how they are paid.',
  webhook_endpoints: 'Receivers of events.',
  delivery_targets: 'Buckets that runs of a workspace can be sent to.',
  deliveries: 'Runs that are sent to buckets of the workspace.',
  health: 'Probes.',
};

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

/** Where the service is: where the document came from, or wherever else it was put. */
export const SERVERS: ServerObject[] = [
  { url: '/', description: 'This server.' },
  {
    url: '{base_url}',
    description: 'A server of your own.',
    variables: {
      base_url: { default: 'http://127.0.0.1:8080', description: 'Its address, as its start prints it.' },
    },
  },
];

/** The credentials that operations take. */
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
    description: `A live API key. It is bound to one workspace and holds scopes: ${SCOPES.join(', ')}. An operation names the one it needs in its description and in \`x-scope\`.`,
  },
};

/** What the document says of itself, its own fields included. */
export const aboutApi = (version: string): InfoObject => ({
  title: 'Voiceloom API',
  version,
  description: [
    'Scripts to publish-ready audio: workflows, runs, voices and what belongs to them. Guides are at `/docs` of the service.',
    '',
    'Operations have fields beside those of OpenAPI:',
    '',
    '- `x-auth`: `none`, `jwt` (a token alone) or `jwt_or_key`.',
    '- `x-scope`: what an API key must hold; null where any may call, or none.',
    '- `x-role`: the least role in the workspace; null where any user may call.',
    '- `x-workspace`: whether the workspace is named by `X-Workspace-Id` (`header`), in the path (`path`), or nowhere (`none`).',
    '- `x-idempotent`: whether `Idempotency-Key` is honored.',
    '- `x-max-body-bytes`: of an operation with a body, the most bytes of it.',
    '- `x-paged`: of lists with cursors, whether they are counted, and the page size unless set.',
    '- `x-sunset`: of a deprecated operation, the day from which on it may be gone.',
    '- `x-error-codes`: of an error answer, the codes that it can have.',
  ].join('\n'),
  contact: { name: 'Voiceloom' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});
