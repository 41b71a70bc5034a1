import type { App } from '../../app.ts';
import { applyPlanChange } from '../../engine/credits.ts';

/** A machine of one's own has few accounts; others wait for their next period. */
const MOST_ACCOUNTS = 1_000;

/** Brings accounts in step with plans that another file has changed, now instead of with their next period. */
export async function bringAccountsInStep({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const accounts = await db
    .selectFrom('credit_account')
    .select('user_id')
    .orderBy('user_id')
    .limit(MOST_ACCOUNTS)
    .execute();
  for (const { user_id } of accounts)
    await db.transaction().execute((tx) => applyPlanChange(tx, user_id, clock()));
}
