import { expect, test } from 'vitest';
import { checkDefinition } from '../src/index.ts';

const id = '00000000-0000-4000-8000-000000000001';

test('csv_column is character_name or null, and columns are headers or indexes', () => {
  const problems = (config: object) =>
    checkDefinition({ graph: { nodes: [{ id, type: 'source_script', config }] } }).errors;
  const errors = (config: object) => problems(config).map(({ path }) => path);
  expect(errors({ csv_column: 'character_name', columns: { script: 'Line', line_id: 0 } })).toEqual([]);
  const path = 'definition.graph.nodes.0.config';
  expect(errors({ csv_column: 'script' })).toEqual([`${path}.csv_column`]);
  expect(problems({ csv_column: 'Actor' })[0]?.message).toContain('columns.character_name');
  expect(errors({ columns: { script: -1 } })).toEqual([`${path}.columns.script`]);
  expect(problems({ columns: { speaker: 'Who' } })).toMatchObject([
    { path: `${path}.columns.speaker`, message: expect.stringMatching(/Allowed fields: .*character_name/) },
  ]);
});
