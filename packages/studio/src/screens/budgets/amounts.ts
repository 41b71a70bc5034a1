import type { Budget } from '@voiceloom/sdk';
import { count, money } from '../../format/format.ts';
import { text } from '../../text/en.ts';

const MICROS = 1_000_000;
const CENT_MICROS = 10_000;
const words = text.budgets;

/** Millionths of a US dollar, as “$1.50”. */
export const usd = (micros: number): string => money(Math.round(micros / CENT_MICROS), 'usd');

/** An input in dollars, in millionths. */
export const toMicros = (dollars: string): number => Math.round(Number(dollars) * MICROS);

export const toDollars = (micros: number): string => String(micros / MICROS);

export interface BudgetBar {
  unit: 'credits' | 'money';
  used: number;
  held: number;
  limit: number;
  /** The use of the limit in words. */
  label: string;
}

/** The use of each limit of a budget. */
export function listBars({ limit_credits, limit_usd_micros, current }: Budget): BudgetBar[] {
  const bars: BudgetBar[] = [];
  const add = (unit: BudgetBar['unit'], values: Omit<BudgetBar, 'unit' | 'label'>) => {
    const format = unit === 'money' ? usd : count;
    const limit = unit === 'money' ? usd(values.limit) : text.credits(count(values.limit));
    let label = words.used(format(values.used), limit);
    if (values.held > 0) label += ` · ${words.held(format(values.held))}`;
    bars.push({ unit, ...values, label });
  };
  if (limit_credits !== null)
    add('credits', { used: current.credits, held: current.held_credits, limit: limit_credits });
  if (limit_usd_micros !== null)
    add('money', {
      used: current.provider_usd_micros,
      held: current.held_usd_micros,
      limit: limit_usd_micros,
    });
  return bars;
}

/** How far a budget is used up, by the limit that is closer to its end. */
export function budgetState(budget: Budget): 'open' | 'near' | 'used_up' {
  const share = Math.max(...listBars(budget).map(({ used, limit }) => used / limit));
  if (share >= 1) return 'used_up';
  return share >= 0.8 ? 'near' : 'open';
}
