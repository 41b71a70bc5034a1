import type { CountedPagination } from '../../generated/types.ts';
import { invalid } from './api-error.ts';
import { digestOf } from './etag.ts';

type PageQuery = { limit?: number; offset?: number; cursor?: string };
type Listed = { url: URL; query: PageQuery };

/** The prefix of a cursor, which is valid only for a list with the same path and filters. */
function listName(url: URL): string {
  const own = [...url.searchParams].filter(([name]) => !['limit', 'offset', 'cursor'].includes(name));
  return digestOf([url.pathname, ...own.map((pair) => pair.join('=')).sort()].join(' '));
}

function startOf(url: URL, { cursor, offset = 0 }: PageQuery): number {
  if (cursor === undefined) return offset;
  // A `next` or `prev` URL stands for the cursor in it.
  const plain = URL.canParse(cursor) ? (new URL(cursor).searchParams.get('cursor') ?? '') : cursor;
  const name = listName(url);
  const start = plain.slice(name.length);
  if (plain.startsWith(name) && /^\d+$/.test(start)) return Number(start);
  throw invalid({ field: 'query.cursor', message: 'This cursor does not belong to this list.' });
}

/** One page of `items` with its pagination. */
export function pageOf<T>(
  items: readonly T[],
  { url, query }: Listed,
): { data: T[]; pagination: CountedPagination } {
  const limit = query.limit ?? 20;
  const start = startOf(url, query);
  const link = (at: number) => {
    const linked = new URL(url);
    linked.searchParams.delete('offset');
    linked.searchParams.set('cursor', `${listName(url)}${at}`);
    return linked.href;
  };
  const next = start + limit < items.length ? link(start + limit) : null;
  const prev = start > 0 ? link(Math.max(0, start - limit)) : null;
  const pagination = { limit, next, prev, total: items.length };
  return { data: items.slice(start, start + limit), pagination };
}

/** Whether one of the texts contains `search`, ignoring case and surrounding white space. */
export function contains(search: string | undefined, ...texts: (string | null)[]): boolean {
  const wanted = search?.trim().toLowerCase() ?? '';
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}
