/**
 * Text that people wrote who had not seen the rules. To add a locale, put `held-back/<locale>.json` into this folder;
 * `support/held-back.ts` describes its form, and lists the sets:
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
  HELD_BACK_SETS,
  heldBackLocales,
  PLAIN,
  readHeldBack,
  scoreHeldBack,
} from './support/held-back.ts';
import { shareOf } from './support/normalize-cases.ts';

test.each(HELD_BACK_SETS)('each file of $name names its locale', (set) => {
  for (const locale of heldBackLocales(set)) expect(readHeldBack(set, locale).locale).toBe(locale);
});

const files = HELD_BACK_SETS.flatMap((set) => heldBackLocales(set).map((locale) => ({ set, locale })));

describe.each(files)('$locale of $set.name', ({ set, locale }) => {
  const { categories, total, wrong } = scoreHeldBack(set, locale);
  const plain = categories.get(PLAIN) ?? { right: 0, all: 0 };

  test(`has at least ${set.min_expressions} expressions and ${set.min_plain} plain sentences`, () => {
    expect(total.all - plain.all).toBeGreaterThanOrEqual(set.min_expressions);
    expect(plain.all).toBeGreaterThanOrEqual(set.min_plain);
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
