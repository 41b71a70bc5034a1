import { type Credits, PlanLimits } from '@voiceloom/contract';
import type { AccountPlan } from '../../ledger/account-plan.ts';
import type { AccountSnapshot } from '../../ledger/credits.ts';

export function creditsView({ plan, ...standing }: AccountSnapshot): Credits {
  return {
    balance: standing.balance,
    used: standing.used,
    remaining: standing.available,
    period_start: standing.period_start.toISOString(),
    period_end: standing.period_end.toISOString(),
    plan_grant: plan.limits.monthly_credits ?? 0,
    plan_tier: plan.tier as Credits['plan_tier'],
  };
}

/** A limit that the plan does not name allows nothing. */
export function limitsView({ limits }: Pick<AccountPlan, 'limits'>): PlanLimits {
  const names = Object.keys(PlanLimits.shape) as (keyof PlanLimits)[];
  return Object.fromEntries(names.map((name) => [name, limits[name] ?? 0])) as PlanLimits;
}
