import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import pMap from 'p-map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { cancelRun, compilePlan, resumeRun, startRun } from '../../src/engine/index.ts';
import { ApiError } from '../../src/errors.ts';
import { newId } from '../../src/ids.ts';
import { findBudgetPeriod } from '../../src/ledger/budgets.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { putOnPlan } from '../support/plans.ts';
import { handleChunk } from '../support/run-job.ts';

/*
 * Runs of two people, two keys and several workflows race for random budgets, over several days. Whatever the order: no
 * budget that pauses or denies is passed, each period equals the takes of its scope, and an alert is sent once.
 */
const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** A character costs one credit, and 20 millionths of a dollar. */
const MICROS = 20;
let engine: Engine;
beforeAll(async () => {
  const speech = scriptedSpeech({
    durationMs: () => 200,
    credits_per_1000_characters: 1_000,
    usd_per_million: MICROS,
  });
  engine = await startEngine({
    speech,
    worker: false,
    settings: { lines_per_chunk: 2, line_concurrency: 2 },
  });
});
afterAll(() => engine.close());

const budget = fc.record({
  scope: fc.constantFrom('workspace', 'member', 'api_key', 'workflow'),
  /** Which person, key or workflow. */
  which: fc.nat(1),
  period: fc.constantFrom('day', 'month'),
  action: fc.constantFrom('warn', 'pause', 'pause', 'deny'),
  limit: fc.integer({ min: 1, max: 700 }),
  is_money: fc.boolean(),
});

const day = fc.record({
  hours: fc.integer({ min: 0, max: 40 }),
  runs: fc.array(
    fc.record({
      person: fc.nat(1),
      key: fc.option(fc.nat(1)),
      lines: fc.integer({ min: 1, max: 7 }),
      cap: fc.option(fc.integer({ min: 1, max: 400 })),
      min: fc.constantFrom(0, 30),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

async function insertKey(owner: Owner): Promise<string> {
  const id = newId();
  const at = { created_at: new Date(), updated_at: new Date() };
  const names = { name: 'Key', key_type: 'secret', key_prefix: 'vl', key_suffix: 'xx' };
  await engine.app.db
    .insertInto('api_key')
    .values({
      ...names,
      id,
      workspace_id: owner.workspace_id,
      created_by: owner.user_id,
      key_hash: Buffer.from(id),
      scopes: [],
      ...at,
    })
    .execute();
  return id;
}

const signal = new AbortController().signal;

/** Eight workers take the queued chunks of the runs until none is left. */
async function race(app: App, runs: readonly string[]): Promise<void> {
  for (;;) {
    const queued = await app.db
      .selectFrom('run_chunk')
      .select(['id', 'run_id'])
      .where('run_id', 'in', runs)
      .where('status', '=', 'queued')
      .execute();
    if (queued.length === 0) return;
    const work = (chunk: { id: string; run_id: string }) =>
      handleChunk(app, { chunk_id: chunk.id, run_id: chunk.run_id, tries: 0, signal });
    await pMap(queued, work, { concurrency: 8 });
  }
}

test('no interleaving of runs passes a budget, and each period equals the takes of its scope', async () => {
  const life = fc.record({
    budgets: fc.array(budget, { minLength: 1, maxLength: 4 }),
    days: fc.array(day, { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(life, async ({ budgets, days }) => {
      const { db } = engine.app;
      const owner = await engine.owner();
      await putOnPlan(db, owner.user_id, 'enterprise');
      const people = [owner.user_id, (await engine.owner()).user_id];
      const keys = [await insertKey(owner), await insertKey(owner)];
      const texts = Array.from({ length: 2 }, () => shortPipeline({ text: 'Unused.' }));
      const workflows = await Promise.all(texts.map((definition) => engine.workflow(owner, definition)));
      let now = new Date('2026-05-30T08:00:00Z');
      const app: App = { ...engine.app, clock: () => now };
      const at = { created_at: now, updated_at: now };
      await db
        .insertInto('webhook_endpoint')
        .values({
          ...{ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id, ...at },
          ...{ url: 'https://hooks.example.com', secret: Buffer.from('x'), events: ['budget.reached'] },
        })
        .execute();
      const rows = budgets.map(({ scope, which, period, action, limit, is_money }) => ({
        ...{ id: newId(), workspace_id: owner.workspace_id, name: 'Any', scope, period, action, ...at },
        user_id: scope === 'member' ? (people[which] ?? null) : null,
        api_key_id: scope === 'api_key' ? (keys[which] ?? null) : null,
        workflow_id: scope === 'workflow' ? (workflows[which] ?? null) : null,
        limit_credits: is_money ? null : limit,
        limit_usd_micros: is_money ? limit * MICROS : null,
      }));
      await db.insertInto('budget').values(rows).execute();
      const runs: string[] = [];
      for (const { hours, runs: starts } of days) {
        now = new Date(now.getTime() + hours * 3_600_000);
        const active: string[] = [];
        const works = starts.slice(0, workflows.length).map(async (start, index) => {
          const definition = shortPipeline({
            text: numberedLines(start.lines, `of ${randomUUID()}`),
            params: { max_failed_lines: 100 },
          });
          const id = await startRun(app, {
            workspace_id: owner.workspace_id,
            workflow_id: workflows[index] ?? '',
            account_id: owner.user_id,
            triggered_by: people[start.person] ?? '',
            api_key_id: start.key === null ? null : (keys[start.key] ?? null),
            definition,
            plan: compilePlan(definition),
            min_credits: start.min,
            max_credits: start.cap ?? undefined,
          });
          active.push(id);
        });
        for (const result of await Promise.allSettled(works))
          if (result.status === 'rejected' && !(result.reason instanceof ApiError)) throw result.reason;
        if (active.length === 0) continue;
        await race(app, active);
        // Paused runs continue at once, if anything is left for them.
        await pMap(active, async (run_id) => {
          const { workflow_id } = await db
            .selectFrom('run')
            .select('workflow_id')
            .where('id', '=', run_id)
            .executeTakeFirstOrThrow();
          const ref = { workspace_id: owner.workspace_id, workflow_id, run_id };
          await resumeRun(app, ref).catch((error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
          });
        });
        await race(app, active);
        for (const run_id of active) await cancelRun(app, { workspace_id: owner.workspace_id, run_id });
        runs.push(...active);
        for (const row of rows) {
          const { starts_at, ends_at } = findBudgetPeriod(row.period, now);
          const period = await db
            .selectFrom('budget_period')
            .selectAll()
            .where('budget_id', '=', row.id)
            .where('starts_at', '=', starts_at)
            .executeTakeFirst();
          const { rows: sums } = await sql<{ credits: number; usd_micros: number }>`
            select coalesce(sum(credits), 0)::bigint as credits,
              coalesce(sum(provider_usd_micros), 0)::bigint as usd_micros
            from attempt where created_at >= ${starts_at} and created_at < ${ends_at} and run_id in (
              select id from run where workspace_id = ${owner.workspace_id}
              and (${row.user_id}::uuid is null or triggered_by = ${row.user_id})
              and (${row.api_key_id}::uuid is null or api_key_id = ${row.api_key_id})
              and (${row.workflow_id}::uuid is null or workflow_id = ${row.workflow_id}))`.execute(db);
          const used = { credits: period?.credits ?? 0, usd_micros: period?.usd_micros ?? 0 };
          expect(used).toEqual(sums[0]);
          if (row.action === 'warn') continue;
          expect(used.credits).toBeLessThanOrEqual(row.limit_credits ?? used.credits);
          expect(used.usd_micros).toBeLessThanOrEqual(row.limit_usd_micros ?? used.usd_micros);
        }
      }
      for (const run_id of runs) expect(await auditRun(engine.app, run_id)).toEqual([]);
      const { rows: alerts } = await sql<{ count: number }>`
        select count(*)::int as count from webhook_event
        where workspace_id = ${owner.workspace_id} and type = 'budget.reached'
        group by data ->> 'budget_id', data ->> 'period_starts_at', data ->> 'percent'`.execute(db);
      for (const { count } of alerts) expect(count).toBe(1);
    }),
    { numRuns: 25, seed: SEED },
  );
}, 300_000);
