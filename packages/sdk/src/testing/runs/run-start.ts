import type { RetryRun, StartRun, WorkflowDefinition, WorkflowNode } from '../../generated/types.ts';
import { checkDefinition } from '../../workflow/check.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import type { TestLine } from '../options.ts';
import type { State } from '../state.ts';
import { begin, hasEnded, type RunLine, type SimulatedRun } from './run.ts';

const DEFAULT_LOCALE = 'en-us';

/** A definition with the overrides of a start. */
export function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const { script_text: text, source_language: language } = body;
  const sources = definition.graph.nodes.filter(({ type }) => type === 'source_script');
  if ((text !== undefined || language !== undefined) && sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const nodes = definition.graph.nodes.map((node) => {
    if (node.type !== 'source_script') return node;
    const script = text === undefined ? {} : { input_type: 'text', text };
    const spoken = language === undefined ? {} : { source_language: language.toLowerCase() };
    return { ...node, config: { ...node.config, ...script, ...spoken } };
  });
  const params = { ...definition.execution.params, ...body.params };
  return { graph: { ...definition.graph, nodes }, execution: { ...definition.execution, params } };
}

function textOf({ uploadBytes }: State, { config }: WorkflowNode): string {
  if (config.input_type === 'text') return String(config.text ?? '');
  const ids = (config.upload_ids ?? []) as string[];
  return ids.map((id) => new TextDecoder().decode(uploadBytes.get(id))).join('\n');
}

/** One line for each non-empty line of the text or of the files: formats are not parsed. */
function linesOf(state: State, { graph }: WorkflowDefinition): TestLine[] {
  const sources = graph.nodes.filter(({ type }) => type === 'source_script');
  const texts = sources.flatMap((source) => {
    const locale_code = String(source.config.source_language ?? DEFAULT_LOCALE);
    const rows = textOf(state, source).split(/\r?\n/);
    return rows.flatMap((row) => (row.trim() === '' ? [] : [{ script: row.trim(), locale_code }]));
  });
  return texts.map((text, line_index) => {
    const line_id = `L${String(line_index + 1).padStart(5, '0')}`;
    return { ...text, line_index, line_id, character_name: null };
  });
}

/** The nodes that lines reach without failing a check, those nearer to the source first. */
function reachedNodes({ graph }: WorkflowDefinition): SimulatedRun['nodes'] {
  const reached = new Set(graph.nodes.filter(({ type }) => type.startsWith('source_')).map(({ id }) => id));
  for (const id of reached) {
    for (const { source, sourcePort, target } of graph.edges) {
      if (source === id && sourcePort !== 'fail') reached.add(target);
    }
  }
  const typeOf = new Map(graph.nodes.map(({ id, type }) => [id, type]));
  return [...reached].map((node_id) => ({ node_id, node_type: typeOf.get(node_id) ?? '' }));
}

/** The runs of a workflow, the oldest first. */
export const runsOf = ({ runs }: State, workflowId: string): SimulatedRun[] =>
  [...runs.values()].filter(({ workflow_id }) => workflow_id === workflowId);

type Start = Pick<SimulatedRun, 'workflow_id' | 'definition'> & { kept?: ReadonlyMap<string, RunLine> };

/** Starts a run; throws an error if something prevents it. */
export function start(state: State, { workflow_id, definition, kept }: Start): SimulatedRun {
  const { warnings } = checkDefinition(definition);
  const problems = warnings.filter(({ code }) => code !== 'unreachable_node');
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
  const earlier = runsOf(state, workflow_id);
  const active = earlier.find((run) => !hasEnded(run));
  if (active) {
    const message = `Run ${active.id} of this workflow has not ended. Wait for it, or cancel it.`;
    const details = [
      { field: 'run_id', message: active.id },
      { field: 'workflow_id', message: workflow_id },
    ];
    throw new ApiError('RUN_ALREADY_ACTIVE', message, { details });
  }
  const now = state.clock.iso();
  const run: SimulatedRun = {
    id: state.newId(),
    workflow_id,
    run_number: earlier.length + 1,
    status: 'pending',
    definition: structuredClone(definition),
    created_at: now,
    updated_at: now,
    started_at: null,
    completed_at: null,
    paused_at: null,
    error: null,
    lines: linesOf(state, definition).map((line) => ({ ...line, status: 'waiting', take: null })),
    kept,
    nodes: reachedNodes(definition),
    nodeStatus: 'pending',
    events: [],
    listeners: new Set(),
    clearTimer: () => {},
  };
  begin(state, run);
  return run;
}

/** Retries the lines that are named, or those that failed or were dropped, and keeps the others. */
export function retry(state: State, run: SimulatedRun, { line_ids, lines }: RetryRun): SimulatedRun {
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: only a run that has ended can be retried.`);
  }
  const named =
    line_ids || lines ? [...(line_ids ?? []), ...(lines ?? []).map(({ line_id }) => line_id)] : null;
  const unknown = named?.find((name) => !run.lines.some(({ line_id }) => line_id === name));
  if (unknown !== undefined) {
    const field = line_ids ? `body.line_ids.${line_ids.indexOf(unknown)}` : 'body.lines';
    throw invalid({ field, message: `The run has no line "${unknown}".` });
  }
  const isRetried = ({ line_id, status }: RunLine) =>
    named?.includes(line_id) ?? (status === 'failed' || status === 'dropped');
  const kept = run.lines.filter((line) => !isRetried(line));
  if (kept.length === run.lines.length) {
    throw new ApiError('CONFLICT', 'Every line of the run was delivered: specify the lines to retry.');
  }
  const { workflow_id, definition } = run;
  return start(state, { workflow_id, definition, kept: new Map(kept.map((line) => [line.line_id, line])) });
}
