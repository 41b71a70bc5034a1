/**
 * Text that people wrote who had not seen the rules. To add a locale, put `held-back/<locale>.json` into this folder;
 * `support/held-back.ts` describes its form:
 *
 *     {
 *       "locale": "en-us",
 *       "cases": {
 *         "dates": [["It opened on 7/4/1976.", "It opened on July fourth, nineteen seventy-six."]],
 *         "money": [["It costs $340.", "It costs three hundred {and |}forty dollars."]]
 *       },
 *       "plain": ["My name is Max.", "We sat in the sun all day."]
 *     }
 *
 * `pnpm bench text` prints the shares.
 */
import { describe, expect, test } from 'vitest';
import {
  HELD_BACK_GOALS,
  heldBackLocales,
  PLAIN,
  readHeldBack,
  scoreHeldBack,
} from '../support/held-back.ts';
import { shareOf } from '../support/normalize-cases.ts';

const FEWEST = 150;

test('each file names its locale', () => {
  for (const locale of heldBackLocales()) expect(readHeldBack(locale).locale).toBe(locale);
});

describe.each(heldBackLocales())('%s', (locale) => {
  const { categories, total, wrong } = scoreHeldBack(locale);
  const plain = categories.get(PLAIN) ?? { right: 0, all: 0 };

  test(`has at least ${FEWEST} expressions and ${FEWEST} plain sentences`, () => {
    expect(total.all - plain.all).toBeGreaterThanOrEqual(FEWEST);
    expect(plain.all).toBeGreaterThanOrEqual(FEWEST);
  });

  test('is read as a native reads it, in the share that is the goal', () => {
    const expressions = { right: total.right - plain.right, all: total.all - plain.all };
    expect(shareOf(expressions), wrong.join('\n')).toBeGreaterThanOrEqual(HELD_BACK_GOALS.locale);
    for (const [category, share] of categories)
      expect(shareOf(share), `${category}\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(
        HELD_BACK_GOALS.category,
      );
  });

  test('keeps every plain sentence', () => {
    expect(plain.right, wrong.join('\n')).toBe(plain.all);
  });
});
