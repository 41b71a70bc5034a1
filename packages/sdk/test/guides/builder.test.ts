import { graph, nodeId, type WorkflowProblem, workflow } from '@voiceloom/sdk/contract';
import { expect, test } from 'vitest';

test('the workflow in the guide is built', () => {
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.', source_language: 'en-us' });
  const voice = flow.operator_generator({ speed: 1.1 });
  const pacing = flow.validator_pacing({ max_retry: 1 }, { name: 'Not too fast' });
  const mastered = flow.operator_mastering({ preset: 'podcast' });
  const delivery = flow.sink_preview();

  script.lines.to(voice.lines).audio.to(pacing.audio);
  pacing.pass.to(mastered.audio).audio.to(delivery.audio);
  pacing.fail.to(voice.lines); // a retry loop

  const definition = flow.build({ params: { max_failed_lines: 2 } });
  expect(definition.graph?.edges).toHaveLength(5);
});

test('the chain in the guide connects through a port that both nodes have', () => {
  const read = workflow();
  const [lines, spoken] = [read.source_script({ text: 'Room 12.' }), read.operator_generator()];
  const words = read.operator_normalizer();
  lines.lines.to(words.lines).lines.to(spoken.lines).audio.to(read.sink_preview().audio);
  expect(read.build().graph?.edges).toHaveLength(3);
});

test('the invalid workflow in the guide is rejected with the location of its error', () => {
  const flow = workflow();
  flow.sink_preview({ file_pattern: '../{line_id}.{ext}' });
  const build = () => {
    try {
      flow.build();
    } catch (error) {
      const { problems } = error as { problems: WorkflowProblem[] };
      const places = problems.map(({ node, port, message }) => `${node?.name} ${port ?? ''} ${message}`);
      throw new Error(places.join('\n'));
    }
  };
  expect(build).toThrow('Delivery  Must not contain . or .. segments.');
});

test('the graph in the guide that is written as data gets the ids of its names', () => {
  const written = graph({
    nodes: [
      { id: 'script', type: 'source_script', config: { text: 'Good evening.', source_language: 'en-us' } },
      { id: 'voice', type: 'operator_generator' },
      { id: 'delivery', type: 'sink_preview' },
    ],
    edges: ['script.lines -> voice.lines', 'voice.audio -> delivery.audio'],
  });
  const voiceId = nodeId('voice'); // its node ID in steps and overviews of runs
  expect(written.graph?.nodes?.[1]?.id).toBe(voiceId);
});
