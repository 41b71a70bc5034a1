import { contract, exampleOf } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { exactShape } from '../../src/http/operations/exact-shape.ts';
import { routesOf, toOperation } from '../../src/http/operations/operation.ts';

const WRONG = [
  undefined,
  null,
  '',
  'x',
  'A0000000-0000-4000-8000-00000000000A',
  -1,
  0.5,
  Number.NaN,
  true,
  [],
  {},
];

/** The value, with each of its parts replaced, removed or moved to the end, one at a time. */
function* variants(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (Array.isArray(value)) for (const item of variants(value[0])) yield [...value, item];
  else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown: 1 };
    for (const [name, inner] of Object.entries(value)) {
      const { [name]: _removed, ...others } = value as Record<string, unknown>;
      yield others;
      yield { ...others, [name]: inner };
      for (const other of variants(inner)) yield { ...value, [name]: other };
    }
  }
}

const schemas = routesOf(contract)
  .map((route) => toOperation(route).success)
  .filter((schema): schema is z.ZodType => schema !== undefined);

test('a body with the exact shape is what parsing it would return', () => {
  let exact = 0;
  for (const schema of schemas) {
    const isExact = exactShape(schema);
    if (!isExact) continue;
    for (const body of [exampleOf(schema), ...variants(exampleOf(schema))].filter(isExact)) {
      const parsed = schema.safeParse(body);
      expect(parsed.error).toBeUndefined();
      expect(JSON.stringify(parsed.data)).toBe(JSON.stringify(body));
      exact += 1;
    }
  }
  expect(exact).toBeGreaterThan(100);
});

test('lists with many fields have a fast check, which their example passes', () => {
  const { success, isExact } = toOperation(contract.workflows.list);
  expect(success && isExact?.(success.parse(exampleOf(success)))).toBe(true);
});
