import type { Response } from 'express';

export type Headers = Record<string, string>;

/** Sends a complete JSON body, byte for byte. */
export function sendJson(res: Response, status: number, body: string | Buffer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  // Node leaves the body out itself when the method is HEAD.
  res.end(bytes);
}

export function setHeaders(res: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
