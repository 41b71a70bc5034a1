import type { App } from '../../app.ts';
import { ApiError, notFound } from '../../errors.ts';
import { findListedPlan, listPlans, type PlanRow } from './plan-queries.ts';

export type ChangeType = 'upgrade' | 'downgrade' | 'same';

/**
 * What a change from one plan to another is. The same plan in another interval: yearly is more. Different plans: what
 * costs more a month, a year counting as twelve; at the same price the change applies at once.
 */
export function changeType(from: PlanRow, to: PlanRow): ChangeType {
  if (from.id === to.id) return 'same';
  if (from.name === to.name && from.tier === to.tier)
    return to.billing_interval === 'yearly' ? 'upgrade' : 'downgrade';
  return monthly(to) >= monthly(from) ? 'upgrade' : 'downgrade';
}

function monthly({ amount, billing_interval }: PlanRow): number {
  return billing_interval === 'yearly' ? amount / 12 : amount;
}

export async function getListedPlan({ db }: Pick<App, 'db'>, id: string): Promise<PlanRow> {
  const plan = await findListedPlan(db, id);
  if (!plan) throw notFound('plan');
  return plan;
}

/** A plan that is paid for. */
export async function getPaidPlan(app: Pick<App, 'db'>, id: string): Promise<PlanRow> {
  const plan = await getListedPlan(app, id);
  if (plan.tier === 'paid') return plan;
  if (plan.tier === 'free')
    throw new ApiError('CONFLICT', 'This plan is free. To switch to it, cancel your subscription.');
  throw new ApiError('CONFLICT', 'This is a custom plan. Contact the operator of this service for an offer.');
}

/** What is owed comes first: a change would charge a card that has just failed. */
export function requirePaid(status: string): void {
  if (status === 'active' || status === 'trialing') return;
  throw new ApiError('CONFLICT', `The subscription is ${status}: pay the open invoice first.`);
}

/** A page of the available plans, with links to the next and previous page. */
export async function pagePlans({ db }: Pick<App, 'db'>, request: { page: number; limit: number; url: URL }) {
  const { page, limit, url } = request;
  const rows = await listPlans(db, { limit: limit + 1, offset: (page - 1) * limit });
  const link = (to: number): string => {
    const linked = new URL(url);
    linked.searchParams.set('page', String(to));
    return linked.href;
  };
  const pagination = {
    limit,
    next: rows.length > limit ? link(page + 1) : null,
    prev: page > 1 ? link(page - 1) : null,
  };
  return { items: rows.slice(0, limit), pagination };
}
