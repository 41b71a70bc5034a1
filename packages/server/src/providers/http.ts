import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps, type Agent as SecureAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedTargets, findAddressError, findTargetError, getHost } from './address-guard.ts';
import { startDeadline } from './deadline.ts';

export type { AllowedTargets } from './address-guard.ts';
export { allowedTargets, findBaseUrlError, findTargetError } from './address-guard.ts';

/** Resolves all addresses of a host, like `dns.lookup` with `all`. */
export type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardedInit {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The time limit for the whole exchange, including the response body. */
  timeout_ms?: number;
  /** The time limits until the connection is open and until the response begins. Default: only `timeout_ms`. */
  connect_timeout_ms?: number;
  first_byte_timeout_ms?: number;
  /** Discards the rest of a longer body. */
  max_body_bytes?: number;
  signal?: AbortSignal;
  /**
   * Agents that reuse connections. They must not be shared between different allowed targets, because an address is
   * checked only when a connection opens.
   */
  agents?: { http: Agent; https: SecureAgent };
}

export interface Guard {
  allow: AllowedTargets;
  /** Default: the system's resolver. */
  lookup?: Lookup;
}

export interface GuardedResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether the body exceeded `max_body_bytes`. */
  truncated: boolean;
}

/** Why there is no response. `forbidden`: the target is not allowed. */
export type NoResponseKind = 'forbidden' | 'timeout' | 'aborted' | 'unreachable';

export class NoResponseError extends Error {
  readonly kind: NoResponseKind;

  constructor(kind: NoResponseKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'NoResponseError';
    this.kind = kind;
  }
}

const TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 1_048_576;

/**
 * Sends a request to a URL that somebody else chose. Only public https addresses are allowed, unless `allow` states
 * otherwise. Resolves the name once and connects only to the checked addresses, which prevents DNS rebinding. Returns
 * redirects without following them.
 */
export async function guardedFetch(
  url: URL | string,
  init: GuardedInit,
  guard: Guard,
): Promise<GuardedResponse> {
  const target = new URL(url);
  const targetError = findTargetError(target, guard.allow);
  if (targetError !== undefined) throw new NoResponseError('forbidden', targetError);
  const deadline = startDeadline(init.timeout_ms ?? TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([deadline.signal, init.signal]) : deadline.signal;
  try {
    signal.throwIfAborted();
    return await exchange(target, guard, { ...init, signal });
  } catch (error) {
    if (error instanceof NoResponseError) throw error;
    if (init.signal?.aborted) throw new NoResponseError('aborted', 'The request was aborted.', error);
    if (deadline.signal.aborted)
      throw new NoResponseError('timeout', 'The response did not arrive in time.', error);
    throw new NoResponseError('unreachable', describeConnectionError(error), error);
  } finally {
    deadline.clear();
  }
}

function exchange(
  target: URL,
  guard: Guard,
  init: GuardedInit & { signal: AbortSignal },
): Promise<GuardedResponse> {
  const { method = 'GET', agents, signal, max_body_bytes: maxBytes = MAX_BODY_BYTES } = init;
  const body = init.body === undefined ? undefined : Buffer.from(init.body);
  const isSecure = target.protocol === 'https:';
  const headers = { ...init.headers };
  if (body) headers['content-length'] = String(body.length);
  const options: RequestOptions = {
    method,
    headers,
    // Without agents, a separate connection: a shared pool could have one to an address that only another caller may
    // use.
    agent: (isSecure ? agents?.https : agents?.http) ?? false,
    lookup: checkedLookup(target, guard),
    signal,
  };
  return new Promise((resolve, reject) => {
    const send = isSecure ? requestHttps : requestHttp;
    const request = send(target, options, async (message) => {
      try {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of message as AsyncIterable<Buffer>) {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxBytes) break;
        }
        const { statusCode: status = 0 } = message;
        const content = Buffer.concat(chunks).subarray(0, maxBytes);
        resolve({ status, headers: message.headers, body: content, truncated: size > maxBytes });
      } catch (error) {
        reject(error);
      } finally {
        if (!agents || !message.complete) request.destroy();
      }
    });
    request.on('error', reject);
    watchDeadlines(request, init);
    request.end(body);
  });
}

/** Aborts a request that does not connect or get a response in time. */
function watchDeadlines(request: ClientRequest, init: GuardedInit): void {
  const { connect_timeout_ms, first_byte_timeout_ms } = init;
  const timers: NodeJS.Timeout[] = [];
  const startTimer = (ms: number, message: string): NodeJS.Timeout => {
    const timer = setTimeout(() => request.destroy(new NoResponseError('timeout', message)), ms);
    timers.push(timer);
    return timer;
  };
  if (connect_timeout_ms !== undefined) {
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = startTimer(connect_timeout_ms, 'The connection timed out.');
      socket.once('connect', () => clearTimeout(timer));
    });
  }
  if (first_byte_timeout_ms !== undefined) {
    const timer = startTimer(first_byte_timeout_ms, 'The response did not start in time.');
    request.once('response', () => clearTimeout(timer));
  }
  request.once('close', () => {
    for (const timer of timers) clearTimeout(timer);
  });
}

/** The lookup for a connection. If one address of a name is forbidden, all are. */
export function checkedLookup(target: URL, { allow, lookup = systemLookup }: Guard): LookupFunction {
  return (host, options, callback) => {
    // Looks up the checked name, because Node may pass another spelling of it.
    lookup(getHost(target) || host, { all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [firstAddress] = addresses;
      if (firstAddress === undefined) return callback(new Error('The host name has no address.'), '');
      for (const { address } of addresses) {
        let message: string | undefined = 'The host name resolves to an invalid address.';
        if (isIP(address) !== 0) message = findAddressError(target, address, allow);
        if (message !== undefined) return callback(new NoResponseError('forbidden', message), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, firstAddress.address, firstAddress.family);
    });
  };
}

/** A message that does not contain the resolved addresses. */
function describeConnectionError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the host could not be resolved.';
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code))
    return `The TLS connection failed (${code}).`;
  return code ? `The connection failed (${code}).` : 'The connection failed.';
}
