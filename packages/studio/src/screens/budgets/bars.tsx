import type { Budget } from '@voiceloom/sdk';
import { listBars } from './amounts.ts';

/** What a budget has used of its limits. Work in progress counts, because it has reserved its cost. */
export function BudgetBars({ budget }: { budget: Budget }) {
  return listBars(budget).map(({ unit, used, held, limit, label }) => (
    <div key={unit} className="budget-bar">
      <progress aria-label={label} value={Math.min(limit, used + held)} max={limit} />
      <span className="numbers">{label}</span>
    </div>
  ));
}
