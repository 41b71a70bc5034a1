import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { Deprecation } from './deprecation.ts';
import { ErrorEnvelope } from './envelope.ts';
import { type ErrorCode, type ErrorStatus, statusOf } from './errors.ts';
import { Uuid } from './primitives.ts';
import type { Scope } from './scopes.ts';

/** What stands for no body. */
export interface NoBody {
  /** Never there: it only tells this from a schema. */
  readonly '~noBody': never;
}

/** An answer that is not JSON. */
export interface OtherAnswer<Body extends z.ZodType> {
  /** Its media type. */
  readonly contentType: string;
  /** What it holds. */
  readonly body: Body;
}

type Builder = {
  noBody(): NoBody;
  otherResponse<Body extends z.ZodType>(answer: { contentType: string; body: Body }): OtherAnswer<Body>;
};

/**
 * The ts-rest contract builder; only this file imports ts-rest. Its types stay in here: they name zod 3, which programs
 * that read ours do not have.
 */
export const c: Builder = initContract() as never;

/** The areas of the API, as in the first part of an operation id. */
export type Area =
  | 'auth'
  | 'api_keys'
  | 'workspaces'
  | 'members'
  | 'users'
  | 'templates'
  | 'workflows'
  | 'runs'
  | 'uploads'
  | 'voices'
  | 'dictionary'
  | 'text'
  | 'providers'
  | 'provider_keys'
  | 'nodes'
  | 'usage'
  | 'billing'
  | 'webhook_endpoints'
  | 'delivery_targets'
  | 'deliveries'
  | 'health';

/** The role a caller needs in the workspace, from least to most. */
export type Role = 'viewer' | 'editor' | 'admin';

/** The most bytes of a request body. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Metadata of an operation whose body carries a definition, which may hold many long scripts. */
export const carriesDefinition = { maxBodyBytes: 16 * 1024 * 1024 } as const;

/** What the server, the SDK, the OpenAPI document and the permission tests know of an operation. */
export type RouteMeta = {
  /** `<area>.<operation>`, unique. */
  operationId: string;
  area: Area;
  /** Credentials accepted: none needed, an identity-provider token, or that or an API key. */
  auth: 'none' | 'jwt' | 'jwt_or_key';
  /** What an API key must hold; null where keys need no particular scope or are refused. */
  scope: Scope | null;
  /** The least role in the workspace; null where any user may call. */
  role: Role | null;
  /** Where the workspace is named: the `X-Workspace-Id` header, the path parameter `ws_id`, or nowhere. */
  workspace: 'header' | 'path' | 'none';
  /** Whether `Idempotency-Key` is honored: every POST of a caller. */
  idempotent: boolean;
  /** The status of success. */
  success: 200 | 201 | 202 | 302;
  /** Whether success names in `Location` where the result is found. */
  located?: true;
  /** Where it will go away: documents, types and every answer say so. */
  deprecated?: Deprecation;
  /** The most bytes of a body, where it is not `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
  /** For paged lists: whether `total` is given, and the default of `limit`. */
  paged?: { counted: boolean; defaultLimit: number };
};

type RouteSpec = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  description: string;
  pathParams?: z.ZodType;
  query?: z.ZodType;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType | NoBody;
  responses: Record<number, z.ZodType | OtherAnswer<z.ZodType>>;
  errors: readonly ErrorCode[];
  metadata: RouteMeta;
};

type AlwaysCode = 'VALIDATION_ERROR' | 'SERVER_ERROR' | 'UNAVAILABLE';
type AuthCode = 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'RATE_LIMITED';
type BodyCode = 'BAD_REQUEST' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE';
type PostCode = 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED';

type CommonCode<R extends RouteSpec> =
  | AlwaysCode
  | (R['metadata']['auth'] extends 'none' ? never : AuthCode)
  | (R['metadata']['auth'] extends 'jwt' ? 'FORBIDDEN' : never)
  | (R['metadata']['workspace'] extends 'none' ? never : 'NOT_FOUND' | 'FORBIDDEN')
  | (R['metadata']['scope'] extends null ? never : 'INSUFFICIENT_SCOPE')
  | (R['method'] extends 'GET' ? never : BodyCode)
  | (R['metadata']['idempotent'] extends true ? PostCode : never);

/** Status -> error body, for the codes an operation can answer. */
export type ErrorResponses<C extends ErrorCode> = { [K in C as ErrorStatus<K>]: typeof ErrorEnvelope };

type Prettify<T> = { [K in keyof T]: T[K] } & {};

/** A route as the contract holds it: its own responses plus one for every error status it declares. */
export type Route<R extends RouteSpec> = {
  [K in Exclude<keyof R, 'responses' | 'errors' | 'metadata'>]: R[K];
} & {
  responses: Prettify<R['responses'] & ErrorResponses<CommonCode<R> | R['errors'][number]>>;
  metadata: R['metadata'] & { readonly errors: readonly ErrorCode[] };
};

/** The error answers for `codes`: a map of their statuses to the error body. */
export function errorResponses<const C extends readonly ErrorCode[]>(...codes: C): ErrorResponses<C[number]> {
  const entries = codes.map((code) => [statusOf(code), ErrorEnvelope] as const);
  return Object.fromEntries(entries) as ErrorResponses<C[number]>;
}

function commonCodes(spec: RouteSpec): ErrorCode[] {
  const { auth, scope, workspace } = spec.metadata;
  const codes: ErrorCode[] = [];
  if (spec.method !== 'GET') codes.push('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (auth !== 'none') codes.push('UNAUTHENTICATED', 'INVALID_API_KEY', 'RATE_LIMITED');
  // Keys are refused, or a workspace has roles and keys of another one.
  if (auth === 'jwt' || workspace !== 'none') codes.push('FORBIDDEN');
  if (scope !== null) codes.push('INSUFFICIENT_SCOPE');
  if (workspace !== 'none') codes.push('NOT_FOUND');
  // The first of a status is the example that readers see first.
  codes.push('VALIDATION_ERROR');
  if (spec.metadata.idempotent) codes.push('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
  return [...codes, 'SERVER_ERROR', 'UNAVAILABLE'];
}

/** Metadata with its literal types kept. */
export const meta = <const M extends RouteMeta>(metadata: M): M => metadata;

/**
 * One operation of the contract. Metadata, summary and description are demanded by the compiler; the errors
 * that every operation of its kind can answer are added to those named in `errors`.
 */
export function route<const R extends RouteSpec>(spec: R): Route<R> {
  const { errors, metadata, responses, ...rest } = spec;
  const codes = [...new Set([...commonCodes(spec), ...errors])].sort((a, b) => statusOf(a) - statusOf(b));
  return {
    ...rest,
    responses: { ...responses, ...errorResponses(...codes) },
    metadata: { ...metadata, errors: codes },
  } as unknown as Route<R>;
}

/** `X-Workspace-Id`: selects the workspace of a token; with an API key it must equal the key's own. */
export const workspaceHeader = {
  'x-workspace-id': Uuid.optional().describe('The workspace; the personal one when left out.'),
};

/** `Idempotency-Key`: the first answer is kept 24 hours and replayed for the same key and request. */
export const idempotencyHeader = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Makes a repeated POST safe.', examples: ['order-2026-03-02-0042'] }),
};

/** Headers of a workspace-scoped POST. */
export const workspacePostHeaders = { ...workspaceHeader, ...idempotencyHeader };

const TAG = '"bG9vbXM6d2VhdmU6dm9pY2Vz.3f6b8e0c1d05a7c2"';
const tags = z.string().min(1).max(1_000).optional();

/** `If-Match`, of a write that honors the ETag of the last read. */
export const matchHeader = {
  'if-match': tags.meta({
    description: 'The ETag of the version you read, several of them, or `*` for any.',
    examples: [TAG],
  }),
};

/** `If-None-Match`, of a read that answers 304 where the caller has the answer already. */
export const noneMatchHeader = {
  'if-none-match': tags.meta({
    description: 'The ETag of the answer that you have: 304 when it is still the same.',
    examples: [TAG],
  }),
};

/** `Prefer`, of an operation that can wait until what it tells of has ended. */
export const waitHeader = {
  prefer: z
    .string()
    .max(1_000)
    .optional()
    .meta({
      description:
        '`wait=n`: answer when the run has ended, at the latest after n seconds, up to 60. `Preference-Applied` says that it was done.',
      examples: ['wait=20'],
    }),
};

/** Headers of a workspace-scoped write that honors `If-Match`. */
export const workspaceMatchHeaders = { ...workspaceHeader, ...matchHeader };

/** Headers of a workspace-scoped read of one resource with an ETag. */
export const workspaceNoneMatchHeaders = { ...workspaceHeader, ...noneMatchHeader };

/** Any route of the contract, for folds that treat all alike. */
export type AnyRoute = Omit<RouteSpec, 'errors' | 'metadata'> & {
  metadata: RouteMeta & { errors: readonly ErrorCode[] };
};

/** Whether an operation takes no body. */
export function hasNoBody(operation: AnyRoute): boolean {
  return operation.body === undefined || !(operation.body instanceof z.ZodType);
}

/** The media type and schema of the answer for `status`; JSON unless the route says otherwise. */
export function responseOf(operation: AnyRoute, status: number): { contentType: string; schema: z.ZodType } {
  const response: unknown = operation.responses[status];
  if (response instanceof z.ZodType) return { contentType: 'application/json', schema: response };
  const { contentType, body } = response as { contentType: string; body: z.ZodType };
  return { contentType, schema: body };
}
