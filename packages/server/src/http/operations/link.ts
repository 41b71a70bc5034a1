import type { Response } from 'express';

/** Adds links to the Link header of a response (RFC 8288). */
export function addLinks(res: Response, links: Record<string, string | null | undefined>): void {
  const named = Object.entries(links).flatMap(([rel, url]) => (url ? [`<${url}>; rel="${rel}"`] : []));
  if (named.length === 0) return;
  const known = res.getHeader('Link');
  res.setHeader('Link', [...(known === undefined ? [] : [String(known)]), ...named].join(', '));
}

/** For both links together: clients and proxies accept some kilobytes of headers, and a query can be longer. */
const MOST_CHARACTERS = 2_000;

/** The links to the next and the previous page, unless they are too long for a header. `pagination` always has them. */
export function neighborsOf(pagination: unknown): { next?: string | null; prev?: string | null } {
  const { next, prev } = (pagination ?? {}) as ReturnType<typeof neighborsOf>;
  const isLong = (next?.length ?? 0) + (prev?.length ?? 0) > MOST_CHARACTERS;
  return isLong ? {} : { next: next ?? null, prev: prev ?? null };
}
