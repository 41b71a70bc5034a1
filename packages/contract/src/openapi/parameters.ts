import type { HeaderObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { EXAMPLE_IDS } from '../example.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { AnyRoute } from '../kit.ts';
import type { SchemaCollector } from './schemas.ts';

/** The parameters of an operation. Path parameters and headers are shared; query parameters are inline. */
export function toParameters(
  route: AnyRoute,
  shared: { schemas: SchemaCollector; parameters: Record<string, ParameterObject> },
): (ParameterObject | ReferenceObject)[] {
  const { pathParams, query, headers = {} } = route;
  const parameters: (ParameterObject | ReferenceObject)[] = [];
  for (const [place, fields] of [
    ['path', getShape(pathParams)],
    ['query', getShape(query)],
    ['header', headers],
  ] as const)
    for (const [name, field] of Object.entries(fields)) {
      const parameter = toParameter(place, name, shared.schemas.add(field, 'input'));
      parameter.required ||= !field.safeParse(undefined).success;
      const firstOfName = shared.parameters[parameter.name] ?? parameter;
      // The first parameter of a name is shared by all that are equal to it.
      const isShared = place !== 'query' && JSON.stringify(firstOfName) === JSON.stringify(parameter);
      if (isShared) shared.parameters[parameter.name] = parameter;
      parameters.push(isShared ? { $ref: `#/components/parameters/${parameter.name}` } : parameter);
    }
  return parameters;
}

/** The fields of an object schema. */
function getShape(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A parameter with the name that it has on the wire. */
function toParameter(place: 'path' | 'query' | 'header', name: string, json: JsonSchema): ParameterObject {
  const { description, ...schema } = json;
  const parameter: ParameterObject = { name, in: place, required: place === 'path' };
  // `x-workspace-id` becomes `X-Workspace-Id`.
  if (place === 'header') parameter.name = name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  if (typeof description === 'string') parameter.description = description;
  // IDs have the same example in every operation. Other parameters have examples in their schemas.
  const [, exampleId] = Object.entries(EXAMPLE_IDS).find(([key]) => key === name) ?? [];
  if (exampleId !== undefined) parameter.example = exampleId;
  parameter.schema = schema;
  return parameter;
}

const header = (description: string, type: 'string' | 'integer' = 'string'): HeaderObject => ({
  description,
  schema: { type },
});

const HEADERS: Record<string, HeaderObject> = {
  'X-Request-Id': header('The ID of the request, also in `meta.request_id`.'),
  'X-Contract-Version': header('The version and content hash of the contract.'),
  RateLimit: header('The remaining requests, and the seconds until the limit resets.'),
  'RateLimit-Policy': header('The rate limits of the caller, such as the requests per minute.'),
  'Retry-After': header('Seconds to wait before a retry.', 'integer'),
  Location: header('The URL of the new resource, or of the file.'),
  'Preference-Applied': header('The applied preference: `wait=n`.'),
  ETag: header(
    'The version of the resource, a dot, and the version of this response. `If-Match` compares only the first part. `If-None-Match` compares both. Always send the whole value.',
  ),
  Link: header(
    'The neighboring pages, as in `pagination`: `rel="next"` and `rel="prev"`. Omitted if a URL is longer than 2,000 characters. For a deprecated operation: `rel="deprecation"`, its documentation, and `rel="successor-version"`, its replacement.',
  ),
  Deprecation: header('The date of the deprecation: `@` and a Unix timestamp (RFC 9745).'),
  Sunset: header('The date from which the operation may be removed: an HTTP date (RFC 8594).'),
  'Idempotent-Replayed': header('`true` if this is the stored response of an earlier request.'),
  'WWW-Authenticate': header('The required authentication scheme: `Bearer`.'),
  Warning: header(
    'The fields of the body that are unknown and were ignored, each with the code 299. Omitted if there are none.',
  ),
  'Cache-Control': header('`no-store`: caches must not store the response.'),
};

/** The headers that a part of a document refers to. */
export function usedHeaders(part: unknown): Record<string, HeaderObject> {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

/** Whether requests are neither authenticated nor counted. */
export const isOpen = ({ metadata }: AnyRoute): boolean =>
  metadata.auth === 'none' && metadata.addressLimit === undefined;

/** The headers of a response. `isTagged`: whether it contains a resource with an ETag. */
export function responseHeaders(route: AnyRoute, status: number, isTagged: boolean) {
  const { idempotent, deprecated } = route.metadata;
  const names = ['X-Request-Id', 'X-Contract-Version', ...accessHeaders(route, status)];
  if (status < 300) names.push(...successHeaders(route));
  if (status === 302) names.push('Location');
  if (status < 400 && isTagged) names.push('ETag');
  if (idempotent && status < 500 && status !== 429) names.push('Idempotent-Replayed');
  if (deprecated) names.push('Deprecation', 'Link');
  if (deprecated?.sunset) names.push('Sunset');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers about rate limits, retries, caches and authentication. */
function accessHeaders(route: AnyRoute, status: number): string[] {
  const isCounted = !isOpen(route);
  const isInProgress = status === 409 && route.metadata.idempotent;
  const names: string[] = [];
  if (isCounted || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  if (status === 429 || status === 503 || isInProgress) names.push('Retry-After');
  if (isCounted || status >= 400) names.push('Cache-Control');
  if (status === 401) names.push('WWW-Authenticate');
  return names;
}

/** The headers of success responses about pages, new resources, preferences and ignored fields. */
function successHeaders({ metadata, headers, method }: AnyRoute): string[] {
  const names: string[] = [];
  if (metadata.paged) names.push('Link');
  if (metadata.located) names.push('Location');
  if (headers?.prefer !== undefined) names.push('Preference-Applied');
  if (method !== 'GET') names.push('Warning');
  return names;
}
