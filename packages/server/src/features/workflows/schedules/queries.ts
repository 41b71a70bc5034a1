import { sql } from 'kysely';
import type { Db, NewRow, Row } from '../../../db/index.ts';
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

export function selectOccurrences(db: Db, { workspace_id, id }: { workspace_id: string; id: string }) {
  return db
    .selectFrom('schedule_occurrence')
    .selectAll()
    .select('schedule_id as id')
    .where(
      'schedule_id',
      '=',
      selectSchedules(db, workspace_id).clearSelect().select('id').where('id', '=', id),
    );
}

/** How many due times of a schedule are kept. So few that they can be deleted together with it. */
const KEPT_OCCURRENCES = 1_000;

/**
 * Records due times and removes the oldest ones beyond the limit. The last one that started a run stays, because a
 * schedule that skips unchanged texts compares with it.
 */
export async function addOccurrences(
  tx: Db,
  schedule_id: string,
  occurrences: readonly Omit<NewRow<'schedule_occurrence'>, 'schedule_id'>[],
): Promise<void> {
  const rows = occurrences.slice(-KEPT_OCCURRENCES).map((row) => ({ ...row, schedule_id }));
  await tx.insertInto('schedule_occurrence').values(rows).execute();
  await sql`
    delete from schedule_occurrence where schedule_id = ${schedule_id} and due_at <= (
      select due_at from schedule_occurrence where schedule_id = ${schedule_id}
      order by due_at desc offset ${sql.lit(KEPT_OCCURRENCES)} limit 1
    ) and due_at is distinct from (
      select max(due_at) from schedule_occurrence where schedule_id = ${schedule_id} and outcome = 'started'
    )`.execute(tx);
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

export type DueSchedule = { id: string; workspace_id: string; next_run_at: Date };

/** Schedules of all tenants whose due time is not handled yet, earliest first. */
export async function listDueSchedules(
  db: Db,
  { now, after, limit }: { now: Date; after: DueSchedule | undefined; limit: number },
): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select id, workspace_id, next_run_at from schedule
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
