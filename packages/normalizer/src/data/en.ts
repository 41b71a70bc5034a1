import { readWestern } from './tables.ts';
import table from './words/en.json' with { type: 'json' };

export const { lexicon: EN, months: MONTHS, days: DAYS, short_months: SHORT_MONTHS } = readWestern(table);
