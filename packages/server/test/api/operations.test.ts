import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { INTERFACE_OPERATIONS } from '../support/interface-operations.ts';

const documented = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { tags: string[] }>).map(
    ([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
  ),
);

test('the published document has every operation that the product interface promises', () => {
  expect(INTERFACE_OPERATIONS.filter((operation) => !documented.includes(operation))).toEqual([]);
});

test('no operation is promised twice', () => {
  expect(new Set(INTERFACE_OPERATIONS).size).toBe(INTERFACE_OPERATIONS.length);
});
