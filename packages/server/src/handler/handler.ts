import type { GuestPermission, Role, Scope } from '@voiceloom/contract';
import type { z } from 'zod';

/** The workspace a request acts in, with the rights of the caller there. */
export interface CallerWorkspace {
  id: string;
  /** The user whose plan, credits and limits apply. */
  owner_id: string;
  role: Role;
}

/** The caller, as established by http/auth before a handler runs. */
export interface Caller {
  kind: 'jwt' | 'api_key';
  user_id: string;
  api_key_id: string | null;
  scopes: readonly Scope[];
  workspace: CallerWorkspace | null;
  /** The address of the connection; behind a proxy the proxy's. */
  ip: string | null;
}

/** A caller of an operation that acts in a workspace. */
export interface WorkspaceCaller extends Caller {
  workspace: CallerWorkspace;
}

/** A guest, and what the guest may see and do. */
export interface Guest {
  id: string;
  name: string;
  link_id: string;
  review_id: string;
  permission: GuestPermission;
  /** Null: all. */
  locales: readonly string[] | null;
  /** Null: all. An empty name: lines without one. */
  characters: readonly string[] | null;
  /** When the session ends. */
  expires_at: Date;
}

/** A person without an account, who entered a review by a share link. */
export interface GuestCaller {
  kind: 'guest';
  guest: Guest;
  workspace: Pick<CallerWorkspace, 'id'>;
  ip: string | null;
}

/** A caller who takes part in a review. */
export type ReviewCaller = WorkspaceCaller | GuestCaller;

export type AnyCaller = Caller | GuestCaller;

/** A change of one thing in the caller's workspace. */
export interface WriteRequest {
  caller: WorkspaceCaller;
  id: string;
  ifMatch?: string | undefined;
  now: Date;
}

type Meta = { auth: string; workspace: string; success: number };
type Out<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.output<R[K]>
    : undefined
  : undefined;
type RouteMeta<R> = R extends { metadata: infer M extends Meta } ? M : never;

type CallerOf<M extends Meta> = M['auth'] extends 'none'
  ? null
  : M['workspace'] extends 'none'
    ? Caller
    : M extends { guest: GuestPermission }
      ? ReviewCaller
      : WorkspaceCaller;

type SuccessBody<R> = R extends { responses: infer S; metadata: { success: infer N } }
  ? N extends keyof S
    ? S[N] extends z.ZodType
      ? z.input<S[N]>
      : never
    : never
  : never;

/** The request as received, for operations that must recognize a repetition or need the exact bytes. */
export interface IncomingRequest {
  /** The Idempotency-Key, where the operation honors it and the request carries one. */
  idempotency_key: string | undefined;
  bytes: Buffer;
  /** The address of the connection; behind a proxy the proxy's. */
  ip: string | null;
  header(name: string): string | undefined;
}

/** What a handler gets: the validated request and its caller. */
export interface HandlerInput<R> {
  caller: CallerOf<RouteMeta<R>>;
  params: Out<R, 'pathParams'>;
  query: Out<R, 'query'>;
  body: Out<R, 'body'>;
  /** If-Match as the request carries it, for `assertMatch`. */
  ifMatch: string | undefined;
  /** The absolute URL of the request, for `next` and `prev`. */
  url: URL;
  request: IncomingRequest;
  now: Date;
}

/** The reply of an operation that returns nothing, once its work is done. */
export async function emptyReply(work: Promise<unknown>): Promise<{ data: Record<string, never> }> {
  await work;
  return { data: {} };
}

/** What a handler returns. The server adds the envelope, the status and the common headers. */
export type Reply<R> = Omit<SuccessBody<R>, 'meta'> & {
  headers?: Record<string, string>;
  /** Set if the contract has a second success status with the same body. */
  status?: 200;
  /** The version of the data, if writes of it honor If-Match: becomes the ETag. */
  version?: string;
  /** For a caller that prefers to wait: the reply when the work has ended or the signal aborts. */
  settled?: (signal: AbortSignal) => Promise<Reply<R>>;
};

export type Handler<R> = (input: HandlerInput<R>) => Promise<Reply<R>>;

/** One handler for every route of an area: a route without one does not compile. */
export type Handlers<Area> = { [K in keyof Area]: Handler<Area[K]> };
