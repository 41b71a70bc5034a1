import type { Response } from 'express';

/** Adds links to those that an answer names already (RFC 8288). */
export function addLinks(res: Response, links: Record<string, string | null | undefined>): void {
  const named = Object.entries(links).flatMap(([rel, url]) => (url ? [`<${url}>; rel="${rel}"`] : []));
  if (named.length === 0) return;
  const known = res.getHeader('Link');
  res.setHeader('Link', [...(known === undefined ? [] : [String(known)]), ...named].join(', '));
}

/** The neighbors of a page. */
export function neighborsOf(pagination: unknown): Record<'next' | 'prev', string | null> {
  const { next = null, prev = null } = (pagination ?? {}) as { next?: string | null; prev?: string | null };
  return { next, prev };
}
