import { checkDefinition } from '@voiceloom/contract';
import { expect, test } from 'vitest';
import { chain, InputError } from '../src/index.ts';

test('a chain is a definition that the contract accepts without a warning', () => {
  const definition = chain(
    ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
    ['operator_generator', { speed: 1.1 }],
    ['validator_noise'],
    ['validator_pacing', { max_retry: 1 }],
    ['operator_mastering', { format: 'mp3' }],
    ['validator_loudness'],
    ['sink_preview'],
  );
  expect(checkDefinition(definition)).toMatchObject({ errors: [], warnings: [] });
  const [, generator] = definition.graph?.nodes ?? [];
  const loops = definition.graph?.edges?.filter(({ sourcePort }) => sourcePort === 'fail') ?? [];
  expect(loops.map(({ target }) => target)).toEqual([generator?.id, generator?.id, generator?.id]);
});

test('a node without a matching port before it is rejected', () => {
  expect(() => chain(['sink_preview'], ['operator_generator'])).toThrow(InputError);
});

test('a config that its node type does not have does not compile', () => {
  // @ts-expect-error a mastering node has no such field
  const wrong = () => chain(['operator_mastering', { loudness: 3 }]);
  expect(wrong).toBeTypeOf('function');
});
