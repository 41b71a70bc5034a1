import { countText } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import { addRunEvents } from './events.ts';
import { changeStatus, type LockedRun } from './row.ts';

/** The credits that the cap of the run leaves for new reservations. */
export function capRoom({ max_credits, credits, hold }: LockedRun): number {
  return max_credits === null ? Number.POSITIVE_INFINITY : max_credits - credits - hold;
}

/** The credits that the run can give to its next chunks: those that it has reserved, and those that its cap allows. */
export function chunkRoom(run: LockedRun): number {
  return run.hold - run.hold_allocated + capRoom(run);
}

/**
 * Pauses a running run if nothing is left to do but lines that its cap does not allow. The caller's transaction holds
 * the run's row, and found no chunk to queue.
 */
export async function pauseOverBudget(tx: Db, run: LockedRun, now: Date): Promise<boolean> {
  if (run.status !== 'running' || run.queued_chunks > 0 || run.open_chunks === 0) return false;
  const pause_message = await describeBlockedRun(tx, run);
  if (pause_message === undefined) return false;
  const changes = { pause_reason: 'budget' as const, pause_message, paused_at: now, updated_at: now };
  await addRunEvents(tx, run.id, [await changeStatus(tx, run, 'paused', changes)], now);
  return true;
}

/** What stops a run whose next lines would pass its cap; undefined if nothing does. */
export async function describeBlockedRun(tx: Db, run: LockedRun): Promise<string | undefined> {
  const blockedChunk = await tx
    .selectFrom('run_chunk')
    .select('blocked_credits')
    .where('run_id', '=', run.id)
    .where('status', '=', 'planned')
    .where('blocked_credits', 'is not', null)
    .orderBy('blocked_credits')
    .limit(1)
    .executeTakeFirst();
  if (!blockedChunk) return undefined;
  const spent = `The run has spent ${run.credits} of at most ${countText(run.max_credits ?? 0, 'credit')}`;
  return `${spent}, and its next line needs up to ${blockedChunk.blocked_credits}. Resume it with a higher max_credits.`;
}
