import { sql } from 'kysely';
import type { Db, Row } from '../../../db/index.ts';
import { notFound } from '../../../errors.ts';

export type ScheduleRow = Row<'schedule'>;
export type OccurrenceRow = Row<'schedule_occurrence'>;

export function selectSchedules(db: Db, workspaceId: string) {
  return db.selectFrom('schedule').selectAll().where('workspace_id', '=', workspaceId);
}

export async function getSchedule(db: Db, workspaceId: string, id: string): Promise<ScheduleRow> {
  return selectSchedules(db, workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('schedule'));
}

/** The latest due time of each schedule. */
export async function listLastOccurrences(
  db: Db,
  schedules: readonly ScheduleRow[],
): Promise<Map<string, OccurrenceRow>> {
  if (schedules.length === 0) return new Map();
  const { rows } = await sql<OccurrenceRow>`
    select occurrence.* from unnest(${schedules.map(({ id }) => id)}::uuid[]) as given (id)
    cross join lateral (
      select * from schedule_occurrence where schedule_id = given.id order by due_at desc limit 1
    ) occurrence`.execute(db);
  return new Map(rows.map((row) => [row.schedule_id, row]));
}

export function selectOccurrences(db: Db, scheduleId: string) {
  return db
    .selectFrom('schedule_occurrence')
    .selectAll()
    .select('schedule_id as id')
    .where('schedule_id', '=', scheduleId);
}

/** The number of schedules of a workspace, and of one of its workflows. */
export async function countSchedules(
  tx: Db,
  { workspace_id, workflow_id }: { workspace_id: string; workflow_id: string },
): Promise<{ workspace: number; workflow: number }> {
  const { rows } = await sql<{ workspace: number; workflow: number }>`
    select count(*)::int as workspace, (count(*) filter (where workflow_id = ${workflow_id}))::int as workflow
    from schedule where workspace_id = ${workspace_id}`.execute(tx);
  return rows[0] ?? { workspace: 0, workflow: 0 };
}

export type DueSchedule = { id: string; next_run_at: Date };

/** Schedules of all tenants whose due time is not handled yet, earliest first. */
export async function listDueSchedules(
  db: Db,
  { now, after, limit }: { now: Date; after: DueSchedule | undefined; limit: number },
): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select id, next_run_at from schedule
    where next_run_at <= ${now}
      and (next_run_at, id) > (${after?.next_run_at ?? new Date(0)}::timestamptz, ${after?.id ?? FIRST_ID}::uuid)
    order by next_run_at, id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Whether the last run of a schedule completed. */
export async function hasLastRunCompleted(db: Db, scheduleId: string): Promise<boolean> {
  const run = await db
    .selectFrom('schedule_occurrence')
    .innerJoin('run', 'run.id', 'schedule_occurrence.run_id')
    .select('run.status')
    .where('schedule_id', '=', scheduleId)
    .where('outcome', '=', 'started')
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.status === 'completed';
}

/** Deletes occurrences before a time, at most `limit`. Returns how many. */
export async function deleteOldOccurrences(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from schedule_occurrence where (schedule_id, due_at) in (
      select schedule_id, due_at from schedule_occurrence where due_at < ${before} order by due_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
