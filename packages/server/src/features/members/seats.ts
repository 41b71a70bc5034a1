import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { findPlanLimits } from '../workspaces/index.ts';

/** Refuses one more seat than the plan has. The caller's transaction holds the workspace. */
export async function refuseWithoutSeat(tx: Db, taken: number): Promise<void> {
  const { seats = 0 } = await findPlanLimits(tx);
  if (seats === 'unlimited' || taken < seats) return;
  const message = `The plan of the workspace has ${seats} seat${seats === 1 ? '' : 's'}, open invites included.`;
  throw new ApiError('PLAN_LIMIT_REACHED', message);
}
