/**
 * The share of test cases in which the normalizer reads a text like a native narrator, by locale and category. Only the
 * half whose authors did not see the rules has goals. The half that was written together with the rules is also shown.
 * `pnpm bench text:de-de` measures one locale.
 */
import {
  HELD_BACK_GOALS,
  HELD_BACK_SETS,
  heldBackLocales,
  PLAIN,
  scoreHeldBack,
} from '../packages/normalizer/test/support/held-back.ts';
import {
  CATEGORY_GOAL,
  caseLocales,
  goalOf,
  type LocaleScore,
  type Share,
  type Shares,
  scoreLocale,
  shareOf,
} from '../packages/normalizer/test/support/normalize-cases.ts';
import { report } from './support/figures.ts';

const requested = process.argv.slice(2);
const isRequested = (locale: string) => requested.length === 0 || requested.includes(locale);
const locales = caseLocales().filter(isRequested);
const foreign = HELD_BACK_SETS.flatMap((set) =>
  heldBackLocales(set)
    .filter(isRequested)
    .map((locale) => ({ set, locale })),
);
if (locales.length + foreign.length === 0) throw new Error(`No cases for ${requested.join(', ')}.`);
for (const locale of locales) print(scoreLocale(locale));
for (const { set, locale } of foreign) {
  const { categories, total } = scoreHeldBack(set, locale);
  for (const [category, share] of categories) {
    const goal = category === PLAIN ? 1 : HELD_BACK_GOALS.category;
    showHeldBack(`${locale} ${set.name} ${category}`, share, goal);
  }
  showHeldBack(`${locale} ${set.name} all`, total, HELD_BACK_GOALS.locale);
}

function showHeldBack(name: string, share: Share, goal: number): void {
  report({
    name,
    value: 100 * shareOf(share),
    unit: '%',
    better: 'higher',
    goal: 100 * goal,
    detail: `${share.right} of ${share.all}`,
  });
}

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
