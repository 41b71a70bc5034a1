import { randomUUID } from 'node:crypto';
import { countText } from '@voiceloom/text';
import { sql } from 'kysely';
import type { Db, Row } from '../db/index.ts';
import type { JobQueue, JobRef } from '../jobs/index.ts';
import { addWebhookEvent } from './webhook-events.ts';

type BudgetRow = Row<'budget'>;

/** The run whose budgets apply. */
export interface BudgetedRun
  extends Pick<Row<'run'>, 'workspace_id' | 'workflow_id' | 'triggered_by' | 'api_key_id'> {
  /** Undefined before the start. */
  id?: string;
  /** What it has reserved. The caller's transaction may not have stored this yet. */
  hold?: number;
}

/** Credits, and what providers bill in millionths of a US dollar. */
export interface Amounts {
  credits: number;
  usd_micros: number;
}

/** A budget with its open period. */
export interface BudgetState {
  budget: BudgetRow;
  starts_at: Date;
  ends_at: Date;
  used: Amounts & { unpriced_takes: number };
  /** What the open runs in its scope have reserved. */
  held: Amounts;
  /** What new reservations can take. Infinite without a limit; negative if a limit was lowered. */
  room: Amounts;
}

/** The UTC day or month that contains `now`. */
export function findBudgetPeriod(period: string, now: Date): { starts_at: Date; ends_at: Date } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === 'day')
    return {
      starts_at: new Date(Date.UTC(year, month, day)),
      ends_at: new Date(Date.UTC(year, month, day + 1)),
    };
  return { starts_at: new Date(Date.UTC(year, month, 1)), ends_at: new Date(Date.UTC(year, month + 1, 1)) };
}

function selectBudgetsOfRun(db: Db, run: BudgetedRun) {
  return db
    .selectFrom('budget')
    .selectAll()
    .where('workspace_id', '=', run.workspace_id)
    .where((eb) =>
      eb.or([
        eb('scope', '=', 'workspace'),
        eb('user_id', '=', run.triggered_by),
        eb('workflow_id', '=', run.workflow_id),
        eb('api_key_id', '=', run.api_key_id),
        sql<boolean>`${run.api_key_id}::uuid = any(former_api_key_ids)`,
      ]),
    )
    .orderBy('id');
}

/** All budgets of a run, without a lock. */
export async function findBudgets(db: Db, run: BudgetedRun, now: Date): Promise<BudgetState[]> {
  return readBudgetStates(db, await selectBudgetsOfRun(db, run).execute(), now, run);
}

/** The budgets of a run that can stop it, without a lock. */
export async function findStoppingBudgets(db: Db, run: BudgetedRun, now: Date): Promise<BudgetState[]> {
  const budgets = await selectBudgetsOfRun(db, run).where('action', '!=', 'warn').execute();
  return readBudgetStates(db, budgets, now, run);
}

/**
 * Locks the budgets of a run that can stop it, in the order of their IDs, until the transaction ends. Lock order: run,
 * account, budgets. The states are read after the locks, so they include what earlier holders of the locks committed.
 */
export async function lockStoppingBudgets(tx: Db, run: BudgetedRun, now: Date): Promise<BudgetState[]> {
  const budgets = await selectBudgetsOfRun(tx, run).where('action', '!=', 'warn').forNoKeyUpdate().execute();
  return readBudgetStates(tx, budgets, now, run);
}

/** Whether a run is in the scope of a budget, in a statement that joins both. */
const isInScope = sql<boolean>`(
  run.workspace_id = budget.workspace_id
  and (budget.user_id is null or run.triggered_by = budget.user_id)
  and (budget.api_key_id is null or run.api_key_id = budget.api_key_id
    or run.api_key_id = any(budget.former_api_key_ids))
  and (budget.workflow_id is null or run.workflow_id = budget.workflow_id))`;

interface StateRow extends Amounts {
  id: string;
  unpriced_takes: number;
  held_credits: number;
  held_usd_micros: number;
}

/** The budgets with what their open periods used and what open runs hold, including the given run. One statement. */
export async function readBudgetStates(
  db: Db,
  budgets: readonly BudgetRow[],
  now: Date,
  run?: BudgetedRun,
): Promise<BudgetState[]> {
  if (budgets.length === 0) return [];
  const own = run?.id ?? null;
  const { rows } = await sql<StateRow>`
    select budget.id, coalesce(period.credits, 0) as credits, coalesce(period.usd_micros, 0) as usd_micros,
      coalesce(period.unpriced_takes, 0) as unpriced_takes, held.*
    from budget
    left join budget_period period on period.budget_id = budget.id and period.starts_at = case budget.period
      when 'day' then ${findBudgetPeriod('day', now).starts_at}::timestamptz
      else ${findBudgetPeriod('month', now).starts_at}::timestamptz end
    cross join lateral (
      select coalesce(sum(run.hold) filter (where run.id is distinct from ${own}::uuid), 0)::bigint as held_credits,
        coalesce(sum((select sum(usd_micros_allocated) from run_chunk
          where run_chunk.run_id = run.id and usd_micros_allocated > 0)), 0)::bigint as held_usd_micros
      from run where ${isInScope} and run.status in ('pending', 'running', 'paused')
    ) held
    where budget.id = any(${budgets.map(({ id }) => id)}::uuid[])`.execute(db);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const states: BudgetState[] = [];
  for (const budget of budgets) {
    const row = rowsById.get(budget.id);
    // Deleted in the meantime.
    if (!row) continue;
    const { credits, usd_micros, unpriced_takes, held_credits, held_usd_micros } = row;
    const used = { credits, usd_micros, unpriced_takes };
    const held = { credits: held_credits + (run?.hold ?? 0), usd_micros: held_usd_micros };
    const { limit_credits, limit_usd_micros } = budget;
    const room = { credits: Number.POSITIVE_INFINITY, usd_micros: Number.POSITIVE_INFINITY };
    if (limit_credits !== null) room.credits = limit_credits - used.credits - held.credits;
    if (limit_usd_micros !== null) room.usd_micros = limit_usd_micros - used.usd_micros - held.usd_micros;
    states.push({ budget, ...findBudgetPeriod(budget.period, now), used, held, room });
  }
  return states;
}

/** A percentage of a budget that was reached in a period. */
export interface BudgetAlert {
  budget_id: string;
  starts_at: string;
  percent: number;
}

export const budgetAlertJobRef: JobRef<BudgetAlert> = { name: 'budget.alert' };

type EventApp = { queue: Pick<JobQueue, 'add'> };

/** Adds what new takes cost to the budgets of their run, in the transaction that settles them. */
export async function spendBudgets(
  app: EventApp,
  tx: Db,
  { run, spent, now }: { run: BudgetedRun; spent: BudgetState['used']; now: Date },
): Promise<void> {
  if (spent.credits === 0 && spent.usd_micros === 0 && spent.unpriced_takes === 0) return;
  const budgets = await selectBudgetsOfRun(tx, run).forNoKeyUpdate().execute();
  for (const budget of budgets) {
    const period = await addToPeriod(tx, budget, { spent, now });
    await reportBudget(app, tx, { budget, period, percent: usedPercent(budget, period), now });
  }
}

/** Opens the period of a new budget with what its runs have already used. The caller's transaction holds the account. */
export async function openFirstPeriod(app: EventApp, tx: Db, budget: BudgetRow, now: Date): Promise<void> {
  const { starts_at } = findBudgetPeriod(budget.period, now);
  // Runs that began in the period count as a whole. Of the few that began before, only the takes in the period count.
  const { rows } = await sql<BudgetState['used']>`
    with whole as (
      select coalesce(sum(run.credits), 0) as credits, coalesce(sum(run.provider_usd_micros), 0) as usd_micros,
        coalesce(sum(run.unpriced_takes), 0) as unpriced_takes
      from budget join run on ${isInScope} where budget.id = ${budget.id} and run.created_at >= ${starts_at}
    ), part as (
      select coalesce(sum(attempt.credits), 0) as credits,
        coalesce(sum(attempt.provider_usd_micros), 0) as usd_micros
      from budget join run on ${isInScope} join attempt on attempt.run_id = run.id
      where budget.id = ${budget.id} and run.created_at < ${starts_at} and attempt.created_at >= ${starts_at}
        and (run.status in ('pending', 'running', 'paused') or run.completed_at >= ${starts_at})
    )
    select (whole.credits + part.credits)::bigint as credits,
      (whole.usd_micros + part.usd_micros)::bigint as usd_micros, whole.unpriced_takes::bigint as unpriced_takes
    from whole, part`.execute(tx);
  const [spent] = rows;
  if (!spent) return;
  const period = await addToPeriod(tx, budget, { spent, now });
  await reportBudget(app, tx, { budget, period, percent: usedPercent(budget, period), now });
}

async function addToPeriod(
  tx: Db,
  { id: budget_id, period }: BudgetRow,
  { spent, now }: { spent: BudgetState['used']; now: Date },
): Promise<Row<'budget_period'>> {
  const { starts_at } = findBudgetPeriod(period, now);
  const { credits, usd_micros, unpriced_takes } = spent;
  return tx
    .insertInto('budget_period')
    .values({ budget_id, starts_at, credits, usd_micros, unpriced_takes })
    .onConflict((conflict) =>
      conflict.columns(['budget_id', 'starts_at']).doUpdateSet({
        credits: sql`budget_period.credits + excluded.credits`,
        usd_micros: sql`budget_period.usd_micros + excluded.usd_micros`,
        unpriced_takes: sql`budget_period.unpriced_takes + excluded.unpriced_takes`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The larger of the two percentages. */
function usedPercent(budget: BudgetRow, used: Pick<BudgetState['used'], keyof Amounts>): number {
  const { limit_credits, limit_usd_micros } = budget;
  const ofCredits = limit_credits === null ? 0 : used.credits / limit_credits;
  const ofMoney = limit_usd_micros === null ? 0 : used.usd_micros / limit_usd_micros;
  return 100 * Math.max(ofCredits, ofMoney);
}

/** Reports that a budget stopped work: the rest of a limit was too small. The caller's transaction holds the budget. */
export async function reportStoppingBudget(
  app: EventApp,
  tx: Db,
  budget: BudgetRow,
  now: Date,
): Promise<void> {
  const spent = { credits: 0, usd_micros: 0, unpriced_takes: 0 };
  const period = await addToPeriod(tx, budget, { spent, now });
  await reportBudget(app, tx, { budget, period, percent: 100, now });
}

const THRESHOLDS = [80, 100] as const;

/** Lets a budget report the percentages again that its open period no longer reaches under new limits. */
export async function resetAlerts(tx: Db, budget: BudgetRow, now: Date): Promise<void> {
  const { starts_at } = findBudgetPeriod(budget.period, now);
  const spent = { credits: 0, usd_micros: 0, unpriced_takes: 0 };
  const percent = usedPercent(budget, await addToPeriod(tx, budget, { spent, now }));
  const reached = Math.max(0, ...THRESHOLDS.filter((each) => percent >= each));
  await tx
    .updateTable('budget_period')
    .set({
      alerted_percent: sql`least(alerted_percent, ${reached}::integer)`,
      mailed_percent: sql`least(mailed_percent, ${reached}::integer)`,
    })
    .where('budget_id', '=', budget.id)
    .where('starts_at', '=', starts_at)
    .execute();
}

/** Adds an event for each threshold that the period reaches for the first time. The lock of the budget makes it once. */
async function reportBudget(
  app: EventApp,
  tx: Db,
  report: { budget: BudgetRow; period: Row<'budget_period'>; percent: number; now: Date },
): Promise<void> {
  const { budget, period, percent, now } = report;
  const reached = THRESHOLDS.filter((each) => percent >= each && period.alerted_percent < each);
  if (reached.length === 0) return;
  await tx
    .updateTable('budget_period')
    .set({ alerted_percent: Math.max(...reached) })
    .where('budget_id', '=', budget.id)
    .where('starts_at', '=', period.starts_at)
    .execute();
  const { starts_at, ends_at } = findBudgetPeriod(budget.period, now);
  // An email about 80 percent would only repeat the one about 100 percent.
  const alert = { budget_id: budget.id, starts_at: starts_at.toISOString(), percent: Math.max(...reached) };
  await app.queue.add(tx, budgetAlertJobRef, [{ id: randomUUID(), data: alert }]);
  for (const threshold of reached) {
    const data = {
      budget_id: budget.id,
      name: budget.name,
      scope: budget.scope as 'workspace',
      scope_id: budgetScopeId(budget),
      action: budget.action as 'warn',
      percent: threshold,
      period_starts_at: starts_at.toISOString(),
      period_ends_at: ends_at.toISOString(),
      credits: period.credits,
      limit_credits: budget.limit_credits,
      provider_usd_micros: period.usd_micros,
      limit_usd_micros: budget.limit_usd_micros,
    };
    const { workspace_id } = budget;
    await addWebhookEvent(app, tx, { workspace_id, event: { type: 'budget.reached', data }, now });
  }
}

/** What a budget has used of its limits. */
export function describeUse(
  { limit_credits, limit_usd_micros }: BudgetRow,
  used: Pick<BudgetState['used'], keyof Amounts>,
  held?: Amounts,
): string {
  const parts: string[] = [];
  if (limit_credits !== null) {
    const reserved = held ? ` and ${held.credits} reserved` : '';
    parts.push(`${used.credits} of ${countText(limit_credits, 'credit')} are spent${reserved}`);
  }
  if (limit_usd_micros !== null) {
    const reserved = held ? ` and ${formatUsd(held.usd_micros)} reserved` : '';
    parts.push(`${formatUsd(used.usd_micros)} of ${formatUsd(limit_usd_micros)} are spent${reserved}`);
  }
  return parts.join('; ');
}

export const formatUsd = (micros: number): string => `${(micros / 1_000_000).toFixed(2)} US dollars`;

/** Moves the budgets of an API key to the key that replaces it. Runs of the replaced key still count. */
export async function moveBudgetsOfKey(
  tx: Db,
  move: { workspace_id: string; old_key_id: string; new_key_id: string },
  now: Date,
): Promise<void> {
  const { workspace_id, old_key_id, new_key_id } = move;
  const selection = tx.selectFrom('budget').select('id').where('workspace_id', '=', workspace_id);
  // In the order of all who lock budgets.
  const budgets = await selection
    .where('api_key_id', '=', old_key_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (budgets.length === 0) return;
  await tx
    .updateTable('budget')
    .set({
      api_key_id: new_key_id,
      former_api_key_ids: sql`former_api_key_ids || ${old_key_id}::uuid`,
      updated_at: now,
    })
    .where(
      'id',
      'in',
      budgets.map(({ id }) => id),
    )
    .execute();
}

/** The user, API key or workflow that the budget is about. */
export function budgetScopeId({ user_id, api_key_id, workflow_id }: BudgetRow): string | null {
  return user_id ?? api_key_id ?? workflow_id;
}
