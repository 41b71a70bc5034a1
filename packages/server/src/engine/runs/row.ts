import type { PauseLimit, PauseReason, RunStatus } from '@voiceloom/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, NewRow, Row, RowChanges } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import { addedValues } from '../../db/upsert.ts';
import { errorFields } from '../../errors.ts';
import type { NewRunEvent } from './events.ts';

/**
 * Only this file writes the row of a run. The row lock serializes all changes of a run. A transaction takes this
 * lock before those of chunks, lines and accounts.
 */

export type LockedRun = Awaited<ReturnType<typeof lockRun>>;

/** The columns that transactions of a run read. Omits the definition, because it is large. */
const COLUMNS = [
  'id',
  'workspace_id',
  'workflow_id',
  'account_id',
  'run_number',
  'triggered_by',
  'status',
  'pause_requested_at',
  'wait_provider',
  'wait_model',
  'resume_at',
  'waiting_since',
  'started_at',
  'credits',
  'credit_period_no',
  'hold',
  'hold_allocated',
  'open_chunks',
  'queued_chunks',
  'next_chunk_seq',
  'total_steps',
  'finished_steps',
  'lines_total',
  'lines_delivered',
  'lines_dropped',
  'lines_failed',
  'lines_skipped',
  'max_failed_lines',
  'characters',
  'audio_ms',
  'reused_takes',
  'max_credits',
  'estimated_max_credits',
  'api_key_id',
  'local_models',
] as const;

/** Does not lock the row's key, so that inserts that refer to the run need not wait. */
export function lockRun(tx: Db, runId: string) {
  const run = tx.selectFrom('run').select(COLUMNS).where('id', '=', runId).forNoKeyUpdate();
  return run.executeTakeFirstOrThrow();
}

/** Locks a run by IDs from a caller; undefined if it does not belong to the workspace or workflow. */
export function findAndLockRun(
  tx: Db,
  { workspace_id, workflow_id, run_id }: { workspace_id: string; workflow_id?: string; run_id: string },
) {
  return tx
    .selectFrom('run')
    .select(COLUMNS)
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .$if(workflow_id !== undefined, (query) => query.where('workflow_id', '=', workflow_id ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertRunRow(tx: Db, values: NewRow<'run'>): Promise<void> {
  await tx.insertInto('run').values(values).execute();
}

export async function updateRun(db: Db, runId: string, values: RowChanges<'run'>): Promise<void> {
  await db.updateTable('run').set(values).where('id', '=', runId).execute();
}

/** Moves the automatic resume of a paused run to a later time, after it failed now. */
export async function postponeResume(
  db: Db,
  runId: string,
  { resume_at, now }: { resume_at: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('run')
    .set({ resume_at, resume_tried_at: now })
    .where('id', '=', runId)
    .where('status', '=', 'paused')
    .where('resume_at', 'is not', null)
    .execute();
}

/** Marks runs whose stored data was removed; returns how many. */
export async function markRunDataRemoved(
  db: Db,
  runIds: readonly string[],
  values: Pick<RowChanges<'run'>, 'audio_removed_at' | 'events_removed_at'>,
): Promise<number> {
  if (runIds.length === 0) return 0;
  const marked = await db.updateTable('run').set(values).where('id', 'in', runIds).executeTakeFirst();
  return Number(marked.numUpdatedRows);
}

/** Stores the final figures of a run once. */
export async function storeRunAggregates(db: Db, runId: string, aggregates: string): Promise<void> {
  await db
    .updateTable('run')
    .set({ aggregates })
    .where('id', '=', runId)
    .where('aggregates', 'is', null)
    .execute();
}

type Counter =
  | 'total_steps'
  | 'finished_steps'
  | 'open_chunks'
  | 'queued_chunks'
  | 'next_chunk_seq'
  | `lines_${'total' | 'delivered' | 'dropped' | 'failed' | 'skipped'}`
  | 'retries'
  | 'reused_takes'
  | 'characters'
  | 'audio_ms'
  | 'credits'
  | 'hold'
  | 'hold_allocated'
  | 'provider_usd_micros'
  | 'unpriced_takes';

export type RunCounters = Partial<Record<Counter, number>>;

/** Adds sets of counters up, name by name. */
export function sumCounters(...counterSets: RunCounters[]): RunCounters {
  const sum: RunCounters = {};
  for (const counters of counterSets)
    for (const [name, amount] of Object.entries(counters) as [Counter, number][])
      sum[name] = (sum[name] ?? 0) + amount;
  return sum;
}

/** The row as it is after these counters are added, as far as `findNextChunks` reads it. */
export function withCounters(run: LockedRun, counters: RunCounters): LockedRun {
  const { credits = 0, hold = 0, hold_allocated = 0, queued_chunks = 0 } = counters;
  return {
    ...run,
    credits: run.credits + credits,
    hold: run.hold + hold,
    hold_allocated: run.hold_allocated + hold_allocated,
    queued_chunks: run.queued_chunks + queued_chunks,
  };
}

/** Adds to the run's counters, and returns the changed row. Sets `first_audio_at` only once. */
export function addToRunCounters(
  tx: Db,
  runId: string,
  counters: RunCounters,
  times: { first_audio_at?: Date | undefined; updated_at?: Date | undefined } = {},
): Promise<LockedRun> {
  const sums = Object.entries(counters).map(([name, amount]) => [name, sql`${sql.ref(name)} + ${amount}`]);
  const { first_audio_at, updated_at } = times;
  let update = tx
    .updateTable('run')
    .set(Object.fromEntries(sums) as RowChanges<'run'>)
    .where('id', '=', runId);
  if (first_audio_at)
    update = update.set({ first_audio_at: sql<Date>`coalesce(first_audio_at, ${first_audio_at})` });
  if (updated_at) update = update.set({ updated_at });
  return update.returning(COLUMNS).executeTakeFirstOrThrow();
}

export interface LocaleCounters {
  locale_code: string;
  lines?: number;
  finished_lines?: number;
  characters?: number;
  audio_ms?: number;
  retries?: number;
  credits?: number;
  delivered_lines?: number;
  delivered_ms?: number;
}

/** Adds to the run's counters of each locale, in one statement. */
export async function addToLocales(tx: Db, runId: string, locales: readonly LocaleCounters[]): Promise<void> {
  if (locales.length === 0) return;
  // Callers pass the same counters for every locale.
  const counters = Object.keys(locales[0] ?? {}).filter((name) => name !== 'locale_code');
  await tx
    .insertInto('run_locale')
    .values(locales.map((locale) => ({ run_id: runId, ...locale })))
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'locale_code']).doUpdateSet(addedValues('run_locale', counters)),
    )
    .execute();
}

/** Reserves numbers for lines of the run; returns the first one. */
export async function takeLineNumbers(tx: Db, runId: string, count: number): Promise<number> {
  const { next } = await tx
    .updateTable('run')
    .set({ next_line_no: sql`next_line_no + ${count}` })
    .where('id', '=', runId)
    .returning('next_line_no as next')
    .executeTakeFirstOrThrow();
  return next - count;
}

/** The part of a statement that reserves numbers for events. Returns the last number as `event_seq`. */
export const reserveEventNumbers = (runId: string, count: number): RawBuilder<unknown> =>
  sql`update run set event_seq = event_seq + ${count} where id = ${runId} returning event_seq`;

/** The allowed transitions. Every change of a run is a compare-and-set under the run's row lock. */
const NEXT_STATUSES: Record<RunStatus, readonly RunStatus[]> = {
  pending: ['running', 'paused', 'failed', 'cancelled'],
  running: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Whether a run in one status may change to another. */
export function canBecome(currentStatus: RunStatus, nextStatus: RunStatus): boolean {
  return NEXT_STATUSES[currentStatus].includes(nextStatus);
}

/** The statuses of runs that have not ended. The index over all workspaces contains only these runs, which stay few. */
export const OPEN_STATUSES = ['pending', 'running', 'paused'] as const satisfies readonly RunStatus[];

/** Whether a run with this status has ended. */
export function isFinal(status: RunStatus): boolean {
  return NEXT_STATUSES[status].length === 0;
}

/** Why a run failed or paused. */
interface StatusReason {
  error?: Row<'run'>['error'];
  pause_reason?: PauseReason | null;
  pause_limit?: PauseLimit | null;
  pause_budget_id?: string | null;
  pause_message?: string | null;
}

/** Changes of a run's row, with the reason for its new status in the types that events use. */
type StatusChanges = Omit<RowChanges<'run'>, keyof StatusReason> & StatusReason;

/**
 * Stores a new status. For the latest run of a workflow, also copies it to the workflow, for lists. Returns
 * the event to write. Lock order: run, then workflow.
 */
export async function changeStatus(
  tx: Db,
  run: Pick<Row<'run'>, 'id' | 'workflow_id' | 'status' | 'credits'>,
  status: RunStatus,
  { error = null, ...values }: StatusChanges,
): Promise<NewRunEvent> {
  const { pause_reason = null, pause_limit = null, pause_budget_id = null, pause_message = null } = values;
  const pause = { pause_reason, pause_limit, pause_budget_id, pause_message };
  const updateWorkflow = tx
    .updateTable('workflow')
    .set({ last_run_status: status })
    .where('id', '=', run.workflow_id)
    .where('last_run_id', '=', run.id);
  await together([
    updateRun(tx, run.id, {
      ...values,
      ...pause,
      status,
      error: error && JSON.stringify(error),
    }),
    updateWorkflow.execute(),
  ]);
  return statusEvent(run, run.status as RunStatus, status, { error, ...pause });
}

/** The event of a new status; a run that starts has no previous one. */
export function statusEvent(
  { credits }: { credits: number },
  previous_status: RunStatus | null,
  status: RunStatus,
  { error = null, ...reason }: StatusReason = {},
): NewRunEvent {
  const { pause_reason = null, pause_limit = null, pause_budget_id = null, pause_message = null } = reason;
  const pause = { pause_reason, pause_limit, pause_budget_id, pause_message };
  const data = { status, previous_status, ...errorFields(error), ...pause, credits };
  return { type: 'run.status', data };
}

/**
 * The final status of a run. It fails if too many lines failed or none succeeded. Skipped lines do not count.
 */
export function decideEndStatus(
  run: Pick<Row<'run'>, 'lines_total' | 'lines_failed' | 'lines_skipped' | 'max_failed_lines'>,
): 'completed' | 'failed' {
  if (run.lines_failed > run.max_failed_lines) return 'failed';
  const speakableLines = run.lines_total - run.lines_skipped;
  const haveAllFailed = run.lines_failed > 0 && run.lines_failed === speakableLines;
  return haveAllFailed ? 'failed' : 'completed';
}

/**
 * Deletes an ended run, whose other rows are already deleted, together with its attempts, because a ledger check
 * compares them with the entries of the run. A run that has not ended stays, because it still holds credits.
 */
export function deleteEndedRun(db: Db, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('run').select('status').where('id', '=', id).forUpdate();
    const run = await row.executeTakeFirst();
    if (!run || !isFinal(run.status as RunStatus)) return;
    await tx.deleteFrom('attempt').where('run_id', '=', id).execute();
    await tx.deleteFrom('run').where('id', '=', id).execute();
  });
}
