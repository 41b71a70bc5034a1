import { InputError } from '../errors/errors.ts';
import type { Fetch, Middleware } from '../transport/fetch.ts';
import type { Logger } from './log.ts';
import type { Call } from './route.ts';

/**
 * A secret, or a function that returns it. The function is called before every attempt, so it can renew the
 * secret.
 */
export type Secret = string | (() => string | Promise<string>);

/**
 * Inspects the data of every successful response; `driftReports()` of `@voiceloom/sdk/contract` creates such a
 * function.
 */
export type Inspect = (
  operation: string,
  answer: {
    /** The `data` of the response. */
    readonly data: unknown;
  },
) => void;

/** The options of a client. Missing options are read from the environment, where there is one. */
export interface VoiceloomOptions {
  /** An API key (`vl_live_…`). Default: `VOICELOOM_API_KEY`. Cannot be combined with `token`. */
  apiKey?: Secret | undefined;
  /**
   * A token of the identity provider, or of a guest of a review. Default: `VOICELOOM_TOKEN`. Cannot be combined with `apiKey`. Null
   * creates a client without a credential, for operations that need none: `nodes.list`, `health.live`.
   */
  token?: Secret | null | undefined;
  /**
   * The URL of the service, with or without `/api/v1`. Default: `VOICELOOM_BASE_URL`, else
   * `http://127.0.0.1:8080`.
   */
  baseUrl?: string | undefined;
  /**
   * The workspace to use. Default: `VOICELOOM_WORKSPACE_ID`, else the workspace of the key or the personal
   * one.
   */
  workspaceId?: string | undefined;
  /**
   * Milliseconds for a whole call, including all attempts, the waits between them and the body. Default
   * 60,000.
   */
  timeoutMs?: number;
  /** Milliseconds without data after which a stream counts as disconnected. Default 45,000. */
  idleTimeoutMs?: number;
  /** How many times a failed attempt is retried. Default 3. */
  maxRetries?: number;
  /** Replaces the global `fetch`; `nodeFetch()` of `@voiceloom/sdk/node` is faster in Node. */
  fetch?: Fetch;
  /** Headers of every request to the service. */
  headers?: Record<string, string>;
  /** Wraps every attempt; the first entry is the outermost. */
  middleware?: readonly Middleware[];
  /**
   * Receives attempts, retries and deprecations; `console` works. It never receives a credential or a body.
   */
  logger?: Logger;
  /** Whether calls wait while the rate limit is used up. Default true. */
  pacing?: boolean;
  /**
   * Inspects the data of every successful response, such as `driftReports()`. An exception from it fails the
   * call.
   */
  inspect?: Inspect | undefined;
  /**
   * How to treat fields of a body or query that the operation does not know; the service ignores them. `warn`
   * reports each such field to the `logger` once; `error` throws InputError before anything is sent. Default:
   * `warn` with a logger, else `ignore`.
   */
  unknownFields?: 'ignore' | 'warn' | 'error' | undefined;
  /** Allows an API key in a browser, where every visitor of the page can read it. Default false. */
  dangerouslyAllowBrowser?: boolean;
}

/** The complete options, held privately by the client. */
export interface Settings {
  secret: Secret | undefined;
  baseUrl: string;
  workspaceId?: string | undefined;
  timeoutMs: number;
  idleTimeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
  /** Header names are lowercase. */
  headers: Record<string, string>;
  middleware: readonly Middleware[];
  pacing: boolean;
  inspect?: Inspect | undefined;
  /** Throws if the call is invalid. */
  check?: ((call: Call) => void) | undefined;
}

/** Globals that exist only in some runtimes. */
export const around = globalThis as {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  document?: object;
  importScripts?: object;
};

/** Whether this is Node or a compatible runtime, as opposed to a browser. */
export const onServer = (): boolean => around.process?.versions?.node !== undefined;

/** Whether this is a page or a web worker. */
export const inBrowser = () => !onServer() && (around.document ?? around.importScripts) !== undefined;

/**
 * Whether timers outlive a single request. On edge runtimes, timers belong to the request being served and
 * end with it, so calls cannot share them.
 */
export const inProgram = (): boolean => /^(Node|Bun)/.test(globalThis.navigator?.userAgent ?? '');

/** `headers` with lowercase names. */
export const lowercaseNames = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The URL of a service without the path of its API. Throws InputError if it is not an http URL. */
function toBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isHttp || url.username || url.password) {
    throw new InputError('baseUrl must be an http or https URL without a user name or password.');
  }
  // People often copy the base URL together with `/api/v1`.
  const base = withoutSlashes(`${url.origin}${url.pathname}`);
  if (base.endsWith('/api/v1')) return withoutSlashes(base.slice(0, -'/api/v1'.length));
  return base;
}

/** A text without slashes at its end. */
function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** The number, if it is not below the minimum. Throws InputError otherwise. */
function checkNumber(name: string, value: number, min: number): number {
  if (!(value >= min)) throw new InputError(`${name} must not be ${value}.`);
  return value;
}

/** Throws InputError unless there is exactly one credential, or none on purpose. */
function checkCredential(options: VoiceloomOptions, headers: Record<string, string>): void {
  const { apiKey, token, dangerouslyAllowBrowser } = options;
  if (apiKey !== undefined && token !== undefined)
    throw new InputError('Set either apiKey or token, not both.');
  if (apiKey !== undefined && !dangerouslyAllowBrowser && inBrowser()) {
    throw new InputError('In a browser, everyone can read an API key: use a token.');
  }
  if (apiKey === undefined && token === undefined && !headers.authorization) {
    throw new InputError(
      'No credential is set. Set apiKey or token, or set token to null for operations that need no credential.',
    );
  }
}

/** Completes `options`. Throws InputError for invalid values. */
export function toSettings(options: VoiceloomOptions): Settings {
  const { apiKey, token, fetch: ownFetch } = options;
  const headers = lowercaseNames(options.headers);
  checkCredential(options, headers);
  return {
    ...options,
    secret: token ?? apiKey,
    baseUrl: toBaseUrl(options.baseUrl ?? 'http://127.0.0.1:8080'),
    timeoutMs: checkNumber('timeoutMs', options.timeoutMs ?? 60_000, 1),
    idleTimeoutMs: checkNumber('idleTimeoutMs', options.idleTimeoutMs ?? 45_000, 1),
    maxRetries: checkNumber('maxRetries', options.maxRetries ?? 3, 0),
    // Called as a plain function: browsers reject `fetch` with a different `this`.
    fetch: (url, init) => (ownFetch ?? globalThis.fetch)(url, init),
    headers,
    middleware: options.middleware ?? [],
    pacing: options.pacing ?? true,
  };
}
