import { readWestern } from './tables.ts';
import table from './words/fr.json' with { type: 'json' };

export const {
  lexicon: FR,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);
