import { extensionOf } from '@voiceloom/audio';
import type { RunOutputs } from '@voiceloom/contract';
import type { Db } from '../../../db/index.ts';
import { createNamer } from '../../../export/files.ts';
import { nodesOf, sinksOf } from '../nodes.ts';
import { getRunWithGraph, type RunRef } from '../queries.ts';
import { findSteps, nodeStates } from '../steps.ts';
import { statusOfRun } from '../view.ts';
import { countDeliveries, findOutputLines } from './lines.ts';

const SHOWN_LINES = 100;

/** The deliveries of each sink: its first lines with their paths in the export, and the number of other lines. */
export async function getOutputs(db: Db, place: RunRef, now: Date): Promise<RunOutputs> {
  const run = await getRunWithGraph(db, place);
  const { id: run_id, workspace_id, definition } = run;
  const run_status = statusOfRun(run);
  const sinks = sinksOf(definition);
  const sink_ids = sinks.map(({ node }) => node.id);
  const [lines, counts, steps] = await Promise.all([
    findOutputLines(db, { workspace_id, run_id, sink_ids, limit: SHOWN_LINES }),
    countDeliveries(db, run_id, sink_ids),
    findSteps(db, run_id),
  ]);
  const states = nodeStates(nodesOf(definition), steps, { run_status, now });
  const outputs = sinks.map(({ node, config }) => {
    const nameOf = createNamer(config.file_pattern, run);
    const shown = lines.filter((line) => line.node_id === node.id);
    const line_count = counts.get(node.id) ?? 0;
    return {
      node_id: node.id,
      node_type: node.type,
      display_name: node.label,
      status: states.find((state) => state.node_id === node.id)?.status ?? 'pending',
      lines: shown.map(({ node_id: _, format, voice_name, ...line }) => ({
        ...line,
        file: nameOf({ ...line, voice_name, ext: extensionOf(format) }),
      })),
      line_count,
      truncated: line_count > shown.length,
    };
  });
  return { run_id, run_status, credits: run.credits, outputs };
}
