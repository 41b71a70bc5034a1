import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { isDatabaseAway } from '../../db/index.ts';
import { CONTROL_CHANNEL, EVENT_CHANNEL } from '../../engine/index.ts';

const POLL_MS = 1_000;
const AWAY_MS = 1_000;
/** Each notification contains the ID of a review with new events. */
export const REVIEW_CHANNEL = 'review_event';

/** The source of events: a run or a review. */
export type StreamKey = `${'run' | 'review'}:${string}`;

/** What a reader waits for. A busy run has many events per second, but its status rarely changes. */
type Topic = 'events' | 'status';

/** Notifies readers of changes of runs and reviews. */
export interface EventWatch {
  /** Calls `wake` when there may be new events or a new status. Returns the function that ends this. */
  on(key: StreamKey, topic: Topic, wake: () => void): () => void;
}

/**
 * One watch serves all streams of the process. Notifications come from the listener's connection. One query per second
 * finds changes whose notification was lost. Without readers, the watch is idle.
 */
export function createEventWatch({ db, listener, log }: Pick<App, 'db' | 'listener' | 'log'>): EventWatch {
  const readers = new Map<string, Set<{ topic: Topic; wake: () => void }>>();
  let knownSeqs = new Map<string, number>();
  let stop: (() => void) | undefined;

  const wake = (key: string, topic?: Topic) => {
    for (const reader of readers.get(key) ?? []) {
      if (topic === undefined || reader.topic === topic) reader.wake();
    }
  };

  async function poll(): Promise<void> {
    const keys = [...readers.keys()];
    const listIds = (prefix: string) =>
      keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    const { rows } = await sql<{ key: string; event_seq: number }>`
      select 'run:' || id as key, event_seq from run where id = any(${listIds('run:')}::uuid[])
      union all
      select 'review:' || id, event_seq from review where id = any(${listIds('review:')}::uuid[])`.execute(
      db,
    );
    const changedRows = rows.filter((row) => knownSeqs.get(row.key) !== row.event_seq);
    knownSeqs = new Map(rows.map((row) => [row.key, row.event_seq]));
    for (const row of changedRows) wake(row.key);
  }

  function start(): () => void {
    let polling = false;
    const unlisten = [
      listener.on(EVENT_CHANNEL, (id) => wake(`run:${id}`, 'events')),
      listener.on(CONTROL_CHANNEL, (id) => wake(`run:${id}`, 'status')),
      listener.on(REVIEW_CHANNEL, (id) => wake(`review:${id}`, 'events')),
    ];
    const timer = setInterval(() => {
      if (polling) return;
      polling = true;
      poll()
        .catch((error: unknown) => log.debug({ err: error }, 'events not looked up'))
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
    on(key, topic, wake) {
      const set = readers.get(key) ?? new Set();
      const reader = { topic, wake };
      readers.set(key, set.add(reader));
      stop ??= start();
      return () => {
        set.delete(reader);
        if (set.size > 0) return;
        readers.delete(key);
        if (readers.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Subscribes to notifications of changes and disconnects. The caller must close the subscription. */
export function subscribe(
  watch: EventWatch,
  { key, topic, signal }: { key: StreamKey; topic: Topic; signal: AbortSignal },
) {
  let news = Promise.withResolvers<void>();
  const notify = () => news.resolve();
  signal.addEventListener('abort', notify);
  const release = watch.on(key, topic, notify);
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

export interface EventBatch<Event> {
  events: Event[];
  /** The reader has all events up to this number. */
  after?: number;
  /** Whether more events are stored. */
  has_more: boolean;
  /** Whether no more events can follow. */
  ended: boolean;
}

/**
 * Streams the events after a number, including future ones, until the stream ends or the reader disconnects. Holds no
 * database connection while it waits. If the database is unavailable, keeps the stream open and retries later.
 */
export async function* tailEvents<Event extends { id: number }>(
  watch: EventWatch,
  stream: {
    key: StreamKey;
    /** The number of the reader's last event. */
    after: number;
    signal: AbortSignal;
    read(after: number): Promise<EventBatch<Event>>;
  },
): AsyncGenerator<Event> {
  const { key, signal } = stream;
  // Subscribes before the first query, so that no event is missed.
  const news = subscribe(watch, { key, topic: 'events', signal });
  try {
    let { after } = stream;
    while (!signal.aborted) {
      const batch = await stream.read(after).catch((error: unknown) => {
        if (isDatabaseAway(error)) return undefined;
        throw error;
      });
      if (batch === undefined) {
        await delay(AWAY_MS, undefined, { signal }).catch(() => undefined);
        continue;
      }
      for (const event of batch.events) {
        if (signal.aborted) return;
        after = event.id;
        yield event;
      }
      after = Math.max(after, batch.after ?? 0);
      if (batch.has_more) continue;
      if (batch.ended) return;
      await news.next();
    }
  } finally {
    news.close();
  }
}
