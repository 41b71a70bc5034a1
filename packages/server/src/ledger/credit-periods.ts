import type { AccountPlan } from './account-plan.ts';

/** The balance of an unlimited plan: more than a period can use, and far below the limit of the columns. */
export const UNLIMITED_CREDITS = 1_000_000_000;

/** How long credits of an ended paid period stay while the report of its renewal is missing. */
export const RENEWAL_GRACE_MS = 6 * 3_600_000;

const MEAN_MONTH_MS = 30.436875 * 86_400_000;

/** A period for which a plan grants credits once. */
export interface CreditPeriod {
  /** The permanent name of the period, which finds its grants. Contains no slash, because it is a part of causes. */
  key: string;
  start: Date;
  end: Date;
  /** The credits of the period so far; none while a payment is late. */
  grant: number;
  /** Paid periods begin at once; the month of the default plan begins after the paid period. */
  paid: boolean;
}

/** The period of a plan that contains an instant. A pure function, used to open and to read the ledger. */
export function creditPeriod(plan: AccountPlan, now: Date): CreditPeriod {
  const grant = grantOf(plan);
  if (!plan.subscription) return monthOf(now, grant);
  const { id, status, current_period_start: first, current_period_end: last } = plan.subscription;
  const paid = status === 'past_due' ? 0 : grant;
  const late = now.getTime() - last.getTime();
  if (late >= RENEWAL_GRACE_MS || (late >= 0 && status === 'past_due')) return unconfirmed(id, last, now);
  const months = Math.max(1, Math.round((last.getTime() - first.getTime()) / MEAN_MONTH_MS));
  let step = 0;
  while (step + 1 < months && addMonths(first, step + 1) <= now) step += 1;
  const start = addMonths(first, step);
  const isLast = step + 1 === months;
  // The processor reports the next period a moment later, at times an hour later.
  const extended = new Date(last.getTime() + (late >= 0 ? RENEWAL_GRACE_MS : 0));
  const end = isLast ? extended : addMonths(first, step + 1);
  return { key: keyOf(id, start), start, end, grant: paid, paid: true };
}

/** What a plan grants for a period. */
export function grantOf(plan: Pick<AccountPlan, 'limits'>): number {
  const credits = plan.limits.monthly_credits ?? 0;
  return credits === 'unlimited' ? UNLIMITED_CREDITS : credits;
}

function monthOf(now: Date, grant: number): CreditPeriod {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const start = new Date(Date.UTC(year, month, 1));
  const end = new Date(Date.UTC(year, month + 1, 1));
  return { key: start.toISOString().slice(0, 7), start, end, grant, paid: false };
}

/** The paid period is over and not renewed yet: nothing is granted until then. */
function unconfirmed(id: string, last: Date, now: Date): CreditPeriod {
  let step = 0;
  while (addMonths(last, step + 1) <= now) step += 1;
  const start = addMonths(last, step);
  return { key: keyOf(id, start), start, end: addMonths(last, step + 1), grant: 0, paid: true };
}

const keyOf = (subscriptionId: string, start: Date): string => `${subscriptionId}@${start.toISOString()}`;

/** The same time of the same day some months later, or the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
