import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Voiceloom, type VoiceloomOptions } from '../../src/index.ts';

/** One request as it arrived. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

/** What the server does with one request. */
export type Step = (res: ServerResponse, seen: Seen) => unknown;

/** A server on a free loopback port that answers request n with step n; the last step repeats. */
export async function scripted(...steps: Step[]) {
  const seen: Seen[] = [];
  const server = createServer(async (req, res) => {
    const step = steps[Math.min(seen.length, steps.length - 1)];
    const entry: Seen = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      body: Buffer.alloc(0),
    };
    seen.push(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    entry.body = Buffer.concat(chunks);
    step?.(res, entry);
  });
  server.on('clientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = (options: VoiceloomOptions = {}) =>
    new Voiceloom({ apiKey: 'vl_live_secret', baseUrl: url, ...options });
  return { url, seen, client, server };
}

export const META = { request_id: '01HZX', timestamp: '2026-01-01T00:00:00.000Z' };

/** Answers a body as JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Step {
  return (res) => {
    res.writeHead(status, { 'content-type': 'application/json', 'x-request-id': '01HZX', ...headers });
    res.end(JSON.stringify(body));
  };
}

/** Answers `{data, meta}`. */
export const data = (value: unknown, status = 200, headers = {}): Step =>
  json({ data: value, meta: META }, status, headers);

/** Answers an error of the API. */
export const failure = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details?: unknown,
): Step => json({ error: { code, message: `It is ${code}.`, details }, meta: META }, status, headers);

/** Breaks the connection without an answer. */
export const reset: Step = (res) => res.socket?.resetAndDestroy();

/** Sends status and half a body, then nothing more. */
export const stall: Step = (res) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  res.write('{"data":');
};

/** Announces more bytes than it sends and closes. */
export const cut: Step = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  res.write('{"data":', () => res.socket?.destroy());
};

/** Never answers. */
export const silence: Step = () => {};
