import { expect, test } from 'vitest';
import { nodeTypeViews } from '../../contract/src/areas/nodes.ts';
import {
  controlOf,
  entriesOf,
  isDouble,
  type JsonSchema,
  labelOf,
  readable,
  textsByName,
} from '../src/parts/schema.ts';

test('every setting of a node has a control that fits, and only lists of objects are edited as JSON', () => {
  const kinds = Object.fromEntries(
    nodeTypeViews().flatMap(({ node_type, config_schema }) =>
      Object.entries(config_schema).map(([name, schema]) => [
        `${node_type}.${name}`,
        controlOf(schema as JsonSchema).kind,
      ]),
    ),
  );
  expect(kinds).toMatchObject({
    'validator_noise.threshold': 'number',
    'validator_noise.check_truncated_end': 'flag',
    'validator_error_rate.provider': 'choice',
    'operator_mastering.preset': 'choice',
    'operator_mastering.trim_silence': 'choice',
    'operator_mastering.loudness_lufs': 'number',
    'operator_mastering.sample_rate': 'choice',
    'operator_generator.retry_ladder': 'several',
    'operator_generator.placeholder_values': 'texts',
    'operator_generator.controls': 'json',
    'operator_translator.instructions': 'text',
    'sink_preview.file_pattern': 'text',
  });
  const raw = Object.keys(kinds).filter((name) => kinds[name] === 'json');
  expect(raw.length).toBeLessThanOrEqual(13);
});

test('a field name is read as people write it', () => {
  expect(labelOf('max_inner_silence_ms')).toBe('Max inner silence (ms)');
  expect(['loudness_lufs', 'room_tone_dbfs', 'provider', 'ms'].map(labelOf)).toEqual([
    'Loudness (LUFS)',
    'Room tone (dBFS)',
    'Provider',
    'Ms',
  ]);
});

test('texts by name and language keep what they say as rows', () => {
  const values = { player: 'Alex', 'de-de': { player: 'Alexander', '%s': '' } };
  const rows = entriesOf(values);
  expect(rows.map(({ group, name, text }) => [group, name, text])).toEqual([
    ['', 'player', 'Alex'],
    ['de-de', 'player', 'Alexander'],
    ['de-de', '%s', ''],
  ]);
  expect(textsByName([...rows, { group: 'fr-fr', name: '', text: '' }])).toEqual(values);
  expect(rows.map((_, index) => isDouble(rows, index))).toEqual([false, false, false]);
  for (const name of ['player', 'de-de'])
    expect(isDouble([...rows, { group: '', name, text: 'Ada' }], 3)).toBe(true);
});

test('a sentence has labels for fields, and quotes other code', () => {
  expect(readable('Set the words to say in `placeholder_values`, not in `{player_name}`.')).toBe(
    'Set the words to say in “Placeholder values”, not in “{player_name}”.',
  );
});
