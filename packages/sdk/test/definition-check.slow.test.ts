import { checkDefinition as contractCheck } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { checkDefinition } from '../src/contract.ts';
import { randomDefinition } from './support/random-definitions.ts';

const DEFINITIONS = 4_000;

test('a check in the client matches the contract for thousands of random definitions', () => {
  const codes = new Map<string, number>();
  for (let seed = 0; seed < DEFINITIONS; seed += 1) {
    const definition = randomDefinition(seed);
    const expected = contractCheck(definition);
    expect(checkDefinition(definition), `seed ${seed}`).toEqual(expected);
    const found = expected.definition ? ['none', ...expected.warnings.map(({ code }) => code)] : [];
    for (const code of [...found, ...expected.errors.map((error) => error.code)])
      codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  // The comparison is meaningful only if every code occurs.
  for (const code of ALL_CODES) expect(codes.get(code) ?? 0, code).toBeGreaterThan(10);
});

const ALL_CODES = [
  'none',
  'invalid_value',
  'duplicate_node_id',
  'unknown_node_type',
  'unknown_config_version',
  'unknown_config_field',
  'unknown_fields_too_large',
  'invalid_config',
  'duplicate_edge_id',
  'duplicate_edge',
  'unknown_node',
  'unknown_port',
  'port_mismatch',
  'cycle',
  'step_order',
  'no_source',
  'no_sink',
  'empty_script',
  'no_generator',
  'unreachable_node',
];

test('a checked definition passes unchanged, and lists that are too long are rejected as by the contract', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { definition } = checkDefinition(randomDefinition(seed));
    if (definition) expect(checkDefinition(definition).definition).toEqual(definition);
  }
  const node = () => ({ id: crypto.randomUUID(), type: 'sink_preview' });
  const long = { graph: { nodes: Array.from({ length: 201 }, node) } };
  expect(checkDefinition(long)).toEqual(contractCheck(long));
});
