import { scopes } from '../generated/test-contract.ts';
import { ApiError } from './api-error.ts';
import { errorAnswer, type Incoming, type Match, matchOf, serveOperation } from './exchange.ts';
import { type Fault, type FaultKind, faultPlan, refuseFor, spoil } from './faults.ts';
import { serveFile } from './files.ts';
import type { Answer } from './idempotency.ts';
import { idempotencyKeys } from './idempotency.ts';
import type { OperationId } from './operation.ts';
import type { TestServerOptions } from './options.ts';
import { seed } from './seeds.ts';
import { accountOf } from './simulate/account.ts';
import { confirmSetup, startOnPlan, type TestCard } from './simulate/billing.ts';
import { newPerson } from './simulate/people.ts';
import { addWorkspace } from './simulate/workspaces.ts';
import { createWorld, type DeliveredFile, type TestMail, type World } from './world.ts';

/** A request that came, and what was answered. */
export interface ReceivedRequest {
  /** Undefined for signed addresses and for what is no operation. */
  operation: OperationId | undefined;
  /** The HTTP method. */
  method: string;
  /** The path with its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body as JSON; undefined where there was none, or none that is JSON. */
  body: unknown;
  /** Undefined where no answer was given. */
  status: number | undefined;
}

/**
 * A Voiceloom service in memory, for tests. Give its `fetch` to a client.
 *
 * @example
 * ```ts
 * const server = createTestServer({ clock: 'manual' });
 * const client = new Voiceloom(server.clientOptions);
 * server.fail({ on: 'runs.start', kind: 'error', code: 'INSUFFICIENT_CREDITS' });
 * server.clearFaults();
 * const { token } = server.addPerson({ email: 'grace@example.com' });
 * const { id } = await client.workflows.create({ name: 'Evening news', definition });
 * await client.runs.start(id);
 * await server.advance(60_000);
 * console.log(server.credits(), server.now());
 * ```
 */
export interface TestServer {
  /** For the `fetch` option of a client; `test.clientOptions` has it with the rest. */
  fetch: typeof fetch;
  /** What `new Voiceloom(…)` takes to speak with this server by an API key of all scopes. */
  clientOptions: { fetch: typeof fetch; baseUrl: string; apiKey: string };
  /** Where the service seems to be. */
  baseUrl: string;
  /** A key of all scopes, in the personal workspace. */
  apiKey: string;
  /** A token of the user: for what API keys are refused at. */
  token: string;
  /** The personal workspace. */
  workspaceId: string;
  /** Milliseconds since 1970 on the clock of the server. */
  now(): number;
  /** Moves the clock on: runs go on, addresses expire, webhooks are tried again. */
  advance(ms: number): Promise<void>;
  /**
   * Plans a fault for the next request that fits.
   *
   * @throws TypeError where it could never come: of an unknown operation, kind or code.
   */
  fail(fault: Fault): void;
  /** Forgets the faults that have not come yet. */
  clearFaults(): void;
  /** Every request, in its order. */
  requests: readonly ReceivedRequest[];
  /** Credits that the person has left in this period. */
  credits(): number;
  /**
   * Adds somebody else who can sign in: with a workspace of their own, and in others once they accepted an invite.
   * Answers their token.
   */
  addPerson(person: { email: string; name?: string }): { id: string; token: string };
  /** Mails that the service would have sent, with the tokens of invites. */
  mails: readonly TestMail[];
  /** Files that deliveries of runs brought to their buckets. */
  delivered: readonly DeliveredFile[];
  /**
   * Does what the form of the payment processor does with the client secret of a setup or of a checkout: adds the
   * card, and for a checkout subscribes with it. Answers the id of the card. No money moves.
   *
   * @throws Error where the secret is not open, or the payment of a checkout is declined.
   * @example
   * ```ts
   * const owner = new Voiceloom({ ...server.clientOptions, apiKey: undefined, token: server.token });
   * const { client_secret } = await owner.users.addPaymentMethod();
   * const cardId = server.confirmPayment(client_secret);
   * ```
   */
  confirmPayment(clientSecret: string, card?: TestCard): string;
}

type Server = {
  world: World;
  keys: ReturnType<typeof idempotencyKeys>;
  faults: ReturnType<typeof faultPlan>;
  requests: ReceivedRequest[];
};

const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function serveMatch(server: Server, incoming: Incoming): Promise<Response> {
  const answer = await serveOperation(server.world, server.keys, incoming);
  if (!('stream' in answer)) return toResponse(answer);
  return new Response(answer.stream, { headers: { ...EVENT_STREAM, 'x-request-id': incoming.requestId } });
}

/** The operation of a request, or the answer where there is none. */
function operationOf(world: World, request: Request, requestId: string): Match | Response {
  try {
    // HEAD asks for what GET answers, without its body.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return matchOf(method, new URL(request.url).pathname.slice(basePath(world).length));
  } catch (error) {
    if (error instanceof ApiError) return toResponse(errorAnswer(world, error, requestId));
    throw error;
  }
}

const basePath = ({ options }: World): string => new URL(options.baseUrl).pathname.replace(/\/$/, '');

async function answerOf(server: Server, request: Request, log: ReceivedRequest): Promise<Response> {
  const { world, faults } = server;
  const requestId = `test-${String(server.requests.length).padStart(8, '0')}`;
  const isFile = /\/test-(?:files|uploads)\//.test(log.path);
  const match = isFile ? undefined : operationOf(world, request, requestId);
  if (match instanceof Response) return match;
  log.operation = match?.operation.id;
  const text = isFile ? '' : await request.text();
  log.body = parsed(text);
  const fault: FaultKind | undefined = faults.take(log.operation);
  try {
    const refused = fault && refuseFor(fault, request.signal);
    if (refused) return await refused;
    const response =
      (await serveFile(world, request)) ?? (await serveJson(server, request, { match, text, requestId }));
    return await spoil(response, fault, request.signal);
  } catch (error) {
    if (error instanceof ApiError) return toResponse(errorAnswer(world, error, requestId));
    throw error;
  }
}

type Known = { match: Match | undefined; text: string; requestId: string };

async function serveJson(
  server: Server,
  request: Request,
  { match, text, requestId }: Known,
): Promise<Response> {
  if (match === undefined)
    throw new ApiError('NOT_FOUND', 'There is no such route. All of them are listed at /docs.');
  const incoming = { match, url: new URL(request.url), headers: request.headers, text, requestId };
  return serveMatch(server, incoming);
}

/** What a `fetch` does that reaches no network. */
function fetchOf(server: Server): typeof fetch {
  const origin = new URL(server.world.options.baseUrl).origin;
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, origin: asked } = new URL(request.url);
    if (asked !== origin) {
      throw new TypeError('fetch failed', { cause: new Error(`The test server is not at ${asked}.`) });
    }
    request.signal.throwIfAborted();
    const log: ReceivedRequest = {
      ...{ operation: undefined, method: request.method, path: `${pathname}${search}` },
      ...{ headers: Object.fromEntries(request.headers), body: undefined, status: undefined },
    };
    server.requests.push(log);
    const response = await answerOf(server, request, log);
    const { status, headers } = response;
    log.status = status;
    if (request.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, { status, headers });
  };
}

/** Somebody who can sign in, with a workspace of their own. */
function addPerson(world: World, { email, name }: { email: string; name?: string }) {
  const taken = [...world.users.values()].some((one) => one.email === email.toLowerCase());
  if (taken) throw new TypeError(`There is somebody with the address ${email} already.`);
  const called = name ?? email.split('@')[0] ?? email;
  const person = newPerson(world.newId(), `test-token-${world.users.size + 1}`, { email, name: called });
  world.users.set(person.id, person);
  addWorkspace(world, { name: `${called}'s workspace` }, { user_id: person.id, isPersonal: true });
  return { id: person.id, token: person.token };
}

/**
 * Makes a Voiceloom service in memory: it keeps what it is told, answers as the contract says and reaches no network.
 * Runs go on by a virtual clock; ids, keys and times are the same in every test.
 *
 * @example
 * ```ts
 * const server = createTestServer();
 * const client = new Voiceloom(server.clientOptions);
 * const { id } = await client.workflows.create({ name: 'Evening news', definition });
 * server.fail({ on: 'runs.start', kind: 'rate_limited', retry_after_seconds: 0 });
 * const run = await client.runs.start(id).wait();
 * ```
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  const world = createWorld(options, scopes);
  const { workspace, key } = seed(world, options.voices);
  if (options.plan !== undefined) startOnPlan(world, options.plan);
  const faults = faultPlan();
  const server: Server = { world, keys: idempotencyKeys(world), faults, requests: [] };
  const own = fetchOf(server);
  const { baseUrl } = world.options;
  return {
    fetch: own,
    clientOptions: { fetch: own, baseUrl, apiKey: key.secret },
    baseUrl,
    apiKey: key.secret,
    token: world.user.token,
    workspaceId: workspace.id,
    now: world.clock.now,
    advance: world.clock.advance,
    fail: faults.add,
    clearFaults: faults.clear,
    requests: server.requests,
    credits: () => accountOf(world, workspace.id).balance,
    addPerson: (person) => addPerson(world, person),
    mails: world.mails,
    delivered: world.delivered,
    confirmPayment: (clientSecret, card) => confirmSetup(world, clientSecret, card),
  };
}
