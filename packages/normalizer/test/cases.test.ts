import { describe, expect, test } from 'vitest';
import {
  CATEGORY_GOAL,
  caseLocales,
  GOALS,
  goalOf,
  scoreLocale,
  shareOf,
} from './support/normalize-cases.ts';

const FEWEST_CASES = 400;

test('every language with a goal has cases', () => {
  const languages = caseLocales().map((locale) => locale.split('-', 1)[0]);
  expect(languages.sort()).toEqual(Object.keys(GOALS).sort());
});

describe.each(caseLocales())('%s', (locale) => {
  const { total, categories, wrong } = scoreLocale(locale);

  test(`has at least ${FEWEST_CASES} cases, in two halves`, () => {
    expect(GOALS).toHaveProperty(locale.split('-', 1)[0] ?? '');
    expect(total.own.all + total.held_back.all).toBeGreaterThanOrEqual(FEWEST_CASES);
    expect(Math.min(total.own.all, total.held_back.all)).toBeGreaterThanOrEqual(FEWEST_CASES / 2);
  });

  // If a half has no cases, it has no share, which fails too.
  test.each(['own', 'held_back'] as const)(
    'the half %s is read correctly in the share that is its goal',
    (half) => {
      expect(shareOf(total[half]), wrong.join('\n')).toBeGreaterThanOrEqual(goalOf(locale));
      for (const [category, shares] of categories)
        expect(shareOf(shares[half]), `${category}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(
          CATEGORY_GOAL,
        );
    },
  );
});
