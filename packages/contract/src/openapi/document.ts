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
import { contract, operations } from '../contract.ts';
import { ErrorEnvelope, Meta } from '../envelope.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { type AnyRoute, deprecationText, MAX_BODY_BYTES, type RouteMeta, responseOf } from '../kit.ts';
import { aboutApi, SECURITY, SERVERS, TAGS } from './about.ts';
import { addExample, type ExampleCollector, exampleCollector, exampleOf } from './examples.ts';
import { invalidExample } from './invalid-example.ts';
import { isOpen, responseHeaders, toParameters, usedHeaders } from './parameters.ts';
import { type SchemaCollector, schemaCollector } from './schemas.ts';
import { toWebhooks } from './webhooks.ts';

/** The parts collected from the operations: named schemas, and shared error responses. */
type Shared = {
  schemas: SchemaCollector;
  examples: ExampleCollector;
  errors: Record<string, ResponseObject>;
  /** Parameters that operations share, by name. */
  parameters: Record<string, ParameterObject>;
  /** The schemas of resources that support `If-None-Match`. Every response that contains one has its `ETag`. */
  tagged: Set<unknown>;
};

/** An example of an error response for each code. */
function errorExamples(collector: ExampleCollector, route: AnyRoute, codes: readonly ErrorCode[]) {
  const examples: Partial<Record<ErrorCode, { $ref: string }>> = {};
  for (const code of codes) {
    let [name, error]: [string, object] = [code, ERRORS[code].example];
    if (code === 'VALIDATION_ERROR')
      [name, error] = [`${route.metadata.operationId}.invalid`, invalidExample(route)];
    examples[code] = collector.add(name, { error: { code, ...error }, meta: exampleOf(Meta) });
  }
  return examples;
}

/** Operations with the same codes and headers share one response, named after both. */
function errorResponse(route: AnyRoute, status: number, shared: Shared) {
  const codes = route.metadata.errors.filter((code) => ERRORS[code].status === status);
  const examples = errorExamples(shared.examples, route, codes);
  const headers = responseHeaders(route, status, false);
  const names: string[] = [...codes];
  if (isOpen(route)) names.push('open');
  if (headers['Idempotent-Replayed']) names.push('post');
  if (headers.Deprecation) names.push('deprecated');
  if (headers.Sunset) names.push('sunset');
  // An error of validation has an example of its own, so equal examples share a response.
  const example = examples.VALIDATION_ERROR?.$ref.split('/').pop();
  if (example) names.push(example.replace(/\.invalid$/, ''));
  const name = names.join('.');
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

/** A success response with its schema, headers and example. */
function successResponse(route: AnyRoute, status: number, { schemas, examples, tagged }: Shared) {
  const { contentType, schema } = responseOf(route, status);
  const json = schemas.add(schema, 'output');
  // A stream is text in OpenAPI 3.1. `contentSchema` describes the data of each event.
  const eventSchema = schemas.add(route.metadata.area === 'reviews' ? ReviewEvent : RunEvent, 'output');
  if (contentType === 'text/event-stream')
    Object.assign(json, { contentMediaType: 'application/json', contentSchema: eventSchema });
  const content = { schema: json, ...addExample(examples, `${route.metadata.operationId}.response`, schema) };
  return {
    description: route.summary,
    headers: responseHeaders(route, status, tagged.has(getData(route))),
    content: { [contentType]: content },
  };
}

/** The responses of an operation by status: its successes, its errors, and 304 if it supports `If-None-Match`. */
function allResponses(route: AnyRoute, shared: Shared) {
  const responses: Record<string, ResponseObject | ReferenceObject> = {};
  for (const key of Object.keys(route.responses)) {
    const status = Number(key);
    const isError = route.metadata.errors.some((code) => ERRORS[code].status === status);
    if (isError) responses[key] = errorResponse(route, status, shared);
    else responses[key] = successResponse(route, status, shared);
  }
  if (isTagged(route))
    responses['304'] = {
      description: 'Not modified. The response has no body.',
      headers: responseHeaders(route, 304, shared.tagged.has(getData(route))),
    };
  return responses;
}

const CREDENTIALS: Record<RouteMeta['auth'], SecurityRequirementObject[]> = {
  none: [],
  jwt: [{ jwt: [] }],
  jwt_or_key: [{ jwt: [] }, { apiKey: [] }],
};

/** One operation of the document, with its extensions. */
function toOperation(route: AnyRoute, shared: Shared): OperationObject {
  const { operationId, area, auth, scope, role, workspace, idempotent, paged, guest, deprecated } =
    route.metadata;
  const { maxBodyBytes = MAX_BODY_BYTES } = route.metadata;
  // OpenAPI allows scopes for OAuth only, so the description names them.
  const description = [route.description];
  if (scope !== null) description.push(`An API key needs the scope \`${scope}\`.`);
  if (guest !== undefined) description.push(`A guest needs the permission \`${guest}\`.`);
  if (deprecated !== undefined) description.push(deprecationText(deprecated));
  const security = [...CREDENTIALS[auth]];
  if (guest !== undefined) security.push({ guest: [] });
  return {
    operationId,
    tags: [area],
    summary: route.summary,
    description: description.join(' '),
    ...(deprecated && { deprecated: true }),
    security,
    parameters: toParameters(route, shared),
    ...toRequestBody(route, shared),
    responses: allResponses(route, shared),
    'x-auth': auth,
    'x-scope': scope,
    'x-role': role,
    ...(guest && { 'x-guest': guest }),
    'x-workspace': workspace,
    'x-idempotent': idempotent,
    ...(route.body && { 'x-max-body-bytes': maxBodyBytes }),
    ...(paged && { 'x-paged': paged }),
    ...(deprecated?.sunset && { 'x-sunset': deprecated.sunset }),
  };
}

/** The body of an operation, if it takes one. */
function toRequestBody(route: AnyRoute, { schemas, examples }: Shared) {
  const { body, metadata } = route;
  if (body === undefined) return {};
  const isRequired = !body.safeParse(undefined).success;
  const content = {
    schema: schemas.add(body, 'input'),
    ...addExample(examples, `${metadata.operationId}.request`, body),
  };
  return { requestBody: { required: isRequired, content: { 'application/json': content } } };
}

/** The schema of the data in the success response. */
function getData(route: AnyRoute): unknown {
  const { schema } = responseOf(route, route.metadata.success);
  return schema instanceof z.ZodObject ? schema.shape.data : undefined;
}

/** Whether an operation supports `If-None-Match`. */
const isTagged = (route: AnyRoute): boolean => route.headers?.['if-none-match'] !== undefined;

/** The OpenAPI 3.1 document of the whole contract. The same contract always gives the same document. */
export function openApiDocument(info: { version: string }, routers: object = contract): OpenAPIObject {
  const routes = operations(routers).map(({ route }) => route);
  const shared: Shared = {
    schemas: schemaCollector(),
    examples: exampleCollector(),
    errors: {},
    parameters: {},
    tagged: new Set(routes.filter(isTagged).map(getData)),
  };
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, shared) };
  }
  const webhooks = toWebhooks(shared);
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
      headers: usedHeaders([paths, shared.errors]),
      securitySchemes: SECURITY,
    },
  };
}
