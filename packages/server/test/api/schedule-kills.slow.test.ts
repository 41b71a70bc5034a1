import { afterAll, beforeAll, expect, test } from 'vitest';
import { withCrash } from '../support/crashing-db.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleRun } from '../support/handle-run.ts';
import {
  createOwner,
  fire,
  insertSchedule,
  listRuns,
  readOccurrences,
  readSchedule,
} from '../support/schedules.ts';

let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300, credits_per_1000_characters: 1_000 });
  engine = await startEngine({ speech, worker: false });
});
afterAll(() => engine.close());

const DUE = new Date('2026-06-10T02:00:00.000Z');
const AT = new Date('2026-06-10T02:01:00.000Z');

/** The credits that an account has reserved, by its row and by its ledger. */
async function readHolds(user_id: string): Promise<[number, number]> {
  const { db } = engine.app;
  const account = db.selectFrom('credit_account').select('held').where('user_id', '=', user_id);
  const entries = db.selectFrom('credit_entry').select('hold').where('account_id', '=', user_id);
  const holds = (await entries.execute()).map(({ hold }) => hold);
  return [(await account.executeTakeFirstOrThrow()).held, holds.reduce((sum, hold) => sum + hold, 0)];
}

test('a worker that dies between any two statements leaves the due time to another, which starts one run', async () => {
  let deaths = 0;
  for (let before = 1; ; before++) {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, skip_if_unchanged: true });
    const error: unknown = await withCrash(engine.database_url, before, (db) =>
      fire({ ...engine.app, db }, schedule.id, AT).catch((reason: unknown) => reason),
    );
    const started = await listRuns(engine, schedule);
    // A break of the connection while it commits may be noticed after the commit.
    if (started.length === 0) expect(await readOccurrences(engine, schedule.id)).toEqual([]);
    const [held, sum] = await readHolds(owner.user_id);
    expect([before, held, sum > 0]).toEqual([before, sum, started.length > 0]);
    await Promise.all([fire(engine.app, schedule.id, AT), fire(engine.app, schedule.id, AT)]);
    const [run, ...others] = await listRuns(engine, schedule);
    expect([before, run !== undefined, others]).toEqual([before, true, []]);
    expect(await readOccurrences(engine, schedule.id)).toMatchObject([
      { outcome: 'started', run_id: run?.id },
    ]);
    const { next_run_at, failures_count } = await readSchedule(engine, schedule.id);
    expect([next_run_at, failures_count]).toEqual([new Date('2026-06-11T02:00:00.000Z'), 0]);
    await handleRun(engine, run?.id ?? '');
    expect(await auditRun(engine.app, run?.id ?? '')).toEqual([]);
    // Statements that were sent together with the one that broke report a lost connection instead.
    if (error === undefined) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(25);
}, 300_000);
