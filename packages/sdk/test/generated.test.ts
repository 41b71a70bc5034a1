import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/generate.ts';
import { routes } from '../src/generated/routes.ts';

const source = new URL('../src/', import.meta.url);

test('the generated files are those of the contract', () => {
  for (const [name, text] of Object.entries(generatedFiles())) {
    expect(readFileSync(new URL(`generated/${name}`, source), 'utf8'), name).toBe(text);
  }
});

test('what other services call is no method of the client, and its guide names every group', () => {
  const paths = Object.values(routes).flatMap((group) => Object.values(group).map(({ path }) => path));
  expect(paths.filter((path) => path.startsWith('/webhooks/'))).toEqual([]);
  const guide = readFileSync(new URL('../README.md', source), 'utf8');
  expect(Object.keys(routes).filter((group) => !guide.includes(`\`${group}\``))).toEqual([]);
});

test('the main entry needs nothing of Node and no package', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const name of files) {
    const text = readFileSync(new URL(name, source), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export|\}) .*?from '([^']+)'/gm)].map(
      ([, from = '']) => from,
    );
    const allowed = (from: string) =>
      from.startsWith('.') || (name === 'node.ts' && from.startsWith('node:'));
    expect(
      imports.filter((from) => !allowed(from)),
      name,
    ).toEqual([]);
  }
});
