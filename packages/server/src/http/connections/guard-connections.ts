import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { newRequestId } from '../../ids.ts';
import { errorBody } from '../errors.ts';

/** The time limit for the headers of a request, and the interval of the checks. */
const HEADERS_TIMEOUT_MS = 15_000;
export const CONNECTION_CHECK_INTERVAL_MS = 2_000;
/** The minimum number of body bytes in three ticks, which is about 1 KiB per second. */
const MIN_BYTES = 16 * 1024;
const TICK_MS = 5_000;
const TICKS = 3;

/**
 * Limits the connections of clients, and the time without progress. Does not interrupt long transfers that make
 * progress.
 */
export function guardConnections(server: Server, app: Pick<App, 'clock' | 'config'>): void {
  server.maxConnections = app.config.max_connections;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  // A large upload may take longer than any fixed limit. Instead, `watchBody` checks its progress.
  server.requestTimeout = 0;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return void socket.destroy();
    let message = 'The request is not valid HTTP.';
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') message = 'The request did not arrive in time.';
    const requestId = newRequestId();
    const body = errorBody(new ApiError('BAD_REQUEST', message), requestId, app.clock());
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
  });
  server.on('checkExpectation', (req, res) => {
    rejectRequest(app, { req, res }, 'The Expect header must be 100-continue or missing.');
  });
  server.prependListener('request', (req, res) => {
    const { headers } = req;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!req.complete && hasBody)
      watchBody(req, () => rejectRequest(app, { req, res }, 'The body did not arrive in time.'));
  });
}

/** Why the Host header is invalid. If there are several, Node uses only the first. */
export function hostError({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  // Names and values alternate.
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return 'The request must have one Host header.';
}

/** Does not count time in which the server does not read the body. */
function watchBody(req: IncomingMessage, onStalled: () => void): void {
  const { socket } = req;
  let lastBytesRead = socket.bytesRead;
  let recentSizes: number[] = [];
  const timer = setInterval(() => {
    if (req.complete || req.destroyed || socket.destroyed) return clearInterval(timer);
    const size_bytes = socket.bytesRead - lastBytesRead;
    lastBytesRead = socket.bytesRead;
    if (req.readableFlowing !== true) return;
    recentSizes = [...recentSizes, size_bytes].slice(-TICKS);
    if (recentSizes.length < TICKS || recentSizes.reduce((sum, size) => sum + size) >= MIN_BYTES) return;
    clearInterval(timer);
    onStalled();
  }, TICK_MS);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  req.once('end', stop);
  req.once('close', () => {
    if (req.complete) stop();
  });
}

/** Responds with BAD_REQUEST and closes the connection, even while the client still sends. */
function rejectRequest(
  { clock }: Pick<App, 'clock'>,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  message: string,
): void {
  const { socket } = req;
  // Destroying the request with an error ends the code that reads its body.
  socket.once('close', () => req.destroy(new Error('The request was rejected before it was complete.')));
  if (res.headersSent) return void socket.destroy();
  const requestId = String(res.getHeader('X-Request-Id') ?? newRequestId());
  const body = errorBody(new ApiError('BAD_REQUEST', message), requestId, clock());
  res.writeHead(400, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  // A client that continues to send would keep the connection open after the response.
  res.end(body, () => socket.destroySoon());
}
