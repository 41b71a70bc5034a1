import type { Response } from 'express';

/** Adds links to those that an answer names already (RFC 8288). */
export function addLinks(res: Response, links: Record<string, string | null | undefined>): void {
  const named = Object.entries(links).flatMap(([rel, url]) => (url ? [`<${url}>; rel="${rel}"`] : []));
  if (named.length === 0) return;
  const known = res.getHeader('Link');
  res.setHeader('Link', [...(known === undefined ? [] : [String(known)]), ...named].join(', '));
}

/** Of both neighbors together. Clients and proxies take some kilobytes of headers, and a query can be longer. */
const MOST_CHARACTERS = 2_000;

/** The neighbors of a page, unless their addresses are too long for a header: `pagination` has them anyway. */
export function neighborsOf(pagination: unknown): { next?: string | null; prev?: string | null } {
  const { next, prev } = (pagination ?? {}) as ReturnType<typeof neighborsOf>;
  const isLong = (next?.length ?? 0) + (prev?.length ?? 0) > MOST_CHARACTERS;
  return isLong ? {} : { next: next ?? null, prev: prev ?? null };
}
