import type { IncomingMessage, ServerResponse } from 'node:http';

/** One received request. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

/** What a server does with one request. */
export type Step = (res: ServerResponse, seen: Seen) => unknown;

export const META = { request_id: '01HZX', timestamp: '2026-01-01T00:00:00.000Z' };

/** Responds with a JSON body. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Step {
  return (res) => {
    res.writeHead(status, { 'content-type': 'application/json', 'x-request-id': '01HZX', ...headers });
    res.end(JSON.stringify(body));
  };
}

/** Responds with `{data, meta}`. */
export const data = (value: unknown, status = 200, headers = {}): Step =>
  json({ data: value, meta: META }, status, headers);

/** Responds with an error of the API. */
export const failure = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details?: unknown,
): Step => json({ error: { code, message: `It is ${code}.`, details }, meta: META }, status, headers);

/** Resets the connection without a response. */
export const reset: Step = (res) => res.socket?.resetAndDestroy();

/** Sends the status and half of the body, then stalls. */
export const stall: Step = (res) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  res.write('{"data":');
};

/** Announces more bytes than it sends, then closes the connection. */
export const cut: Step = (res) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  res.write('{"data":', () => res.socket?.destroy());
};

/** Never responds. */
export const silence: Step = () => {};
