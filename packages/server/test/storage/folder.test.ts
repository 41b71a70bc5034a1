import { createHash } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBlobStore } from '../../src/storage/index.ts';
import { blobStoreConformance } from './conformance.ts';
import { type FolderHarness, openFolder, SECRET, textAt } from './harness.ts';

blobStoreConformance('a local folder', openFolder);

describe('the local folder', () => {
  let harness: FolderHarness;
  beforeAll(async () => {
    harness = await openFolder();
  });
  afterAll(() => harness.close());

  test('removed objects remove their empty directories', async () => {
    const { store, directory } = harness;
    await store.put('tree/deep/er/a.txt', Buffer.from('a'), { content_type: 'text/plain' });
    await store.put('tree/b.txt', Buffer.from('b'), { content_type: 'text/plain' });
    await store.remove('tree/deep/er/a.txt');
    expect((await readdir(join(directory, 'objects', 'tree'))).length).toBe(1);
    await store.remove('tree/b.txt');
    expect(await readdir(join(directory, 'objects'))).not.toContain('tree');
  });

  test('a thousand objects in one folder are distributed over many directories', async () => {
    const { store, directory } = harness;
    const keys = Array.from({ length: 1000 }, (_, index) => `spread/${index}.txt`);
    for (let index = 0; index < keys.length; index += 50) {
      const batch = keys.slice(index, index + 50);
      await Promise.all(batch.map((key) => store.put(key, Buffer.from('x'), { content_type: 'text/plain' })));
    }
    expect((await readdir(join(directory, 'objects', 'spread'))).length).toBeGreaterThan(200);
    await store.removeMany(keys);
  });

  test('temporary files of a killed process are deleted at the next start, and those of a running one are not', async () => {
    const { directory, store } = harness;
    const drafts = join(directory, 'drafts');
    await writeFile(join(drafts, 'old'), 'half');
    await writeFile(join(drafts, 'new'), 'half');
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(drafts, 'old'), longAgo, longAgo);
    const config = { kind: 'folder', directory, baseUrl: () => '', signingSecret: SECRET } as const;
    const second = await createBlobStore(config, () => new Date());
    expect(await readdir(drafts)).toEqual(['new']);
    await second.put('shared.txt', Buffer.from('both'), { content_type: 'text/plain' });
    expect(await textAt(store, 'shared.txt')).toBe('both');
  });

  test('a folder that no longer exists fails the check', async () => {
    const other = await openFolder();
    await other.close();
    await expect(other.store.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('an unknown file in the folder is not an object', async () => {
    const { store, directory } = harness;
    await mkdir(join(directory, 'elsewhere'), { recursive: true });
    await writeFile(join(directory, 'elsewhere', 'secret.txt'), 'secret');
    expect(await store.head('elsewhere/secret.txt')).toBeUndefined();
  });
});

describe('links to the folder', () => {
  let harness: FolderHarness;
  beforeAll(async () => {
    harness = await openFolder();
  });
  afterAll(() => harness.close());
  const CSV = { content_type: 'text/csv', max_size_bytes: 10, expires_in_s: 60 };

  async function putTo(key: string, options: object, body: BodyInit, type = 'text/csv') {
    const { url } = await harness.store.uploadTicket({ ...CSV, key, ...options });
    const init = { method: 'PUT', headers: { 'Content-Type': type }, body, duplex: 'half' };
    return fetch(url, init);
  }

  test.each([
    ['type', {}, 'x', 'text/plain', 422, 'VALIDATION_ERROR'],
    ['maximum', {}, 'x'.repeat(11), 'text/csv', 413, 'PAYLOAD_TOO_LARGE'],
    ['size', { size_bytes: 5 }, 'four', 'text/csv', 422, 'VALIDATION_ERROR'],
    ['checksum', { checksum_sha256: 'ab'.repeat(32) }, 'four', 'text/csv', 422, 'VALIDATION_ERROR'],
  ])('a violated %s returns the error envelope', async (key, options, body, type, status, code) => {
    const answer = await putTo(`envelope/${key}`, options, body, type);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code }, meta: { request_id: 'test' } });
    expect(await harness.store.head(`envelope/${key}`)).toBeUndefined();
  });

  test('a body without a length that grows too long gets a response before the connection ends', async () => {
    const endless = Array.from({ length: 200 }, () => Buffer.alloc(10_000));
    const stream = Readable.toWeb(Readable.from(endless)) as ReadableStream<Uint8Array>;
    const answer = await putTo('envelope/endless', {}, stream);
    expect(answer.status).toBe(413);
    expect(await harness.store.head('envelope/endless')).toBeUndefined();
    expect(await harness.leftovers()).toBe(0);
  });

  test('a client that disconnects during an upload leaves nothing', async () => {
    const { store } = harness;
    const key = 'envelope/aborted';
    const { url } = await store.uploadTicket({ ...CSV, key, max_size_bytes: 1_000_000 });
    const upload = request(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/csv', 'Content-Length': 900_000 },
    });
    upload.on('error', () => {});
    upload.write(Buffer.alloc(300_000));
    await vi.waitUntil(async () => (await harness.leftovers()) === 1);
    upload.destroy();
    await vi.waitUntil(async () => (await harness.leftovers()) === 0);
    expect(await store.head(key)).toBeUndefined();
  });

  test('an upload of JSON is stored byte for byte', async () => {
    const body = '{ "spaces":   "kept" }\n';
    const answer = await putTo(
      'json/a.json',
      { content_type: 'application/json', max_size_bytes: 99 },
      body,
      'application/json',
    );
    expect(answer.status).toBe(200);
    expect(await textAt(harness.store, 'json/a.json')).toBe(body);
  });

  test.each(['x', 'a.b', '..%2f..%2fetc', 'A'.repeat(500)])(
    'the invented link %s is forbidden',
    async (token) => {
      for (const method of ['GET', 'PUT', 'HEAD']) {
        const answer = await fetch(`${harness.base}/files/${token}`, { method });
        expect(answer.status).toBe(403);
      }
    },
  );

  async function download(headers: Record<string, string>, method = 'GET') {
    await harness.store.put('down/a.txt', Buffer.from('0123456789'), { content_type: 'text/plain' });
    const request = { key: 'down/a.txt', filename: 'a.html', content_type: 'text/html', expires_in_s: 60 };
    return fetch((await harness.store.downloadTicket(request)).url, { method, headers });
  }

  test('a browser never executes a file of a user', async () => {
    const { headers } = await download({});
    expect(headers.get('content-type')).toBe('text/html');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  test('HEAD returns the length without the content', async () => {
    const answer = await download({}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('10');
    expect(await answer.text()).toBe('');
  });

  test('several ranges, or one of another version, return the whole file', async () => {
    expect((await download({ Range: 'bytes=0-1,4-5' })).status).toBe(200);
    expect((await download({ Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
    expect((await download({ Range: 'lines=0-1' })).status).toBe(200);
  });

  test('an error for a range after the end contains the size', async () => {
    const answer = await download({ Range: 'bytes=10-20' });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
  });

  test('a client that requests the digest gets that of the whole file, also with a part of it', async () => {
    const digest = async (headers: Record<string, string>) =>
      (await download(headers)).headers.get('repr-digest');
    const body = await (await download({})).bytes();
    const sha256 = createHash('sha256').update(body).digest('base64');
    expect(await digest({ 'Want-Repr-Digest': 'sha-256=1' })).toBe(`sha-256=:${sha256}:`);
    expect(await digest({ 'Want-Repr-Digest': 'sha-512=3, sha-256=10', Range: 'bytes=2-3' })).toBe(
      `sha-256=:${sha256}:`,
    );
    for (const unwanted of ['sha-256=0', 'sha-512=1', 'sha-256']) {
      expect(await digest({ 'Want-Repr-Digest': unwanted })).toBeNull();
    }
    expect(await digest({})).toBeNull();
  });

  test('a client that has the current file by its date does not get it again', async () => {
    const seen = (await download({})).headers.get('last-modified') ?? '';
    const later = new Date(Date.parse(seen) + 60_000).toUTCString();
    expect((await download({ 'If-Modified-Since': later })).status).toBe(304);
    expect((await download({ 'If-Modified-Since': new Date(0).toUTCString() })).status).toBe(200);
  });
});
