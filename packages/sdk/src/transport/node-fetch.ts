import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Fetch, ServiceResponse } from './fetch.ts';

/** How `nodeFetch` connects. */
export interface NodeFetchOptions {
  /** The maximum number of connections to one service; further requests wait. Default: unlimited. */
  maxSockets?: number;
  /** Your own agent, for a proxy or certificates; `maxSockets` does not apply to it. */
  agent?: Agent;
  /** Your own agent for https. */
  secureAgent?: SecureAgent;
}

type Message = IncomingMessage;
type Target = { protocol: string; host: string; port: string; agent: Agent; authority: string };

/** The maximum number of cached targets, because signed URLs can have many hosts. */
const MAX_TARGETS = 100;

/** A `node:http` response with the part of `Response` that this package needs. */
class NodeResponse implements ServiceResponse {
  readonly #message: Message;
  #body: ReadableStream<Uint8Array> | undefined;
  readonly type = 'default';
  readonly status: number;
  readonly statusText: string;

  constructor(message: Message) {
    this.#message = message;
    this.status = message.statusCode ?? 0;
    this.statusText = message.statusMessage ?? '';
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): ServiceResponse['headers'] {
    return this;
  }

  /** One header, with repeated values joined. Few headers are read, so Node need not parse them all. */
  get(name: string): string | null {
    const lowerCaseName = name.toLowerCase();
    const { rawHeaders } = this.#message;
    let value: string | null = null;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const header = rawHeaders[at] ?? '';
      if (header.length !== lowerCaseName.length || header.toLowerCase() !== lowerCaseName) continue;
      value = value === null ? (rawHeaders[at + 1] ?? '') : `${value}, ${rawHeaders[at + 1]}`;
    }
    return value;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  get body(): ReadableStream<Uint8Array> {
    // A response that broke before it was read would look like an empty body.
    this.#body ??= isBroken(this.#message)
      ? new ReadableStream({ start: (end) => end.error(brokenOff()) })
      : (Readable.toWeb(this.#message) as ReadableStream<Uint8Array>);
    return this.#body;
  }

  text(): Promise<string> {
    return textOf(this.#message);
  }
}

const isBroken = ({ destroyed, complete }: Message) => destroyed && !complete;
/** The error of a connection that broke. */
const brokenOff = () => new Error('The connection closed before the response was complete.');

/** The body as text. Rejects if the connection closes before the body is complete. */
function textOf(message: Message): Promise<string> {
  return new Promise((resolve, reject) => {
    if (isBroken(message)) return reject(brokenOff());
    if (message.readableEnded) return reject(new Error('The response has already been read.'));
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      // Most responses have one chunk.
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only.toString() : Buffer.concat(chunks).toString());
    });
    message.on('error', reject);
    message.on('close', () => {
      if (!message.complete) reject(brokenOff());
    });
  });
}

/** Splits off `https://host:port`. Fully parsing the URL of every request would cost more than sending it. */
function splitUrl(url: string): [origin: string, path: string] {
  const end = url.indexOf('/', url.indexOf('//') + 2);
  if (end === -1) return [url, '/'];
  return [url.slice(0, end), url.slice(end)];
}

/** Writes the body. A stream is read in chunks, with back pressure. */
function send(req: ClientRequest, body: RequestInit['body'], fail: (error: Error) => void): void {
  if (body === null || body === undefined) {
    req.end();
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    req.end(body);
  } else {
    const stream = body instanceof Blob ? body.stream() : body;
    const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
    // Report this error before that of the request, which only shows that it was aborted.
    source.on('error', fail);
    pipeline(source, req).catch((error) => req.destroy(error));
  }
}

/** The content length, if known, so that the body is not sent with chunked encoding; 0 for an empty one. */
function lengthOf({ body, method = 'GET' }: RequestInit): number | undefined {
  if (body === null || body === undefined) return /^P/.test(method) ? 0 : undefined;
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.byteLength;
  if (body instanceof Blob) return body.size;
  return undefined;
}

/**
 * A `fetch` on `node:http` with keep-alive, which is considerably cheaper than the global one. It does not
 * follow redirects and does not request compression.
 *
 * @example
 * ```ts
 * import { nodeFetch } from '@voiceloom/sdk/node';
 * const client = new Voiceloom({ apiKey, fetch: nodeFetch() });
 * ```
 */
export function nodeFetch({ maxSockets = Infinity, agent, secureAgent }: NodeFetchOptions = {}): Fetch {
  // Idle connections do not keep a program alive.
  const plain = agent ?? new Agent({ keepAlive: true, maxSockets });
  const secure = secureAgent ?? new SecureAgent({ keepAlive: true, maxSockets });
  const targets = new Map<string, Target>();
  const targetOf = (origin: string): Target => {
    const existingTarget = targets.get(origin);
    if (existingTarget) return existingTarget;
    const { hostname, port, protocol, host: authority } = new URL(origin);
    const host = hostname.replace(/^\[|\]$/g, '');
    const target = { protocol, host, port, authority, agent: protocol === 'https:' ? secure : plain };
    if (targets.size < MAX_TARGETS) targets.set(origin, target);
    return target;
  };
  return (url, init) =>
    new Promise((resolve, reject) => {
      const signal = init.signal ?? undefined;
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const [origin, path] = splitUrl(url);
      const target = targetOf(origin);
      let plainHeaders = (init.headers ?? {}) as Record<string, string>;
      if (Object.getPrototypeOf(plainHeaders) !== Object.prototype)
        plainHeaders = Object.fromEntries(new Headers(plainHeaders));
      // Node writes a list of headers unchanged, but validates and stores each header of an object.
      const headers = ['host', target.authority];
      let hasLength = false;
      for (const [name, value] of Object.entries(plainHeaders)) {
        headers.push(name, value);
        hasLength ||= name.toLowerCase() === 'content-length';
      }
      const length = hasLength ? undefined : lengthOf(init);
      if (length !== undefined) headers.push('content-length', String(length));
      const request = target.protocol === 'https:' ? requestHttps : requestHttp;
      const req = request({ ...target, path, method: init.method ?? 'GET', headers });
      const onAbort = () => req.destroy(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      req.on('response', (message) => resolve(new NodeResponse(message)));
      req.on('error', reject);
      req.on('close', () => signal?.removeEventListener('abort', onAbort));
      send(req, init.body, reject);
    });
}
