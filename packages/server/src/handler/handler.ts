import type { GuestPermission, Role, Scope } from '@voiceloom/contract';
import type { z } from 'zod';

/** The workspace that a request acts in, with the caller's rights in it. */
export interface CallerWorkspace {
  id: string;
  /** The user whose plan, credits and limits apply. */
  owner_id: string;
  role: Role;
}

/** The caller. http/auth identifies it before a handler runs. */
export interface Caller {
  kind: 'jwt' | 'api_key';
  user_id: string;
  api_key_id: string | null;
  scopes: readonly Scope[];
  workspace: CallerWorkspace | null;
  /** The IP address of the client, or of the nearest proxy that is not in `TRUSTED_PROXIES`. */
  ip: string | null;
}

/** The caller of an operation in a workspace. */
export interface WorkspaceCaller extends Caller {
  workspace: CallerWorkspace;
}

/** A guest of a review, with the guest's rights. */
export interface Guest {
  id: string;
  name: string;
  link_id: string;
  review_id: string;
  permission: GuestPermission;
  /** Null: all locales. */
  locales: readonly string[] | null;
  /** Null: all characters. An empty name: lines without a character. */
  characters: readonly string[] | null;
  /** When the session ends. */
  expires_at: Date;
}

/** A person without an account who opened a review with a share link. */
export interface GuestCaller {
  kind: 'guest';
  guest: Guest;
  workspace: Pick<CallerWorkspace, 'id'>;
  ip: string | null;
}

/** A caller who takes part in a review. */
export type ReviewCaller = WorkspaceCaller | GuestCaller;

export type AnyCaller = Caller | GuestCaller;

/** A change of one object in the caller's workspace. */
export interface WriteRequest {
  caller: WorkspaceCaller;
  id: string;
  ifMatch?: string | undefined;
  now: Date;
}

type Out<R, K extends string> = K extends keyof R
  ? R[K] extends z.ZodType
    ? z.output<R[K]>
    : undefined
  : undefined;
type CallerOf<R> = R extends { metadata: infer M extends { auth: string; workspace: string } }
  ? M['auth'] extends 'none'
    ? null
    : M['workspace'] extends 'none'
      ? Caller
      : M extends { guest: GuestPermission }
        ? ReviewCaller
        : WorkspaceCaller
  : never;

type SuccessBody<R> = R extends { responses: infer S; metadata: { success: infer N } }
  ? N extends keyof S
    ? S[N] extends z.ZodType
      ? z.input<S[N]>
      : never
    : never
  : never;

/** The request as received, for operations that must detect repeated requests or need the exact bytes. */
export interface IncomingRequest {
  /** The Idempotency-Key, if the operation supports it and the request has one. */
  idempotency_key: string | undefined;
  bytes: Buffer;
  /** The IP address of the client, or of the nearest proxy that is not in `TRUSTED_PROXIES`. */
  ip: string | null;
  header(name: string): string | undefined;
}

/** The input of a handler: the validated request and its caller. */
export interface HandlerInput<R> {
  caller: CallerOf<R>;
  params: Out<R, 'pathParams'>;
  query: Out<R, 'query'>;
  body: Out<R, 'body'>;
  /** The If-Match header of the request, for `assertMatch`. */
  ifMatch: string | undefined;
  /** The absolute URL of the request, for `next` and `prev`. */
  url: URL;
  request: IncomingRequest;
  now: Date;
}

/** The reply of an operation that returns nothing, after its work is done. */
export async function emptyReply(work: Promise<unknown>): Promise<{ data: Record<string, never> }> {
  await work;
  return { data: {} };
}

/** The output of a handler. The server adds the envelope, the status and the common headers. */
export type Reply<R> = Omit<SuccessBody<R>, 'meta'> & {
  headers?: Record<string, string>;
  /** Only if the contract has a second success status with the same body. */
  status?: 200;
  /** The version of the data, which becomes the ETag. Only for data whose writes support If-Match. */
  version?: string;
  /** For a caller that wants to wait: resolves to the reply after the work has ended or the signal was aborted. */
  settled?: (signal: AbortSignal) => Promise<Reply<R>>;
};

export type Handler<R> = (input: HandlerInput<R>) => Promise<Reply<R>>;

/** A handler for every route of an area. A missing handler is a compile error. */
export type Handlers<Area> = { [K in keyof Area]: Handler<Area[K]> };
