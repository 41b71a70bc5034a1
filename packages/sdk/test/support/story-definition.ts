/** An ID of nothing that exists. */
export const OTHER = '00000000-0000-4000-8000-00000000dead';
export const NODE = '5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d';
const GENERATOR = '6b7c8d9e-0f1a-4b2c-9d3e-4f5a6b7c8d9e';
const SINK = '7c8d9e0f-1a2b-4c3d-8e4f-5a6b7c8d9e0f';

const edge = (id: number, [source, sourcePort, target, targetPort]: [string, string, string, string]) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  ...{ source, sourcePort, target, targetPort },
});

/** A script that is spoken and delivered. */
export const definition = {
  graph: {
    nodes: [
      { id: NODE, type: 'source_script', config: { text: 'Good evening.', source_language: 'en-us' } },
      { id: GENERATOR, type: 'operator_generator' },
      { id: SINK, type: 'sink_preview' },
    ],
    edges: [edge(1, [NODE, 'lines', GENERATOR, 'lines']), edge(2, [GENERATOR, 'audio', SINK, 'audio'])],
  },
};
