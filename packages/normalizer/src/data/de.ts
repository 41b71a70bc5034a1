import { readWestern } from './tables.ts';
import table from './words/de.json' with { type: 'json' };

export const {
  lexicon: DE,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);
