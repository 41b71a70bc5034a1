import { countText } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { MAX_ROSTER } from './queries.ts';

/**
 * Rejects a seat beyond the plan of the workspace's owner. The caller's transaction holds the workspace's row
 * lock.
 */
export async function rejectWithoutSeat(tx: Db, ownerId: string, taken: number): Promise<void> {
  const limit = await accountLimit(tx, ownerId, 'seats');
  const seats = limit === 'unlimited' ? MAX_ROSTER : Math.min(limit, MAX_ROSTER);
  if (taken < seats) return;
  const message = `The plan of the workspace has ${countText(seats, 'seat')}. Open invites count as seats.`;
  throw new ApiError('PLAN_LIMIT_REACHED', message);
}
