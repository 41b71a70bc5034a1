import type { WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { definitionOf, node, numberedLines } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleChunk } from '../support/run-job.ts';
import { addVoices, troupe } from '../support/troupe.ts';

/** Every take is rejected, so every line uses all its retries. */
const speech = troupe({ rime: { answer: () => 'clipped' } });

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ speech, worker: false, settings: { concurrency: 1 } });
  await addVoices(engine, [{ provider: 'rime', name: 'Anna' }]);
  // A rollback does not reset a sequence, so only the first insert after a restart ends its connection.
  await sql`create sequence history_inserts start 2`.execute(engine.app.db);
  await sql`
    create function end_connection() returns trigger language plpgsql as $$
    begin
      if nextval('history_inserts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`.execute(engine.app.db);
  await sql`create trigger end_connection after insert on retry_history
    for each statement execute function end_connection()`.execute(engine.app.db);
});
afterAll(async () => {
  await engine.close();
});

const LINES = 4;

function definition(): WorkflowDefinition {
  const source = node('source_script', { text: numberedLines(LINES, 'is said'), source_language: 'en-us' });
  const generator = node('operator_generator', { provider: 'rime', retry_strategies: [] });
  const noise = node('validator_noise', { max_retry: 1 });
  const sink = node('sink_preview');
  return definitionOf(
    [source, generator, noise, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', noise],
      [noise, 'fail', generator],
      [noise, 'pass', sink],
    ],
  );
}

const estimate = ({ workspace_id, user_id: account_id }: Owner, of: WorkflowDefinition) =>
  estimateOf(engine.app, { workspace_id, account_id, definition: of });

/** Handles every chunk of a run. Resolves to how often this was interrupted. */
async function work(runId: string): Promise<number> {
  const signal = new AbortController().signal;
  let broken = 0;
  for (let tries = 0; ; tries++) {
    if (tries > 200) throw new Error('The run does not end.');
    const chunk = await engine.app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', runId)
      .where('status', '=', 'queued')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (!chunk) return broken;
    const job = { chunk_id: chunk.id, run_id: runId, tries: 0, signal };
    await handleChunk(engine.app, job).catch(() => {
      broken += 1;
    });
  }
}

const ledgersDiffer = async () =>
  (await checkLedgers(engine.app, new Date())).filter(({ differences }) => differences > 0);

test('a connection lost while the retry history is written charges nothing twice, and a rerun costs nothing', async () => {
  const owner = await engine.owner();
  const script = definition();
  const { min_credits, max_credits } = await estimate(owner, script);
  await sql`alter sequence history_inserts restart with 1`.execute(engine.app.db);
  const id = await engine.start(owner, script);
  // The settlement is retried, so the chunk continues.
  expect(await work(id)).toBe(0);
  const inserts = await sql<{ last_value: number }>`select last_value from history_inserts`.execute(
    engine.app.db,
  );
  expect(inserts.rows[0]?.last_value).toBeGreaterThan(1);
  const { status, credits } = await runRow(engine.app, id);
  expect([status, credits, ...(await auditRun(engine.app, id))]).toEqual(['completed', 2 * LINES]);
  expect([min_credits, max_credits]).toEqual([LINES, 2 * LINES]);
  expect((await estimate(owner, script)).expected_credits).toBe(0);
  const again = await engine.start(owner, script);
  await work(again);
  expect(await runRow(engine.app, again)).toMatchObject({ status: 'completed', credits: 0 });
  expect(await ledgersDiffer()).toEqual([]);
});

test('two workflows that speak the same lines at once each stay within the estimate, and reruns cost nothing', async () => {
  const owner = await engine.owner();
  const script = definition();
  const { min_credits, max_credits } = await estimate(owner, script);
  // The plan allows one run at a time. A paused run does not count.
  const first = await engine.start(owner, script);
  await engine.app.db.updateTable('run').set({ status: 'paused' }).where('id', '=', first).execute();
  const second = await engine.start(owner, script);
  await engine.app.db.updateTable('run').set({ status: 'pending' }).where('id', '=', first).execute();
  expect(await Promise.all([work(first), work(second)])).toEqual([0, 0]);
  const runs = await Promise.all([first, second].map((id) => runRow(engine.app, id)));
  for (const { id, status, credits } of runs) {
    expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
    expect(credits).toBeLessThanOrEqual(max_credits);
  }
  const charged = runs.reduce((sum, { credits }) => sum + credits, 0);
  expect(charged).toBeGreaterThanOrEqual(min_credits);
  const takes = await engine.app.db
    .selectFrom('audio')
    .select(({ fn }) => fn.sum<string>('credits').as('credits'))
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'take')
    .executeTakeFirstOrThrow();
  expect(Number(takes.credits), 'each take is charged once').toBe(charged);
  const third = await engine.start(owner, script);
  await work(third);
  expect(await runRow(engine.app, third)).toMatchObject({ status: 'completed', credits: 0 });
  expect(await ledgersDiffer()).toEqual([]);
});
