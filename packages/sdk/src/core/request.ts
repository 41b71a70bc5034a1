import { ConnectionError, InputError, type OperationId, VoiceloomError } from '../errors/errors.ts';
import { CONTRACT } from '../generated/calls.ts';
import { bodyText, randomKey } from '../transport/bytes.ts';
import { type Deadline, sleep, withinDeadline } from '../transport/deadline.ts';
import type { AttemptRequest, ServiceResponse } from '../transport/fetch.ts';
import { type ApiResult, readError, readResult, redirectError } from '../transport/response.ts';
import { inProgram, lowercaseNames, onServer, type Settings } from './options.ts';
import { retryDelayMs } from './retry-delay.ts';
import { type Call, urlOf } from './route.ts';

/** Sent with each request: the contract that this client was built for. */
const STAMP = `${CONTRACT.version}+${CONTRACT.hash}`;
const USER_AGENT = `voiceloom-sdk/${CONTRACT.version}`;

/** Sends calls to the service. Created once by the client, which holds the credential. */
export interface Sender {
  /** Returns the decoded JSON. */
  send<T>(call: Call): Promise<ApiResult<T>>;
}

/** A sender with the additional functions that streams and file transfers need. */
export interface Core extends Sender {
  /** Resolves once status and headers have arrived. The caller reads the body. */
  open(call: Call): Promise<ServiceResponse>;
  /** Sends a request without credentials to a signed URL. */
  fetchSigned(url: string, init: RequestInit): Promise<ServiceResponse>;
  /** The URL of the service. */
  readonly baseUrl: string;
  /** Milliseconds without data after which a stream counts as disconnected. */
  readonly idleTimeoutMs: number;
  /** How many times a failed attempt is retried. */
  readonly maxRetries: number;
}

/** Creates a sender. */
export function createSender(settings: Settings): Sender {
  const { inspect } = settings;
  return {
    send: <T>(call: Call) => {
      const response = perform<ApiResult<T>>(settings, call, readResult);
      if (!inspect) return response;
      return response.then((result) => {
        inspect(call.route.id, result);
        return result;
      });
    },
  };
}

/** What sends all requests of a client. In a program, the first call also loads what makes later ones cheaper. */
export function createCore(settings: Settings): Core {
  const sender = createSender(settings);
  let isFirst = inProgram();
  return {
    send: <T>(call: Call) => {
      const result = sender.send<T>(call);
      if (isFirst) {
        isFirst = false;
        // Imported in parallel with the first call. If the import fails, calls only take more time.
        import('../transport/platform.ts').then(({ useProgram }) => useProgram()).catch(() => {});
      }
      return result;
    },
    open: (call) => perform(settings, call, async (response) => response),
    fetchSigned: (url, init) => settings.fetch(url, { ...init, credentials: 'omit' }),
    baseUrl: settings.baseUrl,
    idleTimeoutMs: settings.idleTimeoutMs,
    maxRetries: settings.maxRetries,
  };
}

/** The parts of a request that all attempts share. */
function requestOf(settings: Settings, call: Call, signal: AbortSignal) {
  const { route, body, options = {} } = call;
  const workspaceId = options.workspaceId ?? settings.workspaceId;
  const headers: Record<string, string> = {
    ...settings.headers,
    accept: route.stream ? 'text/event-stream' : 'application/json',
    'x-contract-version': STAMP,
  };
  if (onServer()) headers['user-agent'] = USER_AGENT;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (route.keyed) headers['idempotency-key'] = options.idempotencyKey ?? randomKey();
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  if (route.workspace && workspaceId !== undefined) headers['x-workspace-id'] = workspaceId;
  return {
    operation: route.id,
    method: route.method,
    path: route.path,
    url: urlOf(settings.baseUrl, call),
    headers: options.headers ? { ...headers, ...lowercaseNames(options.headers) } : headers,
    body: bodyText(body) ?? null,
    attempt: 0,
    signal,
  };
}

/** The `Authorization` header, from the secret or from the caller's own headers. */
function credentialOf(secret: string | undefined, own: string | undefined): string {
  const value = secret ? `Bearer ${secret.trim()}` : (own ?? '');
  // A transport that rejects a header character quotes it in its message, which could reach a log.
  if (/^[ -~]*[!-~]$/.test(value)) return value;
  throw new InputError('apiKey or token is empty.');
}

/** Matches a limit with fewer than 100 requests left. */
const NEARLY_USED = /;\s*r=\d{1,2}(?!\d)/;
/** Counts requests; imported once a response reports that few are left. */
let pacer: typeof import('../transport/pacing.ts') | undefined;

/** Learns the rate limits from a response. */
async function learn(key: string, limits: string, response: ServiceResponse): Promise<void> {
  pacer ??= await import('../transport/pacing.ts').catch(() => undefined);
  if (NEARLY_USED.test(limits)) pacer?.learn(key, response.headers);
  // While many requests are left, there is nothing to count or wait for.
  else pacer?.forget(key);
}

type Send = (request: AttemptRequest) => Promise<ServiceResponse>;
type Read<T> = (response: ServiceResponse) => Promise<T>;
type Attempt<T> = { settings: Settings; call: Call; read: Read<T> };

/**
 * Sends `request` through all middleware, then adds the credential and learns the rate limits from the
 * response.
 */
function sendOnce(
  settings: Settings,
  request: AttemptRequest,
  credential: string | undefined,
): Promise<ServiceResponse> {
  const { middleware } = settings;
  const transmit: Send = async ({ operation, url, method, headers, body, signal }) => {
    try {
      const response = await settings.fetch(url, {
        method,
        headers: credential ? { ...headers, authorization: credential } : headers,
        body,
        signal,
        redirect: 'manual',
        credentials: 'omit',
      });
      const limits = settings.pacing && credential && response.headers.get('ratelimit');
      // Without a pacer, there is nothing to update until a limit is nearly used.
      if (limits && (pacer || NEARLY_USED.test(limits)))
        await learn(credential + settings.baseUrl, limits, response);
      return response;
    } catch (error) {
      // Transports reject these characters with different messages, and some do not name the header.
      for (const name in headers)
        if (/[^\t -\xff]/.test(headers[name] as string)) throw new InputError(`${name} must be plain text.`);
      throw asConnectionError(error, operation);
    }
  };
  // The usual case: a client without middleware. Otherwise, the last layer calls `transmit`, and the first is outermost.
  if (middleware.length === 0) return transmit(request);
  return middleware.reduceRight<Send>(
    (next, layer) => (nextRequest) => layer(nextRequest, next),
    transmit,
  )({ ...request });
}

/** Converts a failure of `fetch` or of reading a body into an error of this package. */
export function asConnectionError(error: unknown, what: string): VoiceloomError {
  if (error instanceof VoiceloomError) return error;
  const { cause, message } = error as Partial<Error>;
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  // Some runtimes quote the URL, whose query may contain a signature or personal data.
  const safeReason = reason?.replace(/[?#][^\s)]*/g, '');
  return new ConnectionError(`${what} failed: ${safeReason || 'the connection was lost'}.`, { cause: error });
}

/** Sends a call within its deadline, and reads the response. */
function perform<T>(settings: Settings, call: Call, read: Read<T>): Promise<T> {
  const { timeoutMs = settings.timeoutMs, signal } = call.options ?? {};
  const name = call.route.id;
  const limits = { timeoutMs, signal, name, operation: name as OperationId };
  try {
    settings.check?.(call);
  } catch (error) {
    return Promise.reject(error);
  }
  return withinDeadline(limits, (deadline) => repeat({ settings, call, read }, deadline));
}

/** All attempts of one call, in one function, because every additional promise would slow down every call. */
async function repeat<T>({ settings, call, read }: Attempt<T>, deadline: Deadline): Promise<T> {
  const { route, options } = call;
  const { secret, pacing, baseUrl } = settings;
  const request = requestOf(settings, call, deadline.signal);
  for (; ; request.attempt += 1) {
    let response: ServiceResponse | undefined;
    try {
      let credential: string | undefined;
      if (!route.open) {
        const text = typeof secret === 'function' ? await secret() : secret;
        credential = credentialOf(text, request.headers.authorization);
      }
      if (pacing && credential && pacer) await pacer.pace(credential + baseUrl, deadline);
      response = await sendOnce(settings, request, credential);
      if (response.ok || (route.redirect && response.status === 302)) return await read(response);
      throw redirectError(response) ?? (await readError(response));
    } catch (caught) {
      // Errors that the caller's own functions throw before there is a response are passed on unchanged.
      const error = response ? asConnectionError(caught, route.id) : caught;
      if (!(error instanceof VoiceloomError)) throw error;
      error.operation ??= route.id as OperationId;
      const { attempt } = request;
      const maxRetries = options?.maxRetries ?? settings.maxRetries;
      const wait = retryDelayMs(error, { call, attempt, maxRetries });
      const isLate = deadline.signal.aborted || Date.now() + (wait ?? 0) >= deadline.endsAt;
      if (wait === undefined || isLate) throw error;
      deadline.lastFailure = error;
      await sleep(wait, deadline.signal);
    }
  }
}
