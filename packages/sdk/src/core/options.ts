import type { Fetch, Middleware } from '../transport/fetch.ts';
import { InputError } from './client-errors.ts';
import type { Logger } from './log.ts';
import type { Call } from './route.ts';

/** A secret, or a function that gives it; it is asked before every attempt, so it may renew the secret. */
export type Secret = string | (() => string | Promise<string>);

/** Looks at the data of every success; `driftReports()` of `@voiceloom/sdk/drift` makes one. */
export type Inspect = (
  operation: string,
  answer: {
    /** What `data` of the answer holds. */
    readonly data: unknown;
  },
) => void;

/** How to make a client. What is left out is read from the environment where there is one. */
export interface VoiceloomOptions {
  /** An API key (`vl_live_…`). Default: `VOICELOOM_API_KEY`. Not together with `token`. */
  apiKey?: Secret | undefined;
  /**
   * A token of the identity provider. Default: `VOICELOOM_TOKEN`. Not together with `apiKey`. Null for a client without
   * a credential, which may call what needs none: `nodes.list`, `health.live`.
   */
  token?: Secret | null | undefined;
  /** Where the service is, with or without `/api/v1`. Default: `VOICELOOM_BASE_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string | undefined;
  /** The workspace to work in. Default: `VOICELOOM_WORKSPACE_ID`, else that of the key or the personal one. */
  workspaceId?: string | undefined;
  /** Milliseconds for a whole call: attempts, waits between them and the body. Default 60,000. */
  timeoutMs?: number;
  /** Milliseconds without a byte after which a stream counts as dropped. Default 45,000. */
  idleTimeoutMs?: number;
  /** How often a failed attempt is repeated. Default 3. */
  maxRetries?: number;
  /** Used instead of the global `fetch`; `nodeFetch()` of `@voiceloom/sdk/node` is faster in Node. */
  fetch?: Fetch;
  /** Sent with every request to the service. */
  headers?: Record<string, string>;
  /** Runs around every attempt, the first one outermost. */
  middleware?: readonly Middleware[];
  /** Hears of attempts, retries and deprecations; `console` fits. It is never given a credential or a body. */
  logger?: Logger;
  /** Whether calls wait where the service says that the rate limit is used up. Default true. */
  pacing?: boolean;
  /** Looks at the data of every success, such as `driftReports()`; what it throws fails the call. */
  inspect?: Inspect | undefined;
  /**
   * What is done where a body or a query holds a field that the operation does not know, which the service ignores: `warn` tells
   * the `logger` once of every such field, `error` throws InputError before anything is sent. Default: `warn` where there
   * is a logger, else `ignore`.
   */
  unknownFields?: 'ignore' | 'warn' | 'error' | undefined;
  /** Allows an API key in a browser, where everyone who opens the page can read it. Default false. */
  dangerouslyAllowBrowser?: boolean;
}

/** What a single call may set apart from the client. */
export interface RequestOptions {
  /** Aborts the call, also between attempts. */
  signal?: AbortSignal;
  /** Milliseconds for the whole call. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated. */
  maxRetries?: number;
  /** Sent with this request. */
  headers?: Record<string, string>;
  /** The workspace of this call. */
  workspaceId?: string;
}

/** Options of a POST. */
export interface KeyedOptions extends RequestOptions {
  /** Makes a repeated call safe, also over a restart of your program. Default: a random key for each call. */
  idempotencyKey?: string;
}

/** Options of a write that may be refused when someone else was faster. */
export interface MatchOptions extends RequestOptions {
  /** The `ETag` of the version that you read. Another version answers `PreconditionFailedError`. */
  ifMatch?: string;
}

/** Options with everything filled in; held privately by the client. */
export interface Settings {
  secret: Secret | undefined;
  baseUrl: string;
  workspaceId?: string | undefined;
  timeoutMs: number;
  idleTimeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
  /** Names in lower case. */
  headers: Record<string, string>;
  middleware: readonly Middleware[];
  pacing: boolean;
  inspect?: Inspect | undefined;
  /** Throws where a call cannot be meant as it is. */
  check?: ((call: Call) => void) | undefined;
}

type Surroundings = {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
  document?: object;
  importScripts?: object;
};

/** What there is besides the language, by runtime. */
export const around = globalThis as Surroundings;

/** Whether this is Node or a runtime that behaves like it, as against a browser. */
export const onServer = (): boolean => around.process?.versions?.node !== undefined;

/** A page or one of its workers. */
export const inBrowser = () => !onServer() && (around.document ?? around.importScripts) !== undefined;

/**
 * Whether timers belong to the program, and not, as at the edge, to the request that is being served: there they end
 * with it, so no call may use that of another.
 */
export const inProgram = (): boolean => /^(Node|Bun)/.test(globalThis.navigator?.userAgent ?? '');

/** `headers` with names in lower case. */
export const lowerCased = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new InputError('baseUrl must be http or https, without a user name or password.');
  }
  // Paths of operations begin with /api/v1, which people copy with the address.
  return `${url.origin}${url.pathname}`.replace(/(\/+api\/v1)?\/*$/, '');
}

function checkedNumber(name: string, value: number, min: number): number {
  if (!(value >= min)) throw new InputError(`${name} must not be ${value}.`);
  return value;
}

/** Fills in what `options` leaves out. Throws InputError for values that cannot work. */
export function toSettings(options: VoiceloomOptions): Settings {
  const { apiKey, token, dangerouslyAllowBrowser, fetch: ownFetch } = options;
  if (apiKey !== undefined && token !== undefined) throw new InputError('Give apiKey or token, not both.');
  if (apiKey !== undefined && !dangerouslyAllowBrowser && inBrowser()) {
    throw new InputError('In a browser everyone can read an API key: give a token.');
  }
  const headers = lowerCased(options.headers);
  if (apiKey === undefined && token === undefined && !headers.authorization) {
    throw new InputError('There is no credential: give apiKey or token, which may be null.');
  }
  return {
    ...options,
    secret: token ?? apiKey,
    baseUrl: checkedBaseUrl(options.baseUrl ?? 'http://127.0.0.1:8080'),
    timeoutMs: checkedNumber('timeoutMs', options.timeoutMs ?? 60_000, 1),
    idleTimeoutMs: checkedNumber('idleTimeoutMs', options.idleTimeoutMs ?? 45_000, 1),
    maxRetries: checkedNumber('maxRetries', options.maxRetries ?? 3, 0),
    // Called as a plain function: browsers refuse fetch with another `this`.
    fetch: (url, init) => (ownFetch ?? globalThis.fetch)(url, init),
    headers,
    middleware: options.middleware ?? [],
    pacing: options.pacing ?? true,
  };
}
