import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 30_000;

/** The result of one request, as seen by a client. */
export interface Call {
  /** The end time, in milliseconds since 1970. */
  at: number;
  ms: number;
  /** `bucket`: an upload directly to the bucket, so the response is not from the service. */
  kind: 'api' | 'bucket';
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** Whether an error has a `Retry-After` header. */
  hasRetryAfter: boolean;
}

export interface Request {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export type Caller = ReturnType<typeof createCaller>;

/** Sends requests and records their results. */
export function createCaller(url: string, calls: Call[]) {
  /** Returns undefined if there is no response. Never throws. */
  async function send(
    kind: Call['kind'],
    target: string,
    options: RequestInit,
  ): Promise<Response | undefined> {
    const begin = performance.now();
    const signal = options.signal ?? AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(target, { ...options, signal }).catch(() => undefined);
    const [at, ms] = [Date.now(), performance.now() - begin];
    const hasRetryAfter = response?.headers.has('retry-after') ?? false;
    calls.push({ at, ms, kind, status: response?.status ?? 0, hasRetryAfter });
    return response;
  }

  /** Sends one request to the API. Like the SDK, it adds an idempotency key to a POST. */
  function ask(key: string, method: string, path: string, request: Request = {}) {
    const post: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
    const { body, headers, signal } = request;
    return send('api', `${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...post, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Repeats a request until it succeeds. Throws if the request itself is invalid. */
  async function insist<T>(key: string, method: string, path: string, request: Request = {}): Promise<T> {
    const own: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
    const headers = { ...own, ...request.headers };
    for (;;) {
      const response = await ask(key, method, path, { ...request, headers });
      const answer = await bodyOf(response);
      if (response?.ok) return (answer as { data: T }).data;
      if (response && response.status < 500 && !response.headers.has('retry-after'))
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      await delay(pauseOf(response));
    }
  }

  return { send, ask, insist };
}

/** How long a client waits before it repeats a request. */
export function pauseOf(response: Response | undefined): number {
  return Math.min(5, Number(response?.headers.get('retry-after') ?? 1)) * 1_000;
}

/** Undefined if the connection broke before the end, or if the body is not JSON. */
export const bodyOf = (response: Response | undefined): Promise<unknown> | undefined =>
  response?.json().catch(() => undefined);
