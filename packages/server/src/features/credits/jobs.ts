import type { App } from '../../app.ts';
import { lockAccount } from '../../engine/credits.ts';

const BATCH = 100;
const MOST_BATCHES = 20;

/**
 * Opens the periods of accounts whose last one is over, some at a time: the others are opened by whoever needs them,
 * or by the next sweep. Answers how many there were.
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
