import { readWestern, toMoney } from './tables.ts';
import table from './words/pt.json' with { type: 'json' };

export const {
  lexicon: PT,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);

export const EUROPEAN_EURO = toMoney(table.european_euro);
