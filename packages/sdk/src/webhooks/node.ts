import { tooLarge, WebhookError } from './errors.ts';
import { failureOf, MAX_BYTES, type WebhookHandlerOptions, webhookHandler } from './handler.ts';
import { joinBytes } from './signature.ts';
import type { WebhookHeaders } from './verify.ts';

/**
 * The part of a `node:http` or Express request that the handler uses.
 *
 * @example
 * ```ts
 * const text = await request.text();
 * const read: NodeWebhookRequest = { headers: {}, rawBody: text, on: () => {}, pause: () => {} };
 * ```
 */
export interface NodeWebhookRequest {
  /** Headers in Node's format. */
  headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The path with its query. */
  url?: string | undefined;
  /** The original path, before routers shortened it. */
  originalUrl?: string | undefined;
  /** The body from a parser: bytes and text are accepted, parsed values are not. */
  body?: unknown;
  /** The raw bytes, if the platform keeps them next to the parsed body. */
  rawBody?: unknown;
  /** Whether the body has already been read. */
  readableEnded?: boolean;
  /** Whether the connection was closed. */
  destroyed?: boolean;
  /** Stops reading. */
  pause?(): unknown;
  /** Registers a listener for `data`, `end`, `error` or `close`. */
  on(event: string, listener: (part: Uint8Array) => void): unknown;
}

/**
 * The part of a `node:http` or Express response that the handler uses.
 *
 * @example
 * ```ts
 * const response: NodeWebhookResponse = { statusCode: 200, setHeader: () => {}, end: (text) => console.log(text) };
 * ```
 */
export interface NodeWebhookResponse {
  /** The response status. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the response. */
  end(text: string): unknown;
}

/** Handles one delivery; resolves after the response, and never rejects. */
export type NodeWebhookHandler = (req: NodeWebhookRequest, res: NodeWebhookResponse) => Promise<void>;

/** The body up to the limit, from the connection or from a parser that has already read it. */
async function readBody(
  req: NodeWebhookRequest,
  maxBytes: number,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (!req.readableEnded) return readStream(req, maxBytes);
  const raw = req.rawBody ?? req.body;
  if (typeof raw === 'string' || ArrayBuffer.isView(raw)) return raw as string | Uint8Array<ArrayBuffer>;
  const message = 'The body was already parsed: add the handler before express.json(), or use express.raw().';
  throw new WebhookError('INVALID_OPTIONS', message);
}

/** The body from the connection. Rejects if it is too large, or if the connection breaks. */
function readStream(req: NodeWebhookRequest, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    req.on('data', (part: Uint8Array) => {
      size += part.length;
      if (size <= maxBytes) parts.push(part);
      else {
        req.pause?.();
        reject(tooLarge(maxBytes));
      }
    });
    req.on('end', () => resolve(joinBytes(parts)));
    const rejectBroken = () => reject(new WebhookError('INVALID_BODY', 'The body ended early.'));
    req.on('error', rejectBroken);
    req.on('close', rejectBroken);
    // If the client disconnected before the handler ran, no further event is emitted.
    if (req.destroyed) rejectBroken();
  });
}

/** The request in the form of `fetch`. */
function toWebRequest(req: NodeWebhookRequest, body: string | Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers as Exclude<WebhookHeaders, Headers>)) {
    // The length may have changed, and names with a colon are pseudo-headers of HTTP/2.
    if (value === undefined || name.startsWith(':') || name === 'content-length') continue;
    headers.set(name, typeof value === 'string' ? value : value.join(' '));
  }
  // The sender chooses the host, so it is not used.
  const url = new URL(`http://localhost${(req.originalUrl ?? req.url ?? '/').replace(/^[^/]*/, '')}`);
  return new Request(url, { method: 'POST', headers, body });
}

/**
 * `webhookHandler` for `node:http`, Express and similar servers. It reads the bytes of the body itself: mount it before
 * anything that parses bodies, or after `express.raw()`.
 *
 * @example
 * ```ts
 * const receive = nodeWebhookHandler({
 *   secrets: (request) => secretOf(new URL(request.url).pathname),
 *   dedupe: seenInMemory(),
 *   on: { 'run.completed': ({ data }) => publish(data.workflow_id, data.run_id) },
 * });
 * app.post('/hooks/:tenant', receive);
 * ```
 */
export function nodeWebhookHandler(options: WebhookHandlerOptions): NodeWebhookHandler {
  const { maxBytes = MAX_BYTES, onError } = options;
  const handle = webhookHandler(options);
  const respond = async (req: NodeWebhookRequest): Promise<{ status: number; text: string }> => {
    try {
      const body = await readBody(req, maxBytes);
      const response = await handle(toWebRequest(req, body));
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return failureOf(error, onError);
    }
  };
  return async (req, res) => {
    const { status, text } = await respond(req);
    try {
      res.statusCode = status;
      res.setHeader('content-type', 'text/plain; charset=utf-8');
      // The rest of the body is unread, so the connection cannot be reused.
      if (status === 413) res.setHeader('connection', 'close');
      res.end(text);
    } catch (error) {
      // Something else responded meanwhile, such as a server timeout.
      await failureOf(error, onError);
    }
  };
}
