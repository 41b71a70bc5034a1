import { expect, test } from 'vitest';
import { checkDefinition, DefinitionInput, upgradeDefinition } from '../src/index.ts';

const id = '00000000-0000-4000-8000-000000000001';

function upgraded(config: object) {
  const nodes = [{ id, type: 'source_script', config, config_version: 1 }];
  const definition = DefinitionInput.parse({ graph: { nodes } });
  upgradeDefinition(definition);
  return definition.graph.nodes[0];
}

test('the script column of a config of version 1 becomes columns.script', () => {
  expect(upgraded({ csv_column: 'dialog' })).toMatchObject({
    config_version: 2,
    config: { csv_column: null, columns: { script: 'dialog' } },
  });
  expect(upgraded({ csv_column: null })?.config).toMatchObject({ csv_column: null, columns: {} });
  expect(upgraded({ csv_column: 'character_name' })?.config).toMatchObject({ csv_column: 'character_name' });
});

test('a bad script column of a config of version 1 is reported at csv_column, the field that set it', () => {
  const paths = (config: object, config_version: number) =>
    checkDefinition({ graph: { nodes: [{ id, type: 'source_script', config, config_version }] } }).errors.map(
      ({ path, message }) => [path.replace('definition.graph.nodes.0.config.', ''), message],
    );
  expect(paths({ csv_column: '' }, 1)).toEqual([['csv_column', 'Must not be empty.']]);
  expect(paths({ columns: { script: '' } }, 1)).toEqual([['columns.script', 'Must not be empty.']]);
  expect(paths({ csv_column: 'a', columns: { script: '' } }, 2).map(([path]) => path)).toEqual([
    'csv_column',
    'columns.script',
  ]);
});

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
