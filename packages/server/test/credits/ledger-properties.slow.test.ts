import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { cancelRun, compilePlan, startRun } from '../../src/engine/index.ts';
import { ChunkGone } from '../../src/engine/model.ts';
import { ApiError } from '../../src/errors.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { sweepCreditPeriods } from '../../src/features/credits/jobs.ts';
import { newId } from '../../src/ids.ts';
import { lockAccount, readAccountSnapshot } from '../../src/ledger/credits.ts';
import { Crash, withCrash } from '../support/crashing-db.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { mirrorSubscription, type PlanSlug } from '../support/plans.ts';
import { handleChunk } from '../support/run-job.ts';

/*
 * After any concurrent operations in any order, and connections that break between any two statements: the
 * sums of an account equal its entries, no operation spends more than the balance, and each take is charged
 * once.
 */
const HOUR_MS = 3_600_000;
/** Different operations in every run. A failure prints the seed. */
const SEED = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31));
let engine: Engine;
beforeAll(async () => {
  // A line costs a few hundred credits, so that the free month is used up soon.
  const speech = scriptedSpeech({ durationMs: () => 300, credits_per_1000_characters: 10_000 });
  engine = await startEngine({ speech, worker: false, settings: { concurrency: 1 } });
});
afterAll(async () => {
  await engine.close();
});

type Step =
  | { do: 'open' | 'sweep' | 'renew' | 'end' }
  | { do: 'plan'; plan: PlanSlug; status: string }
  | { do: 'start'; workspace: number; lines: number; min: number }
  | { do: 'work' | 'cancel'; run: number };

interface Move {
  hours: number;
  steps: { step: Step; crash: number | null }[];
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constantFrom('open', 'sweep', 'renew', 'end') }), weight: 3 },
  {
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      plan: fc.constantFrom<PlanSlug>('creator-monthly', 'creator-yearly', 'studio-monthly', 'enterprise'),
      status: fc.constantFrom('active', 'active', 'past_due', 'trialing'),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      workspace: fc.nat(1),
      lines: fc.integer({ min: 1, max: 5 }),
      min: fc.oneof(fc.constant(0), fc.nat(1_500)),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant('work' as const), run: fc.nat() }), weight: 14 },
  { arbitrary: fc.record({ do: fc.constant('cancel' as const), run: fc.nat() }), weight: 1 },
) as fc.Arbitrary<Step>;

const move: fc.Arbitrary<Move> = fc.record({
  hours: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(40 * 24)),
  steps: fc.array(
    fc.record({ step, crash: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null, freq: 2 }) }),
    { minLength: 1, maxLength: 4 },
  ),
});

interface Subscription {
  id: string;
  plan: PlanSlug;
  status: string;
  start: Date;
  end: Date;
}

/** One account with two workspaces and its own clock. */
async function createAccount() {
  const { db } = engine.app;
  const [user_id, at] = [randomUUID(), { created_at: new Date(), updated_at: new Date() }];
  await db
    .insertInto('app_user')
    .values({ id: user_id, issuer: 'test', subject: user_id, ...at })
    .execute();
  const workspaces = [randomUUID(), randomUUID()];
  for (const id of workspaces) {
    const names = { id, name: 'Test', slug: id, color_idx: 0, owner_id: user_id, created_by: user_id };
    await db
      .insertInto('workspace')
      .values({ ...names, ...at })
      .execute();
  }
  return {
    user_id,
    workspaces,
    now: new Date('2026-01-20T10:00:00Z'),
    subscription: undefined as Subscription | undefined,
    runs: [] as { id: string; workspace_id: string }[],
  };
}

type Account = Awaited<ReturnType<typeof createAccount>>;

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * HOUR_MS);

async function mirror(
  app: App,
  account: Account,
  change: Partial<Subscription>,
  ended = false,
): Promise<void> {
  const { now, user_id } = account;
  const known = account.subscription;
  const fresh = {
    id: newId(),
    plan: 'creator-monthly' as PlanSlug,
    status: 'active',
    start: now,
    end: later(now, 31),
  };
  const state: Subscription = { ...(known && known.end > now ? known : fresh), ...change };
  if (ended) state.status = 'canceled';
  account.subscription = ended ? undefined : state;
  await mirrorSubscription(app.db, {
    user_id,
    id: state.id,
    state: { ...state, ended_at: ended ? now : null },
    now,
  });
}

async function perform(app: App, account: Account, what: Step): Promise<void> {
  const { user_id, now } = account;
  if (what.do === 'open')
    return void (await app.db.transaction().execute((tx) => lockAccount(tx, user_id, now)));
  if (what.do === 'sweep') return void (await sweepCreditPeriods(app, now));
  if (what.do === 'plan') return mirror(app, account, { plan: what.plan, status: what.status });
  if (what.do === 'renew') {
    const known = account.subscription;
    if (known && known.end <= now)
      await mirror(app, account, { ...known, start: known.end, end: later(known.end, 31), status: 'active' });
    return;
  }
  if (what.do === 'end') return account.subscription && mirror(app, account, account.subscription, true);
  if (what.do === 'start') return begin(app, account, what);
  if (!('run' in what)) return;
  const run = account.runs.at(-1 - (what.run % Math.min(2, account.runs.length)));
  if (!run) return;
  if (what.do === 'cancel')
    return void (await cancelRun(app, { workspace_id: run.workspace_id, run_id: run.id }));
  for (let chunks = 0; chunks < 3; chunks++) await workOn(app, run.id);
}

async function workOn(app: App, run_id: string): Promise<void> {
  const chunk = await app.db
    .selectFrom('run_chunk')
    .select('id')
    .where('run_id', '=', run_id)
    .where('status', '=', 'queued')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  const signal = new AbortController().signal;
  if (chunk) await handleChunk(app, { chunk_id: chunk.id, run_id, tries: 0, signal });
}

async function begin(app: App, account: Account, what: Extract<Step, { do: 'start' }>): Promise<void> {
  const { user_id } = account;
  const workspace_id = account.workspaces[what.workspace] ?? '';
  const definition = shortPipeline({ text: numberedLines(what.lines, `of ${randomUUID()}`) });
  const workflow_id = await engine.workflow({ user_id, workspace_id }, definition);
  const id = await startRun(app, {
    workspace_id,
    workflow_id,
    account_id: user_id,
    triggered_by: user_id,
    api_key_id: null,
    definition,
    plan: compilePlan(definition),
    min_credits: what.min,
  });
  account.runs.push({ id, workspace_id });
}

async function make(account: Account, { hours, steps }: Move): Promise<void> {
  account.now = new Date(account.now.getTime() + hours * HOUR_MS);
  const app: App = { ...engine.app, clock: () => account.now };
  const works = steps.map(({ step: what, crash }) =>
    crash === null
      ? perform(app, account, what)
      : withCrash(engine.database_url, crash, (db) => perform({ ...app, db }, account, what)),
  );
  for (const result of await Promise.allSettled(works)) {
    if (result.status === 'fulfilled') continue;
    const { reason } = result;
    // Expected: rejected calls and injected crashes. Any other error, such as a violated constraint, is a
    // failure.
    const isPlay = reason instanceof ApiError || reason instanceof Crash || reason instanceof ChunkGone;
    if (
      !isPlay &&
      !String(reason?.message).includes('Connection terminated') &&
      !String(reason?.message).includes('not queryable')
    )
      throw reason;
  }
}

async function verify(account: Account): Promise<void> {
  const { db } = engine.app;
  const { user_id, now } = account;
  const reports = await checkLedgers(engine.app, now);
  expect(reports.flatMap(({ named }) => named)).toEqual([]);
  const read = await readAccountSnapshot(db, user_id, now);
  const opened = await db.transaction().execute((tx) => lockAccount(tx, user_id, now));
  expect(opened).toMatchObject({ balance: read.balance, held: read.held, available: read.available });
  expect(await readAccountSnapshot(db, user_id, now)).toEqual(read);
  expect(read.held).toBeGreaterThanOrEqual(0);
  expect(read.available).toBeGreaterThanOrEqual(0);
  expect(read.used).toBeGreaterThanOrEqual(0);
  expect(read.period_end > now).toBe(true);
  const { rows } = await sql<{ period: string; granted: number }>`
    select split_part(cause, '/', 3) as period, sum(amount)::bigint as granted
    from credit_entry where account_id = ${user_id} and kind = 'grant' group by 1`.execute(db);
  for (const { period, granted } of rows)
    expect(granted).toBeLessThanOrEqual(period.includes('@') ? 1_000_000_000 : 1_000);
}

/** The credits granted for the open period. */
async function grantedHere({ user_id }: Account): Promise<number> {
  const { rows } = await sql<{ granted: number }>`
    select coalesce(sum(amount), 0)::bigint as granted from credit_entry
    join credit_account on user_id = account_id
    where account_id = ${user_id} and kind = 'grant' and split_part(cause, '/', 3) = period`.execute(
    engine.app.db,
  );
  return rows[0]?.granted ?? 0;
}

test('any interleaving of grants, plans, runs, crashes and time keeps the ledger consistent', async () => {
  const life = fc.array(move, { minLength: 6, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(life, async (moves) => {
      const account = await createAccount();
      for (const each of moves) {
        await make(account, each);
        await verify(account);
      }
      for (const { id, workspace_id } of account.runs)
        await cancelRun(engine.app, { workspace_id, run_id: id });
      await verify(account);
      const { held, balance } = await readAccountSnapshot(engine.app.db, account.user_id, account.now);
      expect(held).toBe(0);
      // If no run is active, no credits of earlier periods remain.
      expect(balance).toBeLessThanOrEqual(await grantedHere(account));
    }),
    { numRuns: 14, seed: SEED },
  );
  const { rows } = await sql<{ kind: string }>`select distinct kind from credit_entry order by 1`.execute(
    engine.app.db,
  );
  // Every kind of entry occurred.
  expect(rows.map(({ kind }) => kind)).toEqual(['expire', 'grant', 'release', 'reserve', 'settle']);
}, 600_000);

test('credits that a run carried into the next period pay for its work, and the rest expires when it ends', async () => {
  const account = await createAccount();
  const app = (): App => ({ ...engine.app, clock: () => account.now });
  const standing = () => readAccountSnapshot(engine.app.db, account.user_id, account.now);
  await perform(app(), account, { do: 'start', workspace: 0, lines: 1, min: 900 });
  account.now = new Date('2026-02-02T00:00:00Z');
  expect(await standing()).toMatchObject({ balance: 1_900, held: 900, available: 1_000 });
  await perform(app(), account, { do: 'open' });
  // A call handles three chunks, and the run has a few more.
  for (let calls = 0; calls < 3; calls++) await perform(app(), account, { do: 'work', run: 0 });
  const { used } = await standing();
  expect(used).toBeGreaterThan(0);
  expect(await standing()).toMatchObject({ balance: 1_000, held: 0, available: 1_000 });
});
