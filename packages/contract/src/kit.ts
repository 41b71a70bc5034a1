import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { GuestPermission, Scope } from './scopes.ts';

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
  schedules: 'Times at which workflows run by themselves.',
  runs: 'Executions of a workflow.',
  reviews: 'Decisions about the lines of a run.',
  uploads: 'Files with scripts and audio.',
  voices: 'Voices of providers and of the workspace.',
  dictionary: 'Pronunciations of words.',
  text: 'Text normalization.',
  providers: 'Speech providers and their models.',
  provider_keys: 'Provider keys of a workspace.',
  nodes: 'The types of workflow nodes.',
  usage: 'Usage reports and the activity log.',
  billing: 'Plans and checkout.',
  budgets: 'Limits on what runs use.',
  webhook_endpoints: 'Endpoints that receive webhook events.',
  delivery_targets: 'Buckets that runs can be delivered to.',
  deliveries: 'Deliveries of runs to buckets.',
  health: 'Liveness and readiness.',
} as const;
/** An area of the API. */
export type Area = keyof typeof AREAS;

/**
 * The role of a member, from least to most permissions. A new one also needs a value in `MemberRole` (`areas/members.ts`) and
 * in `ROLES` of the studio, and a migration of the check constraints of members and invites.
 */
export type Role = 'viewer' | 'editor' | 'admin';

/** The maximum size of a request body. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The deprecation of an operation or a field. */
export type Deprecation = {
  /** The day since which it should not be used, such as `2026-11-21`. */
  since: string;
  /** The day from which it may be removed, at least a year later. */
  sunset?: string;
  /** The replacement: the ID of an operation, or the name of a field. */
  successor?: string;
  /** The path of the replacement, with `:name` parameters of the old path. */
  successor_path?: `/${string}`;
};

/** The text about a deprecation in documents and types. */
export function deprecationText({ since, sunset, successor }: Deprecation): string {
  let text = `Deprecated since ${since}`;
  if (successor !== undefined) text += `; use \`${successor}\` instead`;
  text += '.';
  if (sunset !== undefined) text += ` It may be removed from ${sunset} on.`;
  return text;
}

/** A deprecated field. It works as before, and documents and types name the replacement. */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  // The copy leaves out the ID, which belongs to the original schema.
  const { description, id: _, ...metadata } = schema.meta() ?? {};
  const text = [description, deprecationText(deprecation)].filter(Boolean).join(' ');
  return schema.meta({ ...metadata, deprecated: true, description: text });
}

/** The metadata of an operation, for the server, the SDK, the OpenAPI document and the permission tests. */
export type RouteMeta = {
  /** `<area>.<operation>`, unique. */
  operationId: string;
  area: Area;
  /** The accepted credentials: none, a token of the identity provider, or a token or an API key. */
  auth: 'none' | 'jwt' | 'jwt_or_key';
  /** The scope that an API key needs. Null if keys need no scope or are not accepted. */
  scope: Scope | null;
  /** The lowest role that may call. Null if any user may call. */
  role: Role | null;
  /** The permission that a guest of the review in the path needs. Absent if guests are rejected. */
  guest?: GuestPermission;
  /** What selects the workspace: the `X-Workspace-Id` header, the path parameter `ws_id`, or nothing. */
  workspace: 'header' | 'path' | 'none';
  /** Whether `Idempotency-Key` is supported, as by every POST of a caller. */
  idempotent: boolean;
  /** For operations without a credential: how many requests an address may send per minute, if there is a limit. */
  addressLimit?: number;
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

/** Any route of the contract, for code that treats all routes alike. */
export type AnyRoute = {
  method: Method;
  path: `/${string}`;
  summary: string;
  description: string;
  pathParams?: z.ZodType;
  query?: z.ZodType;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  responses: Record<number, z.ZodType | OtherAnswer<z.ZodType>>;
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
