import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBlobStore, type S3Config } from '../../src/storage/index.ts';
import { blobStoreConformance } from './conformance.ts';
import { openS3, type S3Harness, s3Config, sha256, textAt } from './harness.ts';

blobStoreConformance('an S3 bucket', openS3);

const now = () => new Date();
const TEXT = { content_type: 'text/plain' };
const UPLOAD = { key: 'a.csv', content_type: 'text/csv', max_size_bytes: 10, expires_in_s: 60 };

describe('the S3 bucket', () => {
  let harness: S3Harness;
  beforeAll(async () => {
    harness = await openS3();
  });
  afterAll(() => harness.close());
  const configured = (change: Partial<S3Config>) =>
    createBlobStore({ ...s3Config(harness.server), ...change }, now);

  test('a signed upload sets length, type and checksum in headers and adds no checksum of its own', async () => {
    const request = { ...UPLOAD, size_bytes: 5, checksum_sha256: sha256('hello') };
    const { url, headers } = await harness.store.uploadTicket(request);
    const query = new URL(url).searchParams;
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;x-amz-checksum-sha256');
    expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    expect(headers['x-amz-checksum-sha256']).toBe(Buffer.from(sha256('hello'), 'hex').toString('base64'));
  });

  test('links use the public address, and calls the internal one', async () => {
    const store = await configured({ public_endpoint: 'https://files.example.com' });
    expect((await store.uploadTicket(UPLOAD)).url).toMatch(
      /^https:\/\/files\.example\.com\/voiceloom-test\/a\.csv\?/,
    );
    const download = { ...UPLOAD, filename: 'a.csv' };
    expect((await store.downloadTicket(download)).url).toMatch(/^https:\/\/files\.example\.com\//);
    await store.put('public.txt', Buffer.from('x'), TEXT);
    expect(await textAt(store, 'public.txt')).toBe('x');
    await store.close();
  });

  test('without path style the bucket is part of the host', async () => {
    const store = await configured({ endpoint: 'https://s3.example.com', force_path_style: false });
    expect(new URL((await store.uploadTicket(UPLOAD)).url).host).toBe('voiceloom-test.s3.example.com');
    await store.close();
  });

  test.each([
    ['a wrong secret', { secret_access_key: 'wrong' }],
    ['an unknown key', { access_key_id: 'NOBODY' }],
    ['a missing bucket', { bucket: 'elsewhere' }],
    ['another region', { region: 'eu-west-1' }],
  ])('%s is UNAVAILABLE, never an empty store', async (_name, change) => {
    await harness.store.put('there.txt', Buffer.from('x'), TEXT);
    const store = await configured(change);
    const unavailable = { code: 'UNAVAILABLE' };
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await expect(store.get('there.txt')).rejects.toMatchObject(unavailable);
    await expect(store.put('there.txt', Buffer.from('y'), TEXT)).rejects.toMatchObject(unavailable);
    await expect(store.list('')).rejects.toMatchObject(unavailable);
    await store.close();
    expect(await textAt(harness.store, 'there.txt')).toBe('x');
  });

  test('a link signed with a wrong secret and a request without a signature are rejected', async () => {
    const store = await configured({ secret_access_key: 'wrong' });
    const { url, headers } = await store.uploadTicket(UPLOAD);
    expect((await fetch(url, { method: 'PUT', headers, body: 'x' })).status).toBe(403);
    expect((await fetch(`${harness.server.endpoint}/voiceloom-test/there.txt`)).status).toBe(403);
    await store.close();
  });

  test('a link changed to another key is rejected', async () => {
    const { url, headers } = await harness.store.uploadTicket(UPLOAD);
    const moved = url.replace('a.csv', 'b.csv');
    expect((await fetch(moved, { method: 'PUT', headers, body: 'x' })).status).toBe(403);
  });
});

describe('an S3 service that does not respond', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test('aborts every call at its deadline', async () => {
    const store = await createBlobStore(
      {
        kind: 's3',
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        region: 'us-east-1',
        bucket: 'silent',
        access_key_id: 'a',
        secret_access_key: 'b',
        force_path_style: true,
        deadline_ms: 200,
      },
      now,
    );
    const calls = [
      store.check(),
      store.get('a'),
      store.head('a'),
      store.put('a', Buffer.from('x'), TEXT),
      store.put('a', Readable.from([Buffer.from('x')]), TEXT),
      store.remove('a'),
      store.removeMany(['a']),
      store.list(''),
      store.copy('a', 'b'),
    ];
    const ends = await Promise.allSettled(calls);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual(
      calls.map(() => 'UNAVAILABLE'),
    );
    await store.close();
  });
});
