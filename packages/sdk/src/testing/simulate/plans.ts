import { blanks } from '../../generated/test-contract.ts';
import type { Plan, PlanLimits } from '../../generated/types.ts';
import { namedId } from '../../workflow/named-id.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { World } from '../world.ts';

const NAMESPACE = '6f1c1f0e-5d0b-4a53-9f0e-2f6a1d6a7c11';
const GB = 1_073_741_824;

/** The plan of everybody without a subscription: a fixed number of credits a month, and no other bound. */
const UNBOUNDED: Omit<PlanLimits, 'monthly_credits'> = {
  workspaces_per_owner: 'unlimited',
  concurrent_runs_per_user: 'unlimited',
  storage_bytes_per_workspace: 'unlimited',
  retention_days: 'unlimited',
  byok_enabled: 1,
  seats: 'unlimited',
};

const limitsOf = (
  monthly_credits: number,
  [workspaces_per_owner, concurrent_runs_per_user, storage, retention_days, seats]: readonly number[],
) =>
  ({
    ...{ monthly_credits, workspaces_per_owner, concurrent_runs_per_user, retention_days, seats },
    ...{ storage_bytes_per_workspace: (storage ?? 0) * GB, byok_enabled: 1 },
  }) as PlanLimits;

/** The paid plans of the release. */
const PAID = [
  { name: 'Creator', amounts: [1_900, 19_000], limits: limitsOf(50_000, [3, 3, 20, 180, 3]) },
  { name: 'Studio', amounts: [9_900, 99_000], limits: limitsOf(250_000, [20, 10, 200, 730, 15]) },
];

/** Every plan, the default one first. */
export function plansOf(credits: number, limits: Partial<PlanLimits> = {}): Plan[] {
  const common = { ...blanks.Plan, currency: 'usd' };
  const free = { ...UNBOUNDED, monthly_credits: credits, ...limits };
  const plans: Omit<Plan, 'id' | 'display_order'>[] = [
    {
      ...common,
      slug: 'free',
      name: 'Free',
      tier: 'free',
      limits: free,
      billing_interval: 'monthly',
      amount: 0,
    },
    ...PAID.flatMap(({ name, amounts, limits: own }) =>
      (['monthly', 'yearly'] as const).map((billing_interval, at) => ({
        ...{ ...common, slug: `${name.toLowerCase()}-${billing_interval}`, name, tier: 'paid' as const },
        ...{ limits: own, billing_interval, amount: amounts[at] ?? 0 },
      })),
    ),
  ];
  return plans.map((plan, display_order) => ({
    ...plan,
    id: namedId(`plan/${plan.slug}`, NAMESPACE),
    display_order,
  }));
}

/** What a change from one plan to another is; a year counts as twelve months. */
export function changeType(from: Plan, to: Plan): 'same' | 'upgrade' | 'downgrade' {
  if (from.id === to.id) return 'same';
  const monthly = ({ amount, billing_interval }: Plan) =>
    billing_interval === 'yearly' ? amount / 12 : amount;
  const isMore = from.name === to.name ? to.billing_interval === 'yearly' : monthly(to) >= monthly(from);
  return isMore ? 'upgrade' : 'downgrade';
}

/** A plan that can be had. */
export function listedPlan({ plans }: World, id: string): Plan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (plan === undefined) throw notFound('plan');
  return plan;
}

/** A plan that is paid for. */
export function paidPlan(world: World, id: string): Plan {
  const plan = listedPlan(world, id);
  if (plan.tier === 'paid') return plan;
  const message = 'This plan costs nothing: cancel your subscription to go back to it.';
  throw new ApiError('CONFLICT', message);
}
