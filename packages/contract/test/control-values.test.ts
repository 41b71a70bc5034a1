import { expect, test } from 'vitest';
import { type ControlSchema, controlProblems } from '../src/index.ts';

const rangeMessage = (range: Omit<ControlSchema, 'description'>, value: number) => {
  const controls = {
    type: 'object' as const,
    properties: { rate: { description: 'The rate.', ...range } },
    additionalProperties: false as const,
  };
  return controlProblems([{ controls }], { rate: value })[0]?.message;
};

test.each([
  [{ minimum: 0, maximum: 2 }, 3, 'Must be a number from 0 to 2.'],
  [{ minimum: 0 }, -1, 'Must be a number of at least 0.'],
  [{ maximum: 2 }, 3, 'Must be a number up to 2.'],
  [{ exclusiveMinimum: 0, maximum: 2 }, 0, 'Must be a number above 0, up to 2.'],
  [{ exclusiveMinimum: 0 }, 0, 'Must be a number above 0.'],
])('the message of a number outside %o names only the bounds that exist', (bounds, value, message) => {
  expect(rangeMessage({ type: 'number', ...bounds }, value)).toBe(message);
});

test('the message of a fraction names the kind of number when there are no bounds', () => {
  expect(rangeMessage({ type: 'integer' }, 0.5)).toBe('Must be a whole number.');
});
