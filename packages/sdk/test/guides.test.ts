import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations as catalog } from '../src/catalog.ts';
import { Voiceloom } from '../src/index.ts';
import { createTestServer, type OperationId, simulatedOperations } from '../src/testing/index.ts';
import { workflow } from '../src/workflow/index.ts';

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

test('the guide to tests tells of every group of operations, with how many are simulated', () => {
  const counts = new Map<string, number>();
  for (const { area, id } of catalog) {
    if (simulatedOperations.includes(id as OperationId)) counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  const text = guide('testing-your-integration');
  const told = [...text.matchAll(/^\| `(\w+)` +\| +(\d+) +\|/gm)].map(([, area, count]) => [
    area,
    Number(count),
  ]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(counts));
  const missing = catalog.filter(({ id }) => !simulatedOperations.includes(id as OperationId));
  expect(
    missing.filter(({ id }) => !text.includes(`\`${id}\``)),
    'simulate these or name them in the guide',
  ).toEqual([]);
});

test('every format of scripts and downloads is given out', async () => {
  const server = createTestServer();
  const client = new Voiceloom(server.clientOptions);
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.' });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  const { id } = await client.workflows.create({ name: 'Evening', definition: flow.build() });
  const run = await client.runs.start(id).wait();
  const formatsOf = (operation: string) => {
    const { parameters = [] } = catalog.find((known) => known.id === operation) ?? {};
    return parameters.find(({ name }) => name === 'format')?.schema.enum as never[];
  };
  for (const format of formatsOf('runs.script')) {
    expect((await client.runs.script(id, run.id, { format })).filename).toContain('Evening-run-1');
  }
  for (const format of formatsOf('runs.download')) {
    expect((await client.runs.download(id, run.id, { format })).filename).toContain('Evening-run-1');
  }
});
