import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import { UNLIMITED_CREDITS } from '../../src/ledger/account-plan.ts';
import { addCreditEntries, lockAccount } from '../../src/ledger/credits.ts';
import { createDatabase } from '../support/database.ts';
import { readyFile, spawnBin } from '../support/processes.ts';

test('an api process without payments makes credits unlimited at once, also for users who have used up this month', async () => {
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
  expect(await leftAfter({ PLANS_FILE: SELLER_PLANS_FILE }, true)).toBe(0);
  expect(await leftAfter({}, false)).toBeNull();
  expect(await balances(database.url)).toEqual([UNLIMITED_CREDITS - 1_000]);
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

async function balances(connectionString: string): Promise<number[]> {
  const pool = createPool({ connectionString, max: 1, onError: () => undefined });
  const rows = await createDb(pool).selectFrom('credit_account').select('balance').execute();
  await pool.end();
  return rows.map(({ balance }) => balance);
}
