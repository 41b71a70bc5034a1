import { CONTRACT } from '../generated/contract.ts';
import { bodyText } from '../transport/body-text.ts';
import { type Deadline, sleep, withinDeadline } from '../transport/deadline.ts';
import type { AttemptRequest, ServiceResponse } from '../transport/fetch.ts';
import { randomKey } from '../transport/random.ts';
import { type ApiResult, readError, readResult, redirectError } from '../transport/response.ts';
import { retryDelayMs } from '../transport/retry.ts';
import { ConnectionError, InputError } from './client-errors.ts';
import { type OperationId, VoiceloomError } from './errors.ts';
import { inProgram, lowerCased, onServer, type Settings } from './options.ts';
import { urlOf } from './path.ts';
import type { Call } from './route.ts';

const STAMP = `${CONTRACT.version}+${CONTRACT.hash}`;
const USER_AGENT = `voiceloom-sdk/${CONTRACT.version}`;

/** Sends calls to the service; made once by the client, which holds the credential. */
export interface Sender {
  /** Answers the decoded JSON. */
  send<T>(call: Call): Promise<ApiResult<T>>;
}

/** A sender, and what streams and transfers of files need beside it. */
export interface Core extends Sender {
  /** Answers as soon as status and headers are there; the body is the caller's to read. */
  open(call: Call): Promise<ServiceResponse>;
  /** A request without credentials, to a signed address. */
  fetchSigned(url: string, init: RequestInit): Promise<ServiceResponse>;
  /** Where the service is. */
  readonly baseUrl: string;
  /** Milliseconds without a byte after which a stream counts as dropped. */
  readonly idleTimeoutMs: number;
  /** How often a failed attempt is repeated. */
  readonly maxRetries: number;
}

/** A sender over `settings`. */
export function createSender(settings: Settings): Sender {
  const { inspect } = settings;
  return {
    send: <T>(call: Call) => {
      const sent = perform<ApiResult<T>>(settings, call, readResult);
      if (!inspect) return sent;
      return sent.then((result) => {
        inspect(call.route.id, result);
        return result;
      });
    },
  };
}

/** A core over `settings`. */
export function createCore(settings: Settings): Core {
  const sender = createSender(settings);
  let isFirst = inProgram();
  return {
    send: <T>(call: Call) => {
      const sent = sender.send<T>(call);
      if (isFirst) {
        isFirst = false;
        // Loaded beside the first call, which does not wait for it; where it cannot be, calls only cost more.
        import('../transport/platform.ts').then(({ useProgram }) => useProgram()).catch(() => {});
      }
      return sent;
    },
    open: (call) => perform(settings, call, async (response) => response),
    fetchSigned: (url, init) => settings.fetch(url, { ...init, credentials: 'omit' }),
    baseUrl: settings.baseUrl,
    idleTimeoutMs: settings.idleTimeoutMs,
    maxRetries: settings.maxRetries,
  };
}

function headersOf(settings: Settings, { route, body, options = {} }: Call): Record<string, string> {
  const workspaceId = options.workspaceId ?? settings.workspaceId;
  const headers: Record<string, string> = {
    ...settings.headers,
    accept: route.stream ? 'text/event-stream' : 'application/json',
    'x-contract-version': STAMP,
  };
  if (onServer()) headers['user-agent'] = USER_AGENT;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (route.retry === 'keyed') headers['idempotency-key'] = options.idempotencyKey ?? randomKey();
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  if (route.workspace && workspaceId !== undefined) headers['x-workspace-id'] = workspaceId;
  return options.headers ? { ...headers, ...lowerCased(options.headers) } : headers;
}

/** The value of `Authorization`: of the secret, or what the caller set. */
function credentialOf(secret: string | undefined, own: string | undefined): string {
  const value = secret ? `Bearer ${secret.trim()}` : (own ?? '');
  // A transport that refuses characters of a header quotes it, and that would end up in a log.
  if (/^[ -~]*[!-~]$/.test(value)) return value;
  throw new InputError('apiKey or token is empty.');
}

/** A limit with fewer than 100 requests left. */
const NEARLY_USED = /;\s*r=\d{1,2}(?!\d)/;
/** What counts requests; loaded with the first answer that says that few are left. */
let pacer: typeof import('../transport/pacing.ts') | undefined;

/** Remembers what an answer says of limits. */
async function learn(key: string, limits: string, response: ServiceResponse): Promise<void> {
  pacer ??= await import('../transport/pacing.ts').catch(() => undefined);
  if (NEARLY_USED.test(limits)) pacer?.learn(key, response.headers);
  // While much is left there is nothing to wait for, and nothing to count.
  else pacer?.forget(key);
}

type Send = (request: AttemptRequest) => Promise<ServiceResponse>;
type Read<T> = (response: ServiceResponse) => Promise<T>;
type Attempt<T> = { settings: Settings; call: Call; read: Read<T> };

/** Sends `request` through all middleware. Behind it the credential is added, and what headers say is remembered. */
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
      if (limits && (pacer || NEARLY_USED.test(limits)))
        await learn(credential + settings.baseUrl, limits, response);
      return response;
    } catch (error) {
      // No transport takes these characters; each says so in its own words, if it names the header at all.
      for (const name in headers)
        if (/[^\t -\xff]/.test(headers[name] as string)) throw new InputError(`${name} must be plain text.`);
      throw asConnectionError(error, operation);
    }
  };
  // Most clients have none.
  if (middleware.length === 0) return transmit(request);
  return middleware.reduceRight<Send>(
    (next, layer) => (changed) => layer(changed, next),
    transmit,
  )({ ...request });
}

/** A failure of `fetch` or of reading a body as an error of this package. */
export function asConnectionError(error: unknown, what: string): VoiceloomError {
  if (error instanceof VoiceloomError) return error;
  const { cause, message } = error as Partial<Error>;
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  // Some runtimes name the address, whose query may be a signature, or words of a person.
  const told = reason?.replace(/[?#][^\s)]*/g, '');
  return new ConnectionError(`${what} failed: ${told || 'the connection broke'}.`, { cause: error });
}

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

/** What all attempts have in common. */
function requestOf(settings: Settings, call: Call, signal: AbortSignal) {
  const { route, body } = call;
  return {
    operation: route.id,
    method: route.method,
    path: route.path,
    url: urlOf(settings.baseUrl, call),
    headers: headersOf(settings, call),
    body: bodyText(body) ?? null,
    attempt: 0,
    signal,
  };
}

/** The attempts of one call, in one function: each further promise would be paid for by every call. */
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
      // What functions of the caller throw before there is an answer is their own.
      const error = response ? asConnectionError(caught, route.id) : caught;
      if (!(error instanceof VoiceloomError)) throw error;
      error.operation ??= route.id as OperationId;
      const { attempt } = request;
      const maxRetries = options?.maxRetries ?? settings.maxRetries;
      const wait = retryDelayMs(error, { call, attempt, maxRetries });
      if (wait === undefined || deadline.signal.aborted || Date.now() + wait >= deadline.endsAt) throw error;
      deadline.lastFailure = error;
      await sleep(wait, deadline.signal);
    }
  }
}
