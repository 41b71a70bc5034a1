import { createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '../../config/clock.ts';
import type { Db } from '../../db/index.ts';
import type { Circuit, ConcurrencyLimiter, KeyLimiter } from '../ports.ts';
import { releaseLeases, renewLease } from './slot-leases.ts';

export interface ConcurrencyLimiterOptions {
  db: Db;
  clock: Clock;
  /** The HMAC key for the digests that identify the limits. */
  secret: Uint8Array;
  /** How long a killed process keeps its slots. */
  lease_ms?: number;
  /** How long lines wait for an unavailable provider before they fail. */
  timeout_ms?: number;
}

const LEASE_MS = 10_000;
const TIMEOUT_MS = 60_000;
const RENEW_MS = 2_000;
/** How often to ask again for slots that other processes hold. */
const ASK_AGAIN_MS = 250;

export function createConcurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const limiters = new Map<string, ClosableLimiter>();
  const holder = randomUUID();
  return {
    forKey({ provider, credentials, initial_slots, share }) {
      // All workspaces with the same credential share one limit, because the provider counts their requests together. The
      // credentials themselves are not kept.
      const fields = Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1));
      const id = createHmac('sha256', options.secret)
        .update(JSON.stringify(['concurrency', provider, fields]))
        .digest('hex');
      const limiter = limiters.get(id) ?? createKeyLimiter(options, { initial_slots, id, holder });
      limiters.set(id, limiter);
      if (share === undefined) return limiter;
      return { ...limiter, acquire: (signal, isFirst) => limiter.acquire(signal, isFirst, share) };
    },
    async close() {
      await Promise.all(Array.from(limiters.values(), (limiter) => limiter.close()));
      if (limiters.size > 0) await releaseLeases(options.db, holder);
      limiters.clear();
    },
  };
}

interface ClosableLimiter extends KeyLimiter {
  /** `share`: who makes the call, if several workspaces share the key. */
  acquire(signal: AbortSignal, isFirst?: boolean, share?: string): ReturnType<KeyLimiter['acquire']>;
  close(): Promise<void>;
}

interface LimiterIdentity {
  id: string;
  holder: string;
  initial_slots: number;
}

const IDLE = {
  /** How many requests may run at once, until `expires_at`. */
  slots: 0,
  /** Slots unavailable to other processes: granted, or still in use. */
  unavailable: 0,
  expires_at: 0,
  active: 0,
  /** The most slots wanted since the last renewal, because slots that were just in use will soon be needed again. */
  peak: 0,
  /** Whether fewer slots are granted than wanted. The next renewal is then due. */
  short: false,
  successes: 0,
  crowded: false,
  busy: 0,
};

type LimiterState = typeof IDLE;

function createKeyLimiter(options: ConcurrencyLimiterOptions, identity: LimiterIdentity): ClosableLimiter {
  const waiters = createWaiters();
  const { timeout_ms = TIMEOUT_MS } = options;
  const circuit = createCircuit(options.clock, timeout_ms);
  const state: LimiterState = { ...IDLE };
  const renewal = createRenewal(options, identity, state, waiters);
  const isFree = (): boolean =>
    state.active < state.slots && options.clock().getTime() < state.expires_at && waiters.count() === 0;
  return {
    timeout_ms,
    isOpen: circuit.isOpen,
    isWaitedFor: circuit.isWaitedFor,
    isGivenUp: circuit.isGivenUp,
    async acquire(signal, isFirst = false, share = '') {
      signal.throwIfAborted();
      if (isFree()) {
        state.active += 1;
        waiters.addActive(share, 1);
      } else {
        const turn = waiters.wait(signal, { isFirst, share });
        if (!state.short) renewal.request();
        await turn;
      }
      state.peak = Math.max(state.peak, state.active + waiters.count());
      let isReleased = false;
      const begun_at = options.clock().getTime();
      return (outcome) => {
        if (isReleased) return;
        isReleased = true;
        state.active -= 1;
        waiters.addActive(share, -1);
        circuit.note(outcome, begun_at);
        if (outcome === 'done') state.successes += 1;
        if (outcome === 'concurrency') state.crowded = true;
        if (outcome === 'busy') state.busy += 1;
        admit(state, waiters);
        // Renews immediately, so that waiting lines do not exceed the limit as well.
        if (outcome === 'concurrency') renewal.request();
      };
    },
    close: renewal.close,
  };
}

function admit(state: LimiterState, waiters: Waiters): void {
  while (state.active < state.slots && waiters.admitOne()) state.active += 1;
}

/** What happened since the last renewal, and the most slots in demand since then. Both start again. */
function takeReport(state: LimiterState, currentDemand: number) {
  const report = { successes: state.successes, crowded: state.crowded, busy: state.busy };
  const demand = Math.max(state.peak, currentDemand);
  Object.assign(state, { successes: 0, crowded: false, busy: 0, peak: currentDemand });
  return { report, demand };
}

/**
 * Renews the lease with the number of slots in demand: when it grows, when the limit was exceeded, and at intervals.
 */
function createRenewal(
  options: ConcurrencyLimiterOptions,
  { id, holder, initial_slots }: LimiterIdentity,
  state: LimiterState,
  waiters: Waiters,
) {
  const { db, clock, lease_ms = LEASE_MS } = options;
  let renewal: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Returns whether other processes hold slots that may become free. */
  async function renew(): Promise<'shared' | 'alone' | 'failed'> {
    const now = clock();
    const { report, demand } = takeReport(state, state.active + waiters.count());
    const expires_at = new Date(now.getTime() + lease_ms);
    const limit = { concurrency_id: id, holder, initial_slots };
    const shares = waiters.listShares();
    const lease = { slots: state.unavailable, demand, shares, in_use: state.active, expires_at };
    try {
      const grant = await renewLease(db, { ...limit, ...lease, report, now });
      const { slots, unavailable, shared, processes } = grant;
      waiters.setProcesses(processes);
      Object.assign(state, { slots, unavailable, expires_at: expires_at.getTime(), short: slots < demand });
      admit(state, waiters);
      return shared ? 'shared' : 'alone';
    } catch (error) {
      // The next renewal reports the results. If the database is unavailable, the waiting lines are requeued.
      state.successes += report.successes;
      state.crowded ||= report.crowded;
      state.busy += report.busy;
      Object.assign(state, { slots: 0, expires_at: 0, short: false });
      waiters.rejectAll(error);
      return 'failed';
    }
  }

  function request(): void {
    if (isClosed) return;
    clearTimeout(timer);
    renewal ??= renew().then((result) => {
      renewal = undefined;
      const isNew = state.crowded || (waiters.count() > 0 && !state.short);
      if (isNew && result !== 'failed') return request();
      const slotsInUse = state.peak + state.active + state.slots + state.unavailable + waiters.count();
      if (slotsInUse === 0) {
        state.short = false;
        return;
      }
      timer = setTimeout(request, state.short && result === 'shared' ? ASK_AGAIN_MS : RENEW_MS);
      timer.unref();
    });
  }

  return {
    request,
    async close() {
      isClosed = true;
      await renewal;
      clearTimeout(timer);
    },
  };
}

type Waiters = ReturnType<typeof createWaiters>;

interface Waiter {
  share: string;
  admit(): void;
  reject(error: unknown): void;
}

/** Changes a count. Removes it when it becomes zero. */
function addToCount(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** The first call of the share that is before all others. Undefined if no call waits. */
function findNextWaiter(
  queue: ReadonlySet<Waiter>,
  isBefore: (share: string, otherShare: string) => boolean,
): Waiter | undefined {
  let nextWaiter: Waiter | undefined;
  for (const waiter of queue) {
    // All calls have the same share.
    if (waiter.share === '') return waiter;
    if (!nextWaiter || isBefore(waiter.share, nextWaiter.share)) nextWaiter = waiter;
  }
  return nextWaiter;
}

/** After so many calls that go first, another one gets a slot, so that these always make progress. */
const MAX_FIRST_IN_A_ROW = 3;

/**
 * Two queues of waiting calls. In each, the share with the fewest active calls gets the next slot, or of several, the one
 * whose last turn is the longest ago; and within a share, the first call. The calls of a share that other processes also
 * make count as many times as there are such processes, because it has slots there, too.
 */
function createWaiters() {
  const [firstWaiters, otherWaiters] = [new Set<Waiter>(), new Set<Waiter>()];
  const activeByShare = new Map<string, number>();
  /** The number of the last turn of each share, while calls wait. */
  const turnByShare = new Map<string, number>();
  const recentShares = new Set<string>();
  let processesByShare: ReadonlyMap<string, number> = new Map();
  let turns = 0;
  let firstInARow = 0;
  const addActive = (share: string, change: 1 | -1): void => {
    recentShares.add(share);
    addToCount(activeByShare, share, change);
  };
  const countActive = (share: string): number =>
    (activeByShare.get(share) ?? 0) * (processesByShare.get(share) ?? 1);
  const isBefore = (a: string, b: string): boolean =>
    (countActive(a) - countActive(b) || (turnByShare.get(a) ?? 0) - (turnByShare.get(b) ?? 0)) < 0;
  return {
    count: () => firstWaiters.size + otherWaiters.size,
    /** The shares with calls since the last list, because those that just had calls will soon have more. */
    listShares(): string[] {
      const shares = new Set([...recentShares, ...activeByShare.keys()]);
      for (const { share } of [...firstWaiters, ...otherWaiters]) shares.add(share);
      recentShares.clear();
      return [...shares];
    },
    setProcesses(processes: ReadonlyMap<string, number>): void {
      processesByShare = processes;
    },
    addActive,
    wait: (signal: AbortSignal, { isFirst, share }: { isFirst: boolean; share: string }) =>
      new Promise<void>((resolve, fail) => {
        const queue = isFirst ? firstWaiters : otherWaiters;
        const leaveQueue = (finish: () => void): void => {
          queue.delete(waiter);
          signal.removeEventListener('abort', abort);
          finish();
        };
        const waiter: Waiter = {
          share,
          admit: () => leaveQueue(resolve),
          reject: (error) => leaveQueue(() => fail(error)),
        };
        const abort = (): void => waiter.reject(signal.reason);
        queue.add(waiter);
        signal.addEventListener('abort', abort, { once: true });
      }),
    /** Admits the first waiter. False if there is no waiter. */
    admitOne(): boolean {
      const isTurnOfOthers =
        firstWaiters.size === 0 || (firstInARow >= MAX_FIRST_IN_A_ROW && otherWaiters.size > 0);
      const nextWaiter = findNextWaiter(isTurnOfOthers ? otherWaiters : firstWaiters, isBefore);
      firstInARow = isTurnOfOthers ? 0 : firstInARow + 1;
      if (!nextWaiter) {
        turnByShare.clear();
        return false;
      }
      addActive(nextWaiter.share, 1);
      turns += 1;
      turnByShare.set(nextWaiter.share, turns);
      nextWaiter.admit();
      return true;
    },
    rejectAll(error: unknown): void {
      for (const waiter of [...firstWaiters, ...otherWaiters]) waiter.reject(error);
    },
  };
}

const OPEN_AFTER = 5;
const REST_MS = 30_000;
/**
 * This many consecutive failures are an outage, even of one line. The number is low, because a line that failed before
 * the outage has fewer attempts left.
 */
const OUTAGE_AFTER = 2;

/** Opens after five consecutive failures that no line caused. After a pause, the next request decides. */
function createCircuit(clock: Clock, timeoutMs: number): Circuit {
  let failures = 0;
  let failingSince = 0;
  let restUntil = 0;
  const isOpen = (): boolean => failures >= OPEN_AFTER && clock().getTime() < restUntil;
  const isWithinTimeout = (): boolean => clock().getTime() - failingSince < timeoutMs;
  return {
    note(outcome, begun_at = clock().getTime()) {
      if (outcome === 'done' || outcome === 'invalid_input' || outcome === 'unsupported') failures = 0;
      if (outcome !== 'transient' && outcome !== 'busy' && outcome !== 'unusable') return;
      if (failures === 0) failingSince = begun_at;
      failures += 1;
      if (failures >= OPEN_AFTER) restUntil = clock().getTime() + REST_MS;
    },
    isOpen,
    isWaitedFor: (kind) =>
      (kind === 'busy' || (kind === 'transient' && failures >= OUTAGE_AFTER)) && isWithinTimeout(),
    isGivenUp: () => isOpen() && !isWithinTimeout(),
  };
}
