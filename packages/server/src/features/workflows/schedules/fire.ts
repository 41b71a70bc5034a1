import type { ErrorCode } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { assertNoActiveRun, assertRunLimit, digestSpeech } from '../../../engine/index.ts';
import { ApiError } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { namedId } from '../../../ids.ts';
import type { JobRef } from '../../../jobs/index.ts';
import { prepareStart, type StartApp, startPrepared } from '../../runs/index.ts';
import { getWorkflow } from '../queries.ts';
import {
  closeTurn,
  type RejectedOutcome,
  ScheduleChanged,
  type Turn,
  type TurnOutcome,
} from './close-turn.ts';
import { getCreator } from './creator.ts';
import { listDueTimes } from './cron.ts';
import { type DueSchedule, hasLastRunCompleted, listDueSchedules, type ScheduleRow } from './queries.ts';

export interface ScheduleJob {
  schedule_id: string;
  /** The due time for which the job was added. */
  due_at: string;
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
    const jobs = due.map(({ id, workspace_id, next_run_at }) => {
      const due_at = next_run_at.toISOString();
      return {
        id: namedId(`schedule/${id}/${due_at}`),
        key: workspace_id,
        data: { schedule_id: id, due_at },
      };
    });
    await app.queue.add(app.db, scheduleJobRef, jobs);
    if (due.length < BATCH) return;
    last = due.at(-1);
  }
}

/** An older due time starts no run. */
const MAX_DELAY_MS = 86_400_000;
/** How long a start waits for the limit of concurrent runs. */
const WAIT_MS = 3_600_000;
const MAX_MESSAGE_LENGTH = 500;

type FireApp = StartApp & Pick<App, 'signingSecret' | 'baseUrl'>;

/**
 * Handles the due times of a schedule: starts a run for the latest one, and records the others as missed. Each due time
 * is handled once, because the transaction that starts the run also records it. Throws if a retry can help.
 */
export async function startDueRun(app: FireApp, job: ScheduleJob): Promise<void> {
  const turn = await findTurn(app, job);
  if (!turn) return;
  try {
    await attemptStart(app, turn);
  } catch (error) {
    if (!(error instanceof ScheduleChanged)) throw error;
    const schedule = await findSchedule(app.db, job.schedule_id);
    const isOpen = schedule?.next_run_at?.getTime() === turn.schedule.next_run_at?.getTime();
    // Otherwise, another worker has handled the due time, or it is no longer one.
    if (isOpen) throw error;
  }
}

/**
 * Records that the due times of a schedule could not be handled, after all attempts of its job have failed. Otherwise,
 * they would be tried for ever, and nobody would learn of it.
 */
export async function giveUpDueRun(app: FireApp, job: ScheduleJob): Promise<void> {
  const turn = await findTurn(app, job);
  // Otherwise, the due time was handled, or dropped by a change of the schedule.
  if (turn?.schedule.next_run_at?.toISOString() !== job.due_at) return;
  let result: RejectedOutcome = {
    outcome: 'failed',
    reason: 'SERVER_ERROR',
    message: 'The run could not start because of an internal error.',
  };
  try {
    await assertRunAllowed(app.db, turn.schedule, await getCreator(app.db, turn.schedule));
  } catch (error) {
    if (!isRejection(error)) throw error;
    result = toOutcome(error);
  }
  app.log.error({ ...job, reason: result.reason }, 'due time given up');
  await app.db.transaction().execute((tx) => closeTurn(app, tx, turn, result));
}

const findSchedule = (db: Db, id: string): Promise<ScheduleRow | undefined> =>
  db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirst();

async function findTurn(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  job: ScheduleJob,
): Promise<Turn | undefined> {
  // The clock of this worker may be behind that of the one which found the schedule due.
  const now = new Date(Math.max(clock().getTime(), Date.parse(job.due_at)));
  const schedule = await findSchedule(db, job.schedule_id);
  if (!schedule?.next_run_at || schedule.next_run_at > now) return undefined;
  const dueTimes = listDueTimes(schedule, schedule.next_run_at, now);
  const missed = dueTimes.slice(0, -1);
  return { schedule, due_at: dueTimes.at(-1) ?? schedule.next_run_at, missed, now };
}

/** The checks of a start that need no preparation. A start that waits for another run repeats only these. */
async function assertRunAllowed(db: Db, schedule: ScheduleRow, creator: WorkspaceCaller): Promise<void> {
  const { workspace_id, workflow_id } = schedule;
  await assertNoActiveRun(db, workflow_id);
  await assertRunLimit(db, { workspace_id, account_id: creator.workspace.owner_id });
}

async function attemptStart(app: FireApp, turn: Turn): Promise<void> {
  const { schedule, due_at, now } = turn;
  const close = (result: TurnOutcome): Promise<void> =>
    app.db.transaction().execute((tx) => closeTurn(app, tx, turn, result));
  if (now.getTime() - due_at.getTime() > MAX_DELAY_MS) return close({ outcome: 'missed' });
  try {
    const { id, workspace_id, workflow_id, skip_if_unchanged, last_digest } = schedule;
    const caller = await getCreator(app.db, schedule);
    const { definition } = await getWorkflow(app.db, workspace_id, workflow_id);
    await assertRunAllowed(app.db, schedule, caller);
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
    if (!isRejection(error)) throw error;
    // From the first due time, because later ones come while the start waits.
    const wait_ms = now.getTime() - (schedule.next_run_at ?? due_at).getTime();
    if (error.code === 'CONCURRENT_RUN_LIMIT' && wait_ms < WAIT_MS) throw error;
    await close(toOutcome(error));
  }
}

/** Whether a start was rejected. Other errors are internal ones, which a retry may not have. */
const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

function toOutcome(error: ApiError): RejectedOutcome {
  const message = describeError(error);
  if (error.code === 'RUN_ALREADY_ACTIVE') return { outcome: 'skipped', reason: 'run_active', message };
  return { outcome: 'failed', reason: error.code, message };
}

/** Everybody who reads schedules or receives webhooks sees the messages, also without access to amounts. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  INSUFFICIENT_CREDITS: 'The owner of the workspace has too few credits for the run.',
  BUDGET_EXCEEDED: 'A budget does not allow the run.',
};

/** The fields of a rejected input belong to the schedule, not to a request. */
function describeError({ code, message, details = [] }: ApiError): string {
  let text = MESSAGES[code] ?? message;
  if (code === 'VALIDATION_ERROR' && details.length > 0)
    text = details
      .map((detail) => `${detail.field.replace(/^body\./, 'input.')}: ${detail.message}`)
      .join('\n');
  return [...text].slice(0, MAX_MESSAGE_LENGTH).join('');
}
