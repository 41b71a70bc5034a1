import { nextVersion } from '../../../db/by-id.ts';
import type { Db } from '../../../db/index.ts';
import { findNextDue } from './cron.ts';
import { MAX_FAILURES, reportFailure } from './failures.ts';
import { addOccurrences, type ScheduleRow } from './queries.ts';

/** The due times of a schedule that were not handled yet. */
export interface Turn {
  /** As read before the run was prepared. */
  schedule: ScheduleRow;
  /** The latest due time. */
  due_at: Date;
  /** All others. */
  missed: readonly Date[];
  now: Date;
}

/** Why no run started. */
export interface RejectedOutcome {
  outcome: 'skipped' | 'failed';
  reason: string;
  message: string;
}

/** What happened at the latest due time. */
export type TurnOutcome =
  | { outcome: 'started'; run_id: string; digest: Buffer | undefined }
  | RejectedOutcome
  | { outcome: 'missed' };

/** Somebody changed the schedule, or handled its due time, after it was read. */
export class ScheduleChanged extends Error {
  constructor() {
    super('The schedule changed while its run was prepared.');
    this.name = 'ScheduleChanged';
  }
}

const MISSED = 'No worker handled the due time early enough.';

/**
 * Records due times and moves the schedule to the next one, in the transaction that starts the run. The update is
 * conditional, so of several transactions for the same due time, only one commits.
 */
export async function closeTurn(
  app: Parameters<typeof reportFailure>[0],
  tx: Db,
  { schedule, due_at, missed, now }: Turn,
  result: TurnOutcome,
): Promise<void> {
  const { outcome } = result;
  let { failures_count } = schedule;
  let run_id: string | null = null;
  let reason: string | null = null;
  let message: string | null = null;
  if (outcome === 'started') {
    failures_count = 0;
    run_id = result.run_id;
  } else if (outcome === 'missed') message = MISSED;
  else ({ reason, message } = result);
  if (outcome === 'failed') failures_count += 1;
  let next = findNextDue(schedule, now);
  if (failures_count >= MAX_FAILURES) next = undefined;
  let update = tx
    .updateTable('schedule')
    .set({ next_run_at: next ?? null, failures_count })
    .where('id', '=', schedule.id)
    .where('next_run_at', '=', schedule.next_run_at)
    .where('updated_at', '=', schedule.updated_at);
  if (!next) update = update.set({ disabled_reason: 'failures', updated_at: nextVersion(now) });
  if (outcome === 'started') update = update.set({ last_digest: result.digest ?? null });
  const changedSchedule = await update.returningAll().executeTakeFirst();
  if (!changedSchedule) throw new ScheduleChanged();
  await addOccurrences(tx, schedule.id, [
    ...missed.map((time) => ({ due_at: time, outcome: 'missed', message: MISSED, created_at: now })),
    { due_at, outcome, run_id, reason, message, created_at: now },
  ]);
  if (outcome !== 'failed') return;
  const failure = { code: result.reason, message: result.message };
  await reportFailure(app, tx, { schedule: changedSchedule, due_at, ...failure, now });
}
