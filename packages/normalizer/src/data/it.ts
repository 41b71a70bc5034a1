import { readWestern } from './tables.ts';
import table from './words/it.json' with { type: 'json' };

export const {
  lexicon: IT,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);
