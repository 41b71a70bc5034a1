import table from './words/fr.json' with { type: 'json' };
import { readWestern } from './tables.ts';

export const {
  lexicon: FR,
  months: MONTHS,
  days: DAYS,
  short_months: SHORT_MONTHS,
  per: PER,
} = readWestern(table);
