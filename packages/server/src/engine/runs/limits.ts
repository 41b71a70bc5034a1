import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/** The limits of an account: those of its plan, which is the default one without a subscription. */
export async function accountLimits(db: Db): Promise<Record<string, number | 'unlimited'>> {
  const plan = await db.selectFrom('plan').select('limits').where('is_default', '=', true).executeTakeFirst();
  return plan?.limits ?? {};
}

/** Refuses one more running run than the plan allows. The caller's transaction holds the account's row. */
export async function checkConcurrency(tx: Db, accountId: string): Promise<void> {
  const limit = (await accountLimits(tx)).concurrent_runs_per_user;
  if (limit === undefined || limit === 'unlimited') return;
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
