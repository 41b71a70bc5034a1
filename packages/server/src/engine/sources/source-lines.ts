import type { RunEstimate } from '@voiceloom/contract';
import type { ScriptLine } from '@voiceloom/text';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import { readingHints, recordingHints } from '../start/source-hints.ts';
import { readRecordings } from './recordings.ts';
import { readScript, ScriptProblem } from './script-lines.ts';

/** What there is to say about a node beforehand, and which field of its config it is about. */
export type EstimateNote = RunEstimate['notes'][number] & { field?: string };

/** The lines of a source before a run, as far as they can be told; a note where they cannot. */
export interface SimulatedLines {
  lines: ScriptLine[];
  /** Why they cannot be told. */
  note?: EstimateNote;
  /** What the source skips or guesses. */
  hints?: EstimateNote[];
  /** How each file was read. */
  readings?: FileReading[];
}

/** A script that cannot be read costs nothing: its run fails at the source, with what the note says. */
export async function simulateLines(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  source: PlanNode,
): Promise<SimulatedLines> {
  try {
    if (source.type === 'source_audio') {
      const lines = await spokenLines(app, workspaceId, source);
      return { lines, hints: await recordingHints(app, workspaceId, source) };
    }
    const config = configOf(source, 'source_script');
    if (config.input_type === 'media') return { lines: [], note: unheard(source) };
    const { lines, readings } = await readScript(app, workspaceId, { config, again: true });
    return { lines, readings, hints: readingHints(source, readings) };
  } catch (error) {
    if (error instanceof ScriptProblem) return { lines: [], note: unread(source, error) };
    throw error;
  }
}

function unread({ id }: PlanNode, { message, details: [detail] }: ScriptProblem): EstimateNote {
  const field = detail && { field: detail.field };
  return { node_id: id, code: 'script_unreadable', message, ...field };
}

async function spokenLines(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  source: PlanNode,
): Promise<ScriptLine[]> {
  const recordings = await readRecordings(app, workspaceId, configOf(source, 'source_audio'));
  return recordings.map(({ line }, row) => ({ ...line, row }));
}

function unheard({ id, label }: PlanNode): EstimateNote {
  return {
    node_id: id,
    code: 'characters_unknown',
    message: `How much is said in the recordings of ${label} is known only once they are written down: it is not in these figures.`,
  };
}
