// Written by scripts/gen.ts. Do not edit.

/** A node type: its inputs with the fields that they need, and its outputs with the fields that they carry. */
export interface NodePorts<Inputs, Outputs> {
  /** The name for people. */
  readonly display_name: string;
  /** Whether it supplies, processes, checks or delivers lines. */
  readonly category: 'source' | 'operator' | 'validation' | 'output';
  /** The current version of its config. */
  readonly version: number;
  /** The fields that lines need to enter, by port. Chains use the first port. */
  readonly inputs: Inputs;
  /** The fields that lines have when they leave, by port. Chains use the first port. */
  readonly outputs: Outputs;
}

/** Every node type with its ports. */
export type NodeTypes = {
  /** Reads a script from text, files or recordings. Each line of a text, row of a table, cue of subtitles or sentence of a recording becomes a line. */
  readonly source_script: NodePorts<{}, { lines: readonly ['locale_code', 'script'] }>;
  /** Adds uploaded recordings to the run, one line each, to check, master and deliver them. */
  readonly source_audio: NodePorts<{}, { audio: readonly ['locale_code', 'script', 'audio'] }>;
  /** Translates every line into each target language, and checks each translation. */
  readonly operator_translator: NodePorts<{ lines: readonly ['locale_code', 'script'] }, { lines: readonly ['locale_code', 'script'] }>;
  /** Spells out numbers, dates, times, amounts, units, abbreviations and URLs as words. */
  readonly operator_normalizer: NodePorts<{ lines: readonly ['locale_code', 'script'] }, { lines: readonly ['locale_code', 'script'] }>;
  /** Synthesizes every line with the voice of its character and locale. */
  readonly operator_generator: NodePorts<{ lines: readonly ['locale_code', 'script'] }, { audio: readonly ['locale_code', 'script', 'audio'] }>;
  /** Trims silence, sets loudness and true peak, fades, filters, resamples and encodes. */
  readonly operator_mastering: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { audio: readonly ['locale_code', 'script', 'audio'] }>;
  /** Transcribes takes and compares the transcript with the script. */
  readonly validator_error_rate: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Scores the naturalness of takes with the scoring endpoint of the workspace. */
  readonly validator_naturalness: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Measures clipping, clicks, silence, noise floor and truncated ends. */
  readonly validator_noise: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Compares the speaking rate with the norm of the locale, and the length with the `max_duration_ms` of the line. */
  readonly validator_pacing: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Measures loudness (LUFS) and true peak against a target. */
  readonly validator_loudness: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Transcribes takes and checks the pronunciation of dictionary words. */
  readonly validator_pronunciation: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, { pass: readonly ['locale_code', 'script', 'audio'], fail: readonly ['locale_code', 'script', 'audio'] }>;
  /** Collects takes, scripts and verdicts for preview and export. */
  readonly sink_preview: NodePorts<{ audio: readonly ['locale_code', 'script', 'audio'] }, {}>;
};

/** Every node type with its ports. */
export const nodeTypes: NodeTypes = {
  source_script: { display_name: 'Script', category: 'source', version: 1, inputs: {}, outputs: { lines: ['locale_code', 'script'] } },
  source_audio: { display_name: 'Recordings', category: 'source', version: 1, inputs: {}, outputs: { audio: ['locale_code', 'script', 'audio'] } },
  operator_translator: { display_name: 'Translator', category: 'operator', version: 1, inputs: { lines: ['locale_code', 'script'] }, outputs: { lines: ['locale_code', 'script'] } },
  operator_normalizer: { display_name: 'Text normalizer', category: 'operator', version: 1, inputs: { lines: ['locale_code', 'script'] }, outputs: { lines: ['locale_code', 'script'] } },
  operator_generator: { display_name: 'Voice generator', category: 'operator', version: 1, inputs: { lines: ['locale_code', 'script'] }, outputs: { audio: ['locale_code', 'script', 'audio'] } },
  operator_mastering: { display_name: 'Mastering', category: 'operator', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { audio: ['locale_code', 'script', 'audio'] } },
  validator_error_rate: { display_name: 'Word accuracy check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  validator_naturalness: { display_name: 'Naturalness check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  validator_noise: { display_name: 'Noise check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  validator_pacing: { display_name: 'Pacing check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  validator_loudness: { display_name: 'Loudness check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  validator_pronunciation: { display_name: 'Pronunciation check', category: 'validation', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: { pass: ['locale_code', 'script', 'audio'], fail: ['locale_code', 'script', 'audio'] } },
  sink_preview: { display_name: 'Delivery', category: 'output', version: 1, inputs: { audio: ['locale_code', 'script', 'audio'] }, outputs: {} },
};
