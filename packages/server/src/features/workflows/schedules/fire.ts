import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { digestSpeech } from '../../../engine/index.ts';
import { ApiError } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { namedId } from '../../../ids.ts';
import type { JobRef } from '../../../jobs/index.ts';
import { prepareStart, type StartApp, startPrepared } from '../../runs/index.ts';
import { findMembership } from '../../workspaces/index.ts';
import { getWorkflow } from '../queries.ts';
import { closeTurn, ScheduleChanged, type Turn, type TurnOutcome } from './close-turn.ts';
import { findNextDue } from './cron.ts';
import { type DueSchedule, hasLastRunCompleted, listDueSchedules, type ScheduleRow } from './queries.ts';

export interface ScheduleJob {
  schedule_id: string;
}

export const scheduleJobRef: JobRef<ScheduleJob> = { name: 'schedule.start' };

const BATCH = 500;

/**
 * Adds a job for each due schedule. A job has the ID of its due time, so it is added once, however often the schedule is
 * still found due.
 */
export async function enqueueDueSchedules(app: Pick<App, 'db' | 'queue' | 'clock'>): Promise<void> {
  const now = app.clock();
  let last: DueSchedule | undefined;
  for (;;) {
    const due: DueSchedule[] = await listDueSchedules(app.db, { now, after: last, limit: BATCH });
    const jobs = due.map(({ id, next_run_at }) => ({
      id: namedId(`schedule/${id}/${next_run_at.toISOString()}`),
      data: { schedule_id: id },
    }));
    await app.queue.add(app.db, scheduleJobRef, jobs);
    if (due.length < BATCH) return;
    last = due.at(-1);
  }
}

const DAY_MS = 86_400_000;
/** An older due time starts no run. */
const MAX_DELAY_MS = DAY_MS;
/** How far back due times are recorded one by one. */
const RECORDED_MS = 31 * DAY_MS;
/** How long a start waits for the limit of concurrent runs. */
const WAIT_MS = 3_600_000;
const MAX_MESSAGE_LENGTH = 500;

type FireApp = StartApp & Pick<App, 'signingSecret' | 'baseUrl'>;

/**
 * Handles the due times of a schedule: starts a run for the latest one, and records the others as missed. Each due time
 * is handled once, because the transaction that starts the run also records it. Throws if a retry can help.
 */
export async function startDueRun(app: FireApp, scheduleId: string): Promise<void> {
  const turn = await findTurn(app.db, scheduleId, app.clock());
  if (!turn) return;
  try {
    await attemptStart(app, turn);
  } catch (error) {
    if (!(error instanceof ScheduleChanged)) throw error;
    const schedule = await findSchedule(app.db, scheduleId);
    const isOpen = schedule?.next_run_at?.getTime() === turn.schedule.next_run_at?.getTime();
    // Otherwise, another worker has handled the due time, or it is no longer one.
    if (isOpen) throw error;
  }
}

const findSchedule = (db: Db, id: string): Promise<ScheduleRow | undefined> =>
  db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirst();

async function findTurn(db: Db, scheduleId: string, now: Date): Promise<Turn | undefined> {
  const schedule = await findSchedule(db, scheduleId);
  if (!schedule?.next_run_at || schedule.next_run_at > now) return undefined;
  let due_at = schedule.next_run_at;
  const missed: Date[] = [];
  let next = findNextDue(schedule, new Date(Math.max(due_at.getTime(), now.getTime() - RECORDED_MS)));
  while (next && next <= now) {
    missed.push(due_at);
    due_at = next;
    next = findNextDue(schedule, due_at);
  }
  return { schedule, due_at, missed, now };
}

async function attemptStart(app: FireApp, turn: Turn): Promise<void> {
  const { schedule, due_at, now } = turn;
  const close = (result: TurnOutcome): Promise<void> =>
    app.db.transaction().execute((tx) => closeTurn(app, tx, turn, result));
  const delay_ms = now.getTime() - due_at.getTime();
  if (delay_ms > MAX_DELAY_MS) return close({ outcome: 'missed' });
  try {
    const { id, workspace_id, workflow_id, skip_if_unchanged, last_digest } = schedule;
    const caller = await getCreator(app.db, schedule);
    const { definition } = await getWorkflow(app.db, workspace_id, workflow_id);
    const { input: overrides } = schedule;
    const input = { workflow_id, definition, overrides, max_credits: overrides.max_credits };
    const { prepared, cost } = await prepareStart(app, caller, input);
    let digest: Buffer | undefined;
    if (skip_if_unchanged) {
      digest = await digestSpeech(prepared);
      const isStored = cost.new_takes === 0 && prepared.unknowns.length === 0;
      if (isStored && last_digest?.equals(digest) && (await hasLastRunCompleted(app.db, id))) {
        const message = 'Nothing has changed since the last run.';
        return close({ outcome: 'skipped', reason: 'unchanged', message });
      }
    }
    await startPrepared(app, caller, {
      ...input,
      prepared,
      cost,
      schedule_id: id,
      onStarted: (tx, run_id) => closeTurn(app, tx, turn, { outcome: 'started', run_id, digest }),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.code === 'CONCURRENT_RUN_LIMIT' && delay_ms < WAIT_MS) throw error;
    const message = describeError(error);
    if (error.code === 'RUN_ALREADY_ACTIVE')
      await close({ outcome: 'skipped', reason: 'run_active', message });
    else await close({ outcome: 'failed', reason: error.code, message });
  }
}

/** The person who created a schedule, with the rights that the person has now. */
async function getCreator(db: Db, { created_by, workspace_id }: ScheduleRow): Promise<WorkspaceCaller> {
  const membership = await findMembership(db, created_by, workspace_id);
  if (!membership)
    throw new ApiError(
      'FORBIDDEN',
      'The person who created the schedule is no longer a member of the workspace.',
    );
  const { id, owner_id, role, is_suspended } = membership;
  const user = await db
    .selectFrom('app_user')
    .select('suspended_at')
    .where('id', '=', created_by)
    .executeTakeFirstOrThrow();
  if (is_suspended || user.suspended_at)
    throw new ApiError('SUSPENDED', 'The workspace, or the person who created the schedule, is suspended.');
  if (role === 'viewer')
    throw new ApiError('FORBIDDEN', 'The person who created the schedule can no longer start runs here.');
  const workspace = { id, owner_id, role };
  return { kind: 'jwt', user_id: created_by, api_key_id: null, scopes: [], workspace, ip: null };
}

/** The fields of a rejected input belong to the schedule, not to a request. */
function describeError({ code, message, details = [] }: ApiError): string {
  let text = message;
  if (code === 'VALIDATION_ERROR' && details.length > 0)
    text = details
      .map((detail) => `${detail.field.replace(/^body\./, 'input.')}: ${detail.message}`)
      .join('\n');
  return [...text].slice(0, MAX_MESSAGE_LENGTH).join('');
}
