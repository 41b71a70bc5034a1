import { readWestern, toMoney } from './tables.ts';
import table from './words/es.json' with { type: 'json' };

export const {
  lexicon: ES,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);

/** The currency of `$` in countries that have pesos. */
export const PESO = toMoney(table.peso);
