import type { Db } from '../../db/index.ts';
import type { Listener } from '../../db/listen.ts';
import type { Log } from '../../telemetry/log.ts';
import type { CommitTurns, RunControl } from '../ports.ts';
import { createCommitTurns } from '../runs/commit-turns.ts';
import { CONTROL_CHANNEL } from '../runs/events.ts';

/** A run with chunks in this process. */
interface WatchedRun {
  /** Aborted when the run is canceled or fails. */
  controller: AbortController;
  isPausing: boolean;
  /** The number of chunks that watch the run. */
  watchers: number;
  commitTurns: CommitTurns;
}

/**
 * Notifies running chunks of changes that other processes made to their run. A lost notification delays the
 * reaction by at most the polling interval.
 */
export function createRunControl(app: { db: Db; listener: Listener; log: Log }, pollMs = 400): RunControl {
  const watchedRuns = new Map<string, WatchedRun>();

  async function readStatuses(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await app.db
      .selectFrom('run')
      .select(['id', 'status', 'pause_requested_at'])
      .where('id', 'in', ids)
      .execute();
    for (const row of rows) {
      const run = watchedRuns.get(row.id);
      if (!run) continue;
      run.isPausing = row.pause_requested_at !== null;
      if (row.status === 'cancelled' || row.status === 'failed') run.controller.abort();
    }
  }

  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    readStatuses([...watchedRuns.keys()])
      .catch((error: unknown) => app.log.debug({ err: error }, 'run control look-up failed'))
      .finally(() => {
        isReading = false;
      });
  }, pollMs);
  timer.unref();
  const unlisten = app.listener.on(CONTROL_CHANNEL, (runId) => {
    if (watchedRuns.has(runId)) readStatuses([runId]).catch(() => undefined);
  });

  return {
    watch(runId) {
      const run = watchedRuns.get(runId) ?? {
        controller: new AbortController(),
        isPausing: false,
        watchers: 0,
        commitTurns: createCommitTurns(),
      };
      run.watchers += 1;
      watchedRuns.set(runId, run);
      return {
        ended: run.controller.signal,
        isPausing: () => run.isPausing,
        commitTurns: run.commitTurns,
        release() {
          run.watchers -= 1;
          if (run.watchers === 0) watchedRuns.delete(runId);
        },
      };
    },
    close() {
      clearInterval(timer);
      unlisten();
    },
  };
}
