import { InputError } from './client-errors.ts';

/** A secret, or a function that gives it; it is asked before every attempt, so it may renew the secret. */
export type Secret = string | (() => string | Promise<string>);

/** How to make a client. What is left out is read from the environment where there is one. */
export interface VoiceloomOptions {
  /** An API key (`vl_live_…`). Default: `VOICELOOM_API_KEY`. Not together with `token`. */
  apiKey?: Secret;
  /** A token of the identity provider. Not together with `apiKey`. */
  token?: Secret;
  /** Where the service is. Default: `VOICELOOM_BASE_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string;
  /** The workspace to work in. Default: `VOICELOOM_WORKSPACE_ID`, else that of the key or the personal one. */
  workspaceId?: string;
  /** Milliseconds for a whole call: attempts, waits between them and the body. Default 60,000. */
  timeoutMs?: number;
  /** Milliseconds without a byte after which a stream counts as dropped. Default 45,000. */
  idleTimeoutMs?: number;
  /** How often a failed attempt is repeated. Default 3. */
  maxRetries?: number;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Sent with every request to the service. */
  headers?: Record<string, string>;
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
  workspaceId: string | undefined;
  timeoutMs: number;
  idleTimeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
  headers: Record<string, string>;
}

type Environment = Record<string, string | undefined>;
type WithProcess = { process?: { env?: Environment; versions?: { node?: string } } };

/** Whether this is Node or a runtime that behaves like it, as against a browser. */
export const onServer = (): boolean => (globalThis as WithProcess).process?.versions?.node !== undefined;

const environment = (): Environment => (globalThis as WithProcess).process?.env ?? {};

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InputError(`baseUrl is not an http or https address: ${text}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new InputError('baseUrl must not carry a user name or password.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function checkedNumber(name: string, value: number, min: number): number {
  if (!(value >= min)) throw new InputError(`${name} must be a number from ${min}, not ${value}.`);
  return value;
}

/** Fills in what `options` leaves out. Throws InputError for values that cannot work. */
export function toSettings(options: VoiceloomOptions): Settings {
  if (options.apiKey !== undefined && options.token !== undefined) {
    throw new InputError('Give apiKey or token, not both.');
  }
  const env = environment();
  const ownFetch = options.fetch;
  return {
    secret: options.token ?? options.apiKey ?? (env.VOICELOOM_API_KEY || undefined),
    baseUrl: checkedBaseUrl(options.baseUrl ?? (env.VOICELOOM_BASE_URL || 'http://127.0.0.1:8080')),
    workspaceId: options.workspaceId ?? (env.VOICELOOM_WORKSPACE_ID || undefined),
    timeoutMs: checkedNumber('timeoutMs', options.timeoutMs ?? 60_000, 1),
    idleTimeoutMs: checkedNumber('idleTimeoutMs', options.idleTimeoutMs ?? 45_000, 1),
    maxRetries: checkedNumber('maxRetries', options.maxRetries ?? 3, 0),
    // Called as a plain function: browsers refuse fetch with another `this`.
    fetch: (input, init) => (ownFetch ?? globalThis.fetch)(input, init),
    headers: options.headers ?? {},
  };
}
