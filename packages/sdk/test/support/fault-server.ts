// A service with every fault that the table in fault-table.ts needs. It runs in Node. The client can run in
// any runtime, so it reads over HTTP what the service received. It needs no test runner.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cut, data, failure, json, META, reset, type Step, stall } from './steps.ts';

const voice = { id: 'v', name: 'Aria' };
const away = failure(503, 'UNAVAILABLE', { 'retry-after': '0' });

/** The steps of a service, one per request. The last step repeats. */
const SCENARIOS: Record<string, Step[]> = {
  away: [away],
  limited: [failure(429, 'RATE_LIMITED', { 'retry-after': '1' }), data(voice)],
  limitedForLong: [failure(429, 'RATE_LIMITED', { 'retry-after': '61' })],
  awayForLong: [failure(503, 'UNAVAILABLE', { 'retry-after': '30' })],
  resets: [reset, data(voice)],
  resetsAndIsAway: [reset, away, data(voice, 201, { 'idempotent-replayed': 'true' })],
  stalls: [stall],
  eventsStall: [
    (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(': hello\n\n');
    },
    data({ id: 'r', workflow_id: 'w', status: 'running' }),
    reset,
  ],
  cuts: [cut, data(voice)],
  cutsAlways: [cut],
  halfJson: [(res) => res.end('{"data":{"id":"v"')],
  drifts: [json({ data: voice, meta: META })],
  redirects: [
    (res, { headers }) =>
      res
        .writeHead(307, { location: `http://localhost:${headers.host?.split(':')[1]}/fine/elsewhere` })
        .end(),
  ],
  refuses: [failure(401, 'INVALID_API_KEY')],
  fine: [data(voice)],
  page: [(res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>')],
};

/** A request as the table sees it. */
export type Arrived = {
  method: string;
  path: string;
  key: string | undefined;
  authorized: boolean;
  at: number;
};

/** Pages of other origins may call it, as with the real service. */
function allowPages(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('access-control-allow-origin', req.headers.origin ?? '*');
  res.setHeader('access-control-allow-headers', req.headers['access-control-request-headers'] ?? '*');
  res.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
  res.setHeader('access-control-expose-headers', 'retry-after, idempotent-replayed, x-request-id');
}

/**
 * Starts the service. `/<scenario>/<client name>/…` is the address of a client. `/arrived/<name>` returns its
 * requests.
 */
export async function startFaultServer(): Promise<{ url: string; close(): void }> {
  const arrived = new Map<string, Arrived[]>();
  const server = createServer(async (req, res) => {
    allowPages(req, res);
    const [, scenario = '', name = '', ...rest] = (req.url ?? '').split('/');
    const known = arrived.get(name) ?? [];
    if (req.method === 'OPTIONS') return res.writeHead(204).end();
    if (scenario === 'arrived') return res.end(JSON.stringify(known));
    arrived.set(name, known);
    const steps = SCENARIOS[scenario] ?? [failure(404, 'NOT_FOUND')];
    const step = steps[Math.min(known.length, steps.length - 1)];
    known.push({
      ...{ method: req.method ?? '', path: `/${rest.join('/')}`, at: performance.now() },
      key: req.headers['idempotency-key'] as string | undefined,
      authorized: req.headers.authorization !== undefined,
    });
    for await (const _ of req);
    step?.(res, {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: Buffer.alloc(0),
    });
  });
  server.on('clientError', () => {});
  // On all loopback names, because another name of the same server is another origin.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
