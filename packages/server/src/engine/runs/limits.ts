import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { accountLimit } from '../account-plan.ts';

/** Refuses one more running run than the plan allows. The caller's transaction holds the account's row. */
export async function checkConcurrency(tx: Db, accountId: string): Promise<void> {
  const limit = await accountLimit(tx, accountId, 'concurrent_runs_per_user');
  if (limit === 'unlimited') return;
  const { active } = await tx
    .selectFrom('run')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('account_id', '=', accountId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirstOrThrow();
  if (Number(active) < limit) return;
  throw new ApiError(
    'CONCURRENT_RUN_LIMIT',
    `The plan allows ${limit} run${limit === 1 ? '' : 's'} at a time.`,
  );
}
