import { Budget } from '@voiceloom/contract';
import type { Db } from '../../../db/index.ts';
import { versionOfRow } from '../../../handler/entity-tag.ts';
import { toView } from '../../../handler/view.ts';
import { type BudgetState, budgetScopeId, readBudgetStates } from '../../../ledger/budgets.ts';
import type { BudgetRow } from './queries.ts';

/** Adds what was used and what is reserved in the current period. */
function budgetView({ budget, used, held, starts_at, ends_at }: BudgetState): Budget {
  const current = {
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    credits: used.credits,
    provider_usd_micros: used.usd_micros,
    unpriced_takes: used.unpriced_takes,
    held_credits: held.credits,
    held_usd_micros: held.usd_micros,
  };
  return toView(Budget, { ...budget, scope_id: budgetScopeId(budget), current });
}

/** Reads the states of all budgets at once. */
export async function budgetViews(db: Db, rows: readonly BudgetRow[], now: Date): Promise<Budget[]> {
  return (await readBudgetStates(db, rows, now)).map(budgetView);
}

export async function getBudgetView(db: Db, row: BudgetRow, now: Date): Promise<Budget> {
  const [view] = await budgetViews(db, [row], now);
  if (!view) throw new Error('The budget was not read.');
  return view;
}

/** A budget with the version for If-Match, which its use does not change. */
export async function budgetReply(db: Db, row: BudgetRow, now: Date) {
  return { data: await getBudgetView(db, row, now), version: versionOfRow(row) };
}
