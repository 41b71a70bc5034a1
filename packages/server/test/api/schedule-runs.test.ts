import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dueSchedulesJob, scheduleJob, scheduleOccurrences } from '../../src/features/workflows/jobs.ts';
import { newId } from '../../src/ids.ts';
import { startWorker } from '../../src/jobs/index.ts';
import { buildApp } from '../../src/programs/build-app.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, eventually, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleRun } from '../support/handle-run.ts';
import { runHousekeeping, runJob } from '../support/run-job.ts';
import {
  createOwner,
  fire,
  giveUp,
  insertSchedule,
  listRuns,
  readOccurrences,
  readSchedule,
  type TestSchedule,
} from '../support/schedules.ts';

let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 300, credits_per_1000_characters: 1_000 });
  engine = await startEngine({ speech, worker: false });
});
afterAll(() => engine.close());

const DUE = new Date('2026-06-10T02:00:00.000Z');
const later = (ms: number, from = DUE) => new Date(from.getTime() + ms);
const MINUTE = 60_000;
const DAY = 86_400_000;

async function webhookEventsOf({ workspace_id }: Owner) {
  const events = engine.app.db
    .selectFrom('webhook_event')
    .select('data')
    .where('workspace_id', '=', workspace_id);
  return (await events.orderBy('id').execute()).map(({ data }) => data);
}

async function subscribe({ workspace_id, user_id }: Owner): Promise<void> {
  const at = { created_at: DUE, updated_at: DUE };
  const place = {
    url: 'https://hooks.example.com',
    secret: Buffer.from('encrypted'),
    events: ['schedule.failed'],
  };
  await engine.app.db
    .insertInto('webhook_endpoint')
    .values({ id: newId(), workspace_id, created_by: user_id, ...place, ...at })
    .execute();
}

/** The number of emails about schedules, of all tests. */
async function countMails(): Promise<number> {
  const mails = engine.app.db.selectFrom('mail_outbox').select('id').where('kind', '=', 'schedule_failed');
  return (await mails.execute()).length;
}

const entriesOf = ({ user_id }: Owner) =>
  engine.app.db.selectFrom('credit_entry').select('kind').where('account_id', '=', user_id).execute();

describe('a due schedule', () => {
  test('starts one run as its creator, with its input, and moves to its next time', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, {
      next_run_at: DUE,
      input: JSON.stringify({ max_credits: 30, params: { max_failed_lines: 7 } }),
    });
    await fire(engine.app, schedule.id, later(-1));
    expect(await listRuns(engine, schedule)).toEqual([]);
    await fire(engine.app, schedule.id, later(MINUTE));
    const [run, ...others] = await listRuns(engine, schedule);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      triggered_by: owner.user_id,
      api_key_id: null,
      max_credits: 30,
      max_failed_lines: 7,
    });
    expect(await readOccurrences(engine, schedule.id)).toEqual([
      { due_at: DUE, outcome: 'started', run_id: run?.id, reason: null, message: null },
    ]);
    const { next_run_at, updated_at } = await readSchedule(engine, schedule.id);
    expect([next_run_at, updated_at]).toEqual([later(DAY), new Date('2026-01-01')]);
    const entry = engine.app.db.selectFrom('activity').select(['kind', 'user_id', 'metadata']);
    expect(await entry.where('resource_id', '=', schedule.workflow_id).executeTakeFirst()).toMatchObject({
      kind: 'run_started',
      user_id: owner.user_id,
      metadata: { run_id: run?.id, schedule_id: schedule.id },
    });
  });

  test('starts one run, however many workers handle it at once and again later', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    await Promise.all(Array.from({ length: 8 }, () => fire(engine.app, schedule.id, later(MINUTE))));
    await fire(engine.app, schedule.id, later(2 * MINUTE));
    expect(await listRuns(engine, schedule)).toHaveLength(1);
    const occurrences = await readOccurrences(engine, schedule.id);
    expect(occurrences.map(({ outcome }) => outcome)).toEqual(['started']);
  });

  test('starts nothing if it is changed while its run is prepared, and is tried again', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    const { queue, db } = engine.app;
    // Between the start of the run and the end of its transaction.
    const add: typeof queue.add = async (...added) => {
      const change = db.updateTable('schedule').set({ name: 'Renamed', updated_at: DUE });
      await change.where('id', '=', schedule.id).execute();
      await queue.add(...added);
    };
    const app = { ...engine.app, queue: { ...queue, add } };
    await expect(fire(app, schedule.id, later(MINUTE))).rejects.toThrow('The schedule changed');
    expect(await listRuns(engine, schedule)).toEqual([]);
    expect(await entriesOf(owner)).toEqual([{ kind: 'grant' }]);
    await fire(engine.app, schedule.id, later(2 * MINUTE));
    expect(await listRuns(engine, schedule)).toHaveLength(1);
  });

  test('starts nothing if it is disabled while its run is prepared', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    const { queue, db } = engine.app;
    const add: typeof queue.add = async (...added) => {
      const off = { disabled_reason: 'manual', next_run_at: null, updated_at: DUE };
      await db.updateTable('schedule').set(off).where('id', '=', schedule.id).execute();
      await queue.add(...added);
    };
    await fire({ ...engine.app, queue: { ...queue, add } }, schedule.id, later(MINUTE));
    expect([await listRuns(engine, schedule), await readOccurrences(engine, schedule.id)]).toEqual([[], []]);
  });

  test('starts a run for the latest time after an outage, and records the others as missed', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: later(-3 * DAY) });
    await fire(engine.app, schedule.id, later(5 * 3_600_000));
    const occurrences = await readOccurrences(engine, schedule.id);
    expect(occurrences.map(({ due_at, outcome }) => [due_at, outcome])).toEqual([
      [later(-3 * DAY), 'missed'],
      [later(-2 * DAY), 'missed'],
      [later(-DAY), 'missed'],
      [DUE, 'started'],
    ]);
    expect(await listRuns(engine, schedule)).toHaveLength(1);
  });

  test('starts no run for a time that is more than a day ago', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, cron: '0 2 * * 3' });
    await fire(engine.app, schedule.id, later(DAY + MINUTE));
    expect(await readOccurrences(engine, schedule.id)).toMatchObject([{ due_at: DUE, outcome: 'missed' }]);
    expect(await listRuns(engine, schedule)).toEqual([]);
    expect((await readSchedule(engine, schedule.id)).next_run_at).toEqual(later(7 * DAY));
  });

  test('is skipped while a run of its workflow is active, which is no failure', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, failures_count: 2 });
    const definition = shortPipeline({ text: 'Busy.' });
    await engine.start(owner, definition, { workflow_id: schedule.workflow_id });
    await fire(engine.app, schedule.id, later(MINUTE));
    expect(await readOccurrences(engine, schedule.id)).toMatchObject([
      { outcome: 'skipped', reason: 'run_active' },
    ]);
    expect((await readSchedule(engine, schedule.id)).failures_count).toBe(2);
  });

  describe('while all runs of the plan are active', () => {
    async function createBusyOwner(): Promise<Owner> {
      const owner = await createOwner(engine);
      const { rows } = await sql<{ limit: number }>`
        select (limits ->> 'concurrent_runs_per_user')::int as limit from plan where is_default`.execute(
        engine.app.db,
      );
      const { limit } = rows[0] ?? { limit: 0 };
      expect(limit).toBeGreaterThan(0);
      for (let count = 0; count < limit; count++) await engine.start(owner, shortPipeline({ text: 'Busy.' }));
      return owner;
    }

    test('waits an hour, and then fails, also if it is due every quarter of an hour', async () => {
      const owner = await createBusyOwner();
      const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, cron: '*/15 * * * *' });
      for (const minutes of [1, 16, 59]) {
        const attempt = fire(engine.app, schedule.id, later(minutes * MINUTE));
        await expect(attempt).rejects.toThrow('concurrent run');
        expect(await readOccurrences(engine, schedule.id)).toEqual([]);
      }
      await fire(engine.app, schedule.id, later(61 * MINUTE));
      expect(await readOccurrences(engine, schedule.id)).toMatchObject([
        ...[0, 15, 30, 45].map((minutes) => ({ due_at: later(minutes * MINUTE), outcome: 'missed' })),
        { due_at: later(60 * MINUTE), outcome: 'failed', reason: 'CONCURRENT_RUN_LIMIT' },
      ]);
    });

    test('fails if its job has no attempts left before', async () => {
      const owner = await createBusyOwner();
      const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
      await giveUp(engine.app, schedule.id, { due_at: DUE, at: later(50 * MINUTE) });
      expect(await readOccurrences(engine, schedule.id)).toMatchObject([
        { due_at: DUE, outcome: 'failed', reason: 'CONCURRENT_RUN_LIMIT' },
      ]);
    });

    test('reads neither the casting nor the takes', async () => {
      const owner = await createBusyOwner();
      const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
      const texts: string[] = [];
      const db = engine.app.db.withPlugin({
        transformQuery: ({ node, queryId: _ }) => {
          texts.push(JSON.stringify(node));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await expect(fire({ ...engine.app, db }, schedule.id, later(MINUTE))).rejects.toThrow('concurrent run');
      expect(texts.length).toBeLessThan(10);
    });
  });

  test('starts its run on a worker whose clock is behind that of the one that found it due', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    await fire(engine.app, schedule.id, later(-5 * MINUTE), DUE);
    expect(await readOccurrences(engine, schedule.id)).toMatchObject([{ due_at: DUE, outcome: 'started' }]);
    expect((await readSchedule(engine, schedule.id)).next_run_at).toEqual(later(DAY));
  });

  test('fails if all attempts end with internal errors, and is disabled after five due times', async () => {
    const owner = await createOwner(engine);
    await subscribe(owner);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    for (let day = 0; day < 5; day++) {
      const due = { due_at: later(day * DAY), at: later(day * DAY + 70 * MINUTE) };
      await giveUp(engine.app, schedule.id, due);
      // A job that is repeated finds the due time handled.
      await giveUp(engine.app, schedule.id, due);
    }
    const occurrences = await readOccurrences(engine, schedule.id);
    expect(occurrences.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      Array.from({ length: 5 }, () => ['failed', 'SERVER_ERROR']),
    );
    expect(occurrences[0]?.message).toBe('The run could not start because of an internal error.');
    expect(await webhookEventsOf(owner)).toHaveLength(5);
    expect(await readSchedule(engine, schedule.id)).toMatchObject({
      ...{ disabled_reason: 'failures', next_run_at: null, failures_count: 5 },
    });
  });

  test('that is disabled gets a newer version, also within the millisecond of its last change', async () => {
    const owner = await createOwner(engine, 0);
    const updated_at = later(MINUTE);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, failures_count: 4, updated_at });
    await fire(engine.app, schedule.id, updated_at);
    const row = await readSchedule(engine, schedule.id);
    expect([row.disabled_reason, row.updated_at]).toEqual(['failures', later(1, updated_at)]);
  });
});

describe('a start that fails charges nothing and records why', () => {
  const suspended_at = DUE;
  test.each<[string, RegExp, (owner: Owner, schedule: TestSchedule) => Promise<unknown>, number?]>([
    [
      'FORBIDDEN',
      /no longer a member/,
      ({ user_id }) => engine.app.db.deleteFrom('workspace_member').where('user_id', '=', user_id).execute(),
    ],
    [
      'FORBIDDEN',
      /can no longer start runs/,
      ({ user_id }) =>
        engine.app.db
          .updateTable('workspace_member')
          .set({ role: 'viewer' })
          .where('user_id', '=', user_id)
          .execute(),
    ],
    [
      'SUSPENDED',
      /suspended/,
      ({ workspace_id }) =>
        engine.app.db.updateTable('workspace').set({ suspended_at }).where('id', '=', workspace_id).execute(),
    ],
    [
      'SUSPENDED',
      /suspended/,
      ({ user_id }) =>
        engine.app.db.updateTable('app_user').set({ suspended_at }).where('id', '=', user_id).execute(),
    ],
    [
      'INSUFFICIENT_CREDITS',
      /^The owner of the workspace has too few credits for the run\.$/,
      async () => undefined,
      3,
    ],
    [
      'BUDGET_EXCEEDED',
      /^A budget does not allow the run\.$/,
      (owner) => {
        const scope = { workspace_id: owner.workspace_id, scope: 'member', user_id: owner.user_id };
        const limit = { name: 'None', period: 'month', limit_credits: 1, action: 'deny' };
        const at = { created_at: DUE, updated_at: DUE };
        return engine.app.db
          .insertInto('budget')
          .values({ id: newId(), ...scope, ...limit, ...at })
          .execute();
      },
    ],
    [
      'VALIDATION_ERROR',
      /^definition\.graph\.nodes\.0\.config\.text: /,
      (_, { workflow_id }) =>
        engine.app.db
          .updateTable('workflow')
          .set({ definition: JSON.stringify(shortPipeline({ text: '' })) })
          .where('id', '=', workflow_id)
          .execute(),
    ],
    [
      'VALIDATION_ERROR',
      /^input\.source_language: An override needs exactly one source_script/,
      async (_, { id, workflow_id }) => {
        const definition = JSON.stringify({
          graph: { nodes: [], edges: [] },
          execution: { steps: [], params: {} },
        });
        await engine.app.db
          .updateTable('workflow')
          .set({ definition })
          .where('id', '=', workflow_id)
          .execute();
        const input = JSON.stringify({ source_language: 'de-de' });
        await engine.app.db.updateTable('schedule').set({ input }).where('id', '=', id).execute();
      },
    ],
    [
      'NOT_FOUND',
      /no such workflow/,
      (_, { workflow_id }) =>
        engine.app.db
          .updateTable('workflow')
          .set({ deleted_at: DUE })
          .where('id', '=', workflow_id)
          .execute(),
    ],
  ])('%s %s', async (code, message, prevent, credits) => {
    const owner = await createOwner(engine, credits);
    await subscribe(owner);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    await prevent(owner, schedule);
    await fire(engine.app, schedule.id, later(MINUTE));
    expect(await listRuns(engine, schedule)).toEqual([]);
    expect(await entriesOf(owner)).toEqual([{ kind: 'grant' }]);
    const [occurrence] = await readOccurrences(engine, schedule.id);
    expect(occurrence).toMatchObject({ due_at: DUE, outcome: 'failed', reason: code, run_id: null });
    expect(occurrence?.message).toMatch(message);
    expect(await webhookEventsOf(owner)).toEqual([
      {
        ...{ schedule_id: schedule.id, workflow_id: schedule.workflow_id, name: 'Nightly' },
        ...{
          due_at: DUE.toISOString(),
          code,
          message: occurrence?.message,
          failures_count: 1,
          disabled: false,
        },
      },
    ]);
  });

  test('five in a row disable the schedule; the first and the last are sent by email', async () => {
    const owner = await createOwner(engine, 0);
    await subscribe(owner);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
    const mails: number[] = [];
    const before = await countMails();
    for (let day = 0; day < 7; day++) {
      await fire(engine.app, schedule.id, later(day * DAY + MINUTE));
      mails.push((await countMails()) - before);
    }
    expect(mails).toEqual([1, 1, 1, 1, 2, 2, 2]);
    expect(await readSchedule(engine, schedule.id)).toMatchObject({
      ...{ disabled_reason: 'failures', next_run_at: null, failures_count: 5 },
      updated_at: later(4 * DAY + MINUTE),
    });
    const events = await webhookEventsOf(owner);
    expect(events.map((data) => (data as { disabled: boolean }).disabled)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    const entries = engine.app.db.selectFrom('activity').select(['kind', 'user_id']);
    expect(await entries.where('resource_id', '=', schedule.id).execute()).toEqual([
      { kind: 'schedule_disabled', user_id: null },
    ]);
  });

  test('a start that succeeds ends a row of failures, and first failures send one email a day', async () => {
    const owner = await createOwner(engine);
    const schedule = await insertSchedule(engine, owner, { next_run_at: DUE, cron: '0 */6 * * *' });
    const { db } = engine.app;
    const setRole = (role: string) =>
      db.updateTable('workspace_member').set({ role }).where('user_id', '=', owner.user_id).execute();
    const before = await countMails();
    let at = later(MINUTE);
    for (const role of ['viewer', 'admin', 'viewer', 'admin']) {
      await setRole(role);
      await fire(engine.app, schedule.id, at);
      for (const run of await listRuns(engine, schedule)) await handleRun(engine, run.id);
      at = later(6 * 60 * MINUTE, at);
    }
    const outcomes = (await readOccurrences(engine, schedule.id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['failed', 'started', 'failed', 'started']);
    expect((await readSchedule(engine, schedule.id)).failures_count).toBe(0);
    expect(await countMails()).toBe(before + 1);
  });
});

describe('a schedule that skips if nothing has changed', () => {
  async function createRepeated(text = numberedLines(3, `for ${newId()}`)) {
    const owner = await createOwner(engine);
    const definition = shortPipeline({ text });
    const schedule = await insertSchedule(engine, owner, {
      next_run_at: DUE,
      skip_if_unchanged: true,
      definition,
    });
    let day = 0;
    /** The outcome of the next due time. A run is completed first. */
    const next = async () => {
      await fire(engine.app, schedule.id, later(day++ * DAY + MINUTE));
      const occurrences = await readOccurrences(engine, schedule.id);
      const { outcome, reason, run_id } = occurrences.at(-1) ?? {};
      if (run_id) await handleRun(engine, run_id);
      return reason ?? outcome;
    };
    const setDefinition = (changed: object) =>
      engine.app.db
        .updateTable('workflow')
        .set({ definition: JSON.stringify(changed) })
        .where('id', '=', schedule.workflow_id)
        .execute();
    return { owner, schedule, definition, next, setDefinition };
  }

  test('starts a run only after a change of the text, the graph or the pronunciation', async () => {
    const { owner, schedule, definition, next, setDefinition } = await createRepeated();
    expect(await next()).toBe('started');
    expect(await next()).toBe('unchanged');
    expect((await listRuns(engine, schedule)).length).toBe(1);
    // The position and the name of a node are only for editors.
    const { nodes } = definition.graph;
    const moved = nodes.map((node) => ({ ...node, name: 'Renamed', position: { x: 5, y: 5 } }));
    await setDefinition({ ...definition, graph: { ...definition.graph, nodes: moved } });
    expect(await next()).toBe('unchanged');
    const renumbered = {
      ...definition,
      execution: { ...definition.execution, params: { max_failed_lines: 1 } },
    };
    await setDefinition(renumbered);
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
    const word = { word: 'Line', word_key: 'line', language: 'en', method: 'spelled', pronunciation: 'lyne' };
    const entry = { id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id };
    await engine.app.db
      .insertInto('dictionary_entry')
      .values({ ...entry, ...word, created_at: DUE, updated_at: DUE } as never)
      .execute();
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
    await setDefinition(shortPipeline({ text: 'Another line.' }));
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
  });

  test('starts a run if the last one was canceled, or if a take is gone', async () => {
    const { owner, schedule, next } = await createRepeated();
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
    const { db } = engine.app;
    const runs = db.updateTable('run').set({ status: 'cancelled' });
    await runs.where('workflow_id', '=', schedule.workflow_id).execute();
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
    await db
      .updateTable('audio')
      .set({ reuse_key: sql`decode(md5(id), 'hex')` })
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
    expect([await next(), await next()]).toEqual(['started', 'unchanged']);
  });
});

test('a worker starts the run of a schedule that was found due', async () => {
  const owner = await createOwner(engine);
  const now = new Date();
  const schedule = await insertSchedule(engine, owner, {
    next_run_at: later(-MINUTE, now),
    cron: '*/15 * * * *',
  });
  await runJob(engine.app, dueSchedulesJob);
  // A worker of its own, because its end closes the queue.
  const { app, close } = await buildApp(engine.app.config, { role: 'worker' });
  const worker = await startWorker(app, [scheduleJob]);
  await eventually(async () => (await readOccurrences(engine, schedule.id)).length > 0);
  await worker.stop(1_000);
  await close();
  expect(await listRuns(engine, schedule)).toHaveLength(1);
});

test('each due schedule gets one job for its due time, however often they are listed, also in many batches', async () => {
  const owner = await createOwner(engine);
  const { id, workflow_id } = await insertSchedule(engine, owner, { next_run_at: DUE });
  const { db } = engine.app;
  await sql`
    insert into schedule (id, workspace_id, workflow_id, created_by, name, cron, time_zone, input, skip_if_unchanged,
      next_run_at, created_at, updated_at)
    select gen_random_uuid(), workspace_id, workflow_id, created_by, name, cron, time_zone, input, skip_if_unchanged,
      next_run_at + (number % 3) * interval '1 second', created_at, updated_at
    from schedule, generate_series(1, 1200) as number where id = ${id}`.execute(db);
  const app = { ...engine.app, clock: () => later(MINUTE) };
  await Promise.all([runJob(app, dueSchedulesJob), runJob(app, dueSchedulesJob)]);
  await runJob(app, dueSchedulesJob);
  const { rows } = await sql<{ jobs: number; schedules: number }>`
    select count(*)::int as jobs, count(distinct data ->> 'schedule_id')::int as schedules from pgboss.job
    where name = ${scheduleJob.name} and (data ->> 'schedule_id')::uuid in (
      select id from schedule where workflow_id = ${workflow_id})`.execute(db);
  expect(rows).toEqual([{ jobs: 1_201, schedules: 1_201 }]);
});

test('the latest 1,000 due times are kept, and the last one that started a run', async () => {
  const owner = await createOwner(engine, 0);
  const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
  await sql`
    insert into schedule_occurrence (schedule_id, due_at, outcome, created_at)
    select ${schedule.id}, ${DUE}::timestamptz - number * interval '15 minutes',
      case when number = 1100 then 'started' else 'skipped' end, ${DUE}
    from generate_series(1, 1200) as number`.execute(engine.app.db);
  await fire(engine.app, schedule.id, later(MINUTE));
  const occurrences = await readOccurrences(engine, schedule.id);
  expect(occurrences).toHaveLength(1_001);
  expect(occurrences[0]).toMatchObject({ due_at: later(-1_100 * 15 * MINUTE), outcome: 'started' });
  expect(occurrences[1]).toMatchObject({ due_at: later(-999 * 15 * MINUTE), outcome: 'skipped' });
  expect(occurrences.at(-1)).toMatchObject({ due_at: DUE, outcome: 'failed' });
});

test('due times are recorded for 400 days', async () => {
  const owner = await createOwner(engine);
  const schedule = await insertSchedule(engine, owner, { next_run_at: DUE });
  const row = { schedule_id: schedule.id, outcome: 'missed', created_at: DUE };
  const times = [DUE, later(-399 * DAY), later(-401 * DAY)];
  const rows = times.map((due_at) => ({ ...row, due_at }));
  await engine.app.db.insertInto('schedule_occurrence').values(rows).execute();
  await runHousekeeping(engine.app, scheduleOccurrences, DUE);
  expect((await readOccurrences(engine, schedule.id)).map(({ due_at }) => due_at)).toEqual([
    later(-399 * DAY),
    DUE,
  ]);
});
