import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  type NodeWebhookHandler,
  type NodeWebhookRequest,
  newSecret,
  nodeWebhookHandler,
  sign,
  type WebhookHandlerOptions,
} from '../src/webhooks.ts';

/** Requests as newer types of Node declare them: known event names with their arguments, then any name. */
interface MappedRequest {
  headers: { [name: string]: string | string[] | undefined };
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): this;
  // biome-ignore lint/suspicious/noExplicitAny: as it stands there
  on(name: string | symbol, listener: (...args: any[]) => void): this;
}
// biome-ignore lint/suspicious/noExplicitAny: as it stands there
type Events = { close: []; data: [chunk: any]; end: []; error: [error: Error] };

test('the handler accepts requests as any version of the Node types declares them', () => {
  type Taken<Request> = Request extends NodeWebhookRequest ? true : never;
  const taken: [Taken<MappedRequest>, Taken<IncomingMessage>, Taken<Http2ServerRequest>] = [true, true, true];
  expect(taken).not.toContain(false);
});

const secret = newSecret();
const event = { id: 'e-1', type: 'run.applauded', title: 'Grüße' };

/** A server that passes every request to the handler after `before`. */
async function served(
  options: Partial<WebhookHandlerOptions> = {},
  before: (req: IncomingMessage & { body?: unknown }) => unknown = () => {},
) {
  const heard: unknown[] = [];
  const receive: NodeWebhookHandler = nodeWebhookHandler({
    secrets: secret,
    on: { unknown: ({ event: sent }) => heard.push(sent) },
    ...options,
  });
  const server = createServer(async (req, res) => {
    await before(req);
    await receive(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const read = async (req: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

test('a node:http server receives deliveries byte by byte as they were signed', async () => {
  const { url, heard } = await served();
  const delivery = await sign(event, secret);
  expect((await fetch(url, delivery)).status).toBe(200);
  expect(heard).toEqual([event]);
  expect((await fetch(url, { ...delivery, body: `${delivery.body} ` })).status).toBe(400);
});

test('secrets are selected by the original path, before a router shortened it', async () => {
  const paths: string[] = [];
  const secrets = (asked: Request) => {
    paths.push(new URL(asked.url).pathname);
    return secret;
  };
  const { url } = await served({ secrets }, (req) => {
    Object.assign(req, { originalUrl: req.url, url: '/' });
  });
  expect((await fetch(`${url}/hooks/one?x=1`, await sign(event, secret))).status).toBe(200);
  expect(paths).toEqual(['/hooks/one']);
});

test('a raw body kept by express.raw or a platform is used, and a parsed body is reported', async () => {
  const kept = [
    (body: Buffer) => ({ body }),
    (body: Buffer) => ({ body: body.toString() }),
    (body: Buffer) => ({ body: JSON.parse(body.toString()), rawBody: body }),
  ];
  for (const form of kept) {
    const { url } = await served({}, async (req) => Object.assign(req, form(await read(req))));
    expect((await fetch(url, await sign(event, secret))).status).toBe(200);
  }
  const told: unknown[] = [];
  const { url } = await served({ onError: (error) => told.push(error) }, async (req) =>
    Object.assign(req, { body: JSON.parse((await read(req)).toString()) }),
  );
  expect((await fetch(url, await sign(event, secret))).status).toBe(500);
  expect(told).toMatchObject([{ code: 'INVALID_OPTIONS', message: expect.stringContaining('express.raw') }]);
});

test('an endless body is rejected with 413 once it is too large', async () => {
  const { url } = await served({ maxBytes: 1_000 });
  const sending = request(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
  // The server closes the connection while the client still writes.
  sending.on('error', () => {});
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write('x'.repeat(2_000));
  const [response] = await answered;
  expect(response.statusCode).toBe(413);
  sending.destroy();
});

test('a sender that disconnects leaves no pending work', async () => {
  const told = Promise.withResolvers<unknown>();
  const { url } = await served({ onError: (error) => told.resolve(error) });
  const sending = request(url, { method: 'POST', headers: { 'content-length': '1000' } });
  sending.on('error', () => {});
  sending.write('x', () => sending.destroy());
  expect(await told.promise).toMatchObject({ code: 'INVALID_BODY' });
});

test('a sender that disconnected before the handler was called leaves no pending work', async () => {
  const told = Promise.withResolvers<unknown>();
  const arrived = Promise.withResolvers<void>();
  const { url } = await served({ onError: (error) => told.resolve(error) }, async (req) => {
    arrived.resolve();
    await new Promise((resolve) => req.on('close', resolve));
  });
  const sending = request(url, { method: 'POST', headers: { 'content-length': '1000' } });
  sending.on('error', () => {});
  sending.write('x');
  await arrived.promise;
  sending.destroy();
  expect(await told.promise).toMatchObject({ code: 'INVALID_BODY' });
});

test('a response that was already sent by other code is reported, and nothing rejects', async () => {
  const told: unknown[] = [];
  const receive = nodeWebhookHandler({ secrets: secret, on: {}, onError: (error) => told.push(error) });
  const done = Promise.withResolvers<void>();
  const server = createServer((req, res) => {
    res.writeHead(503).end();
    receive(req, res).then(done.resolve, done.reject);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}`, await sign(event, secret))).status).toBe(503);
  await done.promise;
  expect(told).toMatchObject([{ code: 'ERR_HTTP_HEADERS_SENT' }]);
});
