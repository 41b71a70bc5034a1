import type { Readable } from 'node:stream';
import type { Verdict, WordTimes } from '@voiceloom/contract';
import type { DiffPart } from '@voiceloom/text';

/** One measurement of a verdict, with its limits and its place in the audio. */
export type ExportEvidence = Verdict['evidence'][number];

export type ExportVerdict = {
  kind: string;
  score: number | null;
  threshold: number | null;
  status: 'pass' | 'fail' | 'unscored' | 'exhausted';
  reason: string | null;
  /** How often this validator sent the line back, if the engine counts it separately. */
  retry_count?: number;
  evidence?: readonly ExportEvidence[];
  /** Script and transcript, if the line was transcribed. */
  diff?: readonly DiffPart[];
};

/** A word with its times in milliseconds. */
export type SpokenWord = { text: string; start_ms: number; end_ms: number };

/** The final state of one line in one locale. */
export type ExportLine = {
  locale_code: string;
  line_id: string;
  line_index: number;
  source_line_id: string | null;
  character_name: string | null;
  /** Further columns of the script; absent if not requested. */
  max_duration_ms?: number | null;
  max_characters?: number | null;
  /** By how many characters the text exceeds its limit. */
  characters_over?: number | null;
  notes?: string | null;
  direction?: string | null;
  script: string;
  /** The script for readers: without tags, and with words for placeholders. Absent if it equals the script. */
  shown?: string;
  /** The source text of a translated line. Null or absent if the line is itself a source. */
  source?: string | null;
  /** `missing`: the run ended before the line did. `skipped`: the line has nothing to speak. */
  status: 'delivered' | 'dropped' | 'failed' | 'missing' | 'skipped';
  /** Why a line was not delivered, or a note on its audio. */
  reason: string | null;
  /** The origin of a translation, such as `deepl`, `memory` or `pseudo`; null if the script contains it. */
  translation?: string | null;
  /** The start of the line, in a script that has times. */
  start_ms: number | null;
  voice_name: string | null;
  provider: string | null;
  model: string | null;
  duration_ms: number | null;
  lufs: number | null;
  /** `integrated`: by ITU-R BS.1770-4. `ungated`: without its gates, for short speech. Null: not measured. */
  loudness_method?: 'integrated' | 'ungated' | null;
  /** The loudness that a meter shows for the whole file, if it was measured. */
  integrated_lufs?: number | null;
  true_peak_dbtp: number | null;
  /** The loudest sample in each of many equal parts of the audio, from 0 to 1. */
  peaks: readonly number[];
  syllables_per_second: number | null;
  pitch_median_hz: number | null;
  /** From the first to the last speech of the audio. */
  speech: { start_ms: number; end_ms: number } | null;
  /** The words of the audio with their times; empty if these are unknown. */
  words: readonly SpokenWord[];
  /** Where the times of the words come from. Null without audio. */
  word_times: WordTimes | null;
  characters: number;
  credits: number;
  reused: boolean;
  /** A review approved the take, so later runs reuse it regardless of the voice. Absent if not. */
  locked?: boolean;
  retry_count: number;
  verdicts: readonly ExportVerdict[];
  /** The decision about the line in the review of the run. Absent if not requested or not yet made. */
  decision?: ExportDecision;
  /** The state of the line in the review of the run. Absent if not requested. */
  reviewed?: ExportReviewed;
  /** File extension without the dot. */
  ext: string;
};

export type ExportDecision = {
  decision: 'approved' | 'rejected' | 'needs_work' | 'waived';
  reason: string | null;
  note: string | null;
  /** The name of the person. */
  decided_by: string | null;
};

export type ExportReviewed = {
  /** `other_take`: the review approved a take that this export does not contain. Null: no decision. */
  decision: ExportDecision['decision'] | 'other_take' | null;
  /** The version of the line in the review; 0 without a review. */
  version: number;
  /** The take in this export, for decisions. Null without audio. */
  audio_id: string | null;
};

/** Identifies a line in one language. No ID contains a null character. */
export function lineKey({ locale_code, line_id }: Pick<ExportLine, 'locale_code' | 'line_id'>): string {
  return `${locale_code}\u0000${line_id}`;
}

/** A line with a function that opens its audio, or null without audio. */
export type ExportItem = ExportLine & {
  openAudio: (() => Promise<Readable>) | null;
  /** The digest of the audio, if known. */
  sha256?: string;
  voice_id?: string | null;
};

/** A line with the path of its audio inside the archive; null if it has no file. */
export type ExportRow = { line: ExportLine; file: string | null };

export type ExportRun = {
  workflow_name: string;
  run_id: string;
  run_number: number;
  status: string;
  /** Why the run failed; null or absent if it did not. */
  error?: string | null;
  started_at: string | null;
  completed_at: string | null;
  loudness_target_lufs: number | null;
  /** Absent if not requested. */
  providers?: readonly ProviderFacts[];
  /** The choices of the generators, by node and language. */
  routes?: readonly ProviderSelectionFacts[];
  /** Voices that were configured but did not speak; absent if not requested. */
  voices_skipped?: readonly SkippedVoice[];
};

/** A voice that the config names for lines in a language that it does not speak, and the voice that spoke them. */
export type SkippedVoice = {
  character_name: string | null;
  locale_code: string;
  named_voice: string;
  voice_name: string;
  lines: number;
};

/** The provider selection of a generator for a language, best candidate first. */
export type ProviderSelectionFacts = {
  locale_code: string;
  reason: {
    price_sensitivity: number;
    candidates: readonly {
      provider: string;
      model: string;
      usd_per_1000_characters: number | null;
      quality: number | null;
      calls: number;
      failure_rate: number;
      score: number;
      is_avoided: boolean;
    }[];
  };
};

/** The results of one provider for the lines of one locale. */
export type ProviderFacts = {
  provider: string;
  locale_code: string;
  /** Takes made in this run, without reused ones. */
  takes: number;
  /** Requests without a take, by error: `busy`, `concurrency`, `transient`, … */
  answers: Partial<Record<string, number>>;
};
