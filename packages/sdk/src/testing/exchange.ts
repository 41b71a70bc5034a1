import { CONTRACT } from '../generated/contract.ts';
import { ApiError, malformed, notSimulated } from './api-error.ts';
import { authorize, personalWorkspace } from './authorize.ts';
import { isKnown, tagOf } from './etag.ts';
import type { Caller, Reply, StreamReply } from './handler.ts';
import { handlers } from './handlers.ts';
import type { Answer, IdempotencyKeys } from './idempotency.ts';
import type { TestOperation } from './operation.ts';
import { operations } from './operations.ts';
import { readRequest } from './read-request.ts';
import type { World } from './world.ts';

/** An operation that a request names, with the values in its path. */
export interface Match {
  operation: TestOperation;
  params: Record<string, string>;
}

const patterns = operations.map((operation) => ({
  operation,
  names: [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${operation.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The path is not well encoded.');
  }
}

/** The operation of a method and a path; throws what the service answers where there is none. */
export function matchOf(method: string, path: string): Match {
  const found = patterns.flatMap(({ operation, names, pattern }) => {
    const values = pattern.exec(path)?.slice(1);
    return values
      ? [
          {
            operation,
            params: Object.fromEntries(names.map((name, at) => [name, decoded(values[at] ?? '')])),
          },
        ]
      : [];
  });
  const match = found.find(({ operation }) => operation.method === method);
  if (match) return match;
  if (found.length === 0)
    throw new ApiError('NOT_FOUND', 'There is no such route. All of them are listed at /docs.');
  const own = found.map(({ operation }) => operation.method);
  const allow = [...new Set(own.includes('GET') ? [...own, 'HEAD'] : own)].sort().join(', ');
  throw new ApiError('METHOD_NOT_ALLOWED', `This path does not know ${method}; it knows ${allow}.`, {
    allow,
  });
}

/** A request with its body read. */
export interface Incoming {
  match: Match;
  url: URL;
  headers: Headers;
  text: string;
  requestId: string;
}

const LIMIT = 600;
const MOST_KEY = 255;

/** What every answer carries. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'x-contract-version': `${CONTRACT.version}+${CONTRACT.hash}`,
  'cache-control': 'no-store',
});

const rateHeaders = {
  'ratelimit-policy': `"key";q=${LIMIT};w=60`,
  ratelimit: `"key";r=${LIMIT};t=60`,
};

/** An error as the service answers it. */
export function errorAnswer(world: World, error: ApiError, requestId: string): Answer {
  const { code, message, details, status, retryAfterSeconds, allow } = error;
  const meta = { request_id: requestId, timestamp: world.clock.iso() };
  return {
    status,
    headers: {
      ...commonHeaders(requestId),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(allow !== undefined && { allow }),
    },
    body: JSON.stringify({ error: { code, message, ...(details && { details }) }, meta }),
  };
}

/** No one: operations that need no credential. */
const anybody = (world: World): Caller => ({
  kind: 'jwt',
  user_id: world.user.id,
  api_key_id: null,
  scopes: [],
  workspace_id: personalWorkspace(world, world.user.id),
});

type AnyHandler = (request: object) => Promise<Reply<unknown> | StreamReply>;

async function callHandler(world: World, caller: Caller, incoming: Incoming) {
  const { match, url, headers, text } = incoming;
  const { operation } = match;
  const handler = handlers[operation.id] as AnyHandler | undefined;
  if (handler === undefined) throw notSimulated(`${operation.id} (${operation.method} ${operation.path})`);
  const raw = {
    params: match.params,
    search: url.searchParams,
    text,
    contentType: headers.get('content-type'),
  };
  const read = readRequest(operation, raw);
  return handler({
    ...read,
    body: read.body ?? {},
    world,
    caller,
    url,
    ifMatch: headers.get('if-match') ?? undefined,
    lastEventId: Number(headers.get('last-event-id') ?? 0),
  });
}

/** Only counted lists tell how many there are. */
function told({ paged }: TestOperation, pagination: Reply<unknown>['pagination']) {
  if (pagination === undefined || paged === undefined || paged.counted) return pagination;
  return Object.fromEntries(Object.entries(pagination).filter(([name]) => name !== 'total'));
}

async function jsonAnswer(world: World, caller: Caller, incoming: Incoming): Promise<Answer | StreamReply> {
  const { match, requestId } = incoming;
  const reply = await callHandler(world, caller, incoming);
  if ('stream' in reply) return reply;
  const { data, version, headers = {} } = reply;
  const etag = version === undefined ? undefined : tagOf(version, data);
  const own = { ...rateHeaders, ...headers, ...(etag !== undefined && { etag }) };
  const { 'content-type': type = '', ...common } = commonHeaders(requestId);
  const isRead = match.operation.method === 'GET';
  if (isRead && etag !== undefined && isKnown(incoming.headers.get('if-none-match'), etag)) {
    return { status: 304, headers: { ...common, ...own }, body: null };
  }
  const pagination = told(match.operation, reply.pagination);
  const meta = { request_id: requestId, timestamp: world.clock.iso() };
  return {
    status: reply.status ?? match.operation.success,
    headers: { ...common, 'content-type': type, ...own },
    body: JSON.stringify({ data, meta, ...(pagination && { pagination }) }),
  };
}

/** An answer to a request; what is refused comes as an answer too. */
async function settled(world: World, incoming: Incoming, work: () => Promise<Answer | StreamReply>) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(world, error, incoming.requestId);
    throw error;
  }
}

function refuseKey(key: string): void {
  const field = 'headers.idempotency-key';
  if (key === '') throw malformed({ field, message: 'Must not be empty.' });
  if (key.length > MOST_KEY) throw malformed({ field, message: `Must have at most ${MOST_KEY} characters.` });
}

/** Authenticates, reads, repeats or does, and answers: the way of every request. */
export function serveOperation(
  world: World,
  keys: IdempotencyKeys,
  incoming: Incoming,
): Promise<Answer | StreamReply> {
  const { match, headers, text, url } = incoming;
  const { operation, params } = match;
  return settled(world, incoming, async () => {
    const caller =
      operation.auth === 'none' ? anybody(world) : authorize(world, operation, { headers, params });
    const work = () => settled(world, incoming, () => jsonAnswer(world, caller, incoming));
    const key = operation.idempotent ? headers.get('idempotency-key') : null;
    if (key === null) return work();
    refuseKey(key);
    const own = caller.api_key_id ?? caller.user_id;
    const body = text.trim() === '{}' ? '' : text;
    const fingerprint = [operation.method, url.pathname, url.search, caller.workspace_id, body].join('\n');
    // No operation that streams is a POST.
    return keys.once({ key: `${own} ${key}`, fingerprint }, () => work() as Promise<Answer>);
  });
}
