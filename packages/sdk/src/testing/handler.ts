import type { Operations } from '../generated/operations.ts';
import type { CountedPagination, Pagination, Scope } from '../generated/types.ts';
import type { OperationId } from './operation.ts';
import type { World } from './world.ts';

/** Who calls, and in which workspace. */
export interface Caller {
  kind: 'jwt' | 'api_key';
  user_id: string;
  api_key_id: string | null;
  scopes: readonly Scope[];
  workspace_id: string;
  /** Set where `X-Workspace-Id` names the workspace. */
  is_named?: true;
}

/** A request of an operation, read and allowed. */
export interface TestRequest<Id extends OperationId> {
  world: World;
  caller: Caller;
  params: Operations[Id]['params'];
  /** With its defaults. */
  query: Filled<NonNullable<Operations[Id]['query']>>;
  /** With its defaults; a body that may be left out reads as an empty one. */
  body: NonNullable<Operations[Id]['body']>;
  /** The version that `If-Match` names; undefined where any will do. */
  ifMatch: string | undefined;
  lastEventId: number;
  url: URL;
}

/** Lists of one value are lists when they are read. */
type Filled<Query> = {
  [Name in keyof Query]: Exclude<Query[Name], undefined> extends infer Value ? Value : never;
};

/** What an operation answers. */
export interface Reply<Data> {
  data: Data;
  pagination?: Pagination | CountedPagination | { limit: number } | undefined;
  headers?: Record<string, string>;
  /** The version of what is answered, where writes of it honor If-Match: becomes the ETag. */
  version?: string;
  /** Where it is not that of success. */
  status?: 200;
}

/** An answer that comes piece by piece. */
export interface StreamReply {
  stream: ReadableStream<Uint8Array>;
}

type Answer<Id extends OperationId> = Reply<Operations[Id]['data']> | StreamReply;

/** What simulates each operation; one that is missing is answered with 501. */
export type Handlers = {
  [Id in OperationId]?: (request: TestRequest<Id>) => Answer<Id> | Promise<Answer<Id>>;
};
