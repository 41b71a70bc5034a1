import type { ApiKey, CountedPagination, Operations } from '../../generated/types.ts';
import type { OperationId, SimulatedOperation } from '../options.ts';
import type { State } from '../state.ts';
import { invalid } from './api-error.ts';

/** A request of an operation, validated and authorized. */
export interface TestRequest<Id extends OperationId> {
  /** The API key of the caller; null for a person. */
  caller: ApiKey | null;
  params: Operations[Id]['params'];
  query: NonNullable<Operations[Id]['query']>;
  /** Empty if an optional body was left out. */
  body: NonNullable<Operations[Id]['body']>;
  headers: Headers;
  url: URL;
}

/**
 * What an operation returns: data in the envelope of the service, or an event stream. Fields of the data that its
 * schema does not name are left out of the response.
 */
export type Reply<Data> =
  | { data: Data; pagination?: Partial<CountedPagination>; headers?: Record<string, string> }
  | { stream: ReadableStream<Uint8Array> | string };

/** The functions that simulate the operations of one group. */
export type Group<Name extends string> = {
  [Id in Extract<SimulatedOperation, `${Name}.${string}`>]: (
    state: State,
    request: TestRequest<Id>,
  ) => Reply<Operations[Id]['data']> | Promise<Reply<Operations[Id]['data']>>;
};

/** One page of `items` with its pagination. A cursor is the position of the first item of its page. */
export function pageOf<T>(
  items: readonly T[],
  { url, query }: { url: URL; query: { limit?: number; offset?: number; cursor?: string } },
) {
  const { limit = 20, offset = 0, cursor } = query;
  // The cursor can also be a `next` or `prev` URL that contains it.
  const position = cursor && URL.canParse(cursor) ? new URL(cursor).searchParams.get('cursor') : cursor;
  if (cursor !== undefined && !/^\d+$/.test(position ?? '')) {
    throw invalid({ field: 'query.cursor', message: 'This cursor does not belong to this list.' });
  }
  const start = Number(position ?? offset);
  const link = (at: number) => {
    const linked = new URL(url);
    linked.searchParams.delete('offset');
    linked.searchParams.set('cursor', String(at));
    return linked.href;
  };
  const next = start + limit < items.length ? link(start + limit) : null;
  const prev = start > 0 ? link(Math.max(0, start - limit)) : null;
  const pagination = { limit, next, prev, total: items.length };
  return { data: items.slice(start, start + limit), pagination };
}
