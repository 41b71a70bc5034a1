import { expect, test } from 'vitest';
import { nodeTypeViews } from '../../contract/src/index.ts';
import {
  createValue,
  isDuplicate,
  type JsonSchema,
  parseDescription,
  textsByName,
  toControl,
  toEntries,
} from '../src/parts/schema.ts';
import { toLabel, toReadable } from '../src/text/labels.ts';

const settings = Object.fromEntries(
  nodeTypeViews().flatMap(({ node_type, config_schema }) =>
    Object.entries(config_schema).map(([name, schema]) => [`${node_type}.${name}`, schema as JsonSchema]),
  ),
);
/** A schema and all its parts that forms edit. */
const withParts = (schema: JsonSchema): JsonSchema[] => {
  if (toControl(schema)?.kind === 'texts') return [schema];
  const { anyOf = [], items, properties = {}, additionalProperties: value } = schema;
  const parts = [...anyOf, ...Object.values(properties)];
  if (items) parts.push(items);
  if (typeof value === 'object') parts.push(value);
  return [schema, ...parts.flatMap(withParts)];
};

test('every setting of a node has a suitable control, also nested ones', () => {
  const kinds = Object.entries(settings).map(([name, schema]) => [name, toControl(schema)?.kind]);
  expect(Object.fromEntries(kinds)).toMatchObject({
    'validator_noise.threshold': 'scalar',
    'validator_noise.check_truncated_end': 'flag',
    'validator_error_rate.provider': 'choice',
    'operator_mastering.preset': 'choice',
    'operator_mastering.trim_silence': 'choice',
    'operator_mastering.loudness_lufs': 'scalar',
    'operator_mastering.sample_rate': 'choice',
    'operator_generator.retry_strategies': 'several',
    'operator_generator.placeholder_values': 'texts',
    'operator_generator.voices_by_character': 'record',
    'operator_generator.controls': 'record',
    'operator_generator.routing': 'group',
    'operator_translator.glossary': 'list',
    'operator_translator.target_languages': 'list',
    'operator_translator.instructions': 'text',
    'source_script.columns': 'group',
    'sink_preview.file_pattern': 'text',
  });
  const raw = Object.entries(settings).filter(([, schema]) =>
    withParts(schema).some((part) => part.type !== 'null' && toControl(part) === undefined),
  );
  expect(raw.map(([name]) => name)).toEqual([]);
});

test('a form explains what an empty field means, and never mentions null', () => {
  const help = (name: string) => parseDescription(settings[name] ?? {});
  expect(help('operator_generator.model')).toEqual({ help: '', empty: 'the default model of the provider' });
  expect(help('operator_mastering.loudness_lufs')).toEqual({
    help: 'Integrated loudness.',
    empty: 'unchanged',
  });
  const said = Object.values(settings)
    .flatMap(withParts)
    .map((part) => parseDescription(part).help);
  expect(said.filter((sentence) => /\bnull\b/i.test(sentence))).toEqual([]);
});

test('a new row starts with its required fields', () => {
  const { candidates } = settings['operator_generator.routing']?.properties ?? {};
  expect(createValue(candidates?.items ?? {})).toEqual({ provider: 'espeak' });
  expect(
    createValue({ type: 'object', properties: { source: { type: 'string' } }, required: ['source'] }),
  ).toEqual({
    source: '',
  });
});

test('a field name is shown in readable words', () => {
  expect(toLabel('max_inner_silence_ms')).toBe('Max inner silence (ms)');
  expect(['base_url', 'api_key', 'voice_ids'].map(toLabel)).toEqual(['Base URL', 'API key', 'Voice IDs']);
  expect(['loudness_lufs', 'room_tone_dbfs', 'provider', 'ms'].map(toLabel)).toEqual([
    'Loudness (LUFS)',
    'Room tone (dBFS)',
    'Provider',
    'Ms',
  ]);
});

test('texts by name and language keep their content as rows', () => {
  const values = { player: 'Alex', 'de-de': { player: 'Alexander', '%s': '' } };
  const rows = toEntries(values);
  expect(rows.map(({ group, name, text }) => [group, name, text])).toEqual([
    ['', 'player', 'Alex'],
    ['de-de', 'player', 'Alexander'],
    ['de-de', '%s', ''],
  ]);
  expect(textsByName([...rows, { group: 'fr-fr', name: '', text: '' }])).toEqual(values);
  expect(rows.map((_, index) => isDuplicate(rows, index))).toEqual([false, false, false]);
  for (const name of ['player', 'de-de'])
    expect(isDuplicate([...rows, { group: '', name, text: 'Ada' }], 3)).toBe(true);
});

test('a message shows labels for fields, and quotes other code', () => {
  expect(toReadable('Set the words to say in `placeholder_values`, not in `{player_name}`.')).toBe(
    'Set the words to say in “Placeholder values”, not in “{player_name}”.',
  );
});
