// Written by scripts/gen.ts. Do not edit.

/** Every node type: its inputs with the fields they need, its outputs with the fields they carry. */
export const nodeTypes = {
  source_script: {
    display_name: 'Script',
    inputs: {},
    outputs: { lines: ['locale_code', 'script'] },
  },
  source_audio: {
    display_name: 'Recordings',
    inputs: {},
    outputs: { audio: ['locale_code', 'script', 'audio'] },
  },
  operator_translator: {
    display_name: 'Translator',
    inputs: { lines: ['locale_code', 'script'] },
    outputs: { lines: ['locale_code', 'script'] },
  },
  operator_normalizer: {
    display_name: 'Text normalizer',
    inputs: { lines: ['locale_code', 'script'] },
    outputs: { lines: ['locale_code', 'script'] },
  },
  operator_generator: {
    display_name: 'Voice generator',
    inputs: { lines: ['locale_code', 'script'] },
    outputs: { audio: ['locale_code', 'script', 'audio'] },
  },
  operator_mastering: {
    display_name: 'Mastering',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { audio: ['locale_code', 'script', 'audio'] },
  },
  validator_error_rate: {
    display_name: 'Word accuracy check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  validator_naturalness: {
    display_name: 'Naturalness check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  validator_noise: {
    display_name: 'Noise check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  validator_pacing: {
    display_name: 'Pacing check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  validator_loudness: {
    display_name: 'Loudness check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  validator_pronunciation: {
    display_name: 'Pronunciation check',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] },
  },
  sink_preview: {
    display_name: 'Delivery',
    inputs: { audio: ['locale_code', 'script', 'audio'] },
    outputs: {},
  },
} as const;
