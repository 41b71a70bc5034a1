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

describe('processes that share a concurrency limit', () => {
  test('one process alone gets all the slots that it wants within the limit', () => {
    expect(computeShare(8, { slots: 0, demand: 3 }, [])).toBe(3);
    expect(computeShare(8, { slots: 0, demand: 30 }, [])).toBe(8);
  });

  test('slots that others hold are not assigned twice', () => {
    expect(computeShare(8, { slots: 0, demand: 8 }, [{ slots: 5, demand: 5 }])).toBe(3);
    expect(computeShare(4, { slots: 0, demand: 8 }, [{ slots: 6, demand: 6 }])).toBe(0);
  });

  test('a process with more than its fair share returns the excess while another needs it', () => {
    expect(computeShare(8, { slots: 8, demand: 8 }, [{ slots: 0, demand: 8 }])).toBe(4);
    expect(computeShare(8, { slots: 8, demand: 8 }, [{ slots: 0, demand: 0 }])).toBe(8);
  });

  test('two processes alternate on a single slot', () => {
    expect(computeShare(1, { slots: 1, demand: 1 }, [{ slots: 0, demand: 1 }])).toBe(0);
    expect(computeShare(1, { slots: 0, demand: 1 }, [{ slots: 0, demand: 1 }])).toBe(1);
  });
});
