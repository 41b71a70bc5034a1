import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestBlob } from '../../src/storage/index.ts';
import { streamConformance } from './conformance-streams.ts';
import { ticketConformance } from './conformance-tickets.ts';
import { allKeys, bytesOf, type Harness, sha256, storageError, textAt } from './harness.ts';

const TEXT = { content_type: 'text/plain' };
const MEBIBYTE = 1024 * 1024;

/** The behavior that the server needs from every adapter. */
export function blobStoreConformance(name: string, open: () => Promise<Harness>): void {
  describe(`${name} as a blob store`, () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());
    const current = () => harness;
    objectConformance(current);
    streamConformance(current);
    keyConformance(current);
    ticketConformance(current);
  });
}

function objectConformance(current: () => Harness): void {
  test('a stored object is returned with its size, type and checksum', async () => {
    const { store } = current();
    const put = await store.put('objects/one.txt', Buffer.from('hello'), TEXT);
    expect(put).toEqual({ size_bytes: 5, sha256: sha256('hello') });
    const blob = await store.get('objects/one.txt');
    expect(blob).toMatchObject({ size_bytes: 5, content_type: 'text/plain' });
    expect((await bytesOf(blob.stream)).toString()).toBe('hello');
    expect(await digestBlob(store, 'objects/one.txt')).toEqual(put);
  });

  test('head returns size, type, version and age without the content', async () => {
    const { store } = current();
    await store.put('objects/head.wav', Buffer.from('RIFF'), { content_type: 'audio/wav' });
    const head = await store.head('objects/head.wav');
    expect(head).toMatchObject({ size_bytes: 4, content_type: 'audio/wav' });
    expect(head?.etag).toMatch(/^".+"$/);
    expect(Math.abs(Date.now() - (head?.modified_at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('an empty object exists', async () => {
    const { store } = current();
    await store.put('objects/empty.txt', new Uint8Array(), TEXT);
    await store.put('objects/empty-stream.txt', Readable.from([]), TEXT);
    expect(await textAt(store, 'objects/empty.txt')).toBe('');
    expect(await store.head('objects/empty-stream.txt')).toMatchObject({ size_bytes: 0 });
  });

  test('a second put replaces the first and changes the version', async () => {
    const { store } = current();
    await store.put('objects/twice.txt', Buffer.from('first one'), TEXT);
    const before = await store.head('objects/twice.txt');
    await store.put('objects/twice.txt', Buffer.from('second'), TEXT);
    expect(await textAt(store, 'objects/twice.txt')).toBe('second');
    expect((await store.head('objects/twice.txt'))?.etag).not.toBe(before?.etag);
  });

  test('a reader that has started keeps the content it started with', async () => {
    const { store } = current();
    await store.put('objects/steady.txt', Buffer.alloc(3 * MEBIBYTE, 'a'), TEXT);
    const { stream } = await store.get('objects/steady.txt');
    await store.put('objects/steady.txt', Buffer.alloc(MEBIBYTE, 'b'), TEXT);
    expect(sha256(await bytesOf(stream))).toBe(sha256(Buffer.alloc(3 * MEBIBYTE, 'a')));
  });

  test('a missing object is NOT_FOUND for get and undefined for head', async () => {
    const { store } = current();
    await expect(store.get('objects/none.txt')).rejects.toEqual(storageError('NOT_FOUND'));
    await expect(store.get('objects/one.txt/none.txt')).rejects.toEqual(storageError('NOT_FOUND'));
    expect(await store.head('objects/none.txt')).toBeUndefined();
  });

  test('a range returns its bytes and the total size', async () => {
    const { store } = current();
    await store.put('objects/range.txt', Buffer.from('0123456789'), TEXT);
    const middle = await store.get('objects/range.txt', { start: 2, end: 4 });
    expect(middle).toMatchObject({ size_bytes: 10, range: { start: 2, end: 4 } });
    expect((await bytesOf(middle.stream)).toString()).toBe('234');
    const tail = await store.get('objects/range.txt', { start: 7 });
    expect((await bytesOf(tail.stream)).toString()).toBe('789');
  });

  test('a range that ends after the object is shortened, and one that starts after it is rejected', async () => {
    const { store } = current();
    await store.put('objects/range.txt', Buffer.from('0123456789'), TEXT);
    const cut = await store.get('objects/range.txt', { start: 8, end: 400 });
    expect(cut.range).toEqual({ start: 8, end: 9 });
    expect((await bytesOf(cut.stream)).toString()).toBe('89');
    const past = store.get('objects/range.txt', { start: 10 });
    await expect(past).rejects.toEqual(storageError('RANGE_NOT_SATISFIABLE'));
  });

  test('a removed object does not exist, and removing it again is no error', async () => {
    const { store } = current();
    await store.put('objects/gone.txt', Buffer.from('x'), TEXT);
    await store.remove('objects/gone.txt');
    await store.remove('objects/gone.txt');
    expect(await store.head('objects/gone.txt')).toBeUndefined();
  });

  test('many objects are removed at once, including missing ones', async () => {
    const { store } = current();
    const keys = Array.from({ length: 30 }, (_, index) => `many/${index} & <é>.txt`);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), TEXT)));
    await store.put('many/kept.txt', Buffer.from('kept'), TEXT);
    await store.removeMany([...keys, 'many/never-there.txt']);
    await store.removeMany([]);
    expect(await allKeys(store, 'many/', 100)).toEqual(['many/kept.txt']);
  });

  test('a copy is an independent object', async () => {
    const { store } = current();
    await store.put('objects/source é +.txt', Buffer.from('same'), TEXT);
    await store.copy('objects/source é +.txt', 'copies/target.txt');
    await store.put('objects/source é +.txt', Buffer.from('other'), TEXT);
    expect(await textAt(store, 'copies/target.txt')).toBe('same');
    expect(await store.head('copies/target.txt')).toMatchObject({ content_type: 'text/plain' });
  });

  test('copying a missing object is NOT_FOUND and creates nothing', async () => {
    const { store } = current();
    await expect(store.copy('nowhere/a.txt', 'nowhere/b.txt')).rejects.toEqual(storageError('NOT_FOUND'));
    expect(await allKeys(store, 'nowhere/', 10)).toEqual([]);
  });

  test('200 simultaneous puts are all stored completely', async () => {
    const { store } = current();
    const names = Array.from({ length: 200 }, (_, index) => `crowd/${index}.txt`);
    await Promise.all(names.map((key) => store.put(key, Buffer.from(key.repeat(50)), TEXT)));
    const bodies = await Promise.all(names.map((key) => textAt(store, key)));
    expect(bodies).toEqual(names.map((key) => key.repeat(50)));
  });

  test('one of many puts to the same key wins completely', async () => {
    const { store } = current();
    const bodies = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index).repeat(20_000));
    await Promise.all(bodies.map((body) => store.put('objects/race.txt', Buffer.from(body), TEXT)));
    expect(bodies).toContain(await textAt(store, 'objects/race.txt'));
  });

  test('simultaneous puts and removals in one folder do not disturb each other', async () => {
    const { store } = current();
    const keys = Array.from({ length: 40 }, (_, index) => `busy/${index % 8}/only.txt`);
    await Promise.all(
      keys.map(async (key) => {
        await store.put(key, Buffer.from('x'), TEXT);
        await store.remove(key);
      }),
    );
    expect(await allKeys(store, 'busy/', 100)).toEqual([]);
  });

  test('a working store passes its check', async () => {
    await expect(current().store.check()).resolves.toBeUndefined();
  });
}

const ODD_KEYS = [
  'odd/with space.txt',
  'odd/plus+and%25percent.txt',
  'odd/日本語/台本.txt',
  'odd/e\u0301 and \u00e9.txt',
  'odd/e\u0301 and e\u0301.txt',
  'odd/UPPER.txt',
  'odd/upper.txt',
  'odd/amp&lt;<quote>"\'.txt',
  'odd/question?hash#semi;colon:star*.txt',
  'odd/~tilde~',
  'odd/.hidden',
  'odd/folder',
  'odd/folder/inside.txt',
  'odd/😀.txt',
  `odd/${'long '.repeat(90)}.txt`,
];
const BAD_KEYS = [
  '',
  '/root.txt',
  'a//b',
  'a/',
  'a/../b',
  '..',
  './a',
  'a\\b',
  'a\u0000b',
  'a\nb',
  '\ud800',
  'x'.repeat(513),
];

function keyConformance(current: () => Harness): void {
  test('unusual but harmless keys are distinct and returned unchanged', async () => {
    const { store } = current();
    await Promise.all(ODD_KEYS.map((key) => store.put(key, Buffer.from(`body of ${key}`), TEXT)));
    const bodies = await Promise.all(ODD_KEYS.map((key) => textAt(store, key)));
    expect(bodies).toEqual(ODD_KEYS.map((key) => `body of ${key}`));
    expect((await allKeys(store, 'odd/', 4)).sort()).toEqual([...ODD_KEYS].sort());
  });

  test.each(BAD_KEYS.map((key) => [key.slice(0, 20), key]))(
    'every call rejects the key %j',
    async (_name, key) => {
      const { store } = current();
      const invalid = storageError('INVALID_KEY');
      await expect(store.put(key, Buffer.from('x'), TEXT)).rejects.toEqual(invalid);
      await expect(store.get(key)).rejects.toEqual(invalid);
      await expect(store.head(key)).rejects.toEqual(invalid);
      await expect(store.remove(key)).rejects.toEqual(invalid);
      await expect(store.removeMany(['fine', key])).rejects.toEqual(invalid);
      await expect(store.copy('fine', key)).rejects.toEqual(invalid);
      await expect(store.copy(key, 'fine')).rejects.toEqual(invalid);
      const ticket = { key, content_type: 'text/plain', expires_in_s: 60 };
      await expect(store.uploadTicket({ ...ticket, max_size_bytes: 1 })).rejects.toEqual(invalid);
      await expect(store.downloadTicket({ ...ticket, filename: 'a' })).rejects.toEqual(invalid);
    },
  );

  test.each([1, 7, 50, 1000])('pages of %i return every key below a prefix once', async (limit) => {
    const { store } = current();
    const keys = Array.from({ length: 50 }, (_, index) => `pages/${index % 3}/${index}.txt`);
    if (!(await store.head('pages/0/0.txt'))) {
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), TEXT)));
    }
    expect((await allKeys(store, 'pages/', limit)).sort()).toEqual([...keys].sort());
  });

  test('a prefix may end inside a name and matches nothing else', async () => {
    const { store } = current();
    const keys = ['prefix/ab.txt', 'prefix/abc/d.txt', 'prefix/b.txt', 'prefixed.txt'];
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), TEXT)));
    expect((await allKeys(store, 'prefix/ab', 1)).sort()).toEqual(['prefix/ab.txt', 'prefix/abc/d.txt']);
    expect((await allKeys(store, 'prefix', 2)).sort()).toEqual(keys);
    expect(await allKeys(store, 'prefix/nothing', 2)).toEqual([]);
  });

  test('paging continues after the last key of a page was removed', async () => {
    const { store } = current();
    const keys = Array.from({ length: 6 }, (_, index) => `sweep/${index}.txt`);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), TEXT)));
    const first = await store.list('sweep/', { limit: 3 });
    await store.removeMany(first.keys);
    const second = await store.list('sweep/', { limit: 10, cursor: first.next });
    expect([...first.keys, ...second.keys].sort()).toEqual(keys);
  });
}
