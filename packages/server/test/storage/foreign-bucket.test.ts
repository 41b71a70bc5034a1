import type { LookupAddress } from 'node:dns';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBucket, toBucketError } from '../../src/features/deliveries/targets.ts';
import { checkedLookup, type Lookup } from '../../src/providers/http.ts';
import { openForeignBucket } from '../../src/storage/index.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  server.objects.clear();
  server.refuse = () => undefined;
});
afterAll(() => server.close());

const key = { access_key_id: 'TESTKEY', secret_access_key: 'test-secret' };
const signal = new AbortController().signal;
const text = { body: Buffer.from('Hi.'), content_type: 'text/plain', signal };

/** A resolver that returns one address for every name, and records the names. */
function resolver(address: string): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const found: LookupAddress[] = [{ address, family: address.includes(':') ? 6 : 4 }];
  const lookup: Lookup = (host, _options, done) => {
    asked.push(host);
    done(null, found);
  };
  return { asked, lookup };
}

const appWith = (provider_allowed_hosts: string[]) =>
  ({ config: { provider_allowed_hosts } }) as Parameters<typeof openBucket>[0];

describe('a bucket whose name resolves to an address that is not allowed', () => {
  test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00:ec2::254'])(
    'is never connected to: %s',
    async (address) => {
      const { lookup, asked } = resolver(address);
      const place = { endpoint: null, region: 'eu-central-1', bucket: 'tales', path_style: false };
      const bucket = await openBucket(appWith([]), { place, key }, { lookup, attempts: 1 });
      const error = await bucket.put('a.txt', text).catch(toBucketError);
      bucket.close();
      expect(error).toMatchObject({
        code: 'address',
        message: 'The address is not on the public internet.',
      });
      expect(error?.passes).toBe(false);
      expect(new Set(asked)).toEqual(new Set(['tales.s3.eu-central-1.amazonaws.com']));
    },
  );

  test('is not opened if the address is in the endpoint itself, or without https', async () => {
    for (const endpoint of ['https://192.168.1.4:9000', 'http://s3.example.com', 'https://minio.local']) {
      const place = { endpoint, region: 'us-east-1', bucket: 'tales', path_style: true };
      const error = await openBucket(appWith([]), { place, key }).catch(toBucketError);
      expect(error, endpoint).toMatchObject({ code: 'address' });
    }
  });
});

describe('a bucket of a customer', () => {
  const open = (options: { deadline_ms?: number } = {}) => {
    const endpoint = new URL(server.endpoint);
    const place = { endpoint: endpoint.href, region: server.region, bucket: server.bucket, path_style: true };
    const lookup = checkedLookup(endpoint, { allow: { private: true } });
    return openForeignBucket({ ...place, ...key }, { lookup, attempts: 1, ...options });
  };

  test('receives a long file in parts, each with a checksum, and keeps nothing if it is interrupted', async () => {
    const bucket = await open();
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'voice');
    const pieces = async function* (failAfter = Infinity) {
      for (let at = 0; at < bytes.length; at += 1_000_000) {
        if (at > failAfter) throw new Error('storage broke off');
        yield bytes.subarray(at, at + 1_000_000);
      }
    };
    await bucket.put('long.wav', { ...text, body: pieces() });
    expect(server.objects.get('long.wav')?.body.equals(bytes)).toBe(true);
    await expect(bucket.put('broken.wav', { ...text, body: pieces(12_000_000) })).rejects.toThrow();
    expect([server.objects.has('broken.wav'), server.openUploads()]).toEqual([false, 0]);
    expect((await buffer(Readable.from(pieces()))).length).toBe(bytes.length);
    bucket.close();
  });

  test('rejects a file that does not match its checksum', async () => {
    const bucket = await open();
    const sha256 = '0'.repeat(64);
    await expect(bucket.put('a.txt', { ...text, sha256 })).rejects.toMatchObject({ code: 'strange' });
    expect(server.objects.size).toBe(0);
    bucket.close();
  });

  test('is aborted if it does not respond in time, and on a signal', async () => {
    server.refuse = () => new Promise(() => undefined);
    const slow = await open({ deadline_ms: 300 });
    await expect(slow.put('a.txt', text)).rejects.toMatchObject({ code: 'busy', passes: true });
    const pieces = (async function* () {
      for (let part = 0; part < 10; part++) yield Buffer.alloc(1_000_000);
    })();
    await expect(slow.put('b.txt', { ...text, body: pieces })).rejects.toMatchObject({ code: 'busy' });
    slow.close();
    const bucket = await open();
    const stop = new AbortController();
    const put = bucket.put('a.txt', { ...text, signal: stop.signal });
    stop.abort();
    await expect(put).rejects.toMatchObject({ code: 'busy' });
    bucket.close();
  });

  /** Pieces of a long file. Those after `ready` never arrive. */
  const longFile = async function* (ready = Infinity) {
    for (let at = 0; at < 20; at++) {
      if (at >= ready) await new Promise(() => undefined);
      yield Buffer.alloc(1_000_000);
    }
  };

  test('that is aborted during a part is not called afterwards, and keeps no part', async () => {
    const bucket = await open();
    const stop = new AbortController();
    let calls = 0;
    server.refuse = async ({ method }) => {
      calls += 1;
      if (method !== 'PUT') return undefined;
      stop.abort();
      return new Promise(() => undefined);
    };
    const put = bucket.put('long.wav', { ...text, body: longFile(), signal: stop.signal });
    await expect(put).rejects.toMatchObject({ code: 'busy' });
    expect([server.openUploads(), calls], 'begun, one part, taken away').toEqual([0, 3]);
    bucket.close();
  });

  test('is aborted if the file itself does not end', async () => {
    const bucket = await open();
    const stop = new AbortController();
    server.refuse = ({ method }) => void (method === 'PUT' && setImmediate(() => stop.abort()));
    const put = bucket.put('long.wav', { ...text, body: longFile(10), signal: stop.signal });
    await expect(put).rejects.toMatchObject({ code: 'busy' });
    expect(server.openUploads()).toBe(0);
    bucket.close();
  });

  test('whose key cannot abort uploads reports the original error', async () => {
    const bucket = await open();
    server.refuse = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined);
    const damaged = (async function* () {
      yield* longFile();
      throw new Error('The file is damaged.');
    })();
    const put = bucket.put('long.wav', { ...text, body: damaged });
    await expect(put).rejects.toMatchObject({ cause: { message: 'The file is damaged.' } });
    bucket.close();
  });

  test('does not get a name that is longer than any bucket allows', async () => {
    const bucket = await open();
    await expect(bucket.put('x'.repeat(1_025), text)).rejects.toMatchObject({ code: 'name' });
    await bucket.put('ü'.repeat(512), text);
    expect(server.objects.size).toBe(1);
    bucket.close();
  });

  test.each([
    [403, 'AccessDenied', 'forbidden', false],
    [404, 'NoSuchBucket', 'no_bucket', false],
    [301, 'PermanentRedirect', 'elsewhere', false],
    [503, 'SlowDown', 'busy', true],
    [429, 'TooManyRequests', 'busy', true],
    [500, 'InternalError', 'busy', true],
    [418, 'Teapot', 'strange', true],
    [418, 'constructor', 'strange', true],
  ])('classifies %i %s correctly', async (status, name, code, passes) => {
    server.refuse = () => ({ status, code: name });
    const bucket = await open();
    await expect(bucket.put('a.txt', text)).rejects.toMatchObject({ code, passes });
    bucket.close();
  });
});
