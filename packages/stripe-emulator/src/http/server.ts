import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { find, INVOICE_PAGES, type State } from '../state.ts';
import { StripeApiError } from '../stripe-error.ts';
import { type Api, type ApiRequest, handleRequest } from './handle.ts';
import type { HttpResponse } from './idempotency.ts';
import { Cut, disturb, type Fault, takeFault } from './injected-faults.ts';

export interface Front {
  api: Api;
  faults: Fault[];
  /** Runs due events before each request. */
  tick: () => void;
  /** Handles a control call. */
  control: (method: string, path: string, body: string) => Promise<unknown>;
  hanging: Set<() => void>;
}

/** The server of the API and of the control API. An internal error is a response, so that tests show it. */
export function createFront(front: Front): Server {
  return createServer(async (req, res) => {
    try {
      await serve(front, req, res);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const body = JSON.stringify({ error: { type: 'api_error', message } });
      send(res, { status: 500, headers: {}, body });
    }
  });
}

/** Listens on a free port and returns it. */
export async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Handles a request, with the failure that a test has injected for it, if any. */
async function serve(front: Front, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const method = req.method ?? 'GET';
  const body = await text(req);
  if (url.pathname.startsWith('/_control/')) {
    send(res, await serveControl(front, method, url.pathname, body));
    return;
  }
  front.tick();
  if (url.pathname.startsWith(INVOICE_PAGES)) {
    send(res, renderInvoice(front.api.state, url.pathname));
    return;
  }
  const fault = takeFault(front.faults, method, url.pathname);
  const request: ApiRequest = {
    method,
    path: url.pathname,
    form: method === 'POST' ? body : url.search.slice(1),
    authorization: req.headers.authorization,
    idempotencyKey: req.headersDistinct['idempotency-key']?.[0],
  };
  try {
    const disturbed = async (when: 'before' | 'after') => fault && disturb(fault, when, front.hanging);
    send(res, await handleRequest(front.api, request, disturbed));
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    req.socket.destroy();
  }
}

/** Runs a control command. */
async function serveControl(front: Front, method: string, path: string, body: string): Promise<HttpResponse> {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const result = await front.control(method, path, body);
    return { status: 200, headers, body: `${JSON.stringify(result ?? {}, null, 2)}\n` };
  } catch (error) {
    if (error instanceof StripeApiError)
      return { status: error.status, headers, body: JSON.stringify(error.body(''), null, 2) };
    if (!(error instanceof RangeError)) throw error;
    return { status: 400, headers, body: JSON.stringify({ error: { message: error.message } }) };
  }
}

/** The page of an invoice as text. It also replaces Stripe's PDF. */
function renderInvoice(state: State, path: string): HttpResponse {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  const invoice = find(state, 'invoice', path.slice(INVOICE_PAGES.length).replace(/\/pdf$/, ''));
  if (!invoice) return { status: 404, headers, body: 'There is no such invoice.\n' };
  const money = (amount: number) => `${(amount / 100).toFixed(2)} ${invoice.currency.toUpperCase()}`;
  const lines = [
    `Invoice ${invoice.number ?? '(draft)'}: ${invoice.status}`,
    'From the local payment processor: no money moves.',
    ...invoice.lines.data.map((line) => `${line.description}: ${money(line.amount)}`),
    `Total: ${money(invoice.total)}`,
    `Due: ${money(invoice.amount_remaining)}`,
  ];
  return { status: 200, headers, body: `${lines.join('\n')}\n` };
}

function send(res: ServerResponse, { status, headers, body }: HttpResponse): void {
  res.writeHead(status, headers);
  res.end(body);
}
