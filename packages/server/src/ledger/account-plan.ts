import type { Db } from '../db/index.ts';

export type Limits = Record<string, number | 'unlimited'>;

/** The plan whose limits and credits an account has. */
export interface AccountPlan {
  id: string;
  name: string;
  tier: string;
  limits: Limits;
  /** The paid period of the processor; null on the default plan. */
  subscription: {
    id: string;
    status: string;
    current_period_start: Date;
    current_period_end: Date;
  } | null;
}

/** States in which a subscription gives its plan: a payment that is late does not stop running work. */
export const PLAN_STATUSES = ['active', 'trialing', 'past_due'] as const;

/** The plan of the account's subscription, else the default one. One query; safe inside a transaction. */
export async function findAccountPlan(db: Db, userId: string): Promise<AccountPlan> {
  const row = await db
    .selectFrom('plan')
    .leftJoin('subscription', (join) =>
      join
        .onRef('subscription.plan_id', '=', 'plan.id')
        .on('subscription.user_id', '=', userId)
        .on('subscription.status', 'in', PLAN_STATUSES)
        .on('subscription.ended_at', 'is', null),
    )
    .select([
      'plan.id',
      'plan.name',
      'plan.tier',
      'plan.limits',
      'subscription.id as subscription_id',
      'subscription.status',
      'subscription.current_period_start',
      'subscription.current_period_end',
    ])
    .where((eb) => eb.or([eb('subscription.id', 'is not', null), eb('plan.is_default', '=', true)]))
    .orderBy('subscription.created_at', (order) => order.desc().nullsLast())
    .orderBy('subscription.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { subscription_id, status, current_period_start, current_period_end, ...plan } = row;
  if (!subscription_id || !status || !current_period_start || !current_period_end)
    return { ...plan, subscription: null };
  return { ...plan, subscription: { id: subscription_id, status, current_period_start, current_period_end } };
}

const DAY_MS = 86_400_000;
/** Time to subscribe again, or to download audio, before the retention of the default plan applies. */
const RETENTION_GRACE_MS = 30 * DAY_MS;

/** Days that audio is kept: those of the plan, or of a better one whose subscription ended less than 30 days ago. */
export async function retentionDays(db: Db, userId: string, now: Date): Promise<number | 'unlimited'> {
  const current = await accountLimit(db, userId, 'retention_days');
  const ended = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .select('plan.limits')
    .where('subscription.user_id', '=', userId)
    // Excludes subscriptions that were never paid.
    .where('subscription.status', '=', 'canceled')
    .where('subscription.ended_at', '>', new Date(now.getTime() - RETENTION_GRACE_MS))
    .execute();
  const days = [current, ...ended.map(({ limits }) => limits.retention_days ?? 0)];
  return days.includes('unlimited') ? 'unlimited' : Math.max(...days.map(Number));
}

/** A limit of the account's plan; a limit that the plan does not name allows nothing. */
export async function accountLimit(db: Db, userId: string, name: string): Promise<number | 'unlimited'> {
  return (await findAccountPlan(db, userId)).limits[name] ?? 0;
}
