import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent, RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { type Db, isDatabaseAway } from '../../db/index.ts';
import type { JsonObject } from '../../db/rows.ts';
import { CONTROL_CHANNEL, EVENT_CHANNEL, isFinal } from '../../engine/index.ts';
import type { RunRef } from './queries.ts';

const BATCH_EVENTS = 500;
const AWAY_MS = 1_000;

interface Tail {
  place: RunRef;
  /** The number of the reader's last event. */
  after: number;
  signal: AbortSignal;
}

/**
 * The events of a run after a number, including future ones, until the run ends or the reader disconnects.
 * Holds no database connection while it waits.
 */
export async function* tailEvents(db: Db, watch: EventWatch, tail: Tail): AsyncGenerator<RunEvent> {
  const { place, signal } = tail;
  // Subscribes before the first query, so that no event is missed.
  const news = subscribe(watch, { run_id: place.run_id, topic: 'events', signal });
  try {
    let after = tail.after;
    while (!signal.aborted) {
      const look = await readTolerant(db, place, after);
      for (const event of look?.events ?? []) {
        if (signal.aborted) return;
        after = event.id;
        yield event;
      }
      if (look === undefined) await delay(AWAY_MS, undefined, { signal }).catch(() => undefined);
      else if (look.events.length < BATCH_EVENTS) {
        if (look.ended) return;
        await news.next();
      }
    }
  } finally {
    news.close();
  }
}

interface Look {
  events: RunEvent[];
  /** The run has ended: no event follows these. */
  ended: boolean;
}

/** If the database is unavailable, the stream stays open and retries later. */
async function readTolerant(db: Db, place: RunRef, after: number): Promise<Look | undefined> {
  try {
    return await readEvents(db, place, after);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

type EventRow = { status: RunStatus; seq: number | null; type: string; data: JsonObject; at: Date };

/** Reads status and events from one snapshot, so that an ended run includes its last event. */
async function readEvents(db: Db, place: RunRef, after: number): Promise<Look> {
  const { rows } = await sql<EventRow>`
    select run.status, event.seq, event.type, event.data, event.at
    from run
    left join lateral (
      select seq, type, data, at from run_event
      where run_event.run_id = run.id and seq > ${after}::bigint
      order by seq
      limit ${BATCH_EVENTS}
    ) as event on true
    where run.id = ${place.run_id}
      and run.workspace_id = ${place.workspace_id} and run.workflow_id = ${place.workflow_id}
    order by event.seq`.execute(db);
  const [first] = rows;
  return { events: rows.flatMap((row) => eventOf(place, row)), ended: !first || isFinal(first.status) };
}

function eventOf({ run_id }: RunRef, { seq, type, data, at }: EventRow): RunEvent[] {
  if (seq === null) return [];
  // The engine only writes events of the contract.
  return [{ id: seq, type, run_id, at: at.toISOString(), data } as unknown as RunEvent];
}

/** Resolves when the run has ended, is deleted, or the signal aborts. Holds no connection while it waits. */
export async function waitForEnd(
  db: Db,
  watch: EventWatch,
  { place, signal }: { place: RunRef; signal: AbortSignal },
): Promise<void> {
  // Subscribes before the first query, so that no change is missed.
  const news = subscribe(watch, { run_id: place.run_id, topic: 'status', signal });
  try {
    while (!signal.aborted) {
      const status = await findStatus(db, place);
      if (status === undefined || isFinal(status)) return;
      await news.next();
    }
  } finally {
    news.close();
  }
}

async function findStatus(db: Db, { workspace_id, run_id }: RunRef): Promise<RunStatus | undefined> {
  const row = await db
    .selectFrom('run')
    .select('status')
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst();
  return row?.status as RunStatus | undefined;
}

const POLL_MS = 1_000;

/** What a reader waits for. A busy run has many events per second, but its status rarely changes. */
type Topic = 'events' | 'status';

/** Notifies readers of changes of runs. */
export interface EventWatch {
  /** Calls `wake` when the run may have new events or another status, until the returned function is called. */
  on(runId: string, topic: Topic, wake: () => void): () => void;
}

/**
 * One watch serves all streams of the process. Notifications arrive over the listener's connection, and one
 * query per second finds changes whose notification was lost. Idle without readers.
 */
export function createEventWatch({ db, listener, log }: Pick<App, 'db' | 'listener' | 'log'>): EventWatch {
  const readers = new Map<string, Set<{ topic: Topic; wake: () => void }>>();
  let known = new Map<string, number>();
  let stop: (() => void) | undefined;

  const wake = (runId: string, topic?: Topic) => {
    for (const reader of readers.get(runId) ?? []) {
      if (topic === undefined || reader.topic === topic) reader.wake();
    }
  };

  async function poll(): Promise<void> {
    const rows = await db
      .selectFrom('run')
      .select(['id', 'event_seq'])
      .where('id', 'in', [...readers.keys()])
      .execute();
    const changed = rows.filter((row) => known.get(row.id) !== row.event_seq);
    known = new Map(rows.map((row) => [row.id, row.event_seq]));
    for (const row of changed) wake(row.id);
  }

  function start(): () => void {
    let polling = false;
    const unlisten = [
      listener.on(EVENT_CHANNEL, (runId) => wake(runId, 'events')),
      listener.on(CONTROL_CHANNEL, (runId) => wake(runId, 'status')),
    ];
    const timer = setInterval(() => {
      if (polling) return;
      polling = true;
      poll()
        .catch((error: unknown) => log.debug({ err: error }, 'run events not looked up'))
        .finally(() => {
          polling = false;
        });
    }, POLL_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
      for (const end of unlisten) end();
    };
  }

  return {
    on(runId, topic, wake) {
      const set = readers.get(runId) ?? new Set();
      const reader = { topic, wake };
      readers.set(runId, set.add(reader));
      stop ??= start();
      return () => {
        set.delete(reader);
        if (set.size > 0) return;
        readers.delete(runId);
        if (readers.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Notified of changes of a run and of disconnects, until it is closed. */
function subscribe(
  watch: EventWatch,
  { run_id, topic, signal }: { run_id: string; topic: Topic; signal: AbortSignal },
) {
  let news = Promise.withResolvers<void>();
  const notify = () => news.resolve();
  signal.addEventListener('abort', notify);
  const release = watch.on(run_id, topic, notify);
  return {
    /** Resolves at the next notification, or at once if there was one since the last call. */
    next: async (): Promise<void> => {
      await news.promise;
      news = Promise.withResolvers();
    },
    close: () => {
      release();
      signal.removeEventListener('abort', notify);
    },
  };
}
