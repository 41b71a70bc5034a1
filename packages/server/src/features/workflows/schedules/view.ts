import { Schedule, ScheduleOccurrence } from '@voiceloom/contract';
import type { Db } from '../../../db/index.ts';
import { versionOfRow } from '../../../handler/entity-tag.ts';
import { toView } from '../../../handler/view.ts';
import { listLastOccurrences, type OccurrenceRow, type ScheduleRow } from './queries.ts';

export const occurrenceView = (row: OccurrenceRow): ScheduleOccurrence => toView(ScheduleOccurrence, row);

export async function scheduleViews(db: Db, rows: readonly ScheduleRow[]): Promise<Schedule[]> {
  const lastOccurrences = await listLastOccurrences(db, rows);
  return rows.map((row) => {
    const last = lastOccurrences.get(row.id);
    const last_run = last ? occurrenceView(last) : null;
    return toView(Schedule, { ...row, enabled: row.disabled_reason === null, last_run });
  });
}

/** A schedule with the version for If-Match, which its due times do not change. */
export async function scheduleReply(db: Db, row: ScheduleRow) {
  const [data] = await scheduleViews(db, [row]);
  if (!data) throw new Error('The schedule was not read.');
  return { data, version: versionOfRow(row) };
}
