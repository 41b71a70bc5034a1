import { parseJson } from '../transport/response.ts';
import { addKey, allScopes } from './api-keys.ts';
import { assertPossible, type Fault, serveWith, takeFault } from './faults.ts';
import { matchOperation, orError, serveOperation } from './http/serve.ts';
import type { OperationId, TestServerOptions } from './options.ts';
import { createState, type ReceivedRequest, type State } from './state.ts';
import { FILE_PATH, serveFile } from './uploads.ts';

/** The response to a request: of an operation, of a signed URL, or a fault that the test has set. */
function respond(state: State, request: Request, log: ReceivedRequest): Promise<Response> {
  const requestId = `test-${String(state.requests.length).padStart(8, '0')}`;
  return orError(state, requestId, async () => {
    const { headers, signal } = request;
    const url = new URL(request.url);
    const isFile = FILE_PATH.test(url.pathname);
    const base = new URL(state.options.baseUrl).pathname.replace(/\/$/, '');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const match = isFile ? undefined : matchOperation(method, url.pathname.slice(base.length));
    log.operation = match?.operation.id as OperationId | undefined;
    const text = isFile ? '' : await request.clone().text();
    log.body = parseJson(text);
    const serve = async () =>
      match ? serveOperation(state, { ...match, url, headers, text, requestId }) : serveFile(state, request);
    const fault = takeFault(state.faults, log.operation);
    return serveWith(fault, signal, () => orError(state, requestId, serve));
  });
}

/** A `fetch` that responds from memory. */
function fetchOf(state: State): typeof fetch {
  const own = new URL(state.options.baseUrl).origin;
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, origin } = new URL(request.url);
    if (origin !== own) {
      throw new TypeError('fetch failed', { cause: new Error(`The test server does not run at ${origin}.`) });
    }
    request.signal.throwIfAborted();
    const log: ReceivedRequest = {
      operation: undefined,
      method: request.method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      body: undefined,
      status: undefined,
    };
    state.requests.push(log);
    const response = await respond(state, request, log);
    const { status, headers } = response;
    log.status = status;
    if (request.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, { status, headers });
  };
}

/**
 * Creates a Voiceloom service in memory. It stores workflows, runs, uploads, webhook endpoints and API keys, and
 * returns examples of the contract for the rest. IDs, keys and times are the same in every test.
 *
 * @example
 * ```ts
 * const server = createTestServer({ clock: 'manual' });
 * const client = new Voiceloom(server.clientOptions);
 * const { id } = await client.workflows.create({ name: 'Evening news', definition });
 * server.fail({ on: 'runs.start', kind: 'rate_limited', retry_after_seconds: 0 });
 * const run = await client.runs.start(id);
 * server.clearFaults();
 * await server.advance(60_000);
 * console.log((await run.wait()).status, server.now());
 * ```
 */
export function createTestServer(options: TestServerOptions = {}) {
  const state = createState(options);
  const { api_key: apiKey } = addKey(state, { name: 'Test key', scopes: allScopes });
  const { clock, faults } = state;
  const { baseUrl } = state.options;
  const own = fetchOf(state);
  return {
    /** For the `fetch` option of a client. */
    fetch: own,
    /** The options of `new Voiceloom(…)` for a client with an API key of all scopes. */
    clientOptions: { fetch: own, baseUrl, apiKey },
    /** The base URL of the service. */
    baseUrl,
    /** An API key of all scopes. */
    apiKey,
    /** The token of a person, for operations that reject API keys. */
    token: state.token,
    /** The workspace. */
    workspaceId: state.workspaceId,
    /** Milliseconds since 1970 on the clock of the server. */
    now: clock.now,
    /** Advances the clock: runs proceed, signed URLs expire, webhooks are attempted again. */
    advance: clock.advance,
    /**
     * Plans a fault for the next request that matches.
     *
     * @throws TypeError if its operation, kind or code does not exist.
     */
    fail: (fault: Fault): void => {
      assertPossible(fault);
      faults.push(fault);
    },
    /** Removes the faults that are still planned. */
    clearFaults: (): void => void faults.splice(0),
    /** Every request, in the order of arrival. */
    requests: state.requests as readonly ReceivedRequest[],
  };
}

/** A Voiceloom service in memory, for tests. Give its `fetch` to a client. */
export type TestServer = ReturnType<typeof createTestServer>;
