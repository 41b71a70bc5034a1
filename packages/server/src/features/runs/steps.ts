import type { NodeState, NodeStatus, RunStatus, RunStep } from '@voiceloom/contract';
import type { Db, Row } from '../../db/index.ts';
import { isFinal, listProviderChoices } from '../../engine/index.ts';
import { errorFields } from '../../errors.ts';
import { namedId } from '../../ids.ts';
import { isSink, isValidator, listNodes, type RunNode } from './nodes.ts';
import { getRunWithGraph, type RunRef } from './queries.ts';
import { toRunStatus, toTime } from './view.ts';

type StepRow = Row<'run_step'>;

/** Every pass of every node of a run, a few hundred at most. */
export function findSteps(db: Db, runId: string): Promise<StepRow[]> {
  return db.selectFrom('run_step').selectAll().where('run_id', '=', runId).orderBy('iteration').execute();
}

/** The passes of a run's nodes in the order of their start. */
export async function listSteps(
  db: Db,
  runRef: RunRef,
  filter: {
    include_result: boolean;
    node_type?: string | undefined;
    node_id?: string | undefined;
  },
): Promise<RunStep[]> {
  const { include_result, node_type, node_id } = filter;
  const run = await getRunWithGraph(db, runRef);
  const run_status = toRunStatus(run);
  const steps = await findSteps(db, run.id);
  const selections = include_result ? await listProviderChoices(db, run.id) : [];
  const passes: { node: RunNode; step: StepRow }[] = [];
  for (const node of listNodes(run.definition)) {
    if (node.type !== (node_type ?? node.type) || node.id !== (node_id ?? node.id)) continue;
    for (const step of steps) if (step.node_id === node.id) passes.push({ node, step });
  }
  return passes
    .sort((a, b) => startTime(a.step) - startTime(b.step))
    .map(({ node, step }) => stepView(node, step, { run_status, include_result, selections }));
}

/** Sorts passes that have not begun last. */
function startTime(step: StepRow): number {
  return step.started_at?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

/** A pass as the API returns it. */
function stepView(
  node: RunNode,
  step: StepRow,
  context: {
    run_status: RunStatus;
    include_result: boolean;
    /** The providers that generators chose for each locale, with the reasons. */
    selections: Awaited<ReturnType<typeof listProviderChoices>>;
  },
): RunStep {
  const { run_status, include_result, selections } = context;
  const { total, done, failed, passed: passedCount, rejected } = step;
  const hasResult = done + failed > 0;
  let result: RunStep['result'] = null;
  if (include_result && hasResult) {
    result = { total, done, failed, passed: passedCount, rejected };
    const provider_selections = selections
      .filter(({ node_id }) => node_id === node.id)
      .map(({ node_id: _, ...selection }) => selection);
    if (provider_selections.length > 0) result.provider_selections = provider_selections;
  }
  const activePorts: string[] = [];
  if (!isSink(node) && node.main_port !== undefined) {
    if (passedCount > 0) activePorts.push(node.main_port);
    if (isValidator(node) && rejected > 0) activePorts.push('fail');
  }
  return {
    // The table has no IDs of passes. This one is derived from the key, so it never changes.
    id: namedId(`run-step/${step.run_id}/${step.node_id}/${step.iteration}`),
    node_id: step.node_id,
    node_type: step.node_type,
    node_display_name: node.label,
    status: stepStatus(step, run_status),
    iteration: step.iteration,
    started_at: toTime(step.started_at),
    completed_at: toTime(step.finished_at),
    result,
    has_result: hasResult,
    active_ports: hasResult ? activePorts : null,
    ...errorFields(step.error),
  };
}

/** The end of its run cancels a pass that is in progress. */
function stepStatus(step: StepRow, runStatus: RunStatus): NodeStatus {
  if (step.error) return 'failed';
  const hasEnded = isFinal(runStatus);
  if (!step.finished_at && !hasEnded) return step.started_at ? 'running' : 'pending';
  const isCut = !step.finished_at || step.done + step.failed < step.total;
  if (hasEnded && runStatus !== 'completed' && isCut) return 'cancelled';
  return step.failed > 0 && step.failed === step.total ? 'failed' : 'completed';
}

/** The states of all nodes, even of those that no line reached. */
export function buildNodeStates(
  nodes: readonly RunNode[],
  steps: readonly StepRow[],
  { run_status, now }: { run_status: RunStatus; now: Date },
): NodeState[] {
  return nodes.map((node) => {
    const passes = steps.filter((step) => step.node_id === node.id);
    const status = nodeStatus(passes, run_status);
    const start = findEdgeTime(passes, 'started_at', Math.min);
    const isOpen = status === 'running' || status === 'pending';
    const end = isOpen ? null : findEdgeTime(passes, 'finished_at', Math.max);
    const until = end ?? now;
    return {
      node_id: node.id,
      node_type: node.type,
      node_display_name: node.label,
      status,
      iteration: passes.length,
      started_at: toTime(start),
      completed_at: toTime(end),
      duration_ms: Math.max(0, until.getTime() - (start ?? until).getTime()),
      ...errorFields(passes.find((pass) => pass.error)?.error ?? null),
    };
  });
}

/** The earliest or latest of the times that passes have; null if none has one. */
function findEdgeTime(
  passes: readonly StepRow[],
  key: 'started_at' | 'finished_at',
  pick: (...times: number[]) => number,
): Date | null {
  const times = passes.flatMap((pass) => pass[key]?.getTime() ?? []);
  return times.length === 0 ? null : new Date(pick(...times));
}

/** The status of a node, from all of its passes. */
function nodeStatus(passes: readonly StepRow[], runStatus: RunStatus): NodeStatus {
  if (passes.length === 0) {
    if (!isFinal(runStatus)) return 'pending';
    return runStatus === 'cancelled' ? 'cancelled' : 'skipped';
  }
  const statuses = new Set(passes.map((pass) => stepStatus(pass, runStatus)));
  if (passes.some((pass) => pass.error)) return 'failed';
  if (statuses.has('running')) return 'running';
  // Between two passes, one has ended and the next one waits.
  if (statuses.has('pending')) return statuses.size > 1 ? 'running' : 'pending';
  if (statuses.has('cancelled')) return 'cancelled';
  return statuses.has('completed') ? 'completed' : 'failed';
}
