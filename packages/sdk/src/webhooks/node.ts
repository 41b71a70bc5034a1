import { joined, tooLarge } from './body.ts';
import { WebhookError } from './errors.ts';
import { failureOf, MOST_BYTES, type WebhookHandlerOptions, webhookHandler } from './handler.ts';
import type { WebhookHeaders } from './verify.ts';

/**
 * What is used of a request of `node:http`, Express and their kind.
 *
 * @example
 * ```ts
 * const text = await request.text();
 * const read: NodeWebhookRequest = { headers: {}, rawBody: text, on: () => {}, pause: () => {} };
 * ```
 */
export interface NodeWebhookRequest {
  /** As Node gives them. */
  headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The path with its query. */
  url?: string | undefined;
  /** The path before routers shortened it. */
  originalUrl?: string | undefined;
  /** What a parser left: bytes or a text are taken, what was parsed cannot be. */
  body?: unknown;
  /** The bytes, where a platform keeps them beside the parsed body. */
  rawBody?: unknown;
  /** Whether somebody has read the body already. */
  readableEnded?: boolean;
  /** Whether nothing more will come. */
  destroyed?: boolean;
  /** Stops reading. */
  pause?(): unknown;
  /** Hears `data`, `end`, `error` and `close`. */
  on(event: string, listener: (part: Uint8Array) => void): unknown;
}

/**
 * What is used of a response of `node:http`, Express and their kind.
 *
 * @example
 * ```ts
 * const answer: NodeWebhookResponse = { statusCode: 200, setHeader: () => {}, end: (text) => console.log(text) };
 * ```
 */
export interface NodeWebhookResponse {
  /** The status to answer. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the answer. */
  end(text: string): unknown;
}

/** Answers one delivery; resolves when it is answered, and never rejects. */
export type NodeWebhookHandler = (req: NodeWebhookRequest, res: NodeWebhookResponse) => Promise<void>;

/** The body as it came, of which no more is kept than is allowed. */
function readStream(req: NodeWebhookRequest, most: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    req.on('data', (part: Uint8Array) => {
      size += part.length;
      if (size <= most) parts.push(part);
      else {
        req.pause?.();
        reject(tooLarge(most));
      }
    });
    req.on('end', () => resolve(joined(parts)));
    const broken = () => reject(new WebhookError('INVALID_BODY', 'The body ended early.'));
    req.on('error', broken);
    req.on('close', broken);
    // Whoever hung up while something before the handler was at work is not heard of again.
    if (req.destroyed) broken();
  });
}

/** What somebody who read the body before has left of it. */
function leftOver({ rawBody, body }: NodeWebhookRequest): string | Uint8Array<ArrayBuffer> {
  const raw = rawBody ?? body;
  if (typeof raw === 'string' || ArrayBuffer.isView(raw)) return raw as string | Uint8Array<ArrayBuffer>;
  const message = 'The body was already parsed: add the handler before express.json(), or use express.raw().';
  throw new WebhookError('INVALID_OPTIONS', message);
}

function asWebRequest(req: NodeWebhookRequest, body: string | Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers as Exclude<WebhookHeaders, Headers>)) {
    // Their length may be another one by now, and names with a colon are of HTTP/2.
    if (value === undefined || name.startsWith(':') || name === 'content-length') continue;
    headers.set(name, typeof value === 'string' ? value : value.join(' '));
  }
  // The host is the sender's to choose: nothing goes by it.
  const url = new URL(`http://localhost${(req.originalUrl ?? req.url ?? '/').replace(/^[^/]*/, '')}`);
  return new Request(url, { method: 'POST', headers, body });
}

/**
 * `webhookHandler` for servers of `node:http`, Express and their kind. It reads the bytes of the body itself: mount it
 * before anything that parses bodies, or behind `express.raw()`.
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
  const { maxBytes = MOST_BYTES, onError } = options;
  const handle = webhookHandler(options);
  const answer = async (req: NodeWebhookRequest): Promise<{ status: number; text: string }> => {
    try {
      const body = req.readableEnded ? leftOver(req) : await readStream(req, maxBytes);
      const response = await handle(asWebRequest(req, body));
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return failureOf(error, onError);
    }
  };
  return async (req, res) => {
    const { status, text } = await answer(req);
    try {
      res.statusCode = status;
      res.setHeader('content-type', 'text/plain; charset=utf-8');
      // What was not read to its end cannot be followed by another request.
      if (status === 413) res.setHeader('connection', 'close');
      res.end(text);
    } catch (error) {
      // Somebody else answered meanwhile, such as a time limit of the server.
      await failureOf(error, onError);
    }
  };
}
