import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, type ApiRequest, answer } from './handle.ts';
import type { Answer } from './idempotency.ts';
import { type Fault, takeFault } from './injected-faults.ts';
import { isPage, pageAnswer } from './pages.ts';
import { StripeFault } from './stripe-error.ts';

const BODY_LIMIT = 1 << 20;

export interface Front {
  api: Api;
  faults: Fault[];
  /** Runs due events before each request. */
  tick: () => void;
  /** Handles a control call. */
  control: (method: string, path: string, body: string) => Promise<unknown>;
  hanging: Set<() => void>;
}

export function createFront(front: Front): Server {
  return createServer((req, res) => {
    serve(front, req, res).catch((error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send(res, {
        status: 500,
        headers: {},
        body: JSON.stringify({ error: { type: 'api_error', message } }),
      });
    });
  });
}

export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function serve(front: Front, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const method = req.method ?? 'GET';
  const body = await read(req);
  if (url.pathname.startsWith('/_control/')) {
    send(res, await controlAnswer(front, method, url.pathname, body));
    return;
  }
  front.tick();
  if (isPage(url.pathname)) {
    send(res, pageAnswer(front.api.state, url.pathname));
    return;
  }
  const fault = takeFault(front.faults, method, url.pathname);
  const request: ApiRequest = {
    method,
    path: url.pathname,
    form: method === 'POST' ? body : url.search.slice(1),
    authorization: req.headers.authorization,
    idempotencyKey: one(req.headers['idempotency-key']),
  };
  const result = await answer(front.api, request, {
    before: () => disturb(front, fault, 'before'),
    after: () => disturb(front, fault, 'after'),
  }).catch((error: unknown) => {
    if (error instanceof Cut) return undefined;
    throw error;
  });
  if (result) send(res, result);
  else req.socket.destroy();
}

/** Closes the connection without a response. */
class Cut extends Error {}

async function disturb(front: Front, fault: Fault | undefined, when: 'before' | 'after'): Promise<void> {
  if (!fault) return;
  const { kind } = fault;
  if (kind === `cut_${when}`) throw new Cut();
  if (kind === (when === 'before' ? 'hang' : 'hang_after'))
    await new Promise<void>((resolve) => front.hanging.add(resolve));
  if (kind === 'rate_limit' && when === 'before') throw rateLimited(fault);
  if (kind === (when === 'before' ? 'server_error' : 'server_error_after'))
    throw new StripeFault({
      status: 500,
      type: 'api_error',
      message: 'An unknown error occurred. (This one was asked for.)',
    });
}

function rateLimited({ retry_after_s = 1 }: Fault): StripeFault {
  return new StripeFault({
    status: 429,
    code: 'rate_limit',
    message: 'Request rate limit exceeded. (This one was asked for.)',
    headers: { 'Retry-After': String(retry_after_s), 'Stripe-Rate-Limited-Reason': 'global-rate' },
  });
}

async function controlAnswer(front: Front, method: string, path: string, body: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const result = await front.control(method, path, body);
    return { status: 200, headers, body: `${JSON.stringify(result ?? {}, null, 2)}\n` };
  } catch (error) {
    if (error instanceof StripeFault)
      return { status: error.status, headers, body: JSON.stringify(error.body(''), null, 2) };
    if (!(error instanceof RangeError)) throw error;
    return { status: 400, headers, body: JSON.stringify({ error: { message: error.message } }) };
  }
}

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Error('The request is too large for the local payment processor.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function send(res: ServerResponse, { status, headers, body }: Answer): void {
  res.writeHead(status, headers);
  res.end(body);
}
