import type { AudioMetrics, Measured } from '@voiceloom/audio';
import type {
  DictionaryContext,
  RunError,
  RunStatus,
  ScheduleInput,
  SourceReading,
  WordTimes,
} from '@voiceloom/contract';
import type { ColumnType } from 'kysely';

/** A JSON column: read as a value, written as text. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;

/** Shapes of the JSON columns. */
export type { DictionaryContext, ScheduleInput };
export type JsonObject = Record<string, unknown>;

/** The names of local models, oldest first. */
export interface LocalModelNames {
  speech: string[];
  recognition: string[];
}

/** Limits of a plan by name. */
export type PlanLimits = Record<string, number | 'unlimited'>;

/** The runs of a workflow by status. A trigger of the table `run` maintains it. */
export type RunCounts = Partial<Record<RunStatus, number>>;

export type ResponseHeaders = Record<string, string>;

/** What a provider bills. */
export interface BilledUnits {
  unit: string;
  amount: number;
}

/** A person who acted in a review, with the name at that time. */
export interface ReviewPerson {
  kind: 'user' | 'guest';
  id: string;
  name: string;
}

/** A person or link with assigned lines, with the name or label at that time. */
export interface ReviewAssignee {
  kind: 'user' | 'link';
  id: string;
  name: string;
}

/** A file of a delivery that could not be sent. */
export interface DeliveryFailure {
  file: string;
  error: string;
}

/**
 * A line that moves through the graph: [line number, ID of its audio or '', retries per validator]. If a line arrives
 * at a node twice with the same audio, that is one visit.
 */
export type ChunkItem = [line_no: number, input_id: string, retries?: Record<string, number>];

/** Error codes of a provider for one take, with their counts. */
export type ProviderAnswers = Partial<Record<string, number>>;

/** The errors of one provider for one take. */
export interface ProviderTrouble {
  provider: string;
  answers: ProviderAnswers;
}

export type { LineControls } from '@voiceloom/text';

/** Why a line failed. */
export interface LineFailure {
  code: string;
  message: string;
  /** The errors of the providers that did not deliver. */
  troubles?: ProviderTrouble[];
}

/** Where the script of a translated line comes from. */
export interface LineTranslation {
  /** `provider`: translated in this run; `memory`, `run`: translated before; `pseudo`: not a translation. */
  kind: 'provider' | 'memory' | 'run' | 'pseudo';
  /** The provider that translated it, in this run or earlier. */
  provider: string | null;
  model: string | null;
  /** What the provider bills for the line, including rejected responses. In a batch, the share of this line. */
  billed?: BilledUnits;
  /** The number of requests to the provider for the line. */
  attempts?: number;
}

/** Why a run or a node failed as a whole, as the contract shows it. */
export type RunFailure = RunError;

/** One validator's judgment of one take. */
export interface StoredVerdict {
  kind: string;
  score: number | null;
  threshold: number | null;
  status: 'pass' | 'fail' | 'unscored' | 'exhausted';
  reason: string | null;
  evidence: VerdictEvidence;
}

/** The facts behind a verdict. Each kind of validator adds its own to the measurements. */
export interface VerdictEvidence {
  findings: Measured[];
  [name: string]: unknown;
}

/** What was measured on stored audio. */
export interface AudioFacts {
  lufs: number | null;
  loudness_method: 'integrated' | 'ungated' | 'none';
  /** The loudness of the whole file, gated as in ITU-R BS.1770-4. Null if it cannot be measured. */
  integrated_lufs: number | null;
  true_peak_dbtp: number | null;
  /** 200 levels of 0 to 255. */
  peaks: number[];
  metrics: AudioMetrics;
  syllables: number | null;
  words?: { text: string; start_ms: number; end_ms: number }[] | undefined;
  /** Undefined for audio without a voice. */
  word_times?: WordTimes | undefined;
  /** The silence of the line's breaks: at both ends, the longest between words, and in total. Undefined if it has none. */
  pauses?: { lead_ms: number; tail_ms: number; longest_inner_ms: number; total_ms: number } | undefined;
  /** Why the loudness target was not met. */
  reason?: string | null | undefined;
}

/** A provider and model that a run could choose for a locale, with their values at that time. */
export interface ProviderCandidate {
  provider: string;
  model: string;
  /** Null: not known. */
  usd_per_1000_characters: number | null;
  /** 1 to 4; null: not known. */
  quality: number | null;
  /** Recent requests in this workspace and locale (older ones count less), and the share that failed. */
  calls: number;
  failure_rate: number;
  latency_ms: number | null;
  score: number;
  /** Whether it failed so often recently that the run chooses it only without an alternative. */
  is_avoided: boolean;
}

/** A provider, its model, and the voice for lines that name no voice. */
export interface ProviderChoice {
  provider: string;
  model: string;
  voice_id: string;
}

/** Why a run chose a provider for a locale. */
export interface SelectionReason {
  price_sensitivity: number;
  /** Whether the config named the voice. */
  names_voice: boolean;
  /** Best first. */
  candidates: ProviderCandidate[];
  /** Other choices of earlier runs with the same price sensitivity. Lines keep the takes of those choices. */
  earlier: ProviderChoice[];
  /** The run whose choice the retry reuses. */
  kept_from?: string;
}

/** A word of a transcript with its times. */
export interface HeardWordRow {
  text: string;
  start_ms: number;
  end_ms: number;
  confidence?: number;
}

/** A provider's transcript of one part of a recording. */
export interface TranscriptionRow {
  text: string;
  words?: (HeardWordRow & { speaker?: string })[];
  segments?: { text: string; start_ms: number; end_ms: number; speaker?: string }[];
  language: string | null;
  model: string;
  billed: { unit: 'characters' | 'bytes' | 'tokens' | 'seconds'; amount: number } | null;
  request_id: string | null;
}

/** Names in the file names of a delivery, stored because they may change while it is sent. Voices by ID. */
export interface DeliveryNames {
  workflow: string;
  voices: Record<string, string>;
}

/** How one file of a source was read; `upload_id` is null for text in the config. */
export type FileReading = Omit<SourceReading, 'node_id'>;
