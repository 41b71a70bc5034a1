import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import {
  allowedTargets,
  type GuardedInit,
  type GuardedResponse,
  guardedFetch,
  type Lookup,
  NoResponseError,
} from './http.ts';
import { ProviderError } from './provider-error.ts';
import { type ErrorReader, findError, readMessage } from './response-errors.ts';

/** Credentials that the schema of their provider has parsed. */
export type Credentials = Readonly<Record<string, string | undefined>>;

export interface Deadlines {
  connect_timeout_ms: number;
  first_byte_timeout_ms: number;
  timeout_ms: number;
}

export interface HttpProviderOptions {
  /** Hosts on this machine or in private networks that are allowed, as `host` or `host:port`. */
  hosts_allowed: readonly string[];
  /** URLs that replace those of providers, by id. */
  urls: Readonly<Record<string, string>>;
  deadlines?: Deadlines;
  lookup?: Lookup;
  clock?: () => Date;
}

/** A request in the provider's format. */
export interface HttpProviderCall {
  /** Default: POST. */
  method?: 'GET' | 'POST';
  /** The path below the base URL. */
  path: string;
  headers?: Record<string, string>;
  /** The body, as JSON. */
  json?: unknown;
  /** A body that is not JSON. */
  body?: string | Uint8Array;
}

/** What a response says about the key. `unclear` means that it says nothing, for example a 404 or 500. */
export type KeyResponse = 'accepted' | 'rejected' | 'unclear';

/** How to check a key for little or no cost. */
export interface KeyCheck {
  /** The requests in order. While responses are unclear, the next request is sent. */
  calls(credentials: Credentials): HttpProviderCall[];
  /** Judges responses whose status is not enough. Undefined if the status is enough. */
  judge?(response: GuardedResponse): KeyResponse | undefined;
}

/** What all services of a provider share. */
export interface Vendor {
  id: string;
  baseUrl(credentials: Credentials): string;
  /** Whether the customer chose the address. If so, no alternative URL replaces it. */
  ownAddress?(credentials: Credentials): boolean;
  /** The headers with the key. */
  authorization?(credentials: Credentials): Record<string, string>;
  /** Signs the request, for providers whose key is not just a header. */
  sign?(
    request: { method: string; url: URL; headers: Record<string, string>; body?: string | Uint8Array },
    credentials: Credentials,
    now: Date,
  ): Promise<Record<string, string>>;
  readError?: ErrorReader;
}

export interface CallContext {
  credentials: Credentials;
  signal: AbortSignal;
  /** Replaces the default deadlines, for requests that may take longer. */
  deadlines?: Deadlines;
}

/** Longer than the usual pause between a worker's requests, but shorter than most servers keep connections. */
const KEEP_MS = 20_000;

/**
 * A provider that is called over HTTP with the customer's key. Sets deadlines, reuses connections and translates
 * errors.
 */
export function createHttpProvider(
  traits: Vendor & { max_body_bytes: number; deadlines: Deadlines },
  options: HttpProviderOptions,
) {
  const agents = {
    http: new Agent({ keepAlive: true, timeout: KEEP_MS }),
    https: new SecureAgent({ keepAlive: true, timeout: KEEP_MS }),
  };
  return {
    /** Throws the error of an unsuccessful response, or the signal's reason after an abort. */
    async call(
      call: HttpProviderCall,
      { credentials, signal, deadlines }: CallContext,
    ): Promise<GuardedResponse> {
      let url = traits.baseUrl(credentials);
      if (!traits.ownAddress?.(credentials)) url = options.urls[traits.id] ?? url;
      const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}${call.path}`);
      const now = options.clock?.() ?? new Date();
      const init: GuardedInit = {
        ...(await toRequest(traits, call, { url: target, credentials, now })),
        ...(deadlines ?? options.deadlines ?? traits.deadlines),
        agents,
        signal,
        max_body_bytes: traits.max_body_bytes,
      };
      const { hosts_allowed, lookup } = options;
      const allow = allowedTargets(target, hosts_allowed);
      const response = await guardedFetch(target, init, { allow, ...(lookup && { lookup }) }).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          if (!(error instanceof NoResponseError)) throw error;
          // If the address is not allowed, the customer must change it. Every other cause may be temporary.
          const kind = error.kind === 'forbidden' ? 'auth' : 'transient';
          throw new ProviderError(kind, error.message, { cause: error });
        },
      );
      if (response.truncated) throw new ProviderError('unusable', 'The response is too long.');
      const error = findError(withoutSecrets(response, credentials), traits.readError);
      if (error) throw error;
      return response;
    },
    /** Closes idle connections. */
    async close(): Promise<void> {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Reads a success. The error of an unusable one contains what the provider wrote instead of a result. */
export async function readResponse<T>(
  response: GuardedResponse,
  credentials: Credentials,
  read: (response: GuardedResponse) => T | Promise<T>,
): Promise<T> {
  try {
    return await read(response);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'unusable') throw error;
    const message = readMessage(withoutSecrets(response, credentials));
    if (message === '') throw error;
    throw new ProviderError('unusable', `${error.message} The message of the response is: ${message}`, {
      cause: error,
    });
  }
}

/** The call with the final headers and body, but without a signature. */
export function withKey({ authorization }: Vendor, call: HttpProviderCall, credentials: Credentials) {
  const { method = 'POST', path, json } = call;
  const body = json === undefined ? call.body : JSON.stringify(json);
  const headers: Record<string, string> = {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
    ...authorization?.(credentials),
  };
  return { method, path, headers, ...(body !== undefined && { body }) };
}

/** Converts the call to a request to its URL. */
export async function toRequest(
  vendor: Vendor,
  call: HttpProviderCall,
  { url, credentials, now }: { url: URL; credentials: Credentials; now: Date },
): Promise<GuardedInit> {
  const { path: _, ...request } = withKey(vendor, call, credentials);
  const signed = await vendor.sign?.({ ...request, url }, credentials, now);
  return { ...request, headers: { ...request.headers, ...signed } };
}

/** How much of an error body is read at most. */
const MAX_ERROR_BYTES = 65_536;
const MIN_SECRET = 8;

/** Removes secrets before a response is read, cut or quoted, because some providers echo the request. */
export function withoutSecrets(response: GuardedResponse, credentials: Credentials): GuardedResponse {
  const start = response.body.subarray(0, MAX_ERROR_BYTES);
  const spellings: string[] = [];
  for (const secret of Object.values(credentials))
    if (secret !== undefined && secret.length >= MIN_SECRET)
      spellings.push(secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret));
  if (!spellings.some((secret) => start.includes(secret))) return response;
  const body = spellings.reduce((text, secret) => text.replaceAll(secret, '…'), start.toString('utf8'));
  return { ...response, body: Buffer.from(body) };
}

const REQUEST_IDS = ['request-id', 'x-request-id', 'x-requestid', 'x-amzn-requestid', 'dg-request-id'];

/** The ID that the provider gave the request, for the provider's support. */
export function findRequestId({ headers }: GuardedResponse): string | null {
  for (const name of REQUEST_IDS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 200);
  }
  return null;
}
