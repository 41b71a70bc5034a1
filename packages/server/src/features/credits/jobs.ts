import type { App } from '../../app.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { addGrantIncrease, lockAccount } from '../../ledger/credits.ts';
import { checkLedgers } from './check-ledgers.ts';

const BATCH = 100;
const MAX_BATCHES = 20;

/**
 * Opens the next period of accounts whose last period has ended, in batches. The first use or the next sweep opens the
 * others. Returns how many periods were opened.
 */
export async function sweepCreditPeriods({ db }: Pick<App, 'db'>, now: Date): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const dueAccounts = await db
      .selectFrom('credit_account')
      .select('user_id')
      .where('period_end', '<=', now)
      .orderBy('period_end')
      .limit(BATCH)
      .execute();
    // `lockAccount` opens the period that contains `now`, so the account is no longer due.
    for (const { user_id } of dueAccounts)
      await db.transaction().execute((tx) => lockAccount(tx, user_id, now));
    count += dueAccounts.length;
    if (dueAccounts.length < BATCH) break;
  }
  return count;
}

export const creditPeriods = defineHousekeeping('credit_periods', sweepCreditPeriods);

export const ledgersJob = defineJob({
  name: 'ledgers',
  handle: (app) => checkLedgers(app, app.clock()),
  schedule: '17 3 * * *',
  expires_s: 7_200,
  poll_s: 30,
});

/** Enough for a self-hosted service. Further accounts get the increase with their next period. */
const MAX_ACCOUNTS = 1_000;

/** Grants increased plan credits now, not with the next period of each account. */
export async function grantRaisedCredits({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const accounts = await db
    .selectFrom('credit_account')
    .select('user_id')
    .orderBy('user_id')
    .limit(MAX_ACCOUNTS)
    .execute();
  for (const { user_id } of accounts)
    await db.transaction().execute((tx) => addGrantIncrease(tx, user_id, clock()));
}
