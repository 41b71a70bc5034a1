import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { StorageError } from '../../src/storage/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, eventually, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { putScript } from '../support/put-script.ts';

const speech = scriptedSpeech({ durationMs: () => 300 });
let engine: Engine;

beforeAll(async () => {
  engine = await startEngine({ speech });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => engine.close());

/** The bucket neither stores nor returns objects until the mock is restored. */
function takeStorageAway() {
  const { storage } = engine.app;
  const away = () => Promise.reject(new StorageError('UNAVAILABLE', 'The bucket returned 503.'));
  return {
    put: vi.spyOn(storage, 'put').mockImplementation(away),
    get: vi.spyOn(storage, 'get').mockImplementation(away),
  };
}

test('takes wait while storage is unavailable, and no provider is called twice', async () => {
  const owner = await engine.owner();
  const { put } = takeStorageAway();
  const id = await engine.start(owner, shortPipeline({ text: numberedLines(12, 'waits for the bucket') }));
  // More puts than lines, because the worker retried storing takes.
  await eventually(() => put.mock.calls.length > 24);
  vi.restoreAllMocks();
  expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
    status: 'completed',
    lines_delivered: 12,
    credits: 12,
  });
  expect(speech.requests).toHaveLength(12);
  expect(await auditRun(engine.app, id)).toEqual([]);
});

test('each run that waits for the storage has its own log line, found by its ID', async () => {
  const owners = [await engine.owner(), await engine.owner()];
  const logError = vi.spyOn(engine.app.log, 'error');
  takeStorageAway();
  const ids = await Promise.all(
    owners.map((owner, no) => engine.start(owner, shortPipeline({ text: `Waits for its log line ${no}.` }))),
  );
  const place = { node_id: expect.any(String), chunk_id: expect.any(String) };
  await vi.waitFor(() => {
    for (const run_id of ids)
      expect(logError).toHaveBeenCalledWith(expect.objectContaining({ run_id, ...place }), 'storage away');
  });
  vi.restoreAllMocks();
  for (const id of ids) await engine.until(id, ['completed']);
});

test('a script that cannot be read while storage is unavailable uses up no attempt', async () => {
  const owner = await engine.owner();
  const source = { input_type: 'file', upload_ids: [await putScript(engine, owner, 'One.\nTwo.', 'txt')] };
  const { get } = takeStorageAway();
  const id = await engine.start(owner, shortPipeline({ source }));
  const jobs = async (changes: ReturnType<typeof sql>) =>
    sql`update pgboss.job set ${changes} where name = 'chunk' and data ->> 'run_id' = ${id}
      and state in ('created', 'retry') returning id`.execute(engine.app.db);
  await eventually(() => get.mock.calls.length > 0);
  // The next attempt is its last one.
  await eventually(
    async () => (await jobs(sql`retry_count = retry_limit - 1, start_after = now()`)).rows.length > 0,
  );
  const before = get.mock.calls.length;
  await eventually(() => get.mock.calls.length > before);
  await eventually(async () => (await jobs(sql`start_after = now()`)).rows.length > 0);
  vi.restoreAllMocks();
  expect(await engine.until(id, ['completed', 'failed'])).toMatchObject({
    status: 'completed',
    lines_delivered: 2,
  });
});
