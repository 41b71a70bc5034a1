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

/** Why a run or a node failed as a whole; `row` and `column` point into the script. */
export interface RunFailure {
  code: string;
  message: string;
  node_id?: string | undefined;
  field?: string | undefined;
  row?: number | undefined;
  column?: string | undefined;
  lines?: { line_id: string; locale_code: string; message: string }[] | undefined;
}

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
  true_peak_dbtp: number | null;
  peaks: number[];
  metrics: JsonObject;
  speech_ms?: number | undefined;
  syllables?: number | null | undefined;
  words?: { text: string; start_ms: number; end_ms: number }[] | undefined;
  reason?: string | null | undefined;
}
