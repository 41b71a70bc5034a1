/** The current concurrency limit, and what was learned since its last change. */
export interface LaneState {
  places: number;
  successes: number;
  halved_at: Date | null;
}

export interface LaneReport {
  successes: number;
  /** Whether the provider reported too many concurrent requests. */
  crowded: boolean;
}

export const MOST_PLACES = 64;
const SUCCESSES_PER_PLACE = 50;
/** Concurrent requests are rejected together, which counts once. */
const LESSON_MS = 1_000;

/** Halves the limit when the provider is overloaded; adds one slot for every 50 successes. */
export function adapt(lane: LaneState, { successes, crowded }: LaneReport, now: Date): LaneState {
  if (crowded) {
    if (lane.halved_at && now.getTime() - lane.halved_at.getTime() < LESSON_MS) return lane;
    return { places: Math.max(1, Math.floor(lane.places / 2)), successes: 0, halved_at: now };
  }
  const total = lane.successes + successes;
  const places = Math.min(MOST_PLACES, lane.places + Math.floor(total / SUCCESSES_PER_PLACE));
  return { ...lane, places, successes: total % SUCCESSES_PER_PLACE };
}

export interface Lease {
  places: number;
  wanted: number;
}

/**
 * The number of slots that a process gets: what is free, and no more than a fair share while others need
 * slots. If there are fewer slots than processes, they take turns.
 */
export function shareOf(total: number, mine: Lease, others: readonly Lease[]): number {
  const free = Math.max(0, total - others.reduce((sum, { places }) => sum + places, 0));
  const share = Math.min(mine.wanted, free);
  const waiting = others.filter(({ wanted }) => wanted > 0);
  if (!waiting.some(({ places, wanted }) => places < wanted)) return share;
  const fair = Math.floor(total / (waiting.length + 1));
  if (fair > 0) return Math.min(share, fair);
  return mine.places > 0 ? 0 : Math.min(share, 1);
}
