import type { ApiKey, CountedPagination, ErrorCode, FieldError, Operations } from '../../generated/types.ts';
import type { OperationId, SimulatedOperation } from '../options.ts';
import type { State } from '../state.ts';

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

/** The invalid fields, and additional response headers. */
type ErrorExtras = { details?: FieldError[]; headers?: Record<string, string> };

/** An error that becomes an error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

/** The error for a resource that does not exist or was deleted. */
export const notFound = (what: string): ApiError => new ApiError('NOT_FOUND', `There is no such ${what}.`);

/** The error for values that an operation rejects; the messages are complete sentences. */
export const invalid = (...details: FieldError[]): ApiError =>
  new ApiError('VALIDATION_ERROR', details[0]?.message ?? 'The request is not valid.', { details });

/** The name of a field without the part of the request that it was read from. */
function plainName(field: string): string {
  const [where = '', name, ...rest] = field.split('.');
  if (name === undefined) return `The ${where}`;
  if (where === 'body') return [name, ...rest].join('.');
  return name;
}

/** Throws an error if there are `details`. Its message begins with the name of the first field. */
export function assertValid(details: FieldError[]): void {
  const [first] = details;
  if (first === undefined) return;
  throw new ApiError('VALIDATION_ERROR', `${plainName(first.field)}: ${first.message}`, { details });
}

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
