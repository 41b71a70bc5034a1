import { countText } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import type { LineFailure } from '../../db/rows.ts';
import {
  type Amounts,
  type BudgetState,
  describeUse,
  findStoppingBudgets,
  formatUsd,
  lockStoppingBudgets,
  reportStoppingBudgets,
} from '../../ledger/budgets.ts';
import { lockAccount } from '../../ledger/credits.ts';
import type { EngineApp } from '../engine-app.ts';
import { addRunEvents } from './events.ts';
import { changeStatus, type LockedRun } from './row.ts';

/** The credits that the cap of the run leaves for new reservations. */
function capRoom({ max_credits, credits, hold }: LockedRun): number {
  return max_credits === null ? Number.POSITIVE_INFINITY : max_credits - credits - hold;
}

/** The credits that the run has reserved and given to no chunk. */
export const freeHold = ({ hold, hold_allocated }: LockedRun): number => hold - hold_allocated;

/** What the run can give to its next chunks: what it has reserved, and what its cap and budgets allow in addition. */
export async function readChunkRoom(db: Db, run: LockedRun, now: Date): Promise<Amounts> {
  const rooms = (await findStoppingBudgets(db, run, now)).map(({ room }) => room);
  return {
    credits: freeHold(run) + Math.max(0, Math.min(capRoom(run), ...rooms.map(({ credits }) => credits))),
    usd_micros: Math.max(0, Math.min(...rooms.map(({ usd_micros }) => usd_micros))),
  };
}

/** What happens to the lines that a reservation does not cover: they wait, or they fail with this error. */
export type Shortage = 'wait' | LineFailure;

export interface Reservation {
  granted: Amounts;
  /** Undefined if everything was granted. */
  shortage: Shortage | undefined;
}

/** The error of a line that the account cannot pay. */
export const NO_CREDITS: LineFailure = {
  code: 'insufficient_credits',
  message: 'The account has no credits left.',
};

/**
 * How much of the needed amounts a run may reserve: no more than its account, its cap and its budgets leave. Locks the
 * account and the budgets until the transaction ends, so that no other reservation comes between. The caller holds the
 * run's row, and writes the reservation.
 */
export async function limitReservation(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  { needed, now }: { needed: Amounts; now: Date },
): Promise<Reservation> {
  const none = Number.POSITIVE_INFINITY;
  const limits: { room: Amounts; shortage: Shortage; budget?: BudgetState['budget'] }[] = [
    { room: { credits: capRoom(run), usd_micros: none }, shortage: 'wait' },
  ];
  if (needed.credits > 0) {
    const { available } = await lockAccount(tx, run.account_id, now);
    limits.push({ room: { credits: available, usd_micros: none }, shortage: NO_CREDITS });
  }
  if (needed.credits > 0 || needed.usd_micros > 0) {
    for (const state of await lockStoppingBudgets(tx, run, now)) {
      const { budget, room } = state;
      let shortage: Shortage = 'wait';
      if (budget.action === 'deny') shortage = { code: 'budget_exceeded', message: describeBudget(state) };
      limits.push({ room, shortage, budget });
    }
  }
  const granted = { ...needed };
  let shortage: Shortage | undefined;
  for (const unit of ['credits', 'usd_micros'] as const) {
    const tightest = limits.reduce((least, limit) => (limit.room[unit] < least.room[unit] ? limit : least));
    if (tightest.room[unit] >= needed[unit]) continue;
    granted[unit] = Math.max(0, tightest.room[unit]);
    shortage ??= tightest.shortage;
    // Lines fail for good, so this is reported now. Lines that wait may still fit when others are done.
    if (tightest.budget && tightest.shortage !== 'wait')
      await reportStoppingBudgets(app, tx, [tightest.budget], now);
  }
  return { granted, shortage };
}

/**
 * Pauses a running run if nothing is left to do but lines that its cap or a budget does not allow. The caller's
 * transaction holds the run's row, and found no chunk to queue.
 */
export async function pauseOverBudget(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  now: Date,
): Promise<boolean> {
  if (run.status !== 'running' || run.queued_chunks > 0 || run.open_chunks === 0) return false;
  const stop = await findStop(tx, run, now);
  if (!stop) return false;
  // Locks before the workflow, as at the start of a run.
  if (stop.budget) {
    const locked = await lockStoppingBudgets(tx, run, now);
    const budgets = locked.map(({ budget }) => budget).filter(({ id }) => id === stop.budget?.id);
    await reportStoppingBudgets(app, tx, budgets, now);
  }
  const changes = {
    pause_reason: 'budget' as const,
    pause_message: stop.message,
    paused_at: now,
    updated_at: now,
  };
  await addRunEvents(tx, run.id, [await changeStatus(tx, run, 'paused', changes)], now);
  return true;
}

export interface RunStop {
  message: string;
  spent: number;
  limit: number;
  budget?: BudgetState['budget'];
}

/** What stops a run whose next lines do not fit into its cap or budgets; undefined if it has no such lines. */
export async function findStop(tx: Db, run: LockedRun, now: Date): Promise<RunStop | undefined> {
  const blockedChunk = await tx
    .selectFrom('run_chunk')
    .select(['blocked_credits', 'blocked_usd_micros'])
    .where('run_id', '=', run.id)
    .where('status', '=', 'planned')
    .where('blocked_credits', 'is not', null)
    .orderBy('blocked_credits')
    .limit(1)
    .executeTakeFirst();
  if (!blockedChunk) return undefined;
  const credits = blockedChunk.blocked_credits ?? 0;
  const usd_micros = blockedChunk.blocked_usd_micros ?? 0;
  const missingCredits = credits - freeHold(run);
  const states = await findStoppingBudgets(tx, run, now);
  const full = states.find(({ room }) => room.credits < missingCredits || room.usd_micros < usd_micros);
  const needs = `The next line needs up to ${countText(credits, 'credit')}`;
  if (full && capRoom(run) >= missingCredits) {
    const { budget, used, ends_at } = full;
    let line = `${needs}.`;
    if (usd_micros > 0) line = `${needs} and ${formatUsd(usd_micros)}.`;
    const advice = `Raise the budget, or resume the run after ${ends_at.toISOString()}.`;
    const isMoney = full.room.credits >= missingCredits;
    return {
      message: `${describeBudget(full)} ${line} ${advice}`,
      spent: isMoney ? used.usd_micros : used.credits,
      limit: (isMoney ? budget.limit_usd_micros : budget.limit_credits) ?? 0,
      budget,
    };
  }
  const limit = run.max_credits ?? 0;
  const message = `The run has spent ${run.credits} of at most ${countText(limit, 'credit')}, and its next line needs up to ${credits}. Resume it with a higher max_credits.`;
  return { message, spent: run.credits, limit };
}

/** A used-up budget in one sentence. */
export function describeBudget({ budget, used, held }: BudgetState): string {
  return `The budget "${budget.name}" of this ${budget.period} has too little left: ${describeUse(budget, used, held)}.`;
}
