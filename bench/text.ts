/**
 * The share of test cases in which the normalizer reads a text like a native narrator, by locale and category. Only the
 * half whose authors did not see the rules has goals. The half that was written together with the rules is also shown.
 * `pnpm bench text:de-de` measures one locale.
 */
import {
  CATEGORY_GOAL,
  caseLocales,
  goalOf,
  type LocaleScore,
  type Share,
  type Shares,
  scoreLocale,
  shareOf,
} from '../packages/text/test/support/normalize-cases.ts';
import { report } from './support/figures.ts';

const wanted = process.argv.slice(2);
const locales = caseLocales().filter((locale) => wanted.length === 0 || wanted.includes(locale));
if (locales.length === 0) throw new Error(`No cases for ${wanted.join(', ')}.`);
for (const locale of locales) print(scoreLocale(locale));

function print({ locale, total, categories }: LocaleScore): void {
  for (const [category, shares] of categories) show(locale, category, shares, CATEGORY_GOAL);
  show(locale, 'all', total, goalOf(locale));
}

function show(locale: string, category: string, { own, held_back }: Shares, goal: number): void {
  report({
    name: `${locale} ${category}`,
    value: 100 * shareOf(held_back),
    unit: '%',
    better: 'higher',
    goal: 100 * goal,
    detail: `own ${percent(own)}, of ${held_back.all} held back`,
  });
}

function percent(share: Share): string {
  return share.all === 0 ? 'none' : `${(100 * shareOf(share)).toFixed(1)} % of ${share.all}`;
}
