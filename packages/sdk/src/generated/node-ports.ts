// Written by scripts/gen.ts. Do not edit.

/** The names of the ports of every node type; the first output is where lines go on. */
export const nodePorts = {
  source_script: { inputs: [], outputs: ['lines'] },
  source_audio: { inputs: [], outputs: ['audio'] },
  operator_translator: { inputs: ['lines'], outputs: ['lines'] },
  operator_normalizer: { inputs: ['lines'], outputs: ['lines'] },
  operator_generator: { inputs: ['lines'], outputs: ['audio'] },
  operator_mastering: { inputs: ['audio'], outputs: ['audio'] },
  validator_error_rate: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  validator_naturalness: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  validator_noise: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  validator_pacing: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  validator_loudness: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  validator_pronunciation: { inputs: ['audio'], outputs: ['pass', 'fail'] },
  sink_preview: { inputs: ['audio'], outputs: [] },
} as const;
