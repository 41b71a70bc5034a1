import type { CountedPagination } from '../generated/types.ts';
import { invalid, malformed } from './api-error.ts';

type Page = { limit?: number; offset?: number; cursor?: string };

/** Filters and order of a list, so that a cursor is good for it alone. */
function nameOf(url: URL): string {
  const own = [...url.searchParams].filter(([name]) => !['limit', 'offset', 'cursor'].includes(name));
  return [url.pathname, ...own.map((pair) => pair.join('=')).sort()].join(' ');
}

/** Digits and letters alone, as the service has them. */
const encode = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The cursor itself, also out of a `next` or `prev` URL of the same list. */
function cursorIn(text: string, url: URL): string {
  if (!/^(\/|https?:)/i.test(text) || !URL.canParse(text, url.origin)) return text;
  const link = new URL(text, url);
  const isOwn = link.origin === url.origin && link.pathname === url.pathname;
  return (isOwn && link.searchParams.get('cursor')) || '';
}

function startOf(url: URL, { cursor, offset = 0 }: Page): number {
  if (cursor === undefined) return offset;
  const [at, name] = decoded(cursorIn(cursor, url));
  if (name === nameOf(url) && /^\d+$/.test(at)) return Number(at);
  throw invalid({ field: 'query.cursor', message: 'This cursor does not belong to this list.' });
}

function decoded(cursor: string): [at: string, name: string] {
  try {
    const bytes = (cursor.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    const [at = '', ...name] = new TextDecoder().decode(new Uint8Array(bytes)).split(' ');
    return [at, name.join(' ')];
  } catch {
    return ['', ''];
  }
}

/** One page of `items`, with the addresses of its neighbors and how many there are: not all lists tell that. */
export function pageOf<T>(
  items: readonly T[],
  { url, query }: { url: URL; query: Page },
): { items: T[]; pagination: CountedPagination } {
  const limit = query.limit ?? 20;
  const start = startOf(url, query);
  const link = (at: number) => {
    const linked = new URL(url);
    linked.searchParams.delete('offset');
    linked.searchParams.set('cursor', encode(`${at} ${nameOf(url)}`));
    return linked.href;
  };
  const next = start + limit < items.length ? link(start + limit) : null;
  const prev = start > 0 ? link(Math.max(0, start - limit)) : null;
  return { items: items.slice(start, start + limit), pagination: { limit, next, prev, total: items.length } };
}

/** One page as the answer of a list. */
export function listReply<T>(items: readonly T[], request: { url: URL; query: Page }) {
  const { items: data, pagination } = pageOf(items, request);
  return { data, pagination };
}

/** A parameter that may be repeated, as a list; undefined where it was left out. */
export const listed = <T>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value as T];

type Direction = 'asc' | 'desc';
type Compare<T> = (a: T, b: T) => number;
interface OrderQuery<Name> {
  sort?: Name | readonly Name[];
  order?: Direction | readonly Direction[];
}

/** Compares by the `sort` of a query, each with the `order` of its position. */
export function orderBy<Name extends string, T>(
  compare: Record<Name, Compare<T>>,
  { first, directions }: { first: NoInfer<Name>; directions: Record<NoInfer<Name>, Direction> },
): (query: OrderQuery<Name>) => Compare<T> {
  return ({ sort, order }) => {
    const names = listed<Name>(sort) ?? [first];
    const orders = listed<Direction>(order) ?? [];
    return (a, b) => {
      for (const [at, name] of names.entries()) {
        const difference = compare[name](a, b) * ((orders[at] ?? directions[name]) === 'asc' ? 1 : -1);
        if (difference !== 0) return difference;
      }
      return 0;
    };
  };
}

/** Whether one of the texts has `part`, in any case; blanks around it are not looked for, and nothing else is everywhere. */
export function holds(part: string | undefined, ...texts: (string | null)[]): boolean {
  const wanted = part?.trim().toLowerCase() ?? '';
  return wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Refuses a range, of two parameters, that ends before it begins. */
export function refuseBackward(range: Record<string, string | undefined>): void {
  const [[from = '', start] = [], [to = '', end] = []] = Object.entries(range);
  if (start === undefined || end === undefined || Date.parse(start) <= Date.parse(end)) return;
  throw malformed({ field: `query.${from}`, message: `${from} lies after ${to}.` });
}
