import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../scripts/examples.ts';
import { generatedFiles, generatedReference } from '../scripts/generate.ts';
import { operationModels } from '../scripts/operation-model.ts';
import { methodName } from '../src/client/method-name.ts';
import { operations as catalog, isDestructive, isReadOnly } from '../src/contract.ts';
import { allCalls } from '../src/generated/calls.ts';

const source = new URL('../src/', import.meta.url);

test('the generated files match the contract', () => {
  for (const [name, text] of Object.entries(generatedFiles())) {
    expect(readFileSync(new URL(`generated/${name}`, source), 'utf8'), name).toBe(text);
  }
});

test('the reference matches the contract and the sources, and names every method', () => {
  const text = readFileSync(new URL('../../../docs/reference/sdk.md', import.meta.url), 'utf8');
  expect(generatedReference()).toBe(text);
  const named = [...text.matchAll(/^### (\w+\.\w+)$/gm)].map(([, name]) => name);
  expect(operationModels().filter(({ group, name }) => !named.includes(`${group}.${name}`))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(['client.download', 'uploads.upload', 'runs.reopen']));
});

test('the catalog matches the contract for every operation', () => {
  const said = operationModels().map(({ id, group, name, route, rows, stream, body }) => {
    const { auth, scope, role, workspace, paged, success } = route.metadata;
    const { method, path, summary, description } = route;
    const area = id.split('.')[0];
    return {
      ...{ id, area, group, name, method, path, summary, description, auth, scope, role, workspace },
      ...{ paged: rows !== null, counted: paged?.counted ?? false, stream, redirect: success === 302 },
      bodyRequired: body?.required,
    };
  });
  const known = catalog.map(({ parameters: _, body, ...entry }) => ({
    ...entry,
    bodyRequired: body?.required,
  }));
  expect(known).toEqual(said);
});

test('every operation id that the sources list exists', () => {
  const ids = operationModels().map(({ id }) => id);
  expect(Object.keys(EXAMPLES).filter((id) => !ids.includes(id))).toEqual([]);
  const harmless = catalog.filter((operation) => isReadOnly(operation) && operation.method !== 'GET');
  expect(harmless.map(({ id }) => id)).toEqual([
    'workflows.validate',
    'workflows.preview',
    'workflows.estimate',
    'text.normalize',
  ]);
  const harmful = catalog.filter((operation) => isDestructive(operation) && operation.method !== 'DELETE');
  expect(harmful.map(({ id }) => id)).toEqual(['users.cancel_subscription', 'runs.cancel']);
});

test('operations that other services call are not client methods, and the guide names every group', () => {
  const paths = allCalls.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/webhooks/'))).toEqual([]);
  const guide = readFileSync(new URL('../README.md', source), 'utf8');
  expect(
    allCalls.map(({ id }) => methodName(id)).filter(({ group }) => !guide.includes(`\`${group}\``)),
  ).toEqual([]);
});

const importsOf = (name: string): string[] => {
  const text = readFileSync(new URL(name, source), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const found = text.matchAll(/(?:^(?:import|export|\}) [^;]*?from |\bimport\()'([^']+)'/gm);
  return [...found].map(([, from = '']) => from);
};

/** The files that an entry loads, including later imports, and the external modules that they import. */
function reach(entry: string) {
  const [files, foreign] = [new Set<string>(), new Set<string>()];
  const visit = (name: string) => {
    if (files.has(name)) return;
    files.add(name);
    for (const from of importsOf(name)) {
      if (from.startsWith('.')) visit(new URL(from, new URL(name, source)).href.slice(source.href.length));
      else foreign.add(from);
    }
  };
  visit(entry);
  return { files, foreign: [...foreign] };
}

test('no file needs a package, and only files for Node need Node', () => {
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    expect(
      importsOf(name).filter((from) => !/^(\.|node:)/.test(from)),
      name,
    ).toEqual([]);
  }
  for (const entry of ['index', 'contract', 'webhooks']) {
    expect(reach(`${entry}.ts`).foreign, entry).toEqual([]);
  }
  expect(reach('node.ts').foreign).toContain('node:http');
});
