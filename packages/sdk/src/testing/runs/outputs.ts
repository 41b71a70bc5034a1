import { nodeTypes } from '../../generated/node-types.ts';
import type { DownloadLink, RunOutputs } from '../../generated/types.ts';
import { sha256Of } from '../../transport/bytes.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import type { State } from '../state.ts';
import { toneOf, zipOf } from './audio.ts';
import { type DeliveredLine, deliveredLines, hasEnded, type SimulatedRun, viewOf } from './run.ts';

/** The path of the audio of a line in the ZIP. */
const pathOf = ({ locale_code, line_id }: DeliveredLine): string => `${locale_code}/${line_id}.wav`;

/** A signed URL of the audio of a line. */
export function audioLink(state: State, line: DeliveredLine): DownloadLink {
  const filename = `${line.line_id}-${line.locale_code}.wav`;
  return state.link({ filename, content_type: 'audio/wav', bytes: toneOf(line) });
}

/** The name of a node. */
export function nodeName({ definition }: SimulatedRun, nodeId: string): string {
  const node = definition.graph.nodes.find(({ id }) => id === nodeId);
  const types: Record<string, { display_name: string } | undefined> = nodeTypes;
  return node?.name ?? types[node?.type ?? '']?.display_name ?? 'Node';
}

/** The delivered lines of each output node. */
export function outputsOf(state: State, run: SimulatedRun): RunOutputs {
  const lines = deliveredLines(run).map((line) => ({ ...line, file: pathOf(line) }));
  const sinks = run.nodes.filter(({ node_type }) => node_type === 'sink_preview');
  const outputs = sinks.map((node) => {
    const display_name = nodeName(run, node.node_id);
    return {
      ...node,
      display_name,
      status: run.nodeStatus,
      lines,
      line_count: lines.length,
      truncated: false,
    };
  });
  return { ...viewOf(state, run), outputs };
}

/** Letters and digits; other characters become hyphens. */
const fileStem = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');

/** One JSON object for each delivered file. */
async function fileList(state: State, run: SimulatedRun): Promise<string> {
  const rows = deliveredLines(run).map(async (line) => {
    const { line_id, locale_code } = line;
    const bytes = toneOf(line);
    const { url, expires_at } = audioLink(state, line);
    const facts = { file: pathOf(line), line_id, locale_code, content_type: 'audio/wav' };
    const size = { size_bytes: bytes.length, sha256: await sha256Of(bytes) };
    return `${JSON.stringify({ ...facts, ...size, url, expires_at })}\n`;
  });
  return (await Promise.all(rows)).join('');
}

/** A ZIP with the audio of a run, or, for every other format, the list of its files. */
export async function exportLink(
  state: State,
  run: SimulatedRun,
  { format = 'zip', label = '' }: { format?: string; label?: string },
): Promise<DownloadLink> {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. It can be downloaded once it has ended.`);
  }
  const lines = deliveredLines(run);
  if (lines.length === 0) throw notFound('audio');
  const workflow = state.workflows.get(run.workflow_id)?.name ?? '';
  const name = [workflow, `run-${run.run_number}`, label].map(fileStem).filter(Boolean).join('-');
  if (format === 'zip') {
    const bytes = zipOf(lines.map((line) => ({ name: pathOf(line), bytes: toneOf(line) })));
    return state.link({ filename: `${name}.zip`, content_type: 'application/zip', bytes });
  }
  const bytes = new TextEncoder().encode(await fileList(state, run));
  return state.link({ filename: `${name}.jsonl`, content_type: 'application/jsonl', bytes });
}
