import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { addOperatorActivity, type Operator } from '../../ledger/activity.ts';
import { type AdjustedAccount, adjustCredits, type CreditAdjustment } from '../../ledger/adjust-credits.ts';
import { findPersonalMembership } from '../workspaces/index.ts';

/** Grants or revokes credits. The entry of the activity log is in the personal workspace, which every user has. */
export function adjustCreditsAsOperator(
  { db }: Pick<App, 'db'>,
  { operator, now, ...adjustment }: CreditAdjustment & { operator: Operator; now: Date },
): Promise<AdjustedAccount> {
  const { account_id, amount, key } = adjustment;
  return db.transaction().execute(async (tx) => {
    const personal = await findPersonalMembership(tx, account_id);
    if (!personal) throw notFound('user');
    const adjusted = await adjustCredits(tx, adjustment, now);
    if (!adjusted.is_new) return adjusted;
    const kind = amount > 0 ? 'credits_granted' : 'credits_revoked';
    const metadata = { credits: Math.abs(amount), key };
    const resource = { type: 'user', id: account_id };
    await addOperatorActivity(tx, operator, { workspace_id: personal.id, kind, resource, metadata }, now);
    return adjusted;
  });
}
