import type { App } from '../../app.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { type AdjustedAccount, adjustCredits, type CreditAdjustment } from '../../ledger/adjust-credits.ts';
import { getPersonalWorkspaceId } from '../workspaces/index.ts';

/** Grants or revokes credits, with an entry in the activity log. */
export function adjustCreditsAsOperator(
  { db }: Pick<App, 'db'>,
  { operator, now, ...adjustment }: CreditAdjustment & { operator: Operator; now: Date },
): Promise<AdjustedAccount> {
  const { account_id, amount, key } = adjustment;
  return db.transaction().execute(async (tx) => {
    const workspace_id = await getPersonalWorkspaceId(tx, account_id);
    const account = await adjustCredits(tx, adjustment, now);
    if (!account.is_new) return account;
    const kind = amount > 0 ? 'credits_granted' : 'credits_revoked';
    const metadata = { credits: Math.abs(amount), key };
    const resource = { type: 'user', id: account_id };
    await addOperatorActivity(tx, operator, { workspace_id, kind, resource, metadata }, now);
    return account;
  });
}
