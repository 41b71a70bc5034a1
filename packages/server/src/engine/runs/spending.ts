import type { PauseLimit } from '@voiceloom/contract';
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
  reportStoppingBudget,
} from '../../ledger/budgets.ts';
import { lockAccount } from '../../ledger/credits.ts';
import { addRunPausedEvent } from '../../ledger/webhook-events.ts';
import type { EngineApp } from '../engine-app.ts';
import { addRunEvents } from './events.ts';
import { changeStatus, type LockedRun } from './row.ts';

/** The most that the run may charge: its cap, or the maximum of its estimate if that is lower. */
function findLimit({ max_credits, estimated_max_credits }: LockedRun): number {
  const none = Number.POSITIVE_INFINITY;
  return Math.min(max_credits ?? none, estimated_max_credits ?? none);
}

/** The credits that the limit of the run leaves for new reservations. */
const findRoom = (run: LockedRun): number => findLimit(run) - run.credits - run.hold;

/** The credits that the run has reserved and given to no chunk. */
export const freeHold = ({ hold, hold_allocated }: LockedRun): number => hold - hold_allocated;

/** What a run spends in any case. */
export interface MinimumCost {
  min_credits: number;
  /** Whether it certainly reserves money, because a provider bills an own key at a known price. */
  spends_usd?: boolean | undefined;
}

/** The first budget that denies a start with this minimum cost. */
export function findDenyingBudget(
  states: readonly BudgetState[],
  { min_credits, spends_usd = false }: MinimumCost,
): BudgetState | undefined {
  return states.find(
    ({ budget, room }) =>
      budget.action === 'deny' && (room.credits < min_credits || (spends_usd && room.usd_micros <= 0)),
  );
}

/** What a start reserves: its minimum cost, as far as its cap and budgets allow. Beyond them, the run pauses. */
export function computeStartHold(
  states: readonly BudgetState[],
  { min_credits, max_credits }: { min_credits: number; max_credits?: number | undefined },
): number {
  const rooms = states
    .filter(({ budget }) => budget.action !== 'warn')
    .map(({ room }) => Math.max(0, room.credits));
  return Math.min(min_credits, max_credits ?? min_credits, ...rooms);
}

/** The order of lines by cost: credits, then money. */
export function isCheaper(cost: Amounts, other: Amounts): boolean {
  if (cost.credits !== other.credits) return cost.credits < other.credits;
  return cost.usd_micros < other.usd_micros;
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
 * How much of the needed amounts a run may reserve: no more than its account, its cap, its estimate and its budgets leave. Locks the
 * account and the budgets until the transaction ends, so that no other reservation comes between. The caller holds the
 * run's row, and writes the reservation. Lines that do not fit wait, unless `minimum` is given, the least that one of
 * them needs, and a budget that denies leaves less than that: then, none of them can be paid.
 */
export async function limitReservation(
  tx: Db,
  run: LockedRun,
  { needed, minimum, now }: { needed: Amounts; minimum?: Amounts | undefined; now: Date },
): Promise<Reservation> {
  const none = Number.POSITIVE_INFINITY;
  const limits: { room: Amounts; shortage: Shortage }[] = [
    { room: { credits: findRoom(run), usd_micros: none }, shortage: 'wait' },
  ];
  if (needed.credits > 0) {
    const { available } = await lockAccount(tx, run.account_id, now);
    limits.push({ room: { credits: available, usd_micros: none }, shortage: NO_CREDITS });
  }
  let denial: LineFailure | undefined;
  if (needed.credits > 0 || needed.usd_micros > 0) {
    for (const state of await lockStoppingBudgets(tx, run, now)) {
      const { budget, room } = state;
      limits.push({ room, shortage: 'wait' });
      const isUsedUp =
        minimum !== undefined &&
        (Math.max(0, room.credits) < minimum.credits || Math.max(0, room.usd_micros) < minimum.usd_micros);
      if (isUsedUp && budget.action === 'deny')
        denial = { code: 'budget_exceeded', message: describeBudget(state) };
    }
  }
  const granted = { ...needed };
  let shortage: Shortage | undefined;
  for (const unit of ['credits', 'usd_micros'] as const) {
    const tightest = limits.reduce((least, limit) => (limit.room[unit] < least.room[unit] ? limit : least));
    if (tightest.room[unit] >= needed[unit]) continue;
    granted[unit] = Math.max(0, tightest.room[unit]);
    shortage ??= tightest.shortage;
  }
  if (shortage === 'wait' && denial) shortage = denial;
  return { granted, shortage };
}

/** What the run can give to its next chunks, and what stops it if none of them fits. */
export interface ChunkRoom extends Amounts {
  states: readonly BudgetState[];
}

/** What the run has reserved, and what its cap and budgets allow in addition. */
export async function readChunkRoom(db: Db, run: LockedRun, now: Date): Promise<ChunkRoom> {
  const states = await findStoppingBudgets(db, run, now);
  const rooms = states.map(({ room }) => room);
  return {
    credits: freeHold(run) + Math.max(0, Math.min(findRoom(run), ...rooms.map(({ credits }) => credits))),
    usd_micros: Math.max(0, Math.min(...rooms.map(({ usd_micros }) => usd_micros))),
    states,
  };
}

/** Why no line of a run fits. */
export interface RunStop {
  message: string;
  source: PauseLimit;
  spent: number;
  limit: number;
  /** What the cheapest waiting line can cost. */
  cost: Amounts;
  /** Undefined if the cap of the run or the maximum of its estimate stops it. */
  state?: BudgetState;
}

/** What stops a run whose cheapest waiting line costs this much. A budget that denies comes first. */
export function findStop(run: LockedRun, states: readonly BudgetState[], cost: Amounts): RunStop {
  const missingCredits = cost.credits - freeHold(run);
  const full = states.filter(
    ({ room }) =>
      Math.max(0, room.credits) < missingCredits || Math.max(0, room.usd_micros) < cost.usd_micros,
  );
  const state = full.find(({ budget }) => budget.action === 'deny') ?? full[0];
  if (!state) {
    const limit = findLimit(run);
    const limitText = countText(limit, 'credit');
    let source: PauseLimit = 'cap';
    let spending = `The run has spent ${run.credits} of at most ${limitText}`;
    let remedy = 'Resume it with a higher max_credits.';
    if (limit !== run.max_credits) {
      source = 'estimate';
      spending = `The run has spent ${run.credits} of the ${limitText} that its estimate named as the maximum`;
      remedy = 'Resume it with max_credits to allow more.';
    }
    const message = `${spending}, and its next line needs up to ${cost.credits}. ${remedy}`;
    return { message, source, spent: run.credits, limit, cost };
  }
  const { budget, used, room, ends_at } = state;
  let needs = countText(cost.credits, 'credit');
  if (cost.usd_micros > 0) needs += ` and ${formatUsd(cost.usd_micros)}`;
  let advice = `Raise the budget, or resume the run after ${ends_at.toISOString()}.`;
  if (isReservedByOthers(run, state, cost))
    advice = 'Other runs have reserved the rest. Resume the run when they have ended, or raise the budget.';
  const isMoney = Math.max(0, room.credits) >= missingCredits;
  return {
    message: `${describeBudget(state)} The next line needs up to ${needs}. ${advice}`,
    source: 'budget',
    spent: isMoney ? used.usd_micros : used.credits,
    limit: (isMoney ? budget.limit_usd_micros : budget.limit_credits) ?? 0,
    cost,
    state,
  };
}

/** Whether the line would fit if no other run had reserved anything. What they do not need comes back. */
function isReservedByOthers(run: LockedRun, { budget, used }: BudgetState, cost: Amounts): boolean {
  const { limit_credits, limit_usd_micros } = budget;
  const none = Number.POSITIVE_INFINITY;
  const credits = (limit_credits ?? none) - used.credits - run.hold;
  const usd_micros = (limit_usd_micros ?? none) - used.usd_micros;
  return credits >= cost.credits - freeHold(run) && usd_micros >= cost.usd_micros;
}

/** Reports the budget that stops a run as used up, under its lock. A budget that only other runs reserve is not used up. */
export async function reportStop(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  { stop: { state, cost }, now }: { stop: RunStop; now: Date },
): Promise<void> {
  if (!state) return;
  const states = await lockStoppingBudgets(tx, run, now);
  const lockedState = states.find(({ budget }) => budget.id === state.budget.id);
  if (!lockedState || isReservedByOthers(run, lockedState, cost)) return;
  await reportStoppingBudget(app, tx, lockedState.budget, now);
}

/** Pauses a run because of its cap or a budget. The caller's transaction holds the run's row. */
export async function pauseOverBudget(
  app: Pick<EngineApp, 'queue'>,
  tx: Db,
  run: LockedRun,
  { stop, now }: { stop: RunStop; now: Date },
): Promise<void> {
  // Locks the budget before the workflow, as at the start of a run.
  await reportStop(app, tx, run, { stop, now });
  const changes = {
    pause_reason: 'budget' as const,
    pause_limit: stop.source,
    pause_budget_id: stop.state?.budget.id ?? null,
    pause_message: stop.message,
    paused_at: now,
  };
  await addRunEvents(
    tx,
    run.id,
    [await changeStatus(tx, run, 'paused', { ...changes, updated_at: now })],
    now,
  );
  await addRunPausedEvent(app, tx, run, { reason: 'budget', message: stop.message, now });
}

/** A used-up budget in one sentence. */
export function describeBudget({ budget, used, held }: BudgetState): string {
  return `The budget "${budget.name}" of this ${budget.period} has too little left: ${describeUse(budget, used, held)}.`;
}
