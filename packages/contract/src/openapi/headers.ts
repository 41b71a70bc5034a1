import type { HeaderObject } from 'openapi3-ts/oas31';
import type { AnyRoute } from '../kit.ts';

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
  Link: header(
    'The neighboring pages, as in `pagination`: `rel="next"` and `rel="prev"`; not where their addresses are longer than 2,000 characters. Of an operation that will go away: `rel="deprecation"`, where to read of it, and `rel="successor-version"`, what takes its place.',
  ),
  Deprecation: header('Since when the operation should not be used: `@` and seconds since 1970 (RFC 9745).'),
  Sunset: header('From when on the operation may be gone: an HTTP date (RFC 8594).'),
  'Idempotent-Replayed': header('`true` when a stored answer was sent again.'),
  'WWW-Authenticate': header('What kind of credential is needed: `Bearer`.'),
  'Cache-Control': header('`no-store`: answers belong to their caller.'),
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

/** The headers of an answer; `tagged` says whether it shows a resource with an ETag. */
export function headersFor(route: AnyRoute, status: number, tagged: boolean) {
  const names = ['X-Request-Id', 'X-Contract-Version'];
  if (route.metadata.auth !== 'none' || status === 429) names.push('RateLimit', 'RateLimit-Policy');
  const isUnderWay = status === 409 && route.metadata.idempotent;
  if (status === 429 || status === 503 || isUnderWay) names.push('Retry-After');
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
