import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AbortError, ConnectionError, InputError } from '../src/index.ts';
import { fileFrom, nodeFetch, saveTo } from '../src/node.ts';
import { data, failure, type Seen, type Step, scripted, silence } from './support/scripted-server.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function uploading(...put: Step[]) {
  const storage = await scripted(...put);
  const upload = { id: 'u1', content_type: 'text/csv' };
  const api = await scripted(data({ upload, upload_url: `${storage.url}/put/u1` }, 201), data(upload));
  return { storage, api };
}

const ok: Step = (res) => res.end();
const rest = { filename: 'a.csv', category: 'script', workflowId: 'w' } as const;
const big = new Uint8Array(3_000_000).fill(120);

/** Reads a part of the body, then resets the connection. */
const cutOff: Step = (res) => res.socket?.resetAndDestroy();

/** The upload was created, never confirmed, and is deleted. */
async function taken(seen: readonly Seen[]) {
  await vi.waitUntil(() => seen.length > 1, { timeout: 60_000, interval: 10 });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v1/uploads',
    'DELETE /api/v1/uploads/u1',
  ]);
}

const transports = [
  ['fetch', () => ({})],
  ['node:http', () => ({ fetch: nodeFetch() })],
] as const;

describe.each(transports)('over %s', (_name, options) => {
  test('an error that onProgress throws ends the upload at once, and is not wrapped', async () => {
    const { api, storage } = await uploading(ok);
    const own = new Error('my own');
    let calls = 0;
    const onProgress = () => {
      calls += 1;
      throw own;
    };
    const uploads = api.client(options()).uploads;
    await expect(uploads.upload({ ...rest, file: new Blob([big]), onProgress })).rejects.toBe(own);
    expect(calls).toBe(1);
    expect(storage.seen.length).toBeLessThanOrEqual(1);
    await taken(api.seen);
  });

  test('an error of this package that onProgress throws also ends the upload, and is not retried', async () => {
    const { api } = await uploading(ok);
    const own = new ConnectionError('of another call');
    const onProgress = () => {
      throw own;
    };
    const uploads = api.client(options()).uploads;
    await expect(uploads.upload({ ...rest, file: new Blob([big]), onProgress })).rejects.toBe(own);
    await taken(api.seen);
  });

  test.each(['path', 'Blob', 'bytes'])('an interrupted upload of a %s restarts by itself', async (kind) => {
    const path = join(await folder(), 'a.csv');
    await writeFile(path, big);
    const { api, storage } = await uploading(cutOff, ok);
    const files = { path: await fileFrom(path), Blob: new Blob([big]), bytes: big };
    const told: number[] = [];
    const onProgress = ({ bytes }: { bytes: number }) => told.push(bytes);
    await api.client(options()).uploads.upload({ ...rest, file: files[kind as 'path'], onProgress });
    expect(storage.seen.at(-1)?.body.equals(big)).toBe(true);
    expect(told.at(-1)).toBe(big.length);
    // The second attempt reports its progress from the start.
    expect(told.some((bytes, at) => bytes <= (told[at - 1] ?? 0))).toBe(true);
    expect(api.seen).toHaveLength(2);
  });

  test('a stalled upload is restarted', async () => {
    const { api, storage } = await uploading(silence, ok);
    const client = api.client({ ...options(), idleTimeoutMs: 150 });
    await client.uploads.upload({ ...rest, file: new Blob(['a,b']) });
    expect(storage.seen.map(({ body }) => String(body))).toEqual(['a,b', 'a,b']);
  });

  test('a consumed stream is not sent again, and the error names the reason and the alternatives', async () => {
    const { api, storage } = await uploading(failure(503, 'UNAVAILABLE', { 'retry-after': '0' }), ok);
    const upload = api.client(options()).uploads.upload({ ...rest, file: new Blob(['x']).stream() });
    await expect(upload).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await expect(upload).rejects.toThrow(/a stream can be read only once: use a Blob, bytes or fileFrom\(\)/);
    expect(storage.seen).toHaveLength(1);
    await taken(api.seen);
  });

  test('an aborted upload is deleted, in the workspace that it was for', async () => {
    const { api } = await uploading(silence);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const { signal } = controller;
    const file = { ...rest, file: new Blob([big]), signal, onProgress, workspaceId: 'ws-1' };
    await expect(api.client(options()).uploads.upload(file)).rejects.toBeInstanceOf(AbortError);
    await taken(api.seen);
    expect(api.seen[1]?.headers['x-workspace-id']).toBe('ws-1');
  });
});

test('an error that onProgress throws ends a download and leaves no partial file', async () => {
  const { client, url, seen } = await scripted((res) =>
    res.writeHead(200, { 'content-length': big.length, etag: '"1"', 'accept-ranges': 'bytes' }).end(big),
  );
  for (const own of [new Error('my own'), new ConnectionError('of another call')]) {
    const onProgress = () => {
      throw own;
    };
    const place = await folder();
    const download = await client().download({ url, filename: 'a.zip' }, { onProgress });
    await expect(saveTo(download, join(place, 'a.zip'))).rejects.toBe(own);
    expect(await readdir(place)).toEqual([]);
  }
  expect(seen).toHaveLength(2);
});

test('a Node stream is uploaded under the name of its file, and closed when the upload fails', async () => {
  const path = join(await folder(), 'lines.csv');
  await writeFile(path, big);
  const { api, storage } = await uploading(ok);
  const { filename: _, ...own } = rest;
  await api.client().uploads.upload({ ...own, file: createReadStream(path) });
  expect(storage.seen[0]?.body.equals(big)).toBe(true);
  expect(JSON.parse(String(api.seen[0]?.body))).toEqual({ filename: 'lines.csv', category: 'script' });

  const other = await uploading(ok);
  const download = await api.client().download({ url: storage.url, filename: 'of another run.csv' });
  await other.api.client().uploads.upload({ ...own, file: download });
  expect(JSON.parse(String(other.api.seen[0]?.body)).filename).toBe('of another run.csv');

  const away = await uploading(failure(503, 'UNAVAILABLE', { 'retry-after': '0' }));
  const file = createReadStream(path);
  await expect(away.api.client().uploads.upload({ ...own, file })).rejects.toThrow(/can be read only once/);
  await vi.waitUntil(() => file.destroyed, { timeout: 60_000, interval: 10 });
});

test.each([
  ['nothing', undefined, /upload\(\) requires/],
  ['no category', { file: new Blob(['x']), filename: 'a', workflowId: 'w' }, /category is required/],
  ['no workflow', { file: new Blob(['x']), filename: 'a', category: 'script' }, /workflowId is required/],
  ['a path as text', { ...rest, file: 'a.csv' }, /file must be a Blob.*fileFrom\(\)/],
  ['no file', { ...rest, file: undefined }, /file must be a Blob/],
])('an upload of %s is rejected before anything is sent', async (_name, file, sentence) => {
  const { api } = await uploading(ok);
  const upload = api.client().uploads.upload(file as never);
  await expect(upload).rejects.toBeInstanceOf(InputError);
  await expect(upload).rejects.toThrow(sentence);
  expect(api.seen).toHaveLength(0);
});
