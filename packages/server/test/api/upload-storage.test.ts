import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepExpiredUploads } from '../../src/features/uploads/jobs.ts';
import { StorageError } from '../../src/storage/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putBytes, type UploadScene, until, uploadScene } from '../support/uploads.ts';

let server: TestApp;
let member: Member;
let scene: UploadScene;

beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
});
beforeEach(async () => {
  member = await createMember(server);
  scene = await uploadScene(server, member);
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;

test('deleting releases the bytes, and a second time there is nothing to delete', async () => {
  const id = await scene.uploaded('Gone soon.');
  await scene.confirm(id);
  const first = await scene.remove(id);
  expect(first.status).toBe(200);
  expect(first.body.data).toEqual({});
  expect(await scene.usedBytes()).toBe(0);
  expect(await scene.chargedBytes()).toBe(0);
  expect((await scene.remove(id)).status).toBe(404);
  expect((await scene.confirm(id)).status).toBe(404);
  await until(async () => (await scene.storedKeys(id)).length === 0);
});

test('simultaneous deletions release the bytes once', async () => {
  await scene.confirm(await scene.uploaded('Stays.'));
  const id = await scene.uploaded('Goes.');
  await scene.confirm(id);
  const answers = await Promise.all(Array.from({ length: 6 }, () => scene.remove(id)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(answers.filter(({ status }) => status === 404).length).toBe(5);
  expect(await scene.usedBytes()).toBe(6);
  expect(await scene.chargedBytes()).toBe(6);
});

test('a pending upload can be deleted and releases nothing', async () => {
  const id = await scene.uploaded('Never mind.');
  expect((await scene.remove(id)).status).toBe(200);
  expect(await scene.usedBytes()).toBe(0);
  expect(await scene.chargedBytes()).toBe(0);
});

/** Changes the default plan of this file for one test. */
async function withAllowance(bytes: number | 'unlimited', work: () => Promise<void>): Promise<void> {
  const { db } = server.app;
  const plans = () => db.updateTable('plan').where('is_default', '=', true);
  const { limits } = await db
    .selectFrom('plan')
    .select('limits')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  await plans()
    .set({ limits: JSON.stringify({ ...limits, storage_bytes_per_workspace: bytes }) })
    .execute();
  try {
    await work();
  } finally {
    await plans()
      .set({ limits: JSON.stringify(limits) })
      .execute();
  }
}

test('an upload over the storage limit stays pending and fits once there is space', async () => {
  await withAllowance(10, async () => {
    const first = await scene.uploaded('12345678');
    expect((await scene.confirm(first)).status).toBe(200);
    const second = await scene.uploaded('123');
    const refused = await scene.confirm(second);
    expect(refused.status).toBe(402);
    expect(refused.body.error.code).toBe('STORAGE_LIMIT_EXCEEDED');
    expect(await scene.row(second)).toMatchObject({ status: 'pending', context_id: null });
    expect(await scene.usedBytes()).toBe(8);
    await scene.remove(first);
    expect((await scene.confirm(second)).status).toBe(200);
    expect(await scene.usedBytes()).toBe(3);
  });
});

test('50 simultaneous confirmations cannot exceed the storage limit', async () => {
  const content = 'x'.repeat(100);
  const ids = await Promise.all(Array.from({ length: 50 }, () => scene.uploaded(content)));
  await withAllowance(1_550, async () => {
    const answers = await Promise.all(ids.map((id) => scene.confirm(id)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(15);
    expect(answers.filter(({ status }) => status === 402).length).toBe(35);
    expect(await scene.usedBytes()).toBe(1_500);
    expect(await scene.chargedBytes()).toBe(1_500);
  });
});

test('an unlimited plan accepts everything', async () => {
  await withAllowance('unlimited', async () => {
    expect((await scene.confirm(await scene.uploaded('Anything.'))).status).toBe(200);
  });
});

test('the storage ledger cannot be rewritten', async () => {
  await scene.confirm(await scene.uploaded('Charged.'));
  const { db } = server.app;
  const own = member.workspace_id;
  await expect(
    db.updateTable('storage_charge').set({ delta_bytes: 0 }).where('workspace_id', '=', own).execute(),
  ).rejects.toThrow(/append-only/);
  await expect(db.deleteFrom('storage_charge').where('workspace_id', '=', own).execute()).rejects.toThrow(
    /append-only/,
  );
});

const sweepIn = (ms: number) => sweepExpiredUploads(server.app, new Date(Date.now() + ms));

test('pending uploads are deleted after a day, and confirmed ones stay', async () => {
  const kept = await scene.uploaded('Confirmed.');
  await scene.confirm(kept);
  const expired = await scene.uploaded('Expired.');
  await sweepIn(DAY_MS - 60_000);
  expect(await scene.row(expired)).toBeDefined();
  expect((await scene.storedKeys(expired)).length).toBe(1);
  expect(await sweepIn(DAY_MS + 60_000)).toBeGreaterThan(0);
  expect(await scene.row(expired)).toBeUndefined();
  expect(await scene.storedKeys(expired)).toEqual([]);
  expect(await scene.row(kept)).toBeDefined();
  expect((await scene.confirm(expired)).status).toBe(404);
});

test('bytes that arrive after the confirmation are deleted', async () => {
  const { body } = await scene.announce({ filename: 'a.txt', category: 'script' });
  const { upload, upload_url } = body.data;
  await putBytes(upload_url, 'In time.', 'text/plain');
  await scene.confirm(upload.id);
  await until(async () => (await scene.storedKeys(upload.id)).length === 1);
  await putBytes(upload_url, 'Too late.', 'text/plain');
  expect((await scene.storedKeys(upload.id)).length).toBe(2);
  await sweepIn(0);
  expect(await scene.storedKeys(upload.id)).toEqual([(await scene.row(upload.id))?.object_key]);
});

test('full storage makes confirming unavailable until there is space; the service stays ready and reports it', async () => {
  const { storage } = server.app;
  const { copy, check } = storage;
  const full = () => Promise.reject(new StorageError('UNAVAILABLE', 'There is no room.', { isFull: true }));
  const id = await scene.uploaded('Hello there.');
  Object.assign(storage, { copy: full, check: full });
  try {
    const { status, headers, body } = await scene.confirm(id);
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(body.error.message).toContain('full');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const ready = await server.request('GET', '/ready');
    expect([ready.status, ready.body.data.checks.storage]).toEqual([200, 'full']);
  } finally {
    Object.assign(storage, { copy, check });
  }
  expect((await scene.confirm(id)).status).toBe(200);
});

test('unavailable storage makes confirming return 503, not 500', async () => {
  const storage = {
    kind: 's3',
    bucket: 'nowhere',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:1',
    access_key_id: 'id',
    secret_access_key: 'secret',
    force_path_style: true,
  } as const;
  const away = await startTestApp({ config: { storage } as never });
  try {
    const lost = await createMember(away);
    const { announce, confirm } = await uploadScene(away, lost);
    const { body } = await announce({ filename: 'script.txt', category: 'script' });
    const answer = await confirm(body.data.upload.id);
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('UNAVAILABLE');
    expect(answer.body.error.message).toContain('storage');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await away.close();
  }
});
