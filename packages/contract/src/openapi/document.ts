import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SecurityRequirementObject,
} from 'openapi3-ts/oas31';
import { z } from 'zod';
import { ReviewEvent } from '../areas/reviews/events.ts';
import { RunEvent } from '../areas/runs/events.ts';
import { contract, type Operation, operations } from '../contract.ts';
import { ErrorEnvelope } from '../envelope.ts';
import { ERRORS } from '../errors.ts';
import {
  type AnyRoute,
  deprecationText,
  hasNoBody,
  MAX_BODY_BYTES,
  type RouteMeta,
  responseOf,
} from '../kit.ts';
import { aboutApi, SECURITY, SERVERS, TAGS } from './about.ts';
import { type ExampleCollector, errorExamples, exampleCollector, examplesOf } from './examples.ts';
import { invalidExample } from './invalid-example.ts';
import { headersFor, headersIn, isOpen, parametersOf } from './parameters.ts';
import { type SchemaCollector, schemaCollector } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

type Responses = Record<string, ResponseObject>;

/** The parts collected from the operations: named schemas, and shared error responses. */
type Shared = {
  schemas: SchemaCollector;
  examples: ExampleCollector;
  errors: Responses;
  /** Parameters that operations share, by name. */
  parameters: Record<string, ParameterObject>;
  /** Schemas of resources with an `ETag`. */
  tagged: Set<unknown>;
};

/** Operations with the same codes and headers share one response, named after both. */
function errorResponse(route: AnyRoute, status: number, shared: Shared) {
  const codes = route.metadata.errors.filter((code) => ERRORS[code].status === status);
  const own = codes.includes('VALIDATION_ERROR') ? { VALIDATION_ERROR: invalidExample(route) } : {};
  const { examples } = errorExamples(shared.examples, { codes, own, of: nameOf(route) });
  const headers = headersFor(route, status, false);
  const suffix = `${isOpen(route) ? '.open' : ''}${headers['Idempotent-Replayed'] ? '.post' : ''}${headers.Deprecation ? '.deprecated' : ''}${headers.Sunset ? '.sunset' : ''}`;
  // An error of validation has an example of its own, so equal examples share a response.
  const example = examples.VALIDATION_ERROR?.$ref
    .split('/')
    .pop()
    ?.replace(/\.invalid$/, '');
  const name = codes.join('.') + suffix + (example ? `.${example}` : '');
  shared.errors[name] = {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    headers,
    content: {
      'application/json': {
        schema: shared.schemas.add(ErrorEnvelope, 'output'),
        examples,
      },
    },
    'x-error-codes': codes,
  };
  return { $ref: `#/components/responses/${name}` };
}

function successResponse(route: AnyRoute, status: number, { schemas, examples, tagged }: Shared) {
  const { contentType, schema } = responseOf(route, status);
  const json = schemas.add(schema, 'output');
  // A stream is text in OpenAPI 3.1. `contentSchema` describes the data of each event.
  const eventSchema = route.metadata.area === 'reviews' ? ReviewEvent : RunEvent;
  const event = { contentMediaType: 'application/json', contentSchema: schemas.add(eventSchema, 'output') };
  const content = { schema: contentType === 'text/event-stream' ? { ...json, ...event } : json };
  return {
    description: route.summary,
    headers: headersFor(route, status, tagged.has(dataOf(route))),
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
  description: 'Not modified. The response has no body.',
  headers: headersFor(route, 304, tagged.has(dataOf(route))),
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

const credentialsOf = ({ metadata: { auth, guest } }: AnyRoute): SecurityRequirementObject[] => [
  ...CREDENTIALS[auth],
  ...(guest ? [{ guest: [] }] : []),
];

/** OpenAPI allows scopes for OAuth only, so the description names them. */
function aboutOf({ description, metadata: { scope, guest, deprecated } }: AnyRoute): string {
  const lines = [description];
  if (scope !== null) lines.push(`An API key needs the scope \`${scope}\`.`);
  if (guest !== undefined) lines.push(`A guest needs the permission \`${guest}\`.`);
  if (deprecated !== undefined) lines.push(deprecationText(deprecated));
  return lines.join(' ');
}

function operationOf(route: AnyRoute, shared: Shared): OperationObject {
  const { operationId, area, auth, scope, role, workspace, idempotent, paged } = route.metadata;
  const { maxBodyBytes = MAX_BODY_BYTES } = route.metadata;
  return {
    operationId,
    tags: [area],
    summary: route.summary,
    description: aboutOf(route),
    ...(route.metadata.deprecated && { deprecated: true }),
    security: credentialsOf(route),
    parameters: parametersOf(route, shared),
    ...bodyOf(route, shared),
    responses: responsesOf(route, shared),
    'x-auth': auth,
    'x-scope': scope,
    'x-role': role,
    ...(route.metadata.guest && { 'x-guest': route.metadata.guest }),
    'x-workspace': workspace,
    'x-idempotent': idempotent,
    ...(hasNoBody(route) ? {} : { 'x-max-body-bytes': maxBodyBytes }),
    ...(paged && { 'x-paged': paged }),
    ...(route.metadata.deprecated?.sunset && { 'x-sunset': route.metadata.deprecated.sunset }),
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

/** The schemas of resources that support `If-None-Match`. Every response that contains one has its `ETag`. */
function taggedSchemas(all: Operation[]): Set<unknown> {
  return new Set(all.filter(({ route }) => isTagged(route)).map(({ route }) => dataOf(route)));
}

const isTagged = (route: AnyRoute): boolean => route.headers?.['if-none-match'] !== undefined;

/** The OpenAPI 3.1 document of the whole contract. The same contract always gives the same document. */
export function openApiDocument(info: { version: string }, of: object = contract): OpenAPIObject {
  const all = operations(of);
  const shared: Shared = {
    schemas: schemaCollector(),
    examples: exampleCollector(),
    errors: {},
    parameters: {},
    tagged: taggedSchemas(all),
  };
  const paths = pathsOf(all, shared);
  const webhooks = webhooksOf(shared);
  const { components, resolve } = shared.schemas.finish();
  return {
    openapi: '3.1.1',
    info: aboutApi(info.version),
    servers: SERVERS,
    tags: TAGS,
    paths: resolve(paths),
    webhooks: resolve(webhooks),
    components: {
      schemas: components,
      parameters: resolve(shared.parameters),
      responses: resolve(shared.errors),
      examples: shared.examples.components,
      headers: headersIn([paths, shared.errors]),
      securitySchemes: SECURITY,
    },
  };
}
