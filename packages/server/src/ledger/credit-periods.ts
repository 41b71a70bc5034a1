import type { AccountPlan } from './account-plan.ts';

/** What "no bound" counts down from: out of reach within a period, and far below what the columns hold. */
export const UNLIMITED_CREDITS = 1_000_000_000;

/** How long the end of a paid period waits for word of the next one before what is left lapses. */
export const RENEWAL_GRACE_MS = 6 * 3_600_000;

const MEAN_MONTH_MS = 30.436875 * 86_400_000;

/** A stretch of time for which a plan grants credits once. */
export interface CreditPeriod {
  /** Names the period for good: what it was granted is found by it. No slash, it is a part of causes. */
  key: string;
  start: Date;
  end: Date;
  /** What the period is entitled to by now; nothing while a payment is late. */
  grant: number;
  /** Paid periods begin at once; the month of the default plan waits for the end of what was paid for. */
  paid: boolean;
}

/** The period of a plan that an instant lies in. Pure: the ledger is opened, and read, by what this says. */
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
  // The processor says a moment later, at times an hour later, that the next period was begun.
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

/** The same time of the same day so many months later; the last day of a month that is too short for it. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
