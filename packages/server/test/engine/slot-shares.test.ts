import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapt, computeShare, MAX_SLOTS } from '../../src/engine/provider-calls/slot-leases.ts';

const now = new Date('2026-11-02T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const limit = { slots: 8, successes: 0, halved_at: null };

describe('a concurrency limit', () => {
  const quiet = { successes: 0, crowded: false, busy: 0 };
  const at = (time: Date) => ({ initial_slots: 6, now: time });

  test('grows by one slot for 50 successes, and keeps the rest', () => {
    expect(adapt(limit, { ...quiet, successes: 49 }, at(now))).toMatchObject({ slots: 8, successes: 49 });
    const grown = adapt({ ...limit, successes: 49 }, { ...quiet, successes: 52 }, at(now));
    expect(grown).toMatchObject({ slots: 10, successes: 1 });
    const full = adapt({ ...limit, slots: MAX_SLOTS }, { ...quiet, successes: 500 }, at(now));
    expect(full.slots).toBe(MAX_SLOTS);
  });

  test('is halved when the provider is overloaded, once for requests that were rejected together', () => {
    const crowded = { ...quiet, crowded: true };
    const half = adapt({ ...limit, successes: 30 }, { ...crowded, successes: 9 }, at(now));
    expect(half).toEqual({ slots: 4, successes: 0, halved_at: now });
    expect(adapt(half, crowded, at(later(300)))).toEqual(half);
    expect(adapt(half, crowded, at(later(1_000))).slots).toBe(2);
    expect(adapt({ ...limit, slots: 1 }, crowded, at(now)).slots).toBe(1);
  });

  test('each busy response lowers the limit by one, by an eighth per report, and never below the initial limit', () => {
    const busy = (count: number, slots = 40, successes = 0) =>
      adapt({ ...limit, slots }, { ...quiet, busy: count, successes }, at(now));
    expect(busy(1)).toEqual({ slots: 39, successes: 0, halved_at: null });
    expect(busy(30).slots).toBe(35);
    expect(busy(1, 40, 120)).toMatchObject({ slots: 41, successes: 20 });
    expect(busy(3, 7).slots).toBe(6);
    expect(busy(3, 6).slots).toBe(6);
    expect(busy(3, 2).slots).toBe(2);
  });

  test('busy responses do not prevent a halving', () => {
    const less = adapt(limit, { ...quiet, busy: 1 }, at(now));
    expect(adapt(less, { ...quiet, crowded: true }, at(later(300))).slots).toBe(3);
  });
});

const lease = (slots: number, demand: number, shares = ['']) => ({ slots, demand, shares });

describe('processes that share a concurrency limit', () => {
  test('one process alone gets all the slots that it wants within the limit', () => {
    expect(computeShare(8, lease(0, 3), [])).toBe(3);
    expect(computeShare(8, lease(0, 30), [])).toBe(8);
  });

  test('slots that others hold are not assigned twice', () => {
    expect(computeShare(8, lease(0, 8), [lease(5, 5)])).toBe(3);
    expect(computeShare(4, lease(0, 8), [lease(6, 6)])).toBe(0);
  });

  test('a process with more than its fair share returns the excess while another needs it', () => {
    expect(computeShare(8, lease(8, 8), [lease(0, 8)])).toBe(4);
    expect(computeShare(8, lease(8, 8), [lease(0, 0)])).toBe(8);
  });

  test('two processes alternate on a single slot', () => {
    expect(computeShare(1, lease(1, 1), [lease(0, 1)])).toBe(0);
    expect(computeShare(1, lease(0, 1), [lease(0, 1)])).toBe(1);
  });

  test('every workspace has the same share of a platform key, in however many processes it works', () => {
    const large = lease(2, 40, ['large']);
    const mixed = lease(2, 60, ['large', 'small', 'other']);
    // Three workspaces share nine slots: three for `large`, one in each process, and three for each of the others.
    expect(computeShare(9, { ...large, slots: 0 }, [large, mixed])).toBe(1);
    expect(computeShare(9, { ...mixed, slots: 0 }, [lease(1, 40, ['large']), lease(1, 40, ['large'])])).toBe(
      7,
    );
  });

  test('all slots together are never more than the limit', () => {
    const process = fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.array(process, { minLength: 1, maxLength: 8 }),
        (total, all) => {
          const leases = all.map((shares) => lease(0, 100, shares));
          // Each process renews twice, because the others may have returned slots.
          for (const mine of [...leases, ...leases]) {
            const others = leases.filter((other) => other !== mine);
            mine.slots = computeShare(total, mine, others);
            expect(leases.reduce((sum, { slots }) => sum + slots, 0)).toBeLessThanOrEqual(total);
          }
        },
      ),
    );
  });
});
