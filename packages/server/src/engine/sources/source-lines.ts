import type { RunEstimate } from '@voiceloom/contract';
import type { ScriptLine } from '@voiceloom/text';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import { readRecordings } from './recordings.ts';
import { readScript, ScriptProblem } from './script-lines.ts';
import { readingHints, recordingHints } from './source-hints.ts';

/** A note about a node before a run, with the config field. */
export type EstimateNote = RunEstimate['notes'][number] & { field?: string };

/** A source before the run, with the lines that are known. */
export interface SimulatedSource {
  source: PlanNode;
  lines: ScriptLine[];
  /** Why the script cannot be read. A run would fail at the source. */
  problem?: ScriptProblem;
  /** The lines are in recordings that the run will transcribe. */
  is_media?: boolean;
  /** What the source skips or guesses. */
  hints?: EstimateNote[];
  /** How each file was read. */
  readings?: FileReading[];
}

export async function simulateSource(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  source: PlanNode,
): Promise<SimulatedSource> {
  try {
    if (source.type === 'source_audio') {
      const recordings = await readRecordings(app, workspaceId, configOf(source, 'source_audio'));
      const lines = recordings.map(({ line }, row) => ({ ...line, row }));
      return { source, lines, hints: await recordingHints(app, workspaceId, source) };
    }
    const config = configOf(source, 'source_script');
    if (config.input_type === 'media') return { source, lines: [], is_media: true };
    const { lines, readings } = await readScript(app, workspaceId, { config, again: true });
    return { source, lines, readings, hints: readingHints(source, readings) };
  } catch (problem) {
    if (problem instanceof ScriptProblem) return { source, lines: [], problem };
    throw problem;
  }
}
