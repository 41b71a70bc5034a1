import type { Db } from '../../db/index.ts';
import { accountLimit } from '../../engine/account-plan.ts';
import { ApiError } from '../../errors.ts';

/** Refuses one more seat than the plan of the workspace's owner has. The caller's transaction holds the workspace. */
export async function refuseWithoutSeat(tx: Db, ownerId: string, taken: number): Promise<void> {
  const seats = await accountLimit(tx, ownerId, 'seats');
  if (seats === 'unlimited' || taken < seats) return;
  const message = `The plan of the workspace has ${seats} seat${seats === 1 ? '' : 's'}, open invites included.`;
  throw new ApiError('PLAN_LIMIT_REACHED', message);
}
