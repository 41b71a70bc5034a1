import type { RunError, RunEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db, Row } from '../../db/index.ts';
import { toStorableJson } from '../../db/storable.ts';
import { errorFields } from '../../errors.ts';
import { type LockedRun, reserveEventNumbers } from './row.ts';

/** An event as callers pass it: type and data. The table adds `id`, `run_id` and `at`. */
export type NewRunEvent = { [E in RunEvent as E['type']]: Pick<E, 'type' | 'data'> }[RunEvent['type']];

/** The channel that carries the id of a run with new events. */
export const EVENT_CHANNEL = 'run_event';
/** The channel for the IDs of runs that ended, or that must pause or resume. */
export const CONTROL_CHANNEL = 'run_control';

/**
 * Writes events in the caller's transaction, which must hold the lock of the run's row. Event numbers then follow the
 * order of commits, so that a reader that resumes after a number misses nothing.
 */
export async function addRunEvents(tx: Db, runId: string, events: NewRunEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  // `event_seq` is the number of the last event.
  await sql`
    with numbered as (${reserveEventNumbers(runId, events.length)})
    insert into run_event (run_id, seq, type, data, at)
    select ${runId}, event_seq - ${events.length}::int + event.no, event.type, event.data, ${now}
    from numbered, unnest(
      ${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => toStorableJson(data))}::jsonb[]
    ) with ordinality as event (type, data, no)
    returning pg_notify(${EVENT_CHANNEL}, ${runId})`.execute(tx);
}

/** The event of a node's new state. */
export function nodeEvent(
  { node_id, node_type, iteration }: Pick<Row<'run_step'>, 'node_id' | 'node_type' | 'iteration'>,
  status: 'running' | 'completed' | 'failed' | 'cancelled',
  error: RunError | null = null,
): NewRunEvent {
  return { type: 'node.state', data: { node_id, node_type, iteration, status, ...errorFields(error) } };
}

type LocaleProgress = Awaited<ReturnType<typeof readLocaleProgress>>;

/** The progress of the run in each locale, read in the transaction that changed it. */
export function readLocaleProgress(tx: Db, runId: string) {
  return (
    tx
      .selectFrom('run_locale')
      .select(['locale_code', 'lines as total_lines', 'finished_lines'])
      .where('run_id', '=', runId)
      // Omits languages whose lines were all replaced by translations.
      .where('lines', '>', 0)
      .orderBy('locale_code')
      .execute()
  );
}

/** The event of a run's counters, in total and by locale. */
export function progressEvent(run: LockedRun, locales: LocaleProgress): NewRunEvent {
  return {
    type: 'progress',
    data: {
      total_steps: run.total_steps,
      finished_steps: run.finished_steps,
      total_lines: run.lines_total,
      finished_lines: run.lines_delivered + run.lines_dropped + run.lines_failed + run.lines_skipped,
      failed_lines: run.lines_failed,
      dropped_lines: run.lines_dropped,
      skipped_lines: run.lines_skipped,
      credits: run.credits,
      by_locale: Object.fromEntries(locales.map(({ locale_code, ...lines }) => [locale_code, lines])),
    },
  };
}
