import type { RunStatus } from '@voiceloom/contract';
import type { UnitMarkup } from '@voiceloom/text';
import type { NewRow, Row } from '../db/index.ts';
import type { FileReading, LineFailure, LineTranslation, StoredVerdict, TokenItem } from '../db/rows.ts';
import type { RunUse } from '../ledger/uses.ts';
import type { EngineApp } from './engine-app.ts';
import type { Plan, PlanNode } from './plan.ts';
import type { ProviderNote } from './routing/provider-health.ts';
import type { RunRetry } from './runs/run-retry.ts';

export type RunLine = Row<'run_line'>;
export type AudioRow = Row<'audio'>;

/** The parts of a run that do not change while it runs. */
export interface RunHead {
  id: string;
  workspace_id: string;
  workflow_id: string;
  account_id: string;
  retry_of: string | null;
  /** What a retry of a run is about; undefined for other runs. */
  retry: RunRetry | undefined;
  plan: Plan;
}

/** A chunk with everything its node needs, read in a fixed number of queries. */
export interface LoadedChunk {
  id: string;
  run: RunHead;
  status: RunStatus;
  pausing: boolean;
  node: PlanNode;
  iteration: number;
  items: TokenItem[];
}

/** Most lines that a run may come to have, those that others took the place of included. */
export const MAX_RUN_LINES = 1_000_000;

export const TOO_MANY_LINES = `With its translations the run would have more lines than ${MAX_RUN_LINES.toLocaleString('en')}.`;

/** One line at one node, with what it carries. */
export interface LineWork {
  line: RunLine;
  input_id: string;
  input: AudioRow | undefined;
}

/** Audio that was made and stored, and must now be entered together with its charge. */
export type NewAudio = NewRow<'audio'>;

/** A line that a node makes of another one, in another locale; everything else it has from that one. */
export interface NewLine {
  line_id: string;
  locale_code: string;
  script: string;
  translation: LineTranslation | null;
  /** The line could not be made: it is there, and has failed. */
  error?: LineFailure;
}

/** The port of a line whose translations take its place; no edge leaves it. */
export const TRANSLATED = 'translated';

/** The port of a line that has nothing to speak; no edge leaves it. */
export const SKIPPED = 'skipped';

/** What became of one line at one node. */
export interface Outcome {
  port: string;
  /** Id of the audio that leaves; the line goes on with what it came with when left out. */
  output_id?: string;
  audio?: NewAudio;
  verdict?: StoredVerdict;
  /** What is to be spoken instead of the script from here on. */
  spoken_script?: string;
  characters?: number;
  credits?: number;
  reused?: boolean;
  error?: LineFailure;
  /** Lines that leave by the main port, beside this one or in its place. */
  lines?: NewLine[];
  uses?: RunUse[];
  /** The request that the fallback spoke for; a later run finds its take there. */
  stand_in?: Buffer | undefined;
  /** What asking providers came to. */
  notes?: ProviderNote[];
}

export interface ChunkContext {
  app: EngineApp;
  run: RunHead;
  node: PlanNode;
  chunk_id: string;
  iteration: number;
  works: LineWork[];
  signal: AbortSignal;
}

export type LineFunction = (work: LineWork, signal: AbortSignal) => Promise<Outcome>;

/** A node type that works on lines: `open` looks up what the whole chunk needs, the result does one line. */
export interface LineNode {
  /** Lines at once, where the node has its own limit. */
  concurrency?(node: PlanNode): number | null;
  open(context: ChunkContext): Promise<LineFunction>;
}

export interface SourceLine {
  line_id: string;
  source_line_id: string | null;
  line_index: number;
  locale_code: string;
  script: string;
  character_name: string | null;
  max_duration_ms: number | null;
  start_ms: number | null;
  notes: string | null;
  /** How the line is to be said, for people: nothing that is spoken. */
  direction: string | null;
  source_script: string | null;
  source_locale_code: string | null;
  markup: UnitMarkup | null;
  /** What the line comes with: audio that was stored for it now, or that an earlier run brought in. */
  audio?: { id: string; made?: NewAudio };
}

/** The lines of a source and, where it reads scripts, how each file was read. */
export interface SourceRead {
  lines: SourceLine[];
  readings?: FileReading[];
}

/** A source at work. */
export interface SourcePlace {
  run: RunHead;
  node: PlanNode;
  signal: AbortSignal;
}

/** A node type that brings lines into the run. */
export interface SourceNode {
  read(app: EngineApp, place: SourcePlace): Promise<SourceRead>;
}

/** The run cannot go on: a script that cannot be read, a key that is rejected. */
export class NodeFailure extends Error {
  readonly code: string;
  readonly details: { field: string; message: string }[];

  constructor(code: string, message: string, details: { field: string; message: string }[] = []) {
    super(message);
    this.name = 'NodeFailure';
    this.code = code;
    this.details = details;
  }
}

/** Facts about one line that went wrong, as an outcome. */
export function failedLine(code: string, message: string): Outcome {
  return { port: 'error', error: { code, message } };
}

/** The run or the chunk ended while it was worked on; whatever was made since is dropped. */
export class ChunkGone extends Error {
  constructor() {
    super('the chunk is no longer to be worked on');
    this.name = 'ChunkGone';
  }
}
