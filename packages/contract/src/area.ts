import { z } from 'zod';
import { CountedPagination, ErrorEnvelope, type ErrorEnvelopeSchema } from './envelope.ts';
import { type ErrorCode, type ErrorStatus, statusOf } from './errors.ts';
import type { AnyRoute, Area, Method, OtherAnswer, RouteMeta } from './kit.ts';
import { Uuid } from './primitives.ts';

/** Who may call an operation, and what selects the workspace. */
type Access = Pick<RouteMeta, 'auth' | 'scope' | 'role' | 'workspace'>;

/** One operation of an area. For access that it does not state, the area's access applies. */
type OperationSpec = Partial<Access> &
  Pick<RouteMeta, 'addressLimit' | 'deprecated' | 'guest' | 'located'> & {
    /** Method and path, such as `GET /api/v1/runs/:run_id`. */
    endpoint: `${Method} /${string}`;
    summary: string;
    description: string;
    /** The path parameters that are not UUIDs. */
    params?: Readonly<Record<string, z.ZodType>>;
    query?: z.ZodType;
    /** Headers in addition to those that follow from the other fields. */
    headers?: Record<string, z.ZodType>;
    body?: z.ZodType;
    responses: Record<number, z.ZodType | OtherAnswer<z.ZodType>>;
    /** Errors in addition to those of every operation of its kind. */
    errors?: readonly ErrorCode[];
    /** Whether `If-None-Match` is supported. */
    etag?: true;
  };

type SnakeCase<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Uppercase<Head> ? '_' : ''}${Lowercase<Head>}${SnakeCase<Rest>}`
  : S;

type MethodOf<O extends OperationSpec> = O['endpoint'] extends `${infer M extends Method} ${string}`
  ? M
  : never;

type PathOf<O extends OperationSpec> = O['endpoint'] extends `${Method} ${infer P extends `/${string}`}`
  ? P
  : never;

type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Parameters<O extends OperationSpec> = {
  [Name in ParameterNames<PathOf<O>>]: O extends { params: Record<Name, infer P extends z.ZodType> }
    ? z.output<P>
    : string;
};

type AccessTo<D extends Access, O extends OperationSpec> = {
  [K in keyof Access]: K extends keyof O ? Exclude<O[K], undefined> : D[K];
};

type MetaOf<Id extends string, A extends Area, D extends Access, O extends OperationSpec> = AccessTo<D, O> & {
  operationId: Id;
  area: A;
  idempotent: MethodOf<O> extends 'POST' ? (AccessTo<D, O>['auth'] extends 'none' ? false : true) : false;
  success: Extract<302 extends keyof O['responses'] ? 302 : keyof O['responses'], RouteMeta['success']>;
} & Pick<O, keyof O & 'guest'>;

type RouteOf<Id extends string, A extends Area, D extends Access, O extends OperationSpec> = Route<
  Pick<O, keyof O & ('query' | 'body' | 'responses' | 'errors')> & {
    method: MethodOf<O>;
    path: PathOf<O>;
    summary: string;
    description: string;
    pathParams: z.ZodType<Parameters<O>>;
    headers: Record<string, z.ZodType>;
    metadata: MetaOf<Id, A, D, O>;
  }
>;

type AlwaysCode = 'VALIDATION_ERROR' | 'SERVER_ERROR' | 'UNAVAILABLE';
type AuthCode = 'UNAUTHENTICATED' | 'INVALID_API_KEY' | 'FORBIDDEN' | 'SUSPENDED' | 'RATE_LIMITED';
type BodyCode = 'BAD_REQUEST' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE';
type PostCode = 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED';

type RouteSpec = Pick<AnyRoute, 'method' | 'responses'> & { metadata: RouteMeta };

type CommonCode<R extends RouteSpec> =
  | AlwaysCode
  | (R['metadata']['auth'] extends 'none' ? never : AuthCode)
  | (R['metadata']['workspace'] extends 'none' ? never : 'NOT_FOUND')
  | (R['metadata']['scope'] extends null ? never : 'INSUFFICIENT_SCOPE')
  | (R['method'] extends 'GET' ? never : BodyCode)
  | (R['metadata']['idempotent'] extends true ? PostCode : never);

type OwnCode<R extends RouteSpec> = R extends { errors: readonly (infer C extends ErrorCode)[] } ? C : never;

/** Status -> error body, for the codes that an operation can return. */
type ErrorResponses<C extends ErrorCode> = { [K in C as ErrorStatus<K>]: ErrorEnvelopeSchema };

type Prettify<T> = { [K in keyof T]: T[K] } & {};

/** A route in the contract: its own responses, and one for each error status that it declares. */
export type Route<R extends RouteSpec> = {
  [K in Exclude<keyof R, 'responses' | 'errors' | 'metadata'>]: R[K];
} & {
  responses: Prettify<R['responses'] & ErrorResponses<CommonCode<R> | OwnCode<R>>>;
  metadata: R['metadata'] & { readonly errors: readonly ErrorCode[] };
};

type Routes<A extends Area, D extends Access, Operations extends Record<string, OperationSpec>> = {
  [K in keyof Operations]: RouteOf<`${A}.${SnakeCase<K & string>}`, A, D, Operations[K]>;
};

/**
 * The operations of an area, by name: `listPlans` of `billing` has the ID `billing.list_plans`.
 * Headers, path parameters, pagination and limits follow from what an operation takes and returns.
 */
export function area<
  const A extends Area,
  const D extends Access,
  const Operations extends Record<string, OperationSpec>,
>(name: A, access: D, operations: Operations): Routes<A, D, Operations> {
  const routes = Object.entries(operations).map(([key, operation]) => {
    const id = `${name}.${key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return [key, buildRoute(operation, { ...access, ...operation, operationId: id, area: name })];
  });
  return Object.fromEntries(routes) as Routes<A, D, Operations>;
}

/** The route of an operation, with everything that follows from its fields: parameters, headers, errors, pages. */
function buildRoute(
  operation: OperationSpec,
  rights: Access & Pick<RouteMeta, 'operationId' | 'area'>,
): AnyRoute {
  const { endpoint, summary, description, params, query, headers, body, responses } = operation;
  const [method, path] = endpoint.split(' ') as [Method, `/${string}`];
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const { operationId, area, auth, scope, role, workspace } = rights;
  const idempotent = method === 'POST' && auth !== 'none';
  const common = commonCodes(method, { auth, scope, workspace, idempotent });
  const codes = [...new Set([...common, ...(operation.errors ?? [])])];
  const metadata: AnyRoute['metadata'] = {
    operationId,
    area,
    auth,
    scope,
    role,
    workspace,
    idempotent,
    // An operation declares only its successes. Errors follow from its codes.
    success: Math.max(...Object.keys(responses).map(Number)) as RouteMeta['success'],
    ...(operation.guest && { guest: operation.guest }),
    ...(operation.addressLimit && { addressLimit: operation.addressLimit }),
    ...(operation.located && { located: true }),
    ...(operation.deprecated && { deprecated: operation.deprecated }),
    ...(hasField(body, 'definition') && { maxBodyBytes: MAX_DEFINITION_BYTES }),
    ...(hasField(query, 'cursor') && { paged: describePages(query, responses[200]) }),
    errors: codes.sort((one, other) => statusOf(one) - statusOf(other)),
  };
  return {
    method,
    path,
    summary,
    description,
    ...(names.length > 0 && {
      // A path parameter without a schema of its own is an ID.
      pathParams: z.object(Object.fromEntries(names.map((name) => [name, params?.[name] ?? Uuid]))),
    }),
    ...(query && { query }),
    ...(body && { body }),
    headers: { ...commonHeaders(operation, metadata), ...headers },
    responses: {
      ...responses,
      ...Object.fromEntries(codes.map((code) => [statusOf(code), ErrorEnvelope])),
    },
    metadata,
  };
}

/** The errors that every operation of its kind can return. */
function commonCodes(
  method: Method,
  { auth, scope, workspace, idempotent }: Pick<RouteMeta, 'auth' | 'scope' | 'workspace' | 'idempotent'>,
): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (method !== 'GET') codes.push('BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  // FORBIDDEN: the operation rejects keys or guests, or the role is too low, or the key is of another workspace.
  if (auth !== 'none')
    codes.push('UNAUTHENTICATED', 'INVALID_API_KEY', 'FORBIDDEN', 'SUSPENDED', 'RATE_LIMITED');
  if (scope !== null) codes.push('INSUFFICIENT_SCOPE');
  if (workspace !== 'none') codes.push('NOT_FOUND');
  // The first code of a status is the example that readers see first.
  codes.push('VALIDATION_ERROR');
  if (idempotent) codes.push('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
  return [...codes, 'SERVER_ERROR', 'UNAVAILABLE'];
}

/** The maximum size of a body with a definition, which can have many long scripts. */
const MAX_DEFINITION_BYTES = 16 * 1024 * 1024;

/** Whether an object schema has a field. */
const hasField = (schema: z.ZodType | undefined, name: string): schema is z.ZodObject =>
  schema instanceof z.ZodObject && name in schema.shape;

/** How an operation with a cursor returns pages. */
function describePages(query: z.ZodObject, response: unknown): RouteMeta['paged'] {
  const { limit } = query.shape as { limit: z.ZodType<number> };
  const counted = response instanceof z.ZodObject && response.shape.pagination === CountedPagination;
  return { counted, defaultLimit: limit.parse(undefined) };
}

/** The request headers that follow from what an operation supports. */
function commonHeaders({ etag, errors }: OperationSpec, { workspace, idempotent }: RouteMeta) {
  return {
    ...(workspace === 'header' && workspaceHeader),
    ...(idempotent && idempotencyHeader),
    ...(errors?.includes('PRECONDITION_FAILED') && matchHeader),
    ...(etag && noneMatchHeader),
  };
}

/** Selects the workspace. With an API key, it must be the workspace of the key. */
const workspaceHeader = {
  // Some clients send an absent value as an empty text or as `null`.
  'x-workspace-id': z
    .union([Uuid, z.enum(['', 'null'])])
    .optional()
    .describe(
      'The workspace. Default, also for an empty value or `null`: the workspace of the API key, or the personal workspace of the user.',
    ),
};

/** The first response is stored for 24 hours and returned again for the same key and request. */
const idempotencyHeader = {
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description:
        'A unique key that makes it safe to retry the request. The first response is stored for 24 hours.',
      examples: ['order-2026-03-02-0042'],
    }),
};

/** An ETag, as an example. */
const TAG = '"bG9vbXM6d2VhdmU6dm9pY2Vz.3f6b8e0c1d05a7c2"';
const tags = z.string().min(1).max(1_000).optional();

/** For writes that check the ETag of the last read. */
const matchHeader = {
  'if-match': tags.meta({
    description:
      'The ETag of the version that you read, several ETags, or `*` for any version. Returns 412 if none matches.',
    examples: [TAG],
  }),
};

/** For reads that return 304 if the caller already has the response. */
const noneMatchHeader = {
  'if-none-match': tags.meta({
    description: 'The ETag of the response that you have. Returns 304 if it has not changed.',
    examples: [TAG],
  }),
};

/** `Prefer`, for operations that can wait until a run has ended. */
export const waitHeader = {
  prefer: z
    .string()
    .max(1_000)
    .optional()
    .meta({
      description:
        '`wait=n`: return when the run has ended, or after n seconds, at most 60. The response then has a `Preference-Applied` header.',
      examples: ['wait=20'],
    }),
};

/** `Last-Event-ID`, for streams of events. */
export const lastEventHeader = {
  'last-event-id': z
    .string()
    .regex(/^\d{1,15}$/, { error: 'Must be the ID of an event, a number.' })
    .optional()
    .meta({ description: 'Resume after this event.', examples: ['9'] }),
};
