import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { simulatedOperations } from '../src/testing/index.ts';

const guide = (name: string) =>
  readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8');
const tested = (name: string) => readFileSync(new URL(`guides/${name}.test.ts`, import.meta.url), 'utf8');
const unindented = (text: string) => text.replaceAll(/^ +/gm, '');

test('the example of the guide to tests is the one that is run', () => {
  expect(guide('testing-your-integration')).toContain(tested('testing'));
});

test('the examples of the guide to the builder are those that are run', () => {
  const code = unindented(tested('builder'));
  for (const [, block = ''] of guide('workflow-builder').matchAll(/```ts run\n([\s\S]*?)```/g)) {
    expect(code).toContain(unindented(block).trim());
  }
});

test('the guide to tests names every group of operations that is simulated in part or not at all', async () => {
  const { operations } = await import('../src/testing/operations.ts');
  const text = guide('testing-your-integration');
  const missing = operations.filter(({ id }) => !simulatedOperations.includes(id)).map(({ id }) => id);
  const named = [...text.matchAll(/`([a-z_]+\.(?:[a-z_]+|\*))`/g)].map(([, name = '']) => name);
  const isNamed = (id: string) => named.includes(id) || named.includes(`${id.split('.')[0]}.*`);
  expect(
    missing.filter((id) => !isNamed(id)),
    'simulate these or name them in the guide',
  ).toEqual([]);
  expect(named.filter((name) => simulatedOperations.some((id) => id === name))).toEqual([]);
});
