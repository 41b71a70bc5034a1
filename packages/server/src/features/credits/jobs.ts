import type { App } from '../../app.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { lockAccount } from '../../ledger/credits.ts';
import { checkLedgers } from './check-ledgers.ts';

const BATCH = 100;
const MOST_BATCHES = 20;

/**
 * Opens the periods of accounts whose last one is over, in batches: the first use opens the others, or the next sweep.
 * Returns how many there were.
 */
export async function sweepCreditPeriods({ db }: Pick<App, 'db'>, now: Date): Promise<number> {
  let opened = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = await db
      .selectFrom('credit_account')
      .select('user_id')
      .where('period_end', '<=', now)
      .orderBy('period_end')
      .limit(BATCH)
      .execute();
    for (const { user_id } of due) await db.transaction().execute((tx) => lockAccount(tx, user_id, now));
    opened += due.length;
    if (due.length < BATCH) break;
  }
  return opened;
}

export const creditPeriods = defineHousekeeping('credit_periods', sweepCreditPeriods);

export const ledgersJob = defineJob({
  name: 'ledgers',
  handle: (app) => checkLedgers(app, app.clock()),
  schedule: '17 3 * * *',
  expires_s: 7_200,
  poll_s: 30,
});
