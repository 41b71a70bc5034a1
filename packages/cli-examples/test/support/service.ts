import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as it arrived. */
export type Seen = { route: string; headers: IncomingMessage['headers']; body: unknown };

type Answer = (res: ServerResponse, seen: Seen) => void;

export const META = { request_id: '01HZX', timestamp: '2026-01-01T00:00:00.000Z' };

/** Responds with a JSON body. */
export const json = (body: unknown, status = 200): Answer => {
  return (res) => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Responds with `{data, meta}`. */
export const data = (value: unknown, status = 200): Answer => json({ data: value, meta: META }, status);

/** A service on a free loopback port that returns the given response for each route (`GET /path`). */
export async function service(routes: Record<string, Answer>) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const route = `${req.method} ${req.url?.split('?')[0]}`;
    const entry: Seen = { route, headers: req.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
    seen.push(entry);
    const answer =
      routes[route] ?? json({ error: { code: 'NOT_FOUND', message: 'No such thing.' }, meta: META }, 404);
    answer(res, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
