import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PLANS_FILE, readPlans } from '../../src/config/plans-file.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { UNLIMITED_CREDITS } from '../../src/ledger/account-plan.ts';
import { addCreditEntries, lockAccount } from '../../src/ledger/credits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDatabase } from '../support/database.ts';
import { readyFile, spawnBin } from '../support/processes.ts';

const UNLIMITED = fileURLToPath(new URL('../../data/plans-unlimited.json', import.meta.url));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The result of a start with this file of plans. */
const startWith = (file: string) =>
  server.app.db.transaction().execute((tx) => seedPlans(tx, readPlans(file), server.app.clock()));

test('credits of the unlimited plans are available at once, also to users who have used up this month', async () => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-plans-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const ready = join(directory, 'ready.json');
  const settings = { DATABASE_URL: database.url, DATA_DIR: directory, PORT: '0', READY_FILE: ready };
  /** The balance after a start with these settings. `pay`: whether a run has spent the credits first. */
  const leftAfter = async (more: Record<string, string>, pay: boolean) => {
    rmSync(ready, { force: true });
    const child = spawnBin('api', { ...settings, ...more });
    try {
      const { url, token } = await readyFile(child, ready);
      const headers = { authorization: `Bearer ${token}` };
      const get = async (path: string) =>
        (
          (await (await fetch(`${url}/api/v1/${path}`, { headers })).json()) as {
            data: Record<string, string>;
          }
        ).data;
      const { user_id = '' } = await get('auth/whoami');
      if (pay) await spend(database.url, user_id);
      return (await get('users/me/credits')).remaining;
    } finally {
      await child.stop();
    }
  };
  expect(await leftAfter({}, true)).toBe(0);
  expect(await leftAfter({ PLANS_FILE: UNLIMITED }, false)).toBe(UNLIMITED_CREDITS - 1_000);
});

/** Spends all remaining credits of the month. */
async function spend(connectionString: string, user_id: string): Promise<void> {
  const pool = createPool({ connectionString, max: 1, onError: () => undefined });
  await createDb(pool)
    .transaction()
    .execute(async (tx) => {
      const { available } = await lockAccount(tx, user_id, new Date());
      const entry = { account_id: user_id, workspace_id: null, run_id: null, cause: 'settle/test' };
      await addCreditEntries(tx, [{ ...entry, kind: 'settle', amount: -available, hold: 0 }], new Date());
    });
  await pool.end();
}

test('the unlimited plans apply to existing users at once, and so do the default plans afterwards', async () => {
  const as = { token: await server.token({ sub: 'newcomer' }) };
  const data = async (path: string) =>
    (await server.request('GET', `/api/v1/users/me/${path}`, { as })).body.data;
  const before = await data('credits');
  expect([before.remaining, (await data('limits')).concurrent_runs_per_user]).toEqual([1_000, 1]);

  await startWith(UNLIMITED);
  const limits = await data('limits');
  expect(limits).toMatchObject({
    monthly_credits: 'unlimited',
    concurrent_runs_per_user: 'unlimited',
    workspaces_per_owner: 'unlimited',
    seats: 'unlimited',
    byok_enabled: 1,
  });
  expect(await data('credits')).toMatchObject({ plan_grant: 'unlimited', remaining: UNLIMITED_CREDITS });

  await startWith(DEFAULT_PLANS_FILE);
  expect((await data('limits')).concurrent_runs_per_user).toBe(1);
  expect((await data('credits')).plan_grant).toBe(1_000);
});
