import { reachableFrom } from '../../generated/rules/graph.ts';
import { findNodeType } from '../../generated/rules/node-facts.ts';
import type { LineCompletedEvent, NodeStatus, RunDetail, RunEvent } from '../../generated/types.ts';
import type { TestLine } from '../options.ts';

/** A line of a run with its outcome; the figures of its take are 0 until it is spoken. */
export type RunLine = TestLine &
  Omit<LineCompletedEvent['data'], 'status' | 'retry_count'> & {
    status: 'waiting' | LineCompletedEvent['data']['status'] | 'failed';
    /** The number of spoken characters: 0 if the take was reused. */
    characters: number;
  };

/** What is known about a run before it starts. */
export interface RunFacts {
  id: string;
  workflow_id: string;
  run_number: number;
  created_at: string;
  definition_snapshot: RunDetail['definition_snapshot'];
  lines: TestLine[];
}

/** A run that has not started. */
export function newRun({ lines, ...facts }: RunFacts) {
  const { graph } = facts.definition_snapshot;
  const sources = graph.nodes.filter(({ type }) => type.startsWith('source_')).map(({ id }) => id);
  const passEdges = graph.edges.filter(({ sourcePort }) => sourcePort !== 'fail');
  const reachableIds = reachableFrom(sources, passEdges);
  const reachableNodes = graph.nodes.filter(({ id }) => reachableIds.has(id));
  const silence = { audio_id: null, duration_ms: null, credits: 0, reused: false, characters: 0 };
  return {
    ...facts,
    status: 'pending' as RunDetail['status'],
    updated_at: facts.created_at,
    started_at: null as string | null,
    completed_at: null as string | null,
    error_details: null as RunDetail['error_details'],
    lines: lines.map((line): RunLine => ({ ...line, ...silence, status: 'waiting' })),
    /** The nodes that lines reach without failing a check, in the order of the definition. */
    nodes: reachableNodes.map(({ id, type, name }) => {
      const display_name = name ?? findNodeType(type)?.display_name ?? 'Node';
      return { node_id: id, node_type: type, display_name };
    }),
    nodeStatus: 'pending' as NodeStatus,
    events: [] as RunEvent[],
    /** Called once, after the next event. */
    listeners: new Set<() => void>(),
  };
}

/** A run with its lines and events. */
export type SimulatedRun = ReturnType<typeof newRun>;

/** Whether a run never changes again. */
export const hasEnded = ({ completed_at }: SimulatedRun): boolean => completed_at !== null;

/** A line with audio. */
export type DeliveredLine = RunLine & { audio_id: string; duration_ms: number };

/** The lines with audio that is delivered, each with the path of its file in the ZIP. */
export const deliveredLines = ({ lines }: SimulatedRun) =>
  lines
    .filter((line): line is DeliveredLine => line.status === 'delivered')
    .map((line) => ({ ...line, file: `${line.locale_code}/${line.line_id}.wav` }));
