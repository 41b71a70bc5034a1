import type { RunStatus, WorkflowDefinition } from '@voiceloom/contract';
import type { LineFailure, StoredVerdict } from '../../src/db/rows.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';

export interface Scene {
  server: TestApp;
  member: Member;
}

export interface StoredWorkflow {
  id: string;
  name: string;
  definition: WorkflowDefinition;
}

/** One take of a line, and the verdicts of the checks. */
export interface TakePlan {
  verdicts?: Partial<Record<'noise' | 'pacing' | 'loudness', Partial<StoredVerdict>>>;
  reused?: boolean;
  /** The retry strategy that made it. */
  strategy?: string;
}

/** The expected state of a line after a run. The rows of the engine are derived from it. */
export interface LinePlan {
  line_id: string;
  line_index: number;
  locale_code: string;
  script: string;
  character_name?: string;
  notes?: string;
  direction?: string;
  max_duration_ms?: number;
  takes?: TakePlan[];
  status: 'active' | 'delivered' | 'dropped' | 'failed' | 'skipped';
  /** The delivered take. Default: the last one. */
  delivered_take?: number;
  error?: LineFailure;
}

export interface RunPlan {
  status: RunStatus;
  lines?: LinePlan[];
  created_at?: Date;
  started_at?: Date | null;
  completed_at?: Date | null;
  triggered_by?: string;
  run_number?: number;
}

export interface StoredRun {
  id: string;
  path: string;
  workflow: StoredWorkflow;
  /** The IDs of the takes and of the delivered audio, by line ID and locale. */
  audio: Map<string, { takes: string[]; delivered: string | null; bytes: Buffer }>;
}

export const TAKE_MS = 500;
export const CREDITS_PER_TAKE = 2;
export const keyOf = (line: { line_id: string; locale_code: string }) =>
  `${line.line_id}/${line.locale_code}`;

export const charactersOf = (line: LinePlan) => [...line.script].length;

export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

export function nodeOf(run: Pick<StoredRun, 'workflow'>, type: string): string {
  const node = run.workflow.definition.graph.nodes.find((candidate) => candidate.type === type);
  if (!node) throw new Error(`The workflow has no ${type}.`);
  return node.id;
}
