import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AccountPlan,
  addMonths,
  creditPeriod,
  RENEWAL_GRACE_MS,
  UNLIMITED_CREDITS,
} from '../../src/ledger/account-plan.ts';

const at = (text: string): Date => new Date(text);
const free: AccountPlan = {
  id: 'free',
  slug: 'free',
  name: 'Free',
  tier: 'free',
  limits: { monthly_credits: 1_000 },
  platform: { providers: [], models: null, characters_per_day: null },
  subscription: null,
};

function paid(start: string, end: string, status = 'active', monthly_credits: number | 'unlimited' = 50_000) {
  const subscription = { id: 's', status, current_period_start: at(start), current_period_end: at(end) };
  return { ...free, tier: 'paid', limits: { monthly_credits }, subscription };
}

const spanOf = (plan: AccountPlan, now: string) => {
  const { start, end, grant } = creditPeriod(plan, at(now));
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10), grant];
};

describe('the period of a plan', () => {
  test('is the calendar month in UTC without a subscription', () => {
    expect(spanOf(free, '2026-02-28T23:59:59.999Z')).toEqual(['2026-02-01', '2026-03-01', 1_000]);
    expect(spanOf(free, '2026-12-31T23:59:59Z')).toEqual(['2026-12-01', '2027-01-01', 1_000]);
  });

  test('is the period of a monthly subscription, whatever its number of days', () => {
    const plan = paid('2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z');
    expect(spanOf(plan, '2026-03-30T00:00:00Z')).toEqual(['2026-02-28', '2026-03-31', 50_000]);
  });

  test('is each of the twelve months of a yearly subscription, and missing days become the last of a month', () => {
    const plan = paid('2026-01-31T10:00:00Z', '2027-01-31T10:00:00Z');
    expect(spanOf(plan, '2026-01-31T10:00:00Z')).toEqual(['2026-01-31', '2026-02-28', 50_000]);
    expect(spanOf(plan, '2026-02-28T09:59:59Z')).toEqual(['2026-01-31', '2026-02-28', 50_000]);
    expect(spanOf(plan, '2026-02-28T10:00:00Z')).toEqual(['2026-02-28', '2026-03-31', 50_000]);
    expect(spanOf(plan, '2027-01-01T00:00:00Z')).toEqual(['2026-12-31', '2027-01-31', 50_000]);
  });

  test('of a year that began on February 29 also has twelve months', () => {
    const plan = paid('2027-02-28T00:00:00Z', '2028-02-29T00:00:00Z');
    expect(spanOf(plan, '2028-02-28T12:00:00Z')).toEqual(['2028-01-28', '2028-02-29', 50_000]);
  });

  test('waits a few hours for news of the renewal, and then grants nothing until it arrives', () => {
    const end = at('2026-03-15T00:00:00Z');
    const plan = paid('2026-02-15T00:00:00Z', end.toISOString());
    const late = creditPeriod(plan, new Date(end.getTime() + 60_000));
    expect(late.key).toBe(creditPeriod(plan, at('2026-03-01T00:00:00Z')).key);
    expect(late.end.getTime()).toBe(end.getTime() + RENEWAL_GRACE_MS);
    expect(creditPeriod(plan, late.end)).toMatchObject({ start: end, grant: 0 });
  });

  test('grants nothing new while a payment is late', () => {
    expect(spanOf(paid('2026-02-15', '2026-03-15', 'past_due'), '2026-02-20')).toEqual([
      '2026-02-15',
      '2026-03-15',
      0,
    ]);
    expect(spanOf(paid('2026-02-15', '2026-03-15', 'past_due'), '2026-03-15')).toEqual([
      '2026-03-15',
      '2026-04-15',
      0,
    ]);
  });

  test('without a limit counts down from an unreachable number', () => {
    expect(
      creditPeriod(paid('2026-01-01', '2026-02-01', 'active', 'unlimited'), at('2026-01-05')).grant,
    ).toBe(UNLIMITED_CREDITS);
  });

  const instant = fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true });

  test('contains the given instant, and every instant in it has the same period', () => {
    const years = fc.constantFrom(1, 12);
    fc.assert(
      fc.property(instant, years, fc.double({ min: 0, max: 1, noNaN: true }), (start, months, share) => {
        const end = addMonths(start, months);
        const plan = paid(start.toISOString(), end.toISOString());
        const now = new Date(start.getTime() + share * (end.getTime() - start.getTime() - 1));
        const period = creditPeriod(plan, now);
        expect(period.start <= now && now < period.end).toBe(true);
        expect(creditPeriod(plan, period.start)).toEqual(period);
        expect(creditPeriod(plan, new Date(period.end.getTime() - 1))).toEqual(period);
      }),
    );
  });

  test('a year has twelve of them without gaps', () => {
    fc.assert(
      fc.property(instant, (start) => {
        const end = addMonths(start, 12);
        const plan = paid(start.toISOString(), end.toISOString());
        const keys = new Set<string>();
        for (let now = start; now < end; now = creditPeriod(plan, now).end)
          keys.add(creditPeriod(plan, now).key);
        expect(keys.size).toBe(12);
      }),
    );
  });
});
