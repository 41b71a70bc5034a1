import { describe, expect, test } from 'vitest';
import { normalizeText } from '../../../src/text/normalize/index.ts';

/** What is written, and what a careful native narrator says. */
export type Case = readonly [written: string, spoken: string];

/** One test a case; a group is named after the convention, with where it is written down. */
export function conventions(locale: string, groups: Readonly<Record<string, readonly Case[]>>): void {
  describe(locale, () => {
    for (const [convention, cases] of Object.entries(groups)) {
      test.each(cases)(`${convention}: %s`, (written, spoken) => {
        expect(normalizeText(written, locale).spoken).toBe(spoken);
      });
    }
  });
}
