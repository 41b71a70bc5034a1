import { describe, expect, test } from 'vitest';
import { adapt, MAX_SLOTS, shareOf } from '../../src/engine/provider-calls/slot-leases.ts';

const now = new Date('2026-11-02T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const lane = { places: 8, successes: 0, halved_at: null };

describe('a concurrency limit', () => {
  const quiet = { successes: 0, crowded: false, busy: 0 };
  const at = (time: Date) => ({ starting_places: 6, now: time });

  test('grows by one slot for 50 successes, and keeps the rest', () => {
    expect(adapt(lane, { ...quiet, successes: 49 }, at(now))).toMatchObject({ places: 8, successes: 49 });
    const grown = adapt({ ...lane, successes: 49 }, { ...quiet, successes: 52 }, at(now));
    expect(grown).toMatchObject({ places: 10, successes: 1 });
    const full = adapt({ ...lane, places: MAX_SLOTS }, { ...quiet, successes: 500 }, at(now));
    expect(full.places).toBe(MAX_SLOTS);
  });

  test('is halved when the provider is overloaded, once for requests that were rejected together', () => {
    const crowded = { ...quiet, crowded: true };
    const half = adapt({ ...lane, successes: 30 }, { ...crowded, successes: 9 }, at(now));
    expect(half).toEqual({ places: 4, successes: 0, halved_at: now });
    expect(adapt(half, crowded, at(later(300)))).toEqual(half);
    expect(adapt(half, crowded, at(later(1_000))).places).toBe(2);
    expect(adapt({ ...lane, places: 1 }, crowded, at(now)).places).toBe(1);
  });

  test('each busy response lowers the limit by one, by an eighth per report, and never below the initial limit', () => {
    const busy = (count: number, places = 40, successes = 0) =>
      adapt({ ...lane, places }, { ...quiet, busy: count, successes }, at(now));
    expect(busy(1)).toEqual({ places: 39, successes: 0, halved_at: null });
    expect(busy(30).places).toBe(35);
    expect(busy(1, 40, 120)).toMatchObject({ places: 41, successes: 20 });
    expect(busy(3, 7).places).toBe(6);
    expect(busy(3, 6).places).toBe(6);
    expect(busy(3, 2).places).toBe(2);
  });

  test('busy responses do not prevent a halving', () => {
    const less = adapt(lane, { ...quiet, busy: 1 }, at(now));
    expect(adapt(less, { ...quiet, crowded: true }, at(later(300))).places).toBe(3);
  });
});

describe('processes that share a concurrency limit', () => {
  test('one process alone gets all the slots that it wants within the limit', () => {
    expect(shareOf(8, { places: 0, wanted: 3 }, [])).toBe(3);
    expect(shareOf(8, { places: 0, wanted: 30 }, [])).toBe(8);
  });

  test('slots that others hold are not assigned twice', () => {
    expect(shareOf(8, { places: 0, wanted: 8 }, [{ places: 5, wanted: 5 }])).toBe(3);
    expect(shareOf(4, { places: 0, wanted: 8 }, [{ places: 6, wanted: 6 }])).toBe(0);
  });

  test('a process with more than its fair share returns the excess while another needs it', () => {
    expect(shareOf(8, { places: 8, wanted: 8 }, [{ places: 0, wanted: 8 }])).toBe(4);
    expect(shareOf(8, { places: 8, wanted: 8 }, [{ places: 0, wanted: 0 }])).toBe(8);
  });

  test('two processes alternate on a single slot', () => {
    expect(shareOf(1, { places: 1, wanted: 1 }, [{ places: 0, wanted: 1 }])).toBe(0);
    expect(shareOf(1, { places: 0, wanted: 1 }, [{ places: 0, wanted: 1 }])).toBe(1);
  });
});
