import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express, { type Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { fileRoutes } from '../../src/http/files/files.ts';
import { sendStream } from '../../src/http/files/send-stream.ts';
import { openFolder } from '../storage/harness.ts';

/** Sends a request, and disconnects before the response begins. */
async function leave(app: express.Express, path: string): Promise<void> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const left = new AbortController();
  server.once('request', () => left.abort());
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}${path}`, { signal: left.signal })).rejects.toThrow('aborted');
}

const hasLeft = (res: ServerResponse) => (res.closed ? undefined : once(res, 'close'));

test('a stream is closed if the client left before the response began', async () => {
  const stream = Readable.from(['audio']);
  const sent = Promise.withResolvers<Response>();
  await leave(
    express().get('/', (_req, res) => sent.resolve(res)),
    '/',
  );
  const res = await sent.promise;
  await hasLeft(res);
  await expect(sendStream(res, stream)).rejects.toThrow();
  expect(stream.destroyed).toBe(true);
});

test('a stored file is closed if the client left while it was opened', async () => {
  const folder = await openFolder();
  onTestFinished(folder.close);
  await folder.store.put('objects/take.wav', Buffer.alloc(100_000), { content_type: 'audio/wav' });
  const { url } = await folder.store.downloadTicket({
    key: 'objects/take.wav',
    content_type: 'audio/wav',
    filename: 'take.wav',
    expires_in_s: 60,
  });
  const opened = Promise.withResolvers<Readable>();
  const app = express();
  let response: Response | undefined;
  app.use((_req, res, next) => {
    response = res;
    next();
  });
  const get: typeof folder.store.get = async (key, range) => {
    if (response) await hasLeft(response);
    const blob = await folder.store.get(key, range);
    opened.resolve(blob.stream);
    return blob;
  };
  app.use(fileRoutes({ ...folder.store, get }, () => undefined));
  await leave(app, new URL(url).pathname);
  const stream = await opened.promise;
  await expect.poll(() => stream.closed).toBe(true);
});
