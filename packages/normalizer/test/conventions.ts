import { describe, expect, test } from 'vitest';
import { SOURCES } from './sources.ts';
import { normalizeText } from './support/normalize.ts';

/** The written text, and what a careful native narrator says. */
export type Case = readonly [written: string, spoken: string];

const UNSOURCED = ['usage', 'own'];
const FEWEST_SOURCED = 60;

/** One test per case. A group is named after the convention, with its sources. */
export function conventions(locale: string, groups: Readonly<Record<string, readonly Case[]>>): void {
  describe(locale, () => {
    for (const [convention, cases] of Object.entries(groups)) {
      test.each(cases)(`${convention}: %s`, (written, spoken) => {
        expect(normalizeText(written, locale).spoken).toBe(spoken);
      });
    }

    test('every group names the source of its convention, or states that it is usage', () => {
      for (const convention of Object.keys(groups)) {
        const named = namesIn(convention);
        expect(named, convention).not.toEqual([]);
        const strange = named.filter((name) => !UNSOURCED.includes(name) && !isSource(name));
        expect(strange, convention).toEqual([]);
      }
    });

    test(`at least ${FEWEST_SOURCED} cases rest on a published convention`, () => {
      const sourced = Object.entries(groups).filter(([convention]) => namesIn(convention).some(isSource));
      const count = sourced.reduce((sum, [, cases]) => sum + cases.length, 0);
      expect(count).toBeGreaterThanOrEqual(FEWEST_SOURCED);
    });
  });
}

/** The names in the parentheses at the end. */
function namesIn(convention: string): string[] {
  const [, inside = ''] = /\(([^()]+)\)$/.exec(convention) ?? [];
  return inside
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** A listed source, with or without a place in it. */
function isSource(name: string): boolean {
  return Object.hasOwn(SOURCES, name) || Object.hasOwn(SOURCES, name.slice(0, name.lastIndexOf(':')));
}
