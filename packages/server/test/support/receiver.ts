import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string>;
  body: string;
  // Tests read bodies of every shape; what they rely on they assert.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The responses to the next requests, in order. The last one repeats. */
  answers: { status: number; body?: string; headers?: Record<string, string> }[];
  /** If set, responses wait for it. */
  gate: (() => Promise<void>) | undefined;
  /** The number of requests that wait for a response. */
  open(): number;
  close(): Promise<void>;
}

/** A local webhook receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  let open = 0;
  const server: Server = createServer((req, res) => {
    open += 1;
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (text: string) => {
      body += text;
    });
    req.on('end', async () => {
      receiver.received.push({ headers: plain(req.headers), body, json: JSON.parse(body) });
      await receiver.gate?.();
      const [first] = receiver.answers.length > 1 ? receiver.answers.splice(0, 1) : receiver.answers;
      open -= 1;
      res.writeHead(first?.status ?? 200, first?.headers).end(first?.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answers: [{ status: 200 }],
    gate: undefined,
    open: () => open,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
