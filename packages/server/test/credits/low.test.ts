import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { addCreditEntries } from '../../src/ledger/credits.ts';
import { addCreditsLowEvent } from '../../src/ledger/webhook-events.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { type PlanSlug, putOnPlan } from '../support/plans.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ worker: false });
});
afterAll(() => engine.close());

/** Spends credits down to a balance. Returns the reported thresholds. */
async function spendTo(plan: PlanSlug, left: number): Promise<number[]> {
  const { app } = engine;
  const { user_id, workspace_id } = await engine.owner(1_000);
  await putOnPlan(app.db, user_id, plan);
  const at = { created_at: new Date(), updated_at: new Date() };
  const secret = Buffer.from('encrypted');
  const endpoint = {
    id: newId(),
    workspace_id,
    created_by: user_id,
    url: 'https://hooks.example.com',
    secret,
  };
  await app.db
    .insertInto('webhook_endpoint')
    .values({ ...endpoint, events: ['credits.low'], ...at })
    .execute();
  await app.db.transaction().execute(async (tx) => {
    const account = tx.selectFrom('credit_account').select('balance').where('user_id', '=', user_id);
    const { balance } = await account.executeTakeFirstOrThrow();
    const spent = balance - left;
    const entry = { account_id: user_id, workspace_id, run_id: null, kind: 'settle' as const, hold: 0 };
    await addCreditEntries(tx, [{ ...entry, cause: newId(), amount: -spent }], new Date());
    await addCreditsLowEvent(app, tx, { account_id: user_id, spent, now: new Date() });
  });
  const { rows } = await sql<{ threshold: number }>`
    select (data ->> 'threshold')::int as threshold from webhook_event where workspace_id = ${workspace_id}`.execute(
    app.db,
  );
  return rows.map((row) => row.threshold);
}

test('credits are low below a tenth of the grant of the plan', async () => {
  expect(await spendTo('creator-monthly', 5_000)).toEqual([]);
  expect(await spendTo('creator-monthly', 4_999)).toEqual([5_000]);
  expect(await spendTo('studio-yearly', 24_999)).toEqual([25_000]);
});

test('credits of an unlimited plan are never low', async () => {
  expect(await spendTo('enterprise', 1)).toEqual([]);
});
