import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations as catalog } from '../src/catalog.ts';
import { isSimulated } from '../src/testing/index.ts';

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
    expect(code).toContain(unindented(block.replaceAll(/^import .*\n/gm, '')).trim());
  }
});

test('the guide to tests names the operations that are simulated, and no others', () => {
  const table = /## Simulated operations\n[\s\S]*?\n## /.exec(guide('testing-your-integration'))?.[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)];
  const named = rows.flatMap(([, area, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${area}.${name}`),
  );
  const simulated = catalog.map(({ id }) => id).filter((id) => isSimulated(id));
  expect(named.sort()).toEqual(simulated.sort());
});
