import type {
  HeaderObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SecurityRequirementObject,
  SecuritySchemeObject,
} from 'openapi3-ts/oas31';
import { z } from 'zod';
import { ErrorEnvelope } from './envelope.ts';
import { ERRORS } from './errors.ts';
import { RunEvent } from './events.ts';
import { EXAMPLE_IDS } from './examples/index.ts';
import { PARAMETER_TEXTS } from './field-texts/index.ts';
import { type AnyRoute, type Area, hasNoBody, type RouteMeta, responseOf } from './kit.ts';
import { type ExampleCollector, errorExamples, exampleCollector, examplesOf } from './openapi-examples.ts';
import { type SchemaCollector, schemaCollector } from './openapi-schemas.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { type Operation, operations } from './operations.ts';

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

const header = (description: string, type: 'string' | 'integer' = 'string'): HeaderObject => ({
  description,
  schema: { type },
});

const HEADERS: Record<string, HeaderObject> = {
  'X-Request-Id': header('The id of the request; also `meta.request_id`.'),
  'X-Contract-Version': header('Version and content hash of the contract.'),
  RateLimit: header('What is left of the limit, and when it is full again.'),
  'RateLimit-Policy': header('The limits in force.'),
  'Retry-After': header('Seconds to wait before the next try.', 'integer'),
  Location: header('Where to go on: the address of what was begun, or of the file.'),
  'Preference-Applied': header('The preference that was honored: `wait=n`.'),
  ETag: header(
    'The version of the resource, for `If-Match`, and, behind a dot, of this answer, for `If-None-Match`.',
  ),
  'Idempotent-Replayed': header('`true` when a stored answer was sent again.'),
  'WWW-Authenticate': header('What kind of credential is needed: `Bearer`.'),
  'Cache-Control': header('`no-store`: answers belong to their caller.'),
};

const SECURITY: Record<string, SecuritySchemeObject> = {
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
    description: 'A live API key. It is bound to one workspace and holds scopes.',
  },
};

const refs = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function headersFor(route: AnyRoute, status: number, tagged: Set<unknown>) {
  const names = ['X-Request-Id', 'X-Contract-Version'];
  if (route.metadata.auth !== 'none' || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  const isUnderWay = status === 409 && route.metadata.idempotent;
  if (status === 429 || status === 503 || isUnderWay) names.push('Retry-After');
  if (route.metadata.auth !== 'none' || status >= 400) names.push('Cache-Control');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 302 || (status < 300 && route.metadata.located)) names.push('Location');
  if (status < 300 && route.headers?.prefer !== undefined) names.push('Preference-Applied');
  if (status < 400 && tagged.has(dataOf(route))) names.push('ETag');
  if (route.metadata.idempotent && status < 500 && status !== 429) names.push('Idempotent-Replayed');
  return refs(names);
}

function parametersOf(route: AnyRoute, schemas: SchemaCollector): ParameterObject[] {
  const from = (place: 'path' | 'query' | 'header', fields: Record<string, unknown>) =>
    Object.entries(fields).map(([name, field]): ParameterObject => {
      const { description, ...schema } = schemas.add(field as z.ZodType, 'input');
      const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      const about = typeof description === 'string' ? description : PARAMETER_TEXTS[name];
      const shown = exampleOfId(name) === undefined ? {} : { example: exampleOfId(name) };
      const named = { name: place === 'header' ? headerName(name) : name, in: place, required };
      return { ...named, ...(about && { description: about }), ...shown, schema };
    });
  const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : {});
  return [
    ...from('path', shapeOf(route.pathParams)),
    ...from('query', shapeOf(route.query)),
    ...from('header', route.headers ?? {}),
  ];
}

/** Ids look alike in every operation; other parameters have examples in their schemas. */
const exampleOfId = (name: string): string | undefined =>
  Object.entries(EXAMPLE_IDS).find(([id]) => id === name)?.[1];

const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

type Responses = Record<string, ResponseObject>;

/** What is gathered while operations are written: named schemas, and error answers that many share. */
type Shared = {
  schemas: SchemaCollector;
  examples: ExampleCollector;
  errors: Responses;
  /** Schemas of resources that have an `ETag`. */
  tagged: Set<unknown>;
};

/** Operations with the same codes and headers share one answer, named after both. */
function errorResponse(route: AnyRoute, status: number, shared: Shared) {
  const codes = route.metadata.errors.filter((code) => ERRORS[code].status === status);
  const headers = headersFor(route, status, shared.tagged);
  const suffix = `${route.metadata.auth === 'none' ? '.open' : ''}${headers['Idempotent-Replayed'] ? '.post' : ''}`;
  const name = codes.join('.') + suffix;
  shared.errors[name] = {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers,
    content: {
      'application/json': {
        schema: shared.schemas.add(ErrorEnvelope, 'output'),
        ...errorExamples(shared.examples, codes),
      },
    },
    ...extension('x-error-codes', codes),
  };
  return { $ref: `#/components/responses/${name}` };
}

const extension = (name: `x-${string}`, value: unknown): Record<`x-${string}`, unknown> => ({
  [name]: value,
});

function successResponse(route: AnyRoute, status: number, { schemas, examples, tagged }: Shared) {
  const { contentType, schema } = responseOf(route, status);
  const json = schemas.add(schema, 'output');
  // A stream is text to OpenAPI 3.1; contentSchema says what the data of each event holds.
  const event = { contentMediaType: 'application/json', contentSchema: schemas.add(RunEvent, 'output') };
  const content = { schema: contentType === 'text/event-stream' ? { ...json, ...event } : json };
  return {
    description: route.summary,
    headers: headersFor(route, status, tagged),
    content: { [contentType]: { ...content, ...examplesOf(examples, `${nameOf(route)}.response`, schema) } },
  };
}

function responsesOf(route: AnyRoute, shared: Shared) {
  const entries = Object.keys(route.responses).map((key): [string, ResponseObject | ReferenceObject] => {
    const status = Number(key);
    const isError = route.metadata.errors.some((code) => ERRORS[code].status === status);
    const response = isError ? errorResponse(route, status, shared) : successResponse(route, status, shared);
    return [key, response];
  });
  if (isTagged(route)) entries.push(['304', unchanged(route, shared)]);
  return Object.fromEntries(entries);
}

const unchanged = (route: AnyRoute, { tagged }: Shared): ResponseObject => ({
  description: 'The answer is the one that `If-None-Match` names; it has no body.',
  headers: headersFor(route, 304, tagged),
});

const CREDENTIALS: Record<RouteMeta['auth'], SecurityRequirementObject[]> = {
  none: [],
  jwt: [{ jwt: [] }],
  jwt_or_key: [{ jwt: [] }, { apiKey: [] }],
};

const nameOf = (route: AnyRoute) => route.metadata.operationId;

function bodyOf(route: AnyRoute, { schemas, examples }: Shared) {
  if (hasNoBody(route)) return {};
  const body = route.body as z.ZodType;
  const required = !body.safeParse(undefined).success;
  const content = {
    schema: schemas.add(body, 'input'),
    ...examplesOf(examples, `${nameOf(route)}.request`, body),
  };
  return { requestBody: { required, content: { 'application/json': content } } };
}

function operationOf(route: AnyRoute, shared: Shared): OperationObject {
  const { operationId, area, auth, scope, role, workspace, idempotent, paged } = route.metadata;
  return {
    operationId,
    tags: [area],
    summary: route.summary,
    description: route.description,
    security: CREDENTIALS[auth],
    parameters: parametersOf(route, shared.schemas),
    ...bodyOf(route, shared),
    responses: responsesOf(route, shared),
    'x-auth': auth,
    'x-scope': scope,
    'x-role': role,
    'x-workspace': workspace,
    'x-idempotent': idempotent,
    ...(paged && { 'x-paged': paged }),
  };
}

const openApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

function pathsOf(all: Operation[], shared: Shared) {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { route } of all) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, shared) };
  }
  return paths;
}

const dataOf = (route: AnyRoute): unknown => {
  const { schema } = responseOf(route, route.metadata.success);
  return schema instanceof z.ZodObject ? schema.shape.data : undefined;
};

/** The schemas of resources that are read with `If-None-Match`: whatever answers one answers its `ETag`. */
function taggedSchemas(all: Operation[]): Set<unknown> {
  return new Set(all.filter(({ route }) => isTagged(route)).map(({ route }) => dataOf(route)));
}

const isTagged = (route: AnyRoute): boolean => route.headers?.['if-none-match'] !== undefined;

/** The OpenAPI 3.1 document of the whole contract. The same contract always gives the same document. */
export function openApiDocument(info: { version: string }): OpenAPIObject {
  const all = operations();
  const shared: Shared = {
    schemas: schemaCollector(),
    examples: exampleCollector(),
    errors: {},
    tagged: taggedSchemas(all),
  };
  const paths = pathsOf(all, shared);
  const webhooks = webhooksOf(shared);
  const { components, resolve } = shared.schemas.finish();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voiceloom API',
      version: info.version,
      description:
        'Scripts to publish-ready audio: workflows, runs, voices and what belongs to them. Guides are at `/docs` of the service.',
      contact: { name: 'Voiceloom' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(AREAS).map(([name, description]) => ({
      name,
      ...extension('x-displayName', titleOf(name)),
      description,
    })),
    paths: resolve(paths),
    webhooks: resolve(webhooks),
    components: {
      schemas: components,
      responses: resolve(shared.errors),
      examples: shared.examples.components,
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  };
}
