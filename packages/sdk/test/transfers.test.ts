import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import {
  AbortError,
  ConnectionError,
  InputError,
  NotFoundError,
  ResponseError,
  TimeoutError,
} from '../src/index.ts';
import { fileFrom, saveTo } from '../src/node.ts';
import { data, failure, reset, type Step, scripted, silence } from './support/scripted-server.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A service whose storage is a separate origin, as with object storage. */
async function uploading(...put: Step[]) {
  const storage = await scripted(...put);
  const upload = { id: 'u1', content_type: 'text/csv' };
  const api = await scripted(
    data({ upload, upload_url: `${storage.url}/put/u1` }, 201),
    data({ ...upload, status: 'confirmed' }),
  );
  return { storage, api };
}

const ok: Step = (res) => res.end();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('an upload announces the file with its checksum, sends the bytes without the key, and confirms', async () => {
  const { api, storage } = await uploading(ok);
  const path = join(await folder(), 'script.csv');
  const bytes = randomBytes(300_000);
  await writeFile(path, bytes);
  const sent: number[] = [];
  const upload = await api.client().uploads.upload({
    file: await fileFrom(path),
    category: 'script',
    workflowId: 'w1',
    onProgress: (progress) => sent.push(progress.bytes),
  });
  expect(upload.status).toBe('confirmed');
  expect(JSON.parse(String(api.seen[0]?.body))).toEqual({
    filename: 'script.csv',
    category: 'script',
    size_bytes: 300_000,
    checksum_sha256: sha256(bytes),
  });
  expect(storage.seen[0]?.body.equals(bytes)).toBe(true);
  expect(storage.seen[0]?.headers).toMatchObject({ 'content-type': 'text/csv', 'content-length': '300000' });
  expect(storage.seen[0]?.headers.authorization).toBeUndefined();
  expect(api.seen[1]?.url).toBe('/api/v1/uploads/u1');
  expect(JSON.parse(String(api.seen[1]?.body))).toEqual({ context_type: 'workflow', context_id: 'w1' });
  expect(sent.at(-1)).toBe(300_000);
  expect(sent.length).toBeGreaterThan(1);
});

test.each([
  ['a Blob', () => new Blob(['hello'])],
  ['bytes', () => new TextEncoder().encode('hello')],
  ['a buffer', () => new TextEncoder().encode('hello').buffer],
  ['a stream', () => new Blob(['hello']).stream()],
])('%s can be uploaded', async (_, make) => {
  const { api, storage } = await uploading(ok);
  await api.client().uploads.upload({ file: make(), filename: 'a.txt', category: 'script', workflowId: 'w' });
  expect(String(storage.seen[0]?.body)).toBe('hello');
});

test('the bytes are sent again after a failure unless they can be read only once', async () => {
  const { api, storage } = await uploading(reset, failure(503, 'UNAVAILABLE', { 'retry-after': '0' }), ok);
  const rest = { filename: 'a.txt', category: 'script', workflowId: 'w' } as const;
  await api.client().uploads.upload({ file: new Blob(['hello']), ...rest });
  expect(storage.seen.map(({ body }) => String(body)).at(-1)).toBe('hello');
  expect(storage.seen).toHaveLength(3);
  const once = await uploading(failure(503, 'UNAVAILABLE', { 'retry-after': '0' }), ok);
  const uploads = once.api.client().uploads;
  await expect(uploads.upload({ file: new Blob(['x']).stream(), ...rest })).rejects.toMatchObject({
    status: 503,
  });
  expect(once.storage.seen).toHaveLength(1);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The total size of buffers that are still referenced. */
function memoryInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test('an upload of any size needs little memory', async () => {
  const [size, piece] = [192 * 1024 * 1024, 256 * 1024];
  const storage = await scripted((_res) => {});
  storage.server.removeAllListeners('request').on('request', (req, res) => {
    let unmeasured = 0;
    req.on('data', (chunk: Buffer) => {
      unmeasured += chunk.length;
      if (unmeasured < size / 8) return;
      unmeasured = 0;
      peak = Math.max(peak, memoryInUse());
    });
    req.on('end', () => res.end());
  });
  const upload = { id: 'u1', content_type: 'audio/wav' };
  const api = await scripted(data({ upload, upload_url: storage.url }, 201), data(upload));
  async function* pieces() {
    for (let sent = 0; sent < size; sent += piece) yield new Uint8Array(piece);
  }
  const file = {
    filename: 'a.wav',
    sizeBytes: size,
    stream: () => Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>,
  };
  const before = memoryInUse();
  let peak = before;
  await api.client().uploads.upload({ file, category: 'audio', workflowId: 'w1' });
  expect(peak - before).toBeLessThan(size / 2);
});

test('a stalled or aborted upload ends', async () => {
  const rest = { file: new Blob(['x']), filename: 'a.txt', category: 'script', workflowId: 'w' } as const;
  const still = await uploading(silence);
  await expect(
    still.api.client({ idleTimeoutMs: 100, maxRetries: 0 }).uploads.upload(rest),
  ).rejects.toBeInstanceOf(TimeoutError);
  const controller = new AbortController();
  const aborted = await uploading(() => controller.abort());
  const upload = aborted.api.client().uploads.upload({ ...rest, signal: controller.signal });
  await expect(upload).rejects.toBeInstanceOf(AbortError);
});

test('a file without a name is rejected before anything is sent', async () => {
  const { api } = await uploading(ok);
  const upload = api.client().uploads.upload({ file: new Blob(['x']), category: 'script', workflowId: 'w' });
  await expect(upload).rejects.toBeInstanceOf(InputError);
  expect(api.seen).toHaveLength(0);
});

const bytes = randomBytes(200_000);
const link = (url: string) => ({ url: `${url}/file.zip`, filename: 'file.zip' });

test('a download is a stream, reports its progress, and sends no key', async () => {
  const { client, url, seen } = await scripted((res) => {
    res.writeHead(200, { 'content-length': bytes.length, 'content-type': 'application/zip' }).end(bytes);
  });
  const progress: number[] = [];
  const download = await client().download(link(url), { onProgress: ({ bytes }) => progress.push(bytes) });
  expect([download.sizeBytes, download.contentType]).toEqual([200_000, 'application/zip']);
  expect(Buffer.from(await download.bytes()).equals(bytes)).toBe(true);
  expect(progress.at(-1)).toBe(200_000);
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('an interrupted download is resumed if the file has a version', async () => {
  const headers = { etag: '"1"', 'accept-ranges': 'bytes' };
  const { client, url, seen } = await scripted(
    (res) => {
      res.writeHead(200, { ...headers, 'content-length': bytes.length });
      res.write(bytes.subarray(0, 70_000), () => res.socket?.destroy());
    },
    (res, { headers: sent }) => {
      const from = Number(/^bytes=(\d+)-$/.exec(String(sent.range))?.[1]);
      res.writeHead(206, { ...headers, 'content-length': bytes.length - from }).end(bytes.subarray(from));
    },
  );
  const path = join(await folder(), 'deep/file.zip');
  await saveTo(await client().download(link(url)), path);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(seen[1]?.headers['if-range']).toBe('"1"');
});

test('a download that cannot be resumed fails and leaves no file', async () => {
  const { client, url } = await scripted((res) => {
    res.writeHead(200, { 'content-length': bytes.length });
    res.write(bytes.subarray(0, 1000), () => res.socket?.destroy());
  });
  const path = await folder();
  const saving = saveTo(await client().download(link(url)), join(path, 'file.zip'));
  await expect(saving).rejects.toBeInstanceOf(ConnectionError);
  expect(await readdir(path)).toEqual([]);
});

test('the first connection of a download is retried unless the address is invalid', async () => {
  const away = failure(503, 'UNAVAILABLE', { 'retry-after': '0' });
  const { client, url, seen } = await scripted(reset, away, (res) => res.end(bytes));
  const download = await client().download(link(url));
  expect(Buffer.from(await download.bytes()).equals(bytes)).toBe(true);
  expect(seen).toHaveLength(3);
});

const digestOf = (content: Uint8Array) =>
  `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;

test('a consumed download is an error instead of an empty file', async () => {
  const { client, url } = await scripted((res) => res.end('bytes'));
  const place = await folder();
  const download = await client().download({ url, filename: 'a.zip' });
  expect(Buffer.from(await download.bytes()).toString()).toBe('bytes');
  await expect(download.bytes()).rejects.toBeInstanceOf(InputError);
  await expect(saveTo(download, join(place, 'a.zip'))).rejects.toThrow(
    'a.zip was already read: download it again.',
  );
  await expect(
    (async () => {
      for await (const _ of download) throw new Error('There is more.');
    })(),
  ).rejects.toBeInstanceOf(InputError);
  expect(await readdir(place)).toEqual([]);
});

test.each([':!!!:', ':AAAA:', '?1', ''])('an invalid digest is ignored: %j', async (digest) => {
  const { client, url } = await scripted((res) =>
    res.writeHead(200, { 'repr-digest': `sha-256=${digest}` }).end('bytes'),
  );
  const download = await client().download({ url, filename: 'a' });
  expect(download.sha256).toBeNull();
  expect(Buffer.from(await download.bytes()).toString()).toBe('bytes');
});

test('a download is verified against the digest that the service returns', async () => {
  const { client, url, seen } = await scripted((res) => {
    res.writeHead(200, { 'repr-digest': `sha-512=:AAAA:, ${digestOf(bytes)}` }).end(bytes);
  });
  const path = join(await folder(), 'file.zip');
  const download = await client().download(link(url));
  expect(download.sha256).toBe(sha256(bytes));
  await saveTo(download, path);
  expect(Buffer.from(await (await client().download(link(url))).bytes()).equals(bytes)).toBe(true);
  expect(seen[0]?.headers['want-repr-digest']).toBe('sha-256=1');
});

test('a download that differs from what the service announced is an error and leaves no file', async () => {
  const { client, url } = await scripted((res) => {
    res.writeHead(200, { 'repr-digest': digestOf(Buffer.from('another file')) }).end(bytes);
  });
  const path = await folder();
  const saving = saveTo(await client().download(link(url)), join(path, 'file.zip'));
  await expect(saving).rejects.toBeInstanceOf(ResponseError);
  expect(await readdir(path)).toEqual([]);
  await expect((await client().download(link(url))).bytes()).rejects.toBeInstanceOf(ResponseError);
});

test('two concurrent downloads to one path do not mix their bytes', async () => {
  const [first, second] = [randomBytes(300_000), randomBytes(300_000)];
  let answered: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    answered = resolve;
  });
  // Each sends its first half, and the rest after the other has started too.
  const halves =
    (content: Buffer, under: () => unknown): Step =>
    (res) => {
      res.writeHead(200, { 'repr-digest': digestOf(content) });
      res.write(content.subarray(0, 150_000), () => {
        under();
        void both.then(() => res.end(content.subarray(150_000)));
      });
    };
  const { client, url } = await scripted(
    halves(first, () => {}),
    halves(second, () => answered()),
  );
  const path = join(await folder(), 'file.zip');
  const one = await client().download(link(url));
  const saving = saveTo(one, path);
  await Promise.all([saving, saveTo(await client().download(link(url)), path)]);
  const saved = await readFile(path);
  expect(saved.equals(first) || saved.equals(second)).toBe(true);
  expect(await readdir(join(path, '..'))).toEqual(['file.zip']);
});

test('an expired address is the error of the service', async () => {
  const { client, url } = await scripted(failure(404, 'NOT_FOUND'));
  await expect(client().download(link(url))).rejects.toBeInstanceOf(NotFoundError);
});

test('a stalled or aborted download ends', async () => {
  const half: Step = (res) => {
    res.writeHead(200);
    res.write(bytes.subarray(0, 1000));
  };
  const { client, url } = await scripted(half);
  const still = await client({ idleTimeoutMs: 100, maxRetries: 0 }).download(link(url));
  await expect(still.bytes()).rejects.toBeInstanceOf(TimeoutError);
  const controller = new AbortController();
  const aborted = await client().download(link(url), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await expect(aborted.bytes()).rejects.toBeInstanceOf(AbortError);
});

test('opening a download ends if the address does not respond or the signal is already aborted', async () => {
  const { client, url, seen } = await scripted(silence);
  const opening = client({ idleTimeoutMs: 80 }).download(link(url));
  await expect(opening).rejects.toBeInstanceOf(TimeoutError);
  const aborted = client().download(link(url), { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toBeInstanceOf(AbortError);
  expect(seen).toHaveLength(1);
});
