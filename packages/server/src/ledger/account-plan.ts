import type { Db } from '../db/index.ts';
import type { PlanLimits } from '../db/rows.ts';
import { activeFormerRetention, findHighestLimit, RETENTION_GRACE_MS } from '../db/seed-plans.ts';

/** What a plan may use through platform keys. */
export interface PlatformTerms {
  providers: readonly string[];
  /** As `provider/model`. Null: all models that the providers list. */
  models: readonly string[] | null;
  /** Null: no limit. */
  characters_per_day: number | null;
}

/** The plan that sets the limits and credits of an account. */
export interface AccountPlan {
  id: string;
  /** Null for a manually inserted plan. */
  slug: string | null;
  name: string;
  tier: string;
  limits: PlanLimits;
  platform: PlatformTerms;
  /** The paid period, as the payment processor reports it; null without a subscription. */
  subscription: {
    id: string;
    status: string;
    current_period_start: Date;
    current_period_end: Date;
  } | null;
}

/** Statuses in which a subscription grants its plan. A late payment does not stop running work. */
export const PLAN_STATUSES = ['active', 'trialing', 'past_due'] as const;

/**
 * The plan of the account's subscription, or else the plan that an operator assigned, or else the default plan. One
 * query; safe inside a transaction.
 */
export async function findAccountPlan(db: Db, userId: string): Promise<AccountPlan> {
  const rows = await db
    .selectFrom('plan')
    .leftJoin('subscription', (join) =>
      join
        .onRef('subscription.plan_id', '=', 'plan.id')
        .on('subscription.user_id', '=', userId)
        .on('subscription.status', 'in', PLAN_STATUSES)
        .on('subscription.ended_at', 'is', null),
    )
    .leftJoin('credit_account', (join) =>
      join.onRef('credit_account.plan_id', '=', 'plan.id').on('credit_account.user_id', '=', userId),
    )
    .select([
      'plan.id',
      'plan.slug',
      'plan.name',
      'plan.tier',
      'plan.limits',
      'plan.platform_providers',
      'plan.platform_models',
      'plan.platform_characters_per_day',
      'plan.is_default',
      'credit_account.plan_id as assigned_plan_id',
      'subscription.id as subscription_id',
      'subscription.status',
      'subscription.current_period_start',
      'subscription.current_period_end',
    ])
    .where((eb) =>
      eb.or([
        eb('subscription.id', 'is not', null),
        eb('credit_account.plan_id', 'is not', null),
        eb('plan.is_default', '=', true),
      ]),
    )
    .orderBy('subscription.created_at', (order) => order.desc().nullsLast())
    .orderBy('subscription.id')
    .execute();
  const defaultPlan = rows.find((row) => row.is_default);
  if (!defaultPlan) throw new Error('There is no default plan.');
  for (const row of rows) {
    const { subscription_id, status, current_period_start, current_period_end } = row;
    if (!subscription_id || !status || !current_period_start || !current_period_end) continue;
    // In a service that stopped selling, nothing renews a subscription. It must not give less than the default plan.
    if (isIncluded(row.limits, defaultPlan.limits) && isOfferIncluded(row, defaultPlan)) continue;
    const subscription = { id: subscription_id, status, current_period_start, current_period_end };
    return { ...planFacts(row), subscription };
  }
  const assignedPlan = rows.find((row) => row.assigned_plan_id !== null);
  return { ...planFacts(assignedPlan ?? defaultPlan), subscription: null };
}

type PlanFields = Omit<AccountPlan, 'subscription' | 'platform'> & {
  platform_providers: string[];
  platform_models: string[] | null;
  platform_characters_per_day: number | null;
};

function planFacts({ id, slug, name, tier, limits, ...row }: PlanFields): Omit<AccountPlan, 'subscription'> {
  const platform = {
    providers: row.platform_providers,
    models: row.platform_models,
    characters_per_day: row.platform_characters_per_day,
  };
  return { id, slug, name, tier, limits, platform };
}

/** Whether a default plan with unlimited credits gives everything that these limits give. */
function isIncluded(limits: PlanLimits, defaultLimits: PlanLimits): boolean {
  if (defaultLimits.monthly_credits !== 'unlimited') return false;
  return Object.entries(limits).every(([name, limit]) => {
    const defaultLimit = defaultLimits[name] ?? 0;
    return defaultLimit === 'unlimited' || (limit !== 'unlimited' && limit <= defaultLimit);
  });
}

/** Whether the default plan offers all platform keys, models and characters of the row. */
function isOfferIncluded(row: PlanFields, defaultPlan: PlanFields): boolean {
  if (row.platform_providers.length === 0) return true;
  const { platform_providers: providers, platform_models: models } = defaultPlan;
  const limit = defaultPlan.platform_characters_per_day ?? Number.POSITIVE_INFINITY;
  if ((row.platform_characters_per_day ?? Number.POSITIVE_INFINITY) > limit) return false;
  if (!row.platform_providers.every((provider) => providers.includes(provider))) return false;
  if (models === null) return row.platform_models === null;
  return row.platform_models?.every((model) => models.includes(model)) ?? false;
}

/**
 * How many days audio is kept: by the plan, or by a longer retention that ended less than 30 days ago with a
 * subscription, an assignment, or a change of the plan itself or of the default plan.
 */
export async function retentionDays(db: Db, userId: string, now: Date): Promise<number | 'unlimited'> {
  const { id, limits } = await findAccountPlan(db, userId);
  const endedPlans = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .select('plan.limits')
    .where('subscription.user_id', '=', userId)
    // Excludes subscriptions that were never paid. They end as `incomplete_expired`.
    .where('subscription.status', '=', 'canceled')
    .where('subscription.ended_at', '>', new Date(now.getTime() - RETENTION_GRACE_MS))
    .execute();
  // The default plan too: somebody who subscribes keeps at least what others keep.
  const ofPlan = db.selectFrom('plan').where((eb) => eb.or([eb('id', '=', id), eb('is_default', '=', true)]));
  const ofAccount = db.selectFrom('credit_account').where('user_id', '=', userId);
  const formerRetentions = await ofPlan
    .select(['former_retention_days', 'former_retention_until'])
    .unionAll(ofAccount.select(['former_retention_days', 'former_retention_until']))
    .execute();
  const days = [limits.retention_days ?? 0, ...endedPlans.map((plan) => plan.limits.retention_days ?? 0)];
  return findHighestLimit([
    ...days,
    ...formerRetentions.flatMap((former) => activeFormerRetention(former, now)),
  ]);
}

/** A limit of the account's plan; a limit that the plan does not name allows nothing. */
export async function accountLimit(db: Db, userId: string, name: string): Promise<number | 'unlimited'> {
  return (await findAccountPlan(db, userId)).limits[name] ?? 0;
}

/** The grant of an unlimited plan: more than a period can use, and far below the maximum of the column type. */
export const UNLIMITED_CREDITS = 1_000_000_000;

/** How long the credits of an ended paid period remain while the processor has not reported its renewal. */
export const RENEWAL_GRACE_MS = 6 * 3_600_000;

const MEAN_MONTH_MS = 30.436875 * 86_400_000;

/** A period for which a plan grants credits once. */
export interface CreditPeriod {
  /** The permanent name of the period. It is one part of the `cause` of a grant, whose separator is a slash, so it has none. */
  key: string;
  start: Date;
  end: Date;
  /** The credits that the plan grants for the period; 0 while a payment is late. */
  grant: number;
  /** A paid period begins at once. A month of the default plan begins only after the paid period. */
  paid: boolean;
}

/** The period of a plan that contains `now`. Used both to open periods and to read the ledger. */
export function creditPeriod(plan: AccountPlan, now: Date): CreditPeriod {
  const credits = plan.limits.monthly_credits ?? 0;
  const grant = credits === 'unlimited' ? UNLIMITED_CREDITS : credits;
  if (!plan.subscription) {
    const year = now.getUTCFullYear();
    const month = now.getUTCMonth();
    const start = new Date(Date.UTC(year, month, 1));
    const end = new Date(Date.UTC(year, month + 1, 1));
    return { key: start.toISOString().slice(0, 7), start, end, grant, paid: false };
  }
  const { id, status, current_period_start: first, current_period_end: last } = plan.subscription;
  const late = now.getTime() - last.getTime();
  if (late >= RENEWAL_GRACE_MS || (late >= 0 && status === 'past_due')) {
    // The period after a paid one that is not renewed yet. It grants nothing until the renewal.
    const step = countMonths(last, now);
    const start = addMonths(last, step);
    return { key: paidPeriodKey(id, start), start, end: addMonths(last, step + 1), grant: 0, paid: true };
  }
  const months = Math.max(1, Math.round((last.getTime() - first.getTime()) / MEAN_MONTH_MS));
  const step = Math.min(months - 1, countMonths(first, now));
  const start = addMonths(first, step);
  let end = addMonths(first, step + 1);
  // The processor reports the next period late: usually by moments, sometimes by an hour.
  if (step + 1 === months) end = new Date(last.getTime() + (late >= 0 ? RENEWAL_GRACE_MS : 0));
  const key = paidPeriodKey(id, start);
  return { key, start, end, grant: status === 'past_due' ? 0 : grant, paid: true };
}

const paidPeriodKey = (subscriptionId: string, start: Date): string =>
  `${subscriptionId}@${start.toISOString()}`;

/** The number of whole months between two times. */
function countMonths(from: Date, to: Date): number {
  let months = 0;
  while (addMonths(from, months + 1) <= to) months += 1;
  return months;
}

/** The same day and time some months later; in a shorter month, its last day. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
