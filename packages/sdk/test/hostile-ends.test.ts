import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ConnectionError,
  InputError,
  type Middleware,
  PermissionError,
  ResponseError,
  ServerError,
  type VoiceloomOptions,
} from '../src/index.ts';
import { fileFrom, nodeFetch, saveFiles, saveTo } from '../src/node.ts';
import { data, failure, json, META, type Step, scripted } from './support/scripted-server.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
};

const running = { id: 'r1', workflow_id: 'w1', status: 'running' };
const ended = { id: 1, type: 'run.status', data: { status: 'completed' } };

/** The events of a run that ends immediately. */
const toTheEnd: Step = (res, { url }) => {
  if (!url.endsWith('/events')) return data({ ...running, status: 'completed' })(res, {} as never);
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.end(`data: ${JSON.stringify(ended)}\n\n`);
};

describe.each([
  ['fetch', undefined],
  ['node:http', nodeFetch],
])('over %s', (_, transport) => {
  const own = (): VoiceloomOptions => (transport ? { fetch: transport() } : {});

  test('a credential that is invalid as a header value is rejected and never shown', async () => {
    const { client, seen } = await scripted(data({ id: 'v' }));
    const told: unknown[] = [];
    const logger = {
      debug: (...all: unknown[]) => told.push(all),
      warn: (...all: unknown[]) => told.push(all),
    };
    for (const apiKey of ['vl_live_first\nsecret', 'vl_live_first…secret', 'vl_live_first\u0000secret']) {
      const error = await caught(client({ ...own(), apiKey, logger }).voices.get('v'));
      expect(error).toBeInstanceOf(InputError);
      expect(`${JSON.stringify([error, told])}${String(error)}`).not.toMatch(/first|secret/);
    }
    await client({ ...own(), apiKey: ' vl_live_secret\n' }).voices.get('v');
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer vl_live_secret']);
  });

  test('a body that breaks off while middleware still runs is a connection error at once', async () => {
    const step: Step = (res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('{"data":');
    };
    const { client, server } = await scripted(step);
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    const slow: Middleware = async (request, next) => {
      const response = await next(request);
      const closed = new Promise((resolve) => sockets.at(-1)?.once('close', resolve));
      sockets.at(-1)?.resetAndDestroy();
      await closed;
      // The other end notices this a little later.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      return response;
    };
    const made = client({ ...own(), middleware: [slow], maxRetries: 0, timeoutMs: 5_000 });
    expect(await caught(made.voices.get('v'))).toBeInstanceOf(ConnectionError);
  });

  test('an upload that is rejected before it was read leaves no connection and no file open', async () => {
    const path = join(await folder(), 'long.wav');
    await writeFile(path, Buffer.alloc(32 * 1024 * 1024));
    const closed = Promise.withResolvers<void>();
    // It responds with headers only and reads no further.
    const storage = createServer((socket) => {
      socket.on('error', () => undefined).on('close', () => closed.resolve());
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\n{}');
        // A socket that does not read notices that the peer has closed only when it writes.
        const beat = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(beat));
      });
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void storage.close());
    const { port } = storage.address() as { port: number };
    const upload = { id: 'u1', content_type: 'audio/wav' };
    const api = await scripted(data({ upload, upload_url: `http://127.0.0.1:${port}/put` }, 201));
    const file = await fileFrom(path);
    const sent = api
      .client({ ...own(), idleTimeoutMs: 600_000 })
      .uploads.upload({ file, category: 'audio', workflowId: 'w1' });
    expect(await caught(sent)).toBeInstanceOf(PermissionError);
    await closed.promise;
    await vi.waitFor(async () => expect(await openFiles(path)).toBe(0), { timeout: 30_000 });
  });

  test('a file that could not be sent is closed', async () => {
    const path = join(await folder(), 'a.csv');
    await writeFile(path, 'text');
    const gone = await scripted(data({}));
    gone.server.close();
    const upload = { id: 'u1', content_type: 'text/csv' };
    const api = await scripted(data({ upload, upload_url: `${gone.url}/put` }, 201));
    const sent = api
      .client({ ...own(), maxRetries: 1 })
      .uploads.upload({ file: await fileFrom(path), category: 'script', workflowId: 'w1' });
    expect(await caught(sent)).toBeInstanceOf(ConnectionError);
    await vi.waitFor(async () => expect(await openFiles(path)).toBe(0), { timeout: 30_000 });
  });

  test('a download that is not read is closed when it is canceled, or when its file cannot be created', async () => {
    const path = join(await folder(), 'file');
    await writeFile(path, '');
    const left: Promise<unknown>[] = [];
    const { client, url } = await scripted((res) => {
      left.push(new Promise((resolve) => res.on('close', resolve)));
      res.writeHead(200);
      res.write('begun');
    });
    const made = client({ ...own(), idleTimeoutMs: 600_000 });
    const open = () => made.download({ url: `${url}/file`, filename: 'file' });
    await (await open()).stream().cancel();
    await caught(saveTo(await open(), join(path, 'below a file.wav')));
    await Promise.all(left);
    expect(left).toHaveLength(2);
  });
});

test.each([
  ['fetch', undefined],
  ['node:http', nodeFetch()],
])(
  'a download of unknown length that breaks before it is read is not an empty file: over %s',
  async (_, own) => {
    const place = await folder();
    const { client, url, server } = await scripted((res) => {
      res.writeHead(200);
      res.write('begun');
    });
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    const download = await client(own && { fetch: own }).download({ url, filename: 'a.zip' });
    const closed = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(await caught(saveTo(download, join(place, 'a.zip')))).toBeInstanceOf(ConnectionError);
    expect(await readdir(place)).toEqual([]);
  },
);

/** How many descriptors of a file this process has open. */
async function openFiles(path: string): Promise<number> {
  const fds = await readdir('/proc/self/fd');
  const open = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return open.filter((name) => name === path).length;
}

test.each([{ timeoutMs: Infinity }, { timeoutMs: 3_000_000_000 }])(
  'following a run may have a longer timeout than a timer supports: %j',
  async (options) => {
    const { client } = await scripted(toTheEnd);
    const run = await client().runs.handle('w1', 'r1').wait(options);
    expect(run.status).toBe('completed');
  },
);

test('a client without a silence limit reads and sends', async () => {
  const storage = await scripted((res) => setTimeout(() => res.end('bytes'), 50));
  const upload = { id: 'u1', content_type: 'text/csv' };
  const api = await scripted(
    data({ upload, upload_url: `${storage.url}/put` }, 201),
    data({ ...upload, status: 'confirmed' }),
    toTheEnd,
  );
  const client = api.client({ idleTimeoutMs: Infinity });
  const file = new Blob(['text']);
  const sent = await client.uploads.upload({ file, filename: 'a.csv', category: 'script', workflowId: 'w1' });
  expect(sent.status).toBe('confirmed');
  const download = await client.download({ url: `${storage.url}/a`, filename: 'a' });
  expect(String(Buffer.from(await download.bytes()))).toBe('bytes');
  expect((await client.runs.handle('w1', 'r1').wait()).status).toBe('completed');
});

test.each([[null], ['text'], [{}]])('a response of %j instead of a run is a typed error', async (answer) => {
  const { client } = await scripted(json({ data: answer, meta: META }));
  expect(await caught(client().runs.start('w1'))).toBeInstanceOf(ResponseError);
  expect(await caught(client().runs.start('w1').wait())).toBeInstanceOf(ResponseError);
});

test('a wait that storage requests fails at once if it is longer than the silence limit', async () => {
  const busy = failure(503, 'UNAVAILABLE', { 'retry-after': '3600' });
  const storage = await scripted(busy);
  const upload = { id: 'u1', content_type: 'text/csv' };
  const api = await scripted(data({ upload, upload_url: `${storage.url}/put` }, 201));
  const file = new Blob(['text']);
  const sent = api.client().uploads.upload({ file, filename: 'a.csv', category: 'script', workflowId: 'w1' });
  expect(await caught(sent)).toBeInstanceOf(ServerError);
  const opened = api.client().download({ url: `${storage.url}/a`, filename: 'a' });
  expect(await caught(opened)).toBeInstanceOf(ServerError);
  expect(storage.seen).toHaveLength(2);
});

describe('an interrupted download is not joined from parts that do not match', () => {
  const bytes = Buffer.from('0123456789');
  const version = { etag: '"1"', 'accept-ranges': 'bytes' };
  /** Sends half of the file, then closes the connection. */
  const half =
    (headers: Record<string, string> = {}): Step =>
    (res) => {
      res.writeHead(200, { ...version, 'content-length': '10', ...headers });
      res.write(bytes.subarray(0, 5), () => setTimeout(() => res.socket?.destroy(), 20));
    };

  test('because the server sends a different part', async () => {
    const { client, url } = await scripted(half(), (res) => {
      res.writeHead(206, { ...version, 'content-range': 'bytes 0-4/10', 'content-length': '5' });
      res.end(bytes.subarray(0, 5));
    });
    const download = await client().download({ url, filename: 'a' });
    expect(await caught(download.bytes())).toBeInstanceOf(ConnectionError);
  });

  test('because the range counts encoded bytes', async () => {
    const { client, url, seen } = await scripted(half({ 'content-encoding': 'identity' }), (res) => {
      res.writeHead(206, { ...version, 'content-range': 'bytes 5-9/10' });
      res.end(bytes.subarray(5));
    });
    const download = await client({ fetch: nodeFetch() }).download({ url, filename: 'a' });
    expect(await caught(download.bytes())).toBeInstanceOf(ConnectionError);
    expect(seen).toHaveLength(1);
  });
});

test('when one file of a run cannot be saved, no other file is still being saved', async () => {
  const place = await folder();
  const open = new Set<unknown>();
  const { client, url } = await scripted((res, { url: path }) => {
    if (path.endsWith('/download?format=files'))
      return data({ url: `${url}/list`, filename: 'list', expires_at: META.timestamp })(res, {} as never);
    if (path === '/list') {
      const files = ['a.wav', 'b.wav', 'c.wav'].map((file) =>
        JSON.stringify({ file, url: `${url}/${file}` }),
      );
      return res.end(files.join('\n'));
    }
    if (path === '/a.wav')
      return vi
        .waitFor(() => expect(open.size).toBe(2), { timeout: 30_000 })
        .then(() => failure(404, 'NOT_FOUND')(res, {} as never));
    open.add(res);
    res.on('close', () => open.delete(res));
    res.writeHead(200, { 'content-length': '100' });
    return res.write('begun');
  });
  const made = client({ idleTimeoutMs: 20_000 });
  await caught(saveFiles(made, { id: 'r1', workflow_id: 'w1' }, place));
  await vi.waitFor(() => expect(open.size).toBe(0), { timeout: 30_000 });
  expect(await readdir(place)).toEqual([]);
});
