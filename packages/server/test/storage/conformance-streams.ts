import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { digestBlob } from '../../src/storage/index.ts';
import { bytesOf, type Harness, sha256, storageError, textAt } from './harness.ts';

const TEXT = { content_type: 'text/plain' };
const MEBIBYTE = 1024 * 1024;

async function* pieces(count: number, size_bytes: number, failure?: Error): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(size_bytes, index);
  if (failure) throw failure;
}

/** Bodies of unknown length: stored completely if they end normally, not stored otherwise. */
export function streamConformance(current: () => Harness): void {
  test('a stream of unknown length is stored completely', async () => {
    const { store } = current();
    const whole = await bytesOf(Readable.from(pieces(300, 1000)));
    const put = await store.put('streams/small.wav', Readable.from(pieces(300, 1000)), {
      content_type: 'audio/wav',
    });
    expect(put).toEqual({ size_bytes: 300_000, sha256: sha256(whole) });
    expect(await digestBlob(store, 'streams/small.wav')).toEqual(put);
  });

  test('a stream of 20 MiB is stored completely', async () => {
    const { store } = current();
    const put = await store.put('streams/large.zip', Readable.from(pieces(20, MEBIBYTE)), {
      content_type: 'application/zip',
      size_bytes: 20 * MEBIBYTE,
    });
    expect(put.size_bytes).toBe(20 * MEBIBYTE);
    expect(await digestBlob(store, 'streams/large.zip')).toEqual(put);
    expect(await store.head('streams/large.zip')).toMatchObject({ content_type: 'application/zip' });
    expect(await current().leftovers()).toBe(0);
  });

  test.each([1, 20])('a stream that fails after %i MiB stores nothing', async (count) => {
    const { store } = current();
    const failing = Readable.from(pieces(count, MEBIBYTE, new Error('the disk of the sender')));
    await expect(store.put('streams/failed.zip', failing, TEXT)).rejects.toThrow('the disk of the sender');
    expect(await store.head('streams/failed.zip')).toBeUndefined();
    expect(await current().leftovers()).toBe(0);
  });

  test('a stream destroyed halfway keeps the previous object', async () => {
    const { store } = current();
    await store.put('streams/kept.txt', Buffer.from('before'), TEXT);
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(100_000));
    const put = store.put('streams/kept.txt', source, TEXT);
    setImmediate(() => source.destroy());
    await expect(put).rejects.toThrow();
    expect(await textAt(store, 'streams/kept.txt')).toBe('before');
    expect(await current().leftovers()).toBe(0);
  });

  test.each([
    ['SIZE_MISMATCH', { size_bytes: 6 }],
    ['TOO_LARGE', { size_bytes: 4 }],
    ['TOO_LARGE', { max_size_bytes: 4 }],
    ['CHECKSUM_MISMATCH', { sha256: sha256('other') }],
  ] as const)(
    'a put that differs from its announcement is %s for %o and stores nothing',
    async (name, expectation) => {
      const { store } = current();
      const options = { ...TEXT, ...expectation };
      await expect(store.put('streams/promise.txt', Buffer.from('hello'), options)).rejects.toEqual(
        storageError(name),
      );
      const stream = Readable.from([Buffer.from('hel'), Buffer.from('lo')]);
      await expect(store.put('streams/promise.txt', stream, options)).rejects.toEqual(storageError(name));
      expect(stream.destroyed).toBe(true);
      expect(await store.head('streams/promise.txt')).toBeUndefined();
      expect(await current().leftovers()).toBe(0);
    },
  );

  test('a put that matches its announcement is stored', async () => {
    const options = { ...TEXT, size_bytes: 5, max_size_bytes: 5, sha256: sha256('hello').toUpperCase() };
    await current().store.put('streams/kept-promise.txt', Readable.from([Buffer.from('hello')]), options);
    expect(await textAt(current().store, 'streams/kept-promise.txt')).toBe('hello');
  });
}
