import type { App } from '../../app.ts';
import { raiseGrant } from '../../ledger/credits.ts';

/** A self-hosted service has few accounts; others wait for their next period. */
const MOST_ACCOUNTS = 1_000;

/** Grants increased plan credits at once instead of with each account's next period. */
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
