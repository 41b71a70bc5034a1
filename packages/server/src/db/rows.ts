import type { RunError } from '@voiceloom/contract';

/** Shapes of the JSON columns. */
export type JsonObject = Record<string, unknown>;

/**
 * A line on its way through the graph: [line number, id of the audio it carries or '', retries per
 * validator]. The same line with the same audio arriving twice at a node is one visit.
 */
export type TokenItem = [line_no: number, input_id: string, retries?: Record<string, number>];

/** Why one line could not go on. */
export interface LineFailure {
  code: string;
  message: string;
}

/** Why a run or a node failed as a whole, as the contract shows it. */
export type RunFailure = RunError;

/** One validator's judgement of one take. */
export interface StoredVerdict {
  kind: string;
  score: number | null;
  threshold: number | null;
  status: 'pass' | 'fail' | 'unscored' | 'exhausted';
  reason: string | null;
  evidence: JsonObject;
}

/** What was measured on stored audio. */
export interface AudioFacts {
  lufs: number | null;
  loudness_method: 'gated' | 'ungated' | 'none';
  true_peak_dbtp: number | null;
  /** 200 levels of 0 to 255. */
  peaks: number[];
  metrics: JsonObject;
  syllables: number | null;
  words?: { text: string; start_ms: number; end_ms: number }[] | undefined;
  /** Why the loudness target was not met, where it was not. */
  reason?: string | null | undefined;
}
