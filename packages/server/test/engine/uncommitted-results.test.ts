import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/index.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleChunk } from '../support/run-job.ts';
import { until } from '../support/until.ts';

const LINES = 60;
const CONCURRENCY = 4;
/** The maximum number of takes of a chunk that wait for their commit. */
const MOST_WAITING = 25;

let isAway = false;
const speech = scriptedSpeech();

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech, worker: false, settings: { lines_per_chunk: LINES, concurrency: 1 } });
});
afterAll(async () => {
  await engine.close();
});

/** A database that starts no transactions while it is unavailable. */
function leaving(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && isAway)
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('while the database is unavailable, a chunk makes at most 25 takes beyond those in progress, and charges each once', async () => {
  const owner = await engine.owner();
  const generator = { concurrency: CONCURRENCY };
  const id = await engine.start(owner, shortPipeline({ text: numberedLines(LINES), generator }));
  const signal = new AbortController().signal;
  const queued = () =>
    engine.app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirst();
  const work = async (app = engine.app) => {
    const chunk = await queued();
    if (!chunk) return false;
    await handleChunk(app, { chunk_id: chunk.id, run_id: id, tries: 0, signal });
    return true;
  };
  await work();
  const chunk = work({ ...engine.app, db: leaving(engine.app.db) });
  await until(async () => speech.requests.length > 0);
  isAway = true;
  await delay(1_000);
  expect(speech.requests.length).toBeLessThanOrEqual(MOST_WAITING + CONCURRENCY);
  isAway = false;
  await chunk;
  while (await work());
  expect(await runRow(engine.app, id)).toMatchObject({ status: 'completed', lines_delivered: LINES });
  expect(speech.requests).toHaveLength(LINES);
  expect(await auditRun(engine.app, id)).toEqual([]);
});
