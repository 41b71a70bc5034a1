import { type Credits, type contract, PlanLimits } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { hasUnlimitedCredits, readAccountSnapshot } from '../../ledger/credits.ts';

/** The operations on the credits and limits of the caller's account. */
export function creditRoutes({
  db,
}: Pick<App, 'db'>): Pick<Handlers<typeof contract.users>, 'getCredits' | 'getLimits'> {
  return {
    getCredits: async ({ caller, now }) => {
      const account = await readAccountSnapshot(db, caller.user_id, now);
      const { plan } = account;
      const isUnlimited = hasUnlimitedCredits(account);
      const data = {
        balance: isUnlimited ? null : account.balance,
        used: account.used,
        remaining: isUnlimited ? null : account.available,
        period_start: account.period_start.toISOString(),
        period_end: account.period_end.toISOString(),
        plan_grant: plan.limits.monthly_credits ?? 0,
        plan_tier: plan.tier as Credits['plan_tier'],
      };
      return { data };
    },
    getLimits: async ({ caller }) => {
      const { limits } = await findAccountPlan(db, caller.user_id);
      const names = Object.keys(PlanLimits.shape) as (keyof PlanLimits)[];
      // A limit that the plan does not define is zero.
      return { data: Object.fromEntries(names.map((name) => [name, limits[name] ?? 0])) as PlanLimits };
    },
  };
}
