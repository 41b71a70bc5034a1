import { expect, test } from 'vitest';
import { periodAt, prorate, renewal } from '../src/billing/periods.ts';

const at = (time: string) => Date.parse(time) / 1_000;
const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
const MONTH = { interval: 'month', interval_count: 1 } as const;

test('the unused part of a period is prorate by the second and rounded to the cent', () => {
  const november = { start: at('2026-11-01T00:00:00Z'), end: at('2026-12-01T00:00:00Z') };
  // 30 days = 2,592,000 s.
  expect(prorate(1_900, november.start, november)).toBe(1_900);
  expect(prorate(1_900, november.end, november)).toBe(0);
  // 1900 · 20/30 = 1266.67
  expect(prorate(1_900, at('2026-11-11T00:00:00Z'), november)).toBe(1_267);
  // 1900 · (2592000 - 1) / 2592000 = 1899.9993
  expect(prorate(1_900, november.start + 1, november)).toBe(1_900);
  // 1 · 15/30 = 0.5, away from zero on both sides.
  expect(prorate(1, at('2026-11-16T00:00:00Z'), november)).toBe(1);
  expect(prorate(-1, at('2026-11-16T00:00:00Z'), november)).toBe(-1);
});

test('a subscription of the 31st renews on the last day of shorter months and returns to the 31st', () => {
  const anchor = at('2027-01-31T10:00:00Z');
  expect([1, 2, 3].map((n) => day(renewal(anchor, MONTH, n)))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
  expect(day(renewal(at('2028-02-29T10:00:00Z'), { interval: 'year', interval_count: 1 }, 1))).toBe(
    '2029-02-28',
  );
});

test('periods follow each other without a gap', () => {
  const anchor = at('2027-01-31T10:00:00Z');
  const first = periodAt(anchor, MONTH, anchor);
  const second = periodAt(anchor, MONTH, first.end);
  expect(second.start).toBe(first.end);
  expect(day(second.end)).toBe('2027-03-31');
});
