import { type Credits, type contract, PlanLimits } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { type AccountPlan, findAccountPlan } from '../../ledger/account-plan.ts';
import { type AccountSnapshot, readAccountSnapshot } from '../../ledger/credits.ts';

type CreditHandlers = Pick<Handlers<typeof contract.users>, 'getCredits' | 'getLimits'>;

export function creditRoutes({ db }: Pick<App, 'db'>): CreditHandlers {
  return {
    getCredits: async ({ caller, now }) => ({
      data: creditsView(await readAccountSnapshot(db, caller.user_id, now)),
    }),
    getLimits: async ({ caller }) => ({ data: limitsView(await findAccountPlan(db, caller.user_id)) }),
  };
}

function creditsView({ plan, ...standing }: AccountSnapshot): Credits {
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

/** A limit that the plan does not define is zero. */
function limitsView({ limits }: Pick<AccountPlan, 'limits'>): PlanLimits {
  const names = Object.keys(PlanLimits.shape) as (keyof PlanLimits)[];
  return Object.fromEntries(names.map((name) => [name, limits[name] ?? 0])) as PlanLimits;
}
