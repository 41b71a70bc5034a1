import type { WorkflowDefinition } from '@voiceloom/sdk';
import { workflow } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';
import {
  findNode,
  getCast,
  getColumns,
  listChecks,
  withCheck,
  withoutSample,
  withScript,
  withVoice,
} from '../src/screens/new/definition.ts';

const VOICE = '0192f3a4-0000-7000-8000-000000000001';

/** Two scripts with a voice each, two checks in sequence that retry, and mastering. */
function twoScripts(): WorkflowDefinition {
  const flow = workflow();
  const [first, second] = ['One.', 'Two.'].map((text) => {
    const generator = flow.operator_generator({
      provider: 'espeak',
      voices_by_locale: {},
      voices_by_character: {},
    });
    flow.source_script({ text }).lines.to(generator.lines);
    return generator;
  });
  const noise = flow.validator_noise();
  const pacing = flow.validator_pacing();
  for (const generator of [first!, second!]) {
    generator.audio.to(noise.audio);
    noise.fail.to(generator.lines);
  }
  noise.pass.to(pacing.audio);
  pacing.pass.to(flow.sink_preview().audio);
  return flow.build() as WorkflowDefinition;
}

const shape = ({ graph }: WorkflowDefinition) => {
  const typeOf = new Map(graph.nodes.map(({ id, type }) => [id, type]));
  return graph.edges
    .map(({ source, sourcePort, target }) => `${typeOf.get(source)}.${sourcePort} ${typeOf.get(target)}`)
    .sort();
};

test('a script replaces those of a template, and the nodes that only they lead to', () => {
  const one = withScript(twoScripts(), 'upload');
  expect(findNode(one, 'source_script')?.config).toMatchObject({
    input_type: 'file',
    upload_ids: ['upload'],
  });
  expect(shape(one)).toEqual([
    'operator_generator.audio validator_noise',
    'source_script.lines operator_generator',
    'validator_noise.fail operator_generator',
    'validator_noise.pass validator_pacing',
    'validator_pacing.pass sink_preview',
  ]);
});

test('column choices are kept for a script that replaces another, and removed if it lacks the columns', () => {
  const columns = { line_id: 'Ref' };
  const chosen = withScript(twoScripts(), 'first', columns);
  expect(getColumns(findNode(chosen, 'source_script'))).toEqual(columns);
  expect(getColumns(findNode(withScript(chosen, 'second'), 'source_script'))).toEqual({});
});

test('a new production contains nothing of its sample template', () => {
  const flow = workflow();
  const captain = { voice_id: VOICE, speed: 0.95, pitch: 1 };
  const generator = flow.operator_generator(
    { ...captain, voices_by_locale: {}, voices_by_character: { Captain: captain } },
    { name: 'Captain' },
  );
  flow.source_script({ text: 'Aye.', source_language: 'en-us' }).lines.to(generator.lines);
  generator.audio.to(flow.sink_preview({ file_pattern: '{locale}/{voice}/{line_id}.{ext}' }).audio);
  const sample = flow.build() as WorkflowDefinition;
  const { nodes } = withoutSample(sample).graph;
  expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Script', 'Voices']));
  expect(nodes.find(({ type }) => type === 'operator_generator')?.config).toMatchObject({
    ...{ voice_id: null, speed: 1, pitch: 0, voices_by_character: {}, voices_by_locale: {} },
  });
  expect(nodes.find(({ type }) => type === 'sink_preview')?.config.file_pattern).toContain('{character}');
});

test('the narrator of a template keeps its manner and speaks only its own language', () => {
  const flow = workflow();
  const slow = { voice_id: VOICE, speed: 0.75, voices_by_locale: {}, voices_by_character: {} };
  const generator = flow.operator_generator(slow);
  flow.source_script({ text: 'Rest.', source_language: 'en-us' }).lines.to(generator.lines);
  const own = withoutSample(flow.build() as WorkflowDefinition);
  const speaker = findNode(own, 'operator_generator')!;
  expect(speaker.config).toMatchObject({ speed: 0.75, voice_id: null, voices_by_locale: { en: VOICE } });
});

test('checks can be turned off and on in any order, and the graph is complete at the end', () => {
  const whole = withScript(twoScripts(), 'upload');
  const [noise, pacing] = listChecks(whole).map(({ node }) => node.id);
  expect(listChecks(whole).map(({ retries }) => retries)).toEqual([true, false]);
  const none = withCheck(withCheck(whole, noise!, false), pacing!, false);
  expect(shape(none)).toEqual([
    'operator_generator.audio sink_preview',
    'source_script.lines operator_generator',
  ]);
  expect(listChecks(none).map(({ on, retries }) => [on, retries])).toEqual([
    [false, true],
    [false, false],
  ]);
  const again = withCheck(withCheck(none, noise!, true), pacing!, true);
  expect(shape(again)).toEqual(shape(whole));
  expect(again.graph.studio).toBeUndefined();
});

test('a voice is for one character in one locale', () => {
  const whole = withScript(twoScripts(), 'upload');
  const mine = { id: 'v1', provider: 'espeak' };
  const changed = withVoice(whole, { character: 'Mara', locale: 'de-de', voice: mine });
  const { voices_by_locale, voices_by_character } = getCast(findNode(changed, 'operator_generator')!);
  expect([voices_by_locale, voices_by_character]).toEqual([
    {},
    { Mara: { by_locale: { 'de-de': { voice_id: 'v1' } } } },
  ]);
});
