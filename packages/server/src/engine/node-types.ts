import type { ScriptLine } from '@voiceloom/text';
import type { FileReading } from '../db/rows.ts';
import type { EngineApp } from './engine-app.ts';
import type { LineWork, NewAudio, Outcome, RunHead } from './model.ts';
import type { PlanNode } from './plan.ts';

export interface ChunkContext {
  app: EngineApp;
  run: RunHead;
  node: PlanNode;
  chunk_id: string;
  iteration: number;
  works: LineWork[];
  signal: AbortSignal;
  /** Whether the lines have already waited for another worker. Their requests then go before those of other lines. */
  first?: boolean | undefined;
  /** Set while lines run one at a time. Wraps waits, during which a crash is not caused by the line. */
  aside?: Aside | undefined;
}

export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

export type LineFunction = (work: LineWork) => Promise<Outcome>;

/**
 * A node type that processes lines. `open` loads what the whole chunk needs; the returned function processes
 * one line.
 */
export interface LineNode {
  /** The number of concurrent lines, if the node has its own limit. */
  concurrency?(node: PlanNode): number | null;
  open(context: ChunkContext): Promise<LineFunction>;
}

export interface SourceLine extends Omit<Required<ScriptLine>, 'row'> {
  /** The line's own audio, with its row if it is new, not from an earlier run. */
  audio?: { id: string; row?: NewAudio };
}

/** The lines of a source and, for script sources, how each file was read. */
export interface SourceRead {
  lines: SourceLine[];
  readings?: FileReading[];
}

/** The context of a running source. */
export interface SourceContext {
  run: RunHead;
  node: PlanNode;
  signal: AbortSignal;
}

/** A node type that creates the lines of a run. */
export interface SourceNode {
  read(app: EngineApp, place: SourceContext): Promise<SourceRead>;
}
