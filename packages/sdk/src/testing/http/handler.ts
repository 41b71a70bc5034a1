import type { Operations } from '../../generated/operations.ts';
import type { CountedPagination, Scope } from '../../generated/types.ts';
import type { OperationId, SimulatedOperation } from '../simulated-operations.ts';
import type { State } from '../state.ts';

/** The caller of an operation. */
export interface Caller {
  kind: 'jwt' | 'api_key';
  api_key_id: string | null;
  scopes: readonly Scope[];
}

/** The parts of a request that find a resource by the id in its path. */
export interface PathRequest<Name extends string> {
  state: State;
  params: { [Own in Name]: string };
  /** The value of `If-Match`. */
  ifMatch: string | undefined;
}

/** A request of an operation, validated and authorized. */
export interface TestRequest<Id extends OperationId> {
  state: State;
  caller: Caller;
  params: Operations[Id]['params'];
  query: NonNullable<Operations[Id]['query']>;
  /** Empty if an optional body was left out. */
  body: NonNullable<Operations[Id]['body']>;
  /** The value of `If-Match`. */
  ifMatch: string | undefined;
  lastEventId: number;
  url: URL;
}

/** What an operation returns. */
export interface Reply<Data> {
  data: Data;
  pagination?: Partial<CountedPagination>;
  headers?: Record<string, string>;
  /** The ETag, if writes of the resource check If-Match. */
  tag?: string;
}

/** An event stream. */
export interface StreamReply {
  stream: ReadableStream<Uint8Array>;
}

type AnyReply<Id extends OperationId> = Reply<Operations[Id]['data']> | StreamReply;

/** The functions that simulate operations. */
export type Handlers<Id extends SimulatedOperation = SimulatedOperation> = {
  [Own in Id]: (request: TestRequest<Own>) => AnyReply<Own> | Promise<AnyReply<Own>>;
};

/** The functions that simulate the operations of one group. */
export type Group<Name extends string> = Handlers<Extract<SimulatedOperation, `${Name}.${string}`>>;
