import type { App } from '../../app.ts';
import { raiseGrant } from '../../ledger/credits.ts';

/** A machine of one's own has few accounts; others wait for their next period. */
const MOST_ACCOUNTS = 1_000;

/** Grants what plans of another file grant more, now instead of with the next period of each account. */
export async function bringAccountsInStep({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const accounts = await db
    .selectFrom('credit_account')
    .select('user_id')
    .orderBy('user_id')
    .limit(MOST_ACCOUNTS)
    .execute();
  for (const { user_id } of accounts)
    await db.transaction().execute((tx) => raiseGrant(tx, user_id, clock()));
}
