import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_RUN_LINES } from '../../src/engine/model.ts';
import { workUntil } from '../support/death.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { spawnNode } from '../support/processes.ts';
import { handleChunk } from '../support/run-job.ts';
import { deeplEmulator } from '../support/translation-emulators/deepl.ts';
import { startTranslationEmulator, type TranslationServer } from '../support/translation-emulators/server.ts';
import { linesOf, translatedPipeline } from '../support/translations.ts';

/*
 * A worker dies while it stores the translations of a provider, and another worker takes over its chunk: no
 * line is lost or duplicated, and the provider gets no request twice. One test kills a process. In the others,
 * the connections break and the worker does nothing afterwards, because that is all that others notice of a
 * kill.
 */
const WORKER = fileURLToPath(new URL('../support/dying-worker.ts', import.meta.url));

let deepl: TranslationServer;
let engine: Engine;
beforeAll(async () => {
  deepl = await startTranslationEmulator(deeplEmulator);
  const config = { provider_urls: { deepl: deepl.url }, provider_allowed_hosts: [deepl.host] };
  const speech = scriptedSpeech({ durationMs: () => 300 });
  engine = await startEngine({ speech, worker: false, settings: { concurrency: 1 }, config });
});
afterAll(async () => {
  await engine.close();
  await deepl.close();
});

const queued = (runId: string) =>
  engine.app.db
    .selectFrom('run_chunk')
    .select('id')
    .where('run_id', '=', runId)
    .where('status', '=', 'queued')
    .orderBy('seq')
    .execute();

async function handleNext(runId: string): Promise<boolean> {
  const [chunk] = await queued(runId);
  if (!chunk) return false;
  const job = { chunk_id: chunk.id, run_id: runId, tries: 1, signal: new AbortController().signal };
  await handleChunk(engine.app, job);
  return true;
}

async function begin(text: string): Promise<string> {
  const owner = await engine.owner(1_000);
  await giveKey(engine.app, owner, { provider: 'deepl', credentials: deeplEmulator.credentials });
  const translators = [{ provider: 'deepl', target_languages: ['de-de', 'fr-fr'], keep_source: true }];
  const runId = await engine.start(owner, translatedPipeline({ text, translators }));
  await handleNext(runId);
  return runId;
}

/**
 * A run whose first worker dies while it stores translations. Resolves to the number of results in the
 * interrupted settlement, or 0.
 */
async function runWithDeath(before: string, die = workUntil): Promise<number> {
  deepl.requests.length = 0;
  const run_id = await begin('Hello there.\nGood night.\nThe storm is over.');
  const [chunk] = await queued(run_id);
  const died = await die(engine, { chunk_ids: [chunk?.id ?? ''], run_id, before });
  while (await handleNext(run_id));
  expect(await auditRun(engine.app, run_id)).toEqual([]);
  expect(await runRow(engine.app, run_id)).toMatchObject({
    status: 'completed',
    lines_total: 9,
    lines_delivered: 9,
  });
  const ids = (await linesOf(engine.app, run_id)).map(({ line_id }) => line_id);
  expect([ids.length, new Set(ids).size]).toEqual([9, 9]);
  expect(deepl.requests).toHaveLength(2);
  return died;
}

const killed: typeof workUntil = async ({ database_url, directory }, { chunk_ids, run_id, before }) => {
  const worker = spawnNode([WORKER], {
    ...{ DATABASE_URL: database_url, DATA_DIR: directory },
    ...{ CHUNK_IDS: chunk_ids.join(), RUN_ID: run_id, KILL_BEFORE: before },
    ...{ PROVIDER_URLS: `deepl=${deepl.url}`, PROVIDER_ALLOWED_HOSTS: deepl.host },
  });
  const code = await worker.ended;
  if (code !== null && code !== 0) throw new Error(`The worker ended with ${code}:\n${worker.output()}`);
  return code === null ? Number.parseInt(worker.output(), 10) : 0;
};

test('a worker killed while it stores translations loses and duplicates none, and they are requested once', async () => {
  let statement = 3;
  while (await runWithDeath(String(statement))) statement += 3;
  // The last statement was never reached, but all earlier ones were.
  expect(statement).toBeGreaterThan(9);
  expect(await runWithDeath('answer')).toBeGreaterThan(0);
  expect(await runWithDeath('6', killed)).toBeGreaterThan(0);
}, 600_000);

test('a run that would exceed the maximum number of lines fails with that reason', async () => {
  const runId = await begin('Hello there.');
  const next_line_no = MAX_RUN_LINES - 1;
  await engine.app.db.updateTable('run').set({ next_line_no }).where('id', '=', runId).execute();
  await handleNext(runId);
  const { status, error } = await runRow(engine.app, runId);
  expect([status, error?.code]).toEqual(['failed', 'too_many_lines']);
  expect(await linesOf(engine.app, runId)).toHaveLength(1);
});
