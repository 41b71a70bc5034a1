import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations as catalog } from '../src/contract.ts';
import { isSimulated } from '../src/testing/index.ts';

const guide = (name: string) =>
  readFileSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url), 'utf8');
const tested = (name: string) => readFileSync(new URL(`guides/${name}.test.ts`, import.meta.url), 'utf8');
const unindented = (text: string) => text.replaceAll(/^ +/gm, '');

test('the example in the testing guide is the one that runs', () => {
  expect(guide('testing-your-integration')).toContain(tested('testing'));
});

test('the examples in the builder guide are those that run', () => {
  const code = unindented(tested('builder'));
  for (const [, block = ''] of guide('workflow-builder').matchAll(/```ts run\n([\s\S]*?)```/g)) {
    expect(code).toContain(unindented(block.replaceAll(/^import .*\n/gm, '')).trim());
  }
});

test('the testing guide names exactly the simulated operations', () => {
  const table = /## Simulated operations\n[\s\S]*?\n## /.exec(guide('testing-your-integration'))?.[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)];
  const named = rows.flatMap(([, area, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${area}.${name}`),
  );
  const simulated = catalog.map(({ id }) => id).filter((id) => isSimulated(id));
  expect(named.sort()).toEqual(simulated.sort());
});
