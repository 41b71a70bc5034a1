import { countText } from '@voiceloom/text';
import type { Db } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { addCreditEntries, type CreditBalance, lockAccount } from './credits.ts';

export interface CreditAdjustment {
  account_id: string;
  /** Positive: grants credits. Negative: revokes credits. */
  amount: number;
  /** Identifies the adjustment. Repeating it with the same key and amount changes nothing. */
  key: string;
}

export interface AdjustedAccount extends CreditBalance {
  /** False if an adjustment with this key was entered before. */
  is_new: boolean;
}

/** Grants credits, or revokes credits that are not spent or held. Like all credits, they expire with the period. */
export async function adjustCredits(
  tx: Db,
  { account_id, amount, key }: CreditAdjustment,
  now: Date,
): Promise<AdjustedAccount> {
  const account = await lockAccount(tx, account_id, now);
  const { balance, available } = account;
  // For the grant of a plan, the third part of the cause is the period. `adjustment:` never matches a period.
  const cause = `operator/${account_id}/adjustment:${key}`;
  const existingEntry = await tx
    .selectFrom('credit_entry')
    .select('amount')
    .where('cause', '=', cause)
    .executeTakeFirst();
  if (existingEntry && existingEntry.amount !== amount)
    throw new ApiError(
      'CONFLICT',
      `The key ${key} was used for an adjustment by ${countText(existingEntry.amount, 'credit')}.`,
    );
  if (existingEntry) return { balance, held: account.held, available, is_new: false };
  if (available + amount < 0) {
    const message = `At most ${countText(available, 'credit')} can be revoked. The balance is ${countText(balance, 'credit')}, and runs hold ${countText(account.held, 'credit')} of it.`;
    throw new ApiError('CONFLICT', message);
  }
  const kind = amount > 0 ? 'grant' : 'expire';
  const entry = { account_id, workspace_id: null, run_id: null, kind, cause, amount, hold: 0 } as const;
  await addCreditEntries(tx, [entry], now);
  return {
    balance: balance + amount,
    held: account.held,
    available: available + amount,
    is_new: true,
  };
}
