import { expect, test } from 'vitest';
import { growthOf, isLinear, SHAPES } from './support/growth.ts';
import { WORK } from './support/text-work.ts';

const ways = Object.entries(WORK).flatMap(([name, own]) =>
  Object.entries(own).map(([way, work]) => [`${name} (${way})`, work] as const),
);

test.each(ways)('the work of %s grows with the length of its text', { timeout: 600_000 }, async (_, work) => {
  const grown: string[] = [];
  for (const shape of SHAPES) {
    const growth = await growthOf(work, shape);
    if (!isLinear(growth)) grown.push(`${shape.name}: ${growth?.toFixed(2)} times for twice the text`);
  }
  expect(grown).toEqual([]);
});
