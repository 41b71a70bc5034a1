import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request as it arrived. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

/** What a server does with one request. */
export type Step = (res: ServerResponse, seen: Seen) => unknown;

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
