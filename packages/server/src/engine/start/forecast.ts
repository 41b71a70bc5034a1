import type { SourceReading, WorkflowDefinition } from '@voiceloom/contract';
import type { ScriptLine } from '@voiceloom/text';
import { withCastingSheets } from '../casting/casting-sheet.ts';
import type { EngineApp } from '../engine-app.ts';
import { compilePlan, type Plan, type PlanNode } from '../plan.ts';
import { type EstimateNote, simulateLines } from '../sources/source-lines.ts';
import { type RunForecast, simulateTranslations } from '../translation/forecast.ts';

export interface SimulatedRun extends RunForecast {
  plan: Plan;
  /** Sources whose lines are not known: recordings that nobody has written down, scripts that cannot be read. */
  unread: ReadonlySet<string>;
  /** What sources skip or guess; among the notes too. */
  hints: readonly EstimateNote[];
  /** How the files of sources are read. */
  readings: SourceReading[];
}

interface Foreseeing {
  workspace_id: string;
  definition: WorkflowDefinition;
  /** The run that is done again: its translations are known. */
  retry_of?: string;
}

/** The lines of a run that is yet to be, as they will arrive at its nodes. */
export async function simulateRun(
  app: Pick<EngineApp, 'db' | 'storage' | 'speech'>,
  request: Foreseeing,
): Promise<SimulatedRun> {
  const { definition } = await withCastingSheets(app, request.workspace_id, request.definition);
  const plan = compilePlan(definition);
  const lines = new Map<string, ScriptLine[]>();
  const unread: EstimateNote[] = [];
  const hints: EstimateNote[] = [];
  const readings: SourceReading[] = [];
  for (const source of plan.sources) {
    const read = await simulateLines(app, request.workspace_id, source);
    lines.set(source.id, read.lines);
    if (read.note) unread.push(read.note);
    hints.push(...(read.hints ?? []));
    readings.push(...(read.readings ?? []).map((file) => ({ node_id: source.id, ...file })));
  }
  const { linesAt, notes: further } = await findLinesAt(app, request, { plan, lines });
  return {
    plan,
    unread: new Set(unread.map(({ node_id }) => node_id)),
    hints,
    readings,
    linesAt,
    notes: [...unread, ...hints, ...further],
  };
}

/** The lines of every source that a node is behind, translated where a translator is between. */
async function findLinesAt(
  app: Pick<EngineApp, 'db'>,
  { workspace_id, retry_of }: Foreseeing,
  { plan, lines }: { plan: Plan; lines: ReadonlyMap<string, ScriptLine[]> },
): Promise<RunForecast> {
  if ([...plan.nodes.values()].some((node) => node.fan_out !== undefined))
    return simulateTranslations(app, { workspace_id, retry_of, plan }, lines);
  const behind = (node: PlanNode) => plan.sources.filter((source) => node.upstream.has(source.id));
  return { notes: [], linesAt: (node) => behind(node).flatMap((source) => lines.get(source.id) ?? []) };
}
