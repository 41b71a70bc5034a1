import { describe, expect, test } from 'vitest';
import {
  CATEGORY_GOAL,
  caseLocales,
  GOALS,
  goalOf,
  scoreLocale,
  shareOf,
} from '../support/normalize-cases.ts';

const FEWEST_CASES = 400;

test('every language with a goal has cases', () => {
  const languages = caseLocales().map((locale) => locale.split('-', 1)[0]);
  expect(languages.sort()).toEqual(Object.keys(GOALS).sort());
});

describe.each(caseLocales())('%s', (locale) => {
  const { total, categories, wrong } = scoreLocale(locale);

  test(`has at least ${FEWEST_CASES} cases, in two halves`, () => {
    expect(GOALS).toHaveProperty(locale.split('-', 1)[0] ?? '');
    expect(total.both.all).toBeGreaterThanOrEqual(FEWEST_CASES);
    expect(Math.min(total.own.all, total.held_back.all)).toBeGreaterThanOrEqual(FEWEST_CASES / 2);
  });

  test('is read right in the share of cases that is its goal', () => {
    expect(shareOf(total.both), wrong.join('\n')).toBeGreaterThanOrEqual(goalOf(locale));
  });

  test(`is read right in ${CATEGORY_GOAL * 100} % of each category`, () => {
    for (const [category, { both }] of categories)
      expect(shareOf(both), `${category}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(CATEGORY_GOAL);
  });
});
