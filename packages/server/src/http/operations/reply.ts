import type { Request, Response } from 'express';
import { entityTag } from '../../handler/entity-tag.ts';
import type { Operation } from './operation.ts';
import type { AnyReply } from './serve-operation.ts';

/**
 * The JSON of a success, and the ETag of the data if the reply has a version. Removes fields that are not in the
 * contract. A wrong shape is an internal error.
 */
export function successBody(
  operation: Operation,
  { data, pagination, version }: AnyReply,
  { request_id, now }: { request_id: string; now: Date },
): { text: string; etag: string | undefined } {
  const meta = { request_id, timestamp: now.toISOString() };
  const { success, isExact, metadata } = operation;
  const { operationId } = metadata;
  let body: unknown = { data, meta, ...(pagination !== undefined && { pagination }) };
  if (!isExact?.(body)) {
    if (!success) throw new Error(`${operationId} returns a stream.`);
    const result = success.safeParse(body);
    if (!result.success) {
      const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      throw new Error(`The response of ${operationId} violates its contract: ${problems.join('; ')}`);
    }
    body = result.data;
  }
  if (version === undefined) return { text: JSON.stringify(body), etag: undefined };
  // Serializes the data only once for digest and response, because a definition can have megabytes.
  const json = JSON.stringify((body as { data: unknown }).data);
  return { text: `{"data":${json},"meta":${JSON.stringify(meta)}}`, etag: entityTag(version, json) };
}

export type Headers = Record<string, string>;

/** Sends a complete JSON body without changing it. */
export function sendJson(res: Response, status: number, body: string | Buffer): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  const bytes = Buffer.byteLength(body);
  res.setHeader('Content-Length', bytes);
  // Node omits the body of a HEAD response, and writes a string together with the headers. ASCII needs no conversion.
  res.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

export function setHeaders(res: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** Adds links to the Link header of a response (RFC 8288). */
export function addLinks(res: Response, links: Record<string, string | null | undefined>): void {
  const previous = res.getHeader('Link');
  const values = previous === undefined ? [] : [String(previous)];
  for (const [rel, url] of Object.entries(links)) if (url) values.push(`<${url}>; rel="${rel}"`);
  if (values.length > 0) res.setHeader('Link', values.join(', '));
}

/** For both links together: a query can be longer than the few kilobytes of headers that proxies accept. */
const MAX_CHARACTERS = 2_000;

/** The links to the next and the previous page, unless they are too long for a header. `pagination` always has them. */
export function findNeighbors(pagination: unknown): { next?: string | null; prev?: string | null } {
  const { next, prev } = (pagination ?? {}) as ReturnType<typeof findNeighbors>;
  const isLong = (next?.length ?? 0) + (prev?.length ?? 0) > MAX_CHARACTERS;
  return isLong ? {} : { next: next ?? null, prev: prev ?? null };
}

/** Announces the end of a deprecated operation and links to its guide (RFC 9745, RFC 8594, RFC 5829). */
export function setDeprecationHeaders(
  req: Request,
  res: Response,
  { operation, baseUrl }: { operation: Operation; baseUrl: string },
): void {
  const { deprecated } = operation.metadata;
  if (deprecated === undefined) return;
  const { since, sunset, successor_path } = deprecated;
  res.setHeader('Deprecation', `@${Date.parse(since) / 1_000}`);
  if (sunset !== undefined) res.setHeader('Sunset', new Date(sunset).toUTCString());
  // Fills in the parameters of this request: `/workflows/:workflow_id` becomes `/workflows/0198…`.
  const successor = successor_path?.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(req.params[name])),
  );
  addLinks(res, {
    deprecation: `${baseUrl}/docs/guides/rest#versions`,
    'successor-version': successor && `${baseUrl}${successor}`,
  });
}

const MAX_WAIT_SECONDS = 60;

/**
 * The seconds in `Prefer: wait=n` (RFC 7240), at most 60. Undefined without a valid preference: the standard requires
 * that invalid ones are ignored.
 */
export function preferredWait(header: string | undefined): number | undefined {
  for (const preference of header?.split(',') ?? []) {
    // `wait=10`, ` wait = "10"; x=1`; not `wait=soon`.
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return undefined;
}
