import type { HeaderObject } from 'openapi3-ts/oas31';
import type { AnyRoute } from '../kit.ts';

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
    'The version of the resource, for `If-Match`, and after a dot the version of this response, for `If-None-Match`.',
  ),
  Link: header(
    'The neighboring pages, as in `pagination`: `rel="next"` and `rel="prev"`. Omitted if a URL is longer than 2,000 characters. For a deprecated operation: `rel="deprecation"`, its documentation, and `rel="successor-version"`, its replacement.',
  ),
  Deprecation: header('The date of the deprecation: `@` and a Unix timestamp (RFC 9745).'),
  Sunset: header('The date from which the operation may be removed: an HTTP date (RFC 8594).'),
  'Idempotent-Replayed': header('`true` if this is the stored response of an earlier request.'),
  'WWW-Authenticate': header('The required authentication scheme: `Bearer`.'),
  'Cache-Control': header('`no-store`: responses must not be cached for others.'),
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

/** The headers of a response. `tagged`: whether it contains a resource with an ETag. */
export function headersFor(route: AnyRoute, status: number, tagged: boolean) {
  const names = ['X-Request-Id', 'X-Contract-Version'];
  if (route.metadata.auth !== 'none' || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  const isInProgress = status === 409 && route.metadata.idempotent;
  if (status === 429 || status === 503 || isInProgress) names.push('Retry-After');
  if (route.metadata.auth !== 'none' || status >= 400) names.push('Cache-Control');
  if (status === 401) names.push('WWW-Authenticate');
  if (status < 300 && route.metadata.paged) names.push('Link');
  if (status === 302 || (status < 300 && route.metadata.located)) names.push('Location');
  if (status < 300 && route.headers?.prefer !== undefined) names.push('Preference-Applied');
  if (status < 400 && tagged) names.push('ETag');
  if (route.metadata.idempotent && status < 500 && status !== 429) names.push('Idempotent-Replayed');
  if (route.metadata.deprecated) names.push('Deprecation', 'Link');
  if (route.metadata.deprecated?.sunset) names.push('Sunset');
  return refs(names);
}
