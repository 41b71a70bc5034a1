import { nodeTypes } from '../../generated/node-types.ts';
import type { OutputLine, Run, RunListItem, RunOutputs, RunUsage } from '../../generated/types.ts';
import type { State } from '../state.ts';
import { toneOf } from './audio.ts';
import {
  creditsUsed,
  errorFields,
  hasEnded,
  type RunLine,
  type SimulatedRun,
  type SimulatedTake,
  stepCounts,
} from './run.ts';

/** A line with audio that is delivered. */
type DeliveredLine = RunLine & { take: SimulatedTake };

/** The lines with audio that is delivered. */
export const deliveredLines = ({ lines }: SimulatedRun): DeliveredLine[] =>
  lines.filter((line): line is DeliveredLine => line.status === 'delivered' && line.take !== null);

/** The path of the audio of a line in the ZIP. */
export const pathOf = ({ locale_code, line_id }: RunLine): string => `${locale_code}/${line_id}.wav`;

/** Whether a run has something to download. */
export const hasExport = (run: SimulatedRun): boolean => hasEnded(run) && deliveredLines(run).length > 0;

/** The figures of the takes of a run; reused takes add nothing. */
function usageOf({ lines, started_at }: SimulatedRun): RunUsage {
  const usage: RunUsage = { characters: 0, lines: 0, audio_ms: 0, retries: 0, by_locale: {} };
  if (started_at === null) return usage;
  for (const { locale_code, script, take } of lines) {
    usage.by_locale[locale_code] ??= { characters: 0, lines: 0, audio_ms: 0 };
    for (const sum of [usage, usage.by_locale[locale_code]]) {
      sum.lines += 1;
      if (take === null || take.reused) continue;
      sum.characters += [...script].length;
      sum.audio_ms += take.duration_ms;
    }
  }
  return usage;
}

/** A run in a list. */
export function runListItem(state: State, run: SimulatedRun): RunListItem {
  const { total_steps, finished_steps } = stepCounts(run);
  return {
    id: run.id,
    status: run.status,
    run_number: run.run_number,
    total_nodes: run.definition.graph.nodes.length,
    total_steps,
    finished_steps,
    credits: creditsUsed(run),
    usage_summary: usageOf(run),
    started_at: run.started_at,
    completed_at: run.completed_at,
    pause_requested_at: null,
    paused_at: null,
    created_at: run.created_at,
    has_export: hasExport(run),
    triggered_by: { user_id: state.userId, user_name: 'Test User' },
  };
}

/** A run. */
export const runView = (state: State, run: SimulatedRun): Run => ({
  ...runListItem(state, run),
  workflow_id: run.workflow_id,
  token_cost: creditsUsed(run),
  updated_at: run.updated_at,
  ...errorFields(run.error),
});

/** The name of a node. */
export function nodeName({ definition }: SimulatedRun, nodeId: string): string {
  const node = definition.graph.nodes.find(({ id }) => id === nodeId);
  const types: Record<string, { display_name: string } | undefined> = nodeTypes;
  return node?.name ?? types[node?.type ?? '']?.display_name ?? 'Node';
}

/** A signed URL of the audio of a line. */
export function audioLink(state: State, { take, line_id, locale_code }: DeliveredLine) {
  const bytes = toneOf(take.audio_id, take.duration_ms);
  return state.link({ filename: `${line_id}-${locale_code}.wav`, content_type: 'audio/wav', bytes });
}

const outputLine = (line: DeliveredLine): OutputLine => ({
  line_id: line.line_id,
  line_index: line.line_index,
  locale_code: line.locale_code,
  character_name: line.character_name,
  script: line.script,
  audio_id: line.take.audio_id,
  duration_ms: line.take.duration_ms,
  file: pathOf(line),
});

/** The delivered lines of each output node. */
export function outputsOf(run: SimulatedRun): RunOutputs {
  const lines = deliveredLines(run).map(outputLine);
  const outputs = run.nodes
    .filter(({ node_type }) => node_type === 'sink_preview')
    .map((node) => ({
      ...node,
      display_name: nodeName(run, node.node_id),
      status: run.nodeStatus,
      lines,
      line_count: lines.length,
      truncated: false,
    }));
  return { run_id: run.id, run_status: run.status, credits: creditsUsed(run), outputs };
}
