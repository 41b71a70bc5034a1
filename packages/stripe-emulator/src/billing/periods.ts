import type Stripe from 'stripe';

const DAY_S = 86_400;

export interface Period {
  start: number;
  end: number;
}

export type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/** The n-th renewal after the anchor. In a month without the anchor's day, it is on the last day. */
export function renewal(anchor: number, { interval, interval_count }: Recurring, n: number): number {
  const from = new Date(anchor * 1_000);
  const months = interval_count * n * (interval === 'year' ? 12 : 1);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  // With the anchor's time of day.
  return first / 1_000 + (day - 1) * DAY_S + (anchor % DAY_S);
}

/** The period that contains a moment, which must not be before the anchor. */
export function periodAt(anchor: number, recurring: Recurring, at: number): Period {
  let n = 0;
  while (renewal(anchor, recurring, n + 1) <= at) n += 1;
  return { start: renewal(anchor, recurring, n), end: renewal(anchor, recurring, n + 1) };
}

/** The share of `amount` for the seconds from `from` to the end of the period, rounded half away from zero. */
export function prorate(amount: number, from: number, period: Period): number {
  const share = (Math.abs(amount) * (period.end - from)) / (period.end - period.start);
  return Math.sign(amount) * Math.round(share);
}

export function sameInterval(one: Recurring, other: Recurring): boolean {
  return one.interval === other.interval && one.interval_count === other.interval_count;
}
