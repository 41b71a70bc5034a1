import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBlobStore, isStorageFull } from '../../src/storage/index.ts';
import { toFolderError, toStorageError } from '../../src/storage/storage-error.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-full-'));
const disk = join(directory, 'disk');
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
const isMounted = mount();
afterAll(() => {
  if (isMounted) run('umount', disk);
  rmSync(directory, { recursive: true, force: true });
});

/** A disk of one megabyte, if this user may mount one. */
function mount(): boolean {
  mkdirSync(disk);
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    return true;
  } catch {
    return false;
  }
}

const fsError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['EROFS', true],
  ['EACCES', false],
  ['EISDIR', false],
])('a write that fails with %s means that storage is full: %s', (code, isFull) => {
  expect(isStorageFull(toFolderError(fsError(code)))).toBe(isFull);
});

test.each([
  ['QuotaExceeded', 403, true],
  ['XMinioStorageFull', 507, true],
  ['InsufficientStorage', 507, true],
  ['Unknown', 507, true],
  ['SlowDown', 503, false],
  ['AccessDenied', 403, false],
])('a bucket that returns %s (%i) is full: %s', (name, httpStatusCode, isFull) => {
  const error = Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
  expect(isStorageFull(toStorageError(error, 'key'))).toBe(isFull);
});

describe.runIf(isMounted)('a folder on a full disk', () => {
  const signingSecret = Buffer.from('0123456789abcdef');
  const open = () =>
    createBlobStore(
      { kind: 'folder', directory: disk, baseUrl: () => 'http://127.0.0.1', signingSecret },
      () => new Date(),
    );
  const content_type = 'audio/wav';

  test('stores nothing, fails its check, keeps its objects, and works again once there is space', async () => {
    const store = await open();
    const half = Buffer.alloc(480 * 1024, 1);
    await store.put('half', half, { content_type });
    await store.check();
    const full = await store.put('more', Buffer.alloc(900 * 1024), { content_type }).catch((error) => error);
    expect(isStorageFull(full)).toBe(true);
    expect(await store.head('more')).toBeUndefined();
    await store.put('rest', Buffer.alloc(500 * 1024), { content_type });
    expect(isStorageFull(await store.check().catch((error) => error))).toBe(true);
    expect(isStorageFull(await store.copy('half', 'copy').catch((error) => error))).toBe(true);
    expect((await store.head('half'))?.size_bytes).toBe(half.length);
    await store.remove('rest');
    await store.check();
    await store.copy('half', 'copy');
    await store.close();
  });
});
