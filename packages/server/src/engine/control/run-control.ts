import type { Db } from '../../db/index.ts';
import type { Listener } from '../../db/listen.ts';
import type { Log } from '../../telemetry/log.ts';
import type { CommitTurns, RunControl } from '../ports.ts';
import { createCommitTurns } from '../runs/commit-turns.ts';
import { CONTROL_CHANNEL } from '../runs/events.ts';

interface Entry {
  controller: AbortController;
  pausing: boolean;
  watchers: number;
  turns: CommitTurns;
}

/**
 * Notifies running chunks of changes that other processes made to their run. A lost notification delays the
 * reaction by at most the polling interval.
 */
export function createRunControl(app: { db: Db; listener: Listener; log: Log }, pollMs = 400): RunControl {
  const entries = new Map<string, Entry>();

  async function look(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await app.db
      .selectFrom('run')
      .select(['id', 'status', 'pause_requested_at'])
      .where('id', 'in', ids)
      .execute();
    for (const row of rows) {
      const entry = entries.get(row.id);
      if (!entry) continue;
      entry.pausing = row.pause_requested_at !== null;
      if (row.status === 'cancelled' || row.status === 'failed') entry.controller.abort();
    }
  }

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look([...entries.keys()])
      .catch((error: unknown) => app.log.debug({ err: error }, 'run control look-up failed'))
      .finally(() => {
        looking = false;
      });
  }, pollMs);
  timer.unref();
  const unlisten = app.listener.on(CONTROL_CHANNEL, (runId) => {
    if (entries.has(runId)) look([runId]).catch(() => undefined);
  });

  return {
    watch(runId) {
      const entry = entries.get(runId) ?? {
        controller: new AbortController(),
        pausing: false,
        watchers: 0,
        turns: createCommitTurns(),
      };
      entry.watchers += 1;
      entries.set(runId, entry);
      return {
        ended: entry.controller.signal,
        pausing: () => entry.pausing,
        turns: entry.turns,
        release() {
          entry.watchers -= 1;
          if (entry.watchers === 0) entries.delete(runId);
        },
      };
    },
    close() {
      clearInterval(timer);
      unlisten();
    },
  };
}
