import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { AbortError, Voiceloom } from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { data, type Step, scripted, silence } from './support/scripted-server.ts';

const ok: Step = (res) => res.end();

test('sequential calls share a connection, and parallel calls each have one', async () => {
  const { client, server } = await scripted(data({ id: 'v' }));
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const made = client({ fetch: nodeFetch() });
  for (let at = 0; at < 20; at += 1) await made.voices.get('v');
  expect(connections).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => made.voices.get('v')));
  expect(connections).toBeLessThanOrEqual(4);
});

test('no more connections are opened than allowed', async () => {
  const { client, server } = await scripted(data({ id: 'v' }));
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const made = client({ fetch: nodeFetch({ maxSockets: 2 }) });
  await Promise.all(Array.from({ length: 10 }, () => made.voices.get('v')));
  expect(connections).toBe(2);
});

test('characters that are split between two chunks stay whole', async () => {
  const text = '한국어 – ünïcödé 🎙️'.repeat(50);
  const bytes = Buffer.from(JSON.stringify({ data: { id: text }, meta: {} }));
  const { client } = await scripted(async (res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    for (const byte of [bytes.subarray(0, 26), bytes.subarray(26, 27), bytes.subarray(27)]) {
      await new Promise((written) => res.write(byte, written));
    }
    res.end();
  });
  expect((await client({ fetch: nodeFetch() }).voices.get('v')).id).toBe(text);
});

test('all forms of a header are sent', async () => {
  const { url, seen } = await scripted(ok);
  const send = nodeFetch();
  for (const headers of [{ 'x-one': '1' }, new Headers({ 'x-one': '1' }), [['x-one', '1']] as const]) {
    const response = await send(url, { headers: headers as HeadersInit });
    expect([response.status, response.ok, await response.text()]).toEqual([200, true, '']);
  }
  expect(seen.map(({ headers }) => headers['x-one'])).toEqual(['1', '1', '1']);
});

test.each(['POST', 'PUT', 'PATCH'])('%s without a body sends a content length of zero', async (method) => {
  const { url, seen } = await scripted(ok);
  for (const body of [undefined, null]) await nodeFetch()(url, { method, ...(body === null && { body }) });
  for (const { headers } of seen) {
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual(['0', undefined]);
  }
  expect(seen).toHaveLength(2);
});

test.each(['GET', 'DELETE'])('%s without a body sends no content length', async (method) => {
  const { url, seen } = await scripted(ok);
  await nodeFetch()(url, { method });
  expect(seen[0]?.headers).not.toHaveProperty('content-length');
  expect(seen[0]?.headers).not.toHaveProperty('transfer-encoding');
});

test('a file that cannot be read to its end fails with the reason', async () => {
  const { url } = await scripted(ok);
  const gone = new Error('The disk is gone.');
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new Uint8Array(8)),
      pull: () => Promise.reject(gone),
    });
  await expect(nodeFetch()(url, { method: 'PUT', body: body() })).rejects.toBe(gone);
  const upload = { id: 'u', content_type: 'audio/wav' };
  const api = await scripted(data({ upload, upload_url: `${url}/put` }, 201));
  const file = { filename: 'a.wav', sizeBytes: 16, stream: body };
  const made = api.client({ fetch: nodeFetch(), maxRetries: 0 });
  const sent = made.uploads.upload({ file, category: 'audio', workflowId: 'w' });
  await expect(sent).rejects.toThrow('The upload failed: The disk is gone.');
});

test('a consumed body is rejected instead of read again, without a hang', async () => {
  const { url } = await scripted((res) => res.end('once'));
  const response = await nodeFetch()(url, {});
  expect(await response.text()).toBe('once');
  await expect(response.text()).rejects.toThrow('The response has already been read.');
});

test('files are uploaded and downloaded over it without the key', async () => {
  const bytes = randomBytes(300_000);
  const storage = await scripted(ok, ok, (res) => res.end(bytes));
  const upload = { id: 'u', content_type: 'audio/wav' };
  const created = data({ upload, upload_url: `${storage.url}/put` }, 201);
  const { client } = await scripted(created, data(upload), created, data(upload));
  const made = client({ fetch: nodeFetch() });
  const rest = { category: 'audio', workflowId: 'w', filename: 'a.wav' } as const;
  await made.uploads.upload({ ...rest, file: new Blob([bytes]) });
  await made.uploads.upload({ ...rest, file: new Blob([bytes]).stream() });
  expect(storage.seen.map(({ body }) => body.equals(bytes))).toEqual([true, true]);
  expect(storage.seen[0]?.headers['content-length']).toBe('300000');
  const download = await made.download({ url: `${storage.url}/get`, filename: 'a.wav' });
  expect(Buffer.from(await download.bytes()).equals(bytes)).toBe(true);
  expect(storage.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
});

test('an aborted request ends, whether it is not sent yet or waiting for the response', async () => {
  const { client, seen } = await scripted(silence);
  const made = client({ fetch: nodeFetch() });
  await expect(made.voices.get('v', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortError);
  expect(seen).toHaveLength(0);
  const controller = new AbortController();
  const hanging = made.voices.get('v', { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(hanging).rejects.toBeInstanceOf(AbortError);
});

test('an address without a listener is a connection error', async () => {
  const client = new Voiceloom({
    apiKey: 'k',
    baseUrl: 'http://127.0.0.1:9',
    fetch: nodeFetch(),
    maxRetries: 0,
  });
  await expect(client.voices.get('v')).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
});
