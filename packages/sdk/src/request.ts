import { ConnectionError, InputError } from './client-errors.ts';
import { type Deadline, openDeadline } from './deadline.ts';
import { VoiceloomError } from './errors.ts';
import { CONTRACT } from './generated/routes.ts';
import { onServer, type Settings } from './options.ts';
import { urlOf } from './path.ts';
import { randomHex } from './random.ts';
import { type ApiResult, readError, readResult, redirectError } from './response.ts';
import { retryDelayMs } from './retry.ts';
import type { Call } from './route.ts';

/** Sends calls to the service; made once by the client, which holds the credential. */
export interface Core {
  /** Answers the decoded JSON. */
  send<T>(call: Call): Promise<ApiResult<T>>;
  /** Answers as soon as status and headers are there; the body is the caller's to read. */
  open(call: Call): Promise<Response>;
  /** A request without credentials, to a signed address. */
  fetchSigned(url: string, init: RequestInit): Promise<Response>;
  readonly idleTimeoutMs: number;
  readonly maxRetries: number;
}

/** A core over `settings`. */
export function createCore(settings: Settings): Core {
  return {
    send: <T>(call: Call) => perform<ApiResult<T>>(settings, call, readResult),
    open: (call) => perform(settings, call, async (response) => response),
    fetchSigned: (url, init) => settings.fetch(url, { ...init, credentials: 'omit' }),
    idleTimeoutMs: settings.idleTimeoutMs,
    maxRetries: settings.maxRetries,
  };
}

function headersOf(settings: Settings, { route, body, options = {} }: Call): Headers {
  const headers = new Headers(settings.headers);
  headers.set('accept', route.stream ? 'text/event-stream' : 'application/json');
  if (onServer()) headers.set('user-agent', `voiceloom-sdk/${CONTRACT.version}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (route.retry === 'keyed') headers.set('idempotency-key', options.idempotencyKey ?? randomHex());
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  const workspaceId = options.workspaceId ?? settings.workspaceId;
  if (route.workspace && workspaceId !== undefined) headers.set('x-workspace-id', workspaceId);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

async function authorize(headers: Headers, settings: Settings, { route }: Call): Promise<void> {
  if (route.open) return;
  const secret = typeof settings.secret === 'function' ? await settings.secret() : settings.secret;
  if (!secret && !headers.has('authorization')) {
    throw new InputError('There is no credential: give apiKey or token, or set VOICELOOM_API_KEY.');
  }
  if (secret) headers.set('authorization', `Bearer ${secret}`);
}

type Attempt<T> = {
  settings: Settings;
  call: Call;
  url: string;
  headers: Headers;
  body: string | null;
  read: (response: Response) => Promise<T>;
};

async function exchange<T>(attempt: Attempt<T>, deadline: Deadline): Promise<T> {
  const { settings, call, url, headers, body, read } = attempt;
  const response = await settings.fetch(url, {
    method: call.route.method,
    headers,
    body,
    signal: deadline.signal,
    redirect: 'manual',
    credentials: 'omit',
  });
  const expected = call.route.redirect === true && response.status === 302;
  const redirected = expected ? undefined : redirectError(response);
  if (redirected) throw redirected;
  if (!response.ok && !expected) throw await readError(response);
  return read(response);
}

async function attemptOnce<T>(attempt: Attempt<T>, deadline: Deadline): Promise<T> {
  if (deadline.signal.aborted) throw deadline.signal.reason;
  // Outside the translation below: what the caller's own function throws is theirs to see.
  await deadline.guard(authorize(attempt.headers, attempt.settings, attempt.call));
  try {
    return await deadline.guard(exchange(attempt, deadline));
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    throw asConnectionError(error, nameOf(attempt.call));
  }
}

const nameOf = ({ route }: Call) => `${route.method} ${route.path}`;

/** A failure of `fetch` or of reading a body as an error of this package. */
export function asConnectionError(error: unknown, what: string): VoiceloomError {
  if (error instanceof VoiceloomError) return error;
  const { cause, message } = error as Partial<Error>;
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  return new ConnectionError(`${what} failed: ${reason || 'the connection broke'}.`, { cause: error });
}

async function perform<T>(
  settings: Settings,
  call: Call,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { route, params = [], query, body, options = {} } = call;
  const url = urlOf(settings.baseUrl, route, params, query);
  const headers = headersOf(settings, call);
  const text = body === undefined ? null : JSON.stringify(body);
  const maxRetries = options.maxRetries ?? settings.maxRetries;
  const deadline = openDeadline(options.timeoutMs ?? settings.timeoutMs, options.signal, nameOf(call));
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptOnce({ settings, call, url, headers, body: text, read }, deadline);
      } catch (error) {
        if (!(error instanceof VoiceloomError)) throw error;
        const wait = retryDelayMs(error, { route, attempt, maxRetries });
        if (wait === undefined || wait >= deadline.remainingMs()) throw error;
        deadline.note(error);
        await deadline.sleep(wait);
      }
    }
  } finally {
    deadline.close();
  }
}
