import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response of the gate instead of the provider's. */
export interface GateAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Gate {
  url: string;
  host: string;
  /** The number of received requests, from the gate or the provider. */
  count: () => number;
  /**
   * Responds to the next `times` requests itself, or to all of them without a number. A function gets the number of the
   * request, from 1.
   */
  refuse(answer: GateAnswer | ((count: number) => GateAnswer), times?: number): void;
  /** Forwards every request again. */
  open(): void;
  close(): Promise<void>;
}

/** A gate before a local provider that can respond instead of it. */
export async function startGate(target: string): Promise<Gate> {
  let answerTo: (count: number) => GateAnswer = () => ({ status: 500 });
  let [left, count] = [0, 0];
  const server = createServer((req, res) => {
    count += 1;
    if (left <= 0) return pass(new URL(req.url ?? '/', target), req, res);
    left -= 1;
    const { status, headers, body } = answerTo(count);
    req.resume();
    req.once('end', () => res.writeHead(status, headers).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { pathname } = new URL(target);
  return {
    ...{ host, url: `http://${host}${pathname === '/' ? '' : pathname}` },
    count: () => count,
    refuse(next, times = Number.POSITIVE_INFINITY) {
      answerTo = typeof next === 'function' ? next : () => next;
      [left, count] = [times, 0];
    },
    open() {
      [left, count] = [0, 0];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(to: URL, req: IncomingMessage, res: ServerResponse): void {
  const { method, headers } = req;
  const onward = request(to, { method, headers: { ...headers, host: to.host } }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  onward.once('error', () => res.destroy());
  req.pipe(onward);
}
