import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orphanedAudio } from '../../src/engine/jobs.ts';
import { sweepStrayUploads } from '../../src/features/uploads/jobs.ts';
import { newId } from '../../src/ids.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { runHousekeeping } from '../support/run-job.ts';

/* The objects that a killed process leaves if it dies between writing an object and inserting its row. */
const HOUR_MS = 3_600_000;
let engine: Engine;
let owner: Owner;
beforeAll(async () => {
  engine = await startEngine({ speech: scriptedSpeech({ durationMs: () => 300 }) });
});
beforeEach(async () => {
  owner = await engine.owner(1_000);
  await engine.app.db.deleteFrom('sweep_cursor').execute();
});
afterAll(() => engine.close());

const put = (key: string) =>
  engine.app.storage.put(key, new Uint8Array([1, 2, 3]), { content_type: 'application/octet-stream' });
const keys = async (prefix: string) => (await engine.app.storage.list(prefix)).keys;
const later = (ms: number): Date => new Date(Date.now() + ms);
const old = later(25 * HOUR_MS);

test('audio that no row references is deleted once it is old enough; audio of runs stays', async () => {
  const runId = await engine.start(owner, shortPipeline({ text: numberedLines(4, 'is stored') }));
  await engine.until(runId, ['completed']);
  const folder = `workspaces/${owner.workspace_id}/runs/${runId}/`;
  const stored = await keys(folder);
  const stray = `${folder}${newId()}.wav`;
  await put(stray);
  expect(await runHousekeeping(engine.app, orphanedAudio, later(HOUR_MS))).toBe(0);
  await engine.app.db.deleteFrom('sweep_cursor').execute();
  expect(await runHousekeeping(engine.app, orphanedAudio, old)).toBe(1);
  expect(await keys(folder)).toEqual(stored);
});

test('objects of another kind are kept, whatever their age', async () => {
  const made = newId();
  const others = [
    `workspaces/${owner.workspace_id}/samples/${made}.wav`,
    `workspaces/${owner.workspace_id}/runs/${made}/named-by-hand.wav`,
    `samples/${made}.wav`,
  ];
  for (const key of others) await put(key);
  expect(await runHousekeeping(engine.app, orphanedAudio, old)).toBe(0);
  for (const key of others) expect(await engine.app.storage.head(key)).toBeDefined();
});

test('copies of uploads that were never confirmed are deleted; those of confirmed ones stay', async () => {
  const { db } = engine.app;
  const id = newId();
  const key = () => `uploads/${owner.workspace_id}/${id}/${newId()}.txt`;
  const [kept, stray] = [key(), key()];
  const at = { created_at: new Date(), updated_at: new Date() };
  const file = { filename: 'a.txt', category: 'script', content_type: 'text/plain', format: 'txt' };
  await db
    .insertInto('upload')
    .values({ id, ...owner, ...file, status: 'confirmed', size_bytes: 3, object_key: kept, ...at })
    .execute();
  const lost = `uploads/${owner.workspace_id}/${newId()}/${newId()}.txt`;
  for (const each of [kept, stray, lost]) await put(each);
  expect(await sweepStrayUploads(engine.app, later(HOUR_MS))).toBe(0);
  await db.deleteFrom('sweep_cursor').execute();
  expect(await sweepStrayUploads(engine.app, old)).toBe(2);
  expect(await keys(`uploads/${owner.workspace_id}/`)).toEqual([kept]);
});

test('a sweep reads a few pages, the next one continues, and a complete round is followed by a day of rest', async () => {
  const folder = `workspaces/${owner.workspace_id}/runs/${newId()}/`;
  const stray = Array.from({ length: 30 }, () => `${folder}${v7()}.wav`);
  for (const key of stray) await put(key);
  // A store that returns two keys per page, so 20 pages are 40 keys.
  const storage = {
    ...engine.app.storage,
    list: (prefix: string, page: { cursor?: string } = {}) =>
      engine.app.storage.list(prefix, { ...page, limit: 1 }),
  };
  const app = { ...engine.app, storage };
  let [calls, removed] = [0, 0];
  for (; removed < stray.length && calls < 20; calls++)
    removed += await runHousekeeping(app, orphanedAudio, old);
  expect(removed).toBe(stray.length);
  expect(calls).toBeGreaterThan(1);
  while ((await cursor())?.next_round_at === null) await runHousekeeping(app, orphanedAudio, old);
  const late = `${folder}${newId()}.wav`;
  await put(late);
  expect(await runHousekeeping(app, orphanedAudio, old)).toBe(0);
  expect(await keys(folder)).toEqual([late]);
});

const cursor = () =>
  engine.app.db.selectFrom('sweep_cursor').selectAll().where('name', '=', 'stray-audio').executeTakeFirst();
