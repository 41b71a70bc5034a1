import type { HeaderObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { EXAMPLE_IDS } from '../example.ts';
import type { AnyRoute } from '../kit.ts';
import type { SchemaCollector } from './schemas.ts';

type Shared = {
  schemas: SchemaCollector;
  /** Shared parameters, by name. */
  parameters: Record<string, ParameterObject>;
};

/** The parameters of an operation. Path parameters and headers are shared; query parameters are inline. */
export function parametersOf(
  route: AnyRoute,
  { schemas, parameters }: Shared,
): (ParameterObject | ReferenceObject)[] {
  return ownParametersOf(route, schemas).map((parameter) => {
    const known = parameters[parameter.name];
    if (parameter.in === 'query' || (known && JSON.stringify(known) !== JSON.stringify(parameter)))
      return parameter;
    parameters[parameter.name] = parameter;
    return { $ref: `#/components/parameters/${parameter.name}` };
  });
}

function ownParametersOf(route: AnyRoute, schemas: SchemaCollector): ParameterObject[] {
  const from = (place: 'path' | 'query' | 'header', fields: Record<string, unknown>) =>
    Object.entries(fields).map(([name, field]): ParameterObject => {
      const { description, ...schema } = schemas.add(field as z.ZodType, 'input');
      const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      const shown = exampleOfId(name) === undefined ? {} : { example: exampleOfId(name) };
      const named = { name: place === 'header' ? headerName(name) : name, in: place, required };
      return { ...named, ...(typeof description === 'string' && { description }), ...shown, schema };
    });
  const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : {});
  return [
    ...from('path', shapeOf(route.pathParams)),
    ...from('query', shapeOf(route.query)),
    ...from('header', route.headers ?? {}),
  ];
}

/** IDs have the same example in every operation. Other parameters have examples in their schemas. */
const exampleOfId = (name: string): string | undefined =>
  Object.entries(EXAMPLE_IDS).find(([id]) => id === name)?.[1];

const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

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
export function headersIn(part: unknown): Record<string, HeaderObject> {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

const refs = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Whether requests are neither authenticated nor counted. */
export const isOpen = ({ metadata }: AnyRoute): boolean =>
  metadata.auth === 'none' && metadata.addressLimit === undefined;

/** The headers of a response. `tagged`: whether it contains a resource with an ETag. */
export function headersFor(route: AnyRoute, status: number, tagged: boolean) {
  const names = ['X-Request-Id', 'X-Contract-Version'];
  const isCounted = !isOpen(route);
  if (isCounted || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  const isInProgress = status === 409 && route.metadata.idempotent;
  if (status === 429 || status === 503 || isInProgress) names.push('Retry-After');
  if (isCounted || status >= 400) names.push('Cache-Control');
  if (status === 401) names.push('WWW-Authenticate');
  if (status < 300 && route.metadata.paged) names.push('Link');
  if (status === 302 || (status < 300 && route.metadata.located)) names.push('Location');
  if (status < 300 && route.headers?.prefer !== undefined) names.push('Preference-Applied');
  if (status < 300 && route.method !== 'GET') names.push('Warning');
  if (status < 400 && tagged) names.push('ETag');
  if (route.metadata.idempotent && status < 500 && status !== 429) names.push('Idempotent-Replayed');
  if (route.metadata.deprecated) names.push('Deprecation', 'Link');
  if (route.metadata.deprecated?.sunset) names.push('Sunset');
  return refs(names);
}
