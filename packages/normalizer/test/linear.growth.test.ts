import { expect, test } from 'vitest';
import { growthOf, isLinear, SHAPES } from '../../text/test/support/growth.ts';
import { WORK } from './support/normalizer-work.ts';

test.each(Object.entries(WORK))(
  'the work of %s grows with the length of its text',
  { timeout: 600_000 },
  async (_, work) => {
    const grown: string[] = [];
    for (const shape of SHAPES) {
      const growth = await growthOf(work, shape);
      if (!isLinear(growth)) grown.push(`${shape.name}: ${growth?.toFixed(2)} times for twice the text`);
    }
    expect(grown).toEqual([]);
  },
);
