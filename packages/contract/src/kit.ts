import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { Deprecation } from './deprecation.ts';
import { ErrorEnvelope, type ErrorEnvelopeSchema } from './envelope.ts';
import { type ErrorCode, type ErrorStatus, statusOf } from './errors.ts';
import type { Scope } from './scopes.ts';

/** A response that is not JSON. */
export interface OtherAnswer<Body extends z.ZodType> {
  /** The media type. */
  readonly contentType: string;
  /** The schema of the body. */
  readonly body: Body;
}

type Builder = {
  otherResponse<Body extends z.ZodType>(response: { contentType: string; body: Body }): OtherAnswer<Body>;
};

/**
 * The ts-rest contract builder. Only this file imports ts-rest, and none of its types are exported: they refer to
 * zod 3, which consumers of our types do not have.
 */
export const c: Builder = initContract() as never;

/** The areas of the API, the first part of an operation ID, with what they are about. */
export const AREAS = {
  auth: 'The user or API key that sends the request.',
  api_keys: 'Credentials for programs.',
  workspaces: 'Workspaces. Workflows, API keys, uploads and members belong to them.',
  members: 'Members and invites of a workspace.',
  users: 'Subscription, credits and preferences of the user.',
  templates: 'Workflows to start from.',
  workflows: 'Graphs that turn a script into audio.',
  runs: 'Executions of a workflow.',
  uploads: 'Files with scripts and audio.',
  voices: 'Voices of providers and of the workspace.',
  dictionary: 'Pronunciations of words.',
  text: 'Text normalization.',
  providers: 'Speech providers and their models.',
  provider_keys: 'Provider keys of a workspace.',
  nodes: 'The types of workflow nodes.',
  usage: 'Usage reports and the activity log.',
  billing: 'Plans and checkout.',
  webhook_endpoints: 'Endpoints that receive webhook events.',
  delivery_targets: 'Buckets that runs can be delivered to.',
  deliveries: 'Deliveries of runs to buckets.',
  health: 'Liveness and readiness.',
} as const;
/** An area of the API. */
export type Area = keyof typeof AREAS;

/** The role of a member, from least to most permissions. */
export type Role = 'viewer' | 'editor' | 'admin';

/** The maximum size of a request body. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The metadata of an operation, for the server, the SDK, the OpenAPI document and the permission tests. */
export type RouteMeta = {
  /** `<area>.<operation>`, unique. */
  operationId: string;
  area: Area;
  /** The accepted credentials: none, a token of the identity provider, or a token or an API key. */
  auth: 'none' | 'jwt' | 'jwt_or_key';
  /** The scope that an API key needs. Null if keys need no scope or are rejected. */
  scope: Scope | null;
  /** The lowest role that may call. Null if any user may call. */
  role: Role | null;
  /** What selects the workspace: the `X-Workspace-Id` header, the path parameter `ws_id`, or nothing. */
  workspace: 'header' | 'path' | 'none';
  /** Whether `Idempotency-Key` is supported, as by every POST of a caller. */
  idempotent: boolean;
  /** The status of success. */
  success: 200 | 201 | 202 | 302;
  /** Whether a success has a `Location` header with the URL of the result. */
  located?: true;
  /** Set if the operation is deprecated. Documents, types and response headers show it. */
  deprecated?: Deprecation;
  /** The maximum size of the body, if it is not `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
  /** For paged lists: whether they return `total`, and the default of `limit`. */
  paged?: { counted: boolean; defaultLimit: number };
};

/** An HTTP method of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route is made of. */
export type RouteSpec = {
  method: Method;
  path: `/${string}`;
  summary: string;
  description: string;
  pathParams?: z.ZodType;
  query?: z.ZodType;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  responses: Record<number, z.ZodType | OtherAnswer<z.ZodType>>;
  /** The errors beside those of every operation of its kind. */
  errors?: readonly ErrorCode[];
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

type OwnCode<R extends RouteSpec> = R extends { errors: readonly (infer C extends ErrorCode)[] } ? C : never;

/** Status -> error body, for the codes that an operation can return. */
export type ErrorResponses<C extends ErrorCode> = { [K in C as ErrorStatus<K>]: ErrorEnvelopeSchema };

type Prettify<T> = { [K in keyof T]: T[K] } & {};

/** A route as the contract holds it: its own responses plus one for every error status it declares. */
export type Route<R extends RouteSpec> = {
  [K in Exclude<keyof R, 'responses' | 'errors' | 'metadata'>]: R[K];
} & {
  responses: Prettify<R['responses'] & ErrorResponses<CommonCode<R> | OwnCode<R>>>;
  metadata: R['metadata'] & { readonly errors: readonly ErrorCode[] };
};

/** The error responses for `codes`: a map of their statuses to the error body. */
export function errorResponses<const C extends readonly ErrorCode[]>(...codes: C): ErrorResponses<C[number]> {
  const entries = codes.map((code) => [statusOf(code), ErrorEnvelope] as const);
  return Object.fromEntries(entries) as ErrorResponses<C[number]>;
}

function commonCodes(spec: RouteSpec): ErrorCode[] {
  const { auth, scope, workspace } = spec.metadata;
  const codes: ErrorCode[] = [];
  if (spec.method !== 'GET') codes.push('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (auth !== 'none') codes.push('UNAUTHENTICATED', 'INVALID_API_KEY', 'RATE_LIMITED');
  // The operation rejects keys, or the workspace has roles, or the key is of another workspace.
  if (auth === 'jwt' || workspace !== 'none') codes.push('FORBIDDEN');
  if (scope !== null) codes.push('INSUFFICIENT_SCOPE');
  if (workspace !== 'none') codes.push('NOT_FOUND');
  // The first code of a status is the example that readers see first.
  codes.push('VALIDATION_ERROR');
  if (spec.metadata.idempotent) codes.push('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
  return [...codes, 'SERVER_ERROR', 'UNAVAILABLE'];
}

/** Metadata with its literal types kept. */
export const meta = <const M extends RouteMeta>(metadata: M): M => metadata;

/**
 * One operation of the contract. The errors that every operation of its kind can return are added to those in
 * `errors`.
 */
export function route<const R extends RouteSpec>(spec: R): Route<R> {
  const { errors = [], metadata, responses, ...rest } = spec;
  const codes = [...new Set([...commonCodes(spec), ...errors])].sort((a, b) => statusOf(a) - statusOf(b));
  return {
    ...rest,
    responses: { ...responses, ...errorResponses(...codes) },
    metadata: { ...metadata, errors: codes },
  } as unknown as Route<R>;
}

/** Any route of the contract, for code that treats all routes alike. */
export type AnyRoute = Omit<RouteSpec, 'errors' | 'metadata'> & {
  metadata: RouteMeta & { errors: readonly ErrorCode[] };
};

/** Whether an operation has no request body. */
export function hasNoBody(operation: AnyRoute): boolean {
  return operation.body === undefined;
}

/** The media type and schema of the response for `status`. Default: JSON. */
export function responseOf(operation: AnyRoute, status: number): { contentType: string; schema: z.ZodType } {
  const response: unknown = operation.responses[status];
  if (response instanceof z.ZodType) return { contentType: 'application/json', schema: response };
  const { contentType, body } = response as { contentType: string; body: z.ZodType };
  return { contentType, schema: body };
}
