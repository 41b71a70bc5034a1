import type { App } from '../../../app.ts';
import { EVENT_CHANNEL } from '../../../engine/index.ts';

const POLL_MS = 1_000;

/** Notifies readers of run events when there may be new ones. */
export interface EventWatch {
  /** Calls `wake` when the run may have new events, until the returned function is called. */
  on(runId: string, wake: () => void): () => void;
}

/**
 * One watch serves all streams of the process. Notifications arrive over the listener's connection, and one
 * query per second finds changes whose notification was lost. Idle without readers.
 */
export function createEventWatch({ db, listener, log }: Pick<App, 'db' | 'listener' | 'log'>): EventWatch {
  const readers = new Map<string, Set<() => void>>();
  let known = new Map<string, number>();
  let stop: (() => void) | undefined;

  const wake = (runId: string) => {
    for (const reader of readers.get(runId) ?? []) reader();
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
    const unlisten = listener.on(EVENT_CHANNEL, wake);
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
      unlisten();
    };
  }

  return {
    on(runId, reader) {
      const set = readers.get(runId) ?? new Set();
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
