import type { NodeState, NodeStatus, RunStatus, RunStep } from '@voiceloom/contract';
import type { Db, Row } from '../../db/index.ts';
import { isFinal, listProviderChoices } from '../../engine/index.ts';
import { errorFields } from '../../errors.ts';
import { namedId } from '../../ids.ts';
import { isSink, isValidator, nodesOf, type RunNode } from './nodes.ts';
import { getRunWithGraph, type RunRef } from './queries.ts';
import { statusOfRun, toTime } from './view.ts';

type StepRow = Row<'run_step'>;

/** Every pass of every node of a run, a few hundred at most. */
export function findSteps(db: Db, runId: string): Promise<StepRow[]> {
  return db.selectFrom('run_step').selectAll().where('run_id', '=', runId).orderBy('iteration').execute();
}

export async function listSteps(
  db: Db,
  runRef: RunRef,
  filter: {
    include_result: boolean;
    node_type?: string | undefined;
    node_id?: string | undefined;
  },
): Promise<RunStep[]> {
  const run = await getRunWithGraph(db, runRef);
  const nodes = nodesOf(run.definition);
  const steps = await findSteps(db, run.id);
  const routes = filter.include_result ? await listProviderChoices(db, run.id) : [];
  const context = { run_status: statusOfRun(run), include_result: filter.include_result, routes };
  return nodes
    .filter((node) => filter.node_type === undefined || node.type === filter.node_type)
    .filter((node) => filter.node_id === undefined || node.id === filter.node_id)
    .flatMap((node) => steps.filter((step) => step.node_id === node.id).map((step) => ({ node, step })))
    .toSorted((one, other) => startTime(one.step) - startTime(other.step))
    .map(({ node, step }) => stepView(node, step, context));
}

/** Sorts passes that have not begun last. */
function startTime(step: StepRow): number {
  return step.started_at?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function stepView(
  node: RunNode,
  step: StepRow,
  context: {
    run_status: RunStatus;
    include_result: boolean;
    /** The providers that generators chose for each locale, with the reasons. */
    routes: Awaited<ReturnType<typeof listProviderChoices>>;
  },
): RunStep {
  const { run_status, include_result, routes } = context;
  const { total, done, failed, passed: passedCount, rejected } = step;
  const chosenRoutes = routes
    .filter(({ node_id }) => node_id === node.id)
    .map(({ node_id: _, ...route }) => route);
  const result = {
    total,
    done,
    failed,
    passed: passedCount,
    rejected,
    ...(chosenRoutes.length > 0 && { provider_selections: chosenRoutes }),
  };
  const hasResult = done + failed > 0;
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
    result: include_result && hasResult ? result : null,
    has_result: hasResult,
    active_ports: hasResult ? activePorts(node, step) : null,
    ...errorFields(step.error),
  };
}

function activePorts(node: RunNode, { passed: passedCount, rejected }: StepRow): string[] {
  if (isSink(node) || node.main_port === undefined) return [];
  const ports = passedCount > 0 ? [node.main_port] : [];
  return isValidator(node) && rejected > 0 ? [...ports, 'fail'] : ports;
}

/** The end of its run cancels a pass that is in progress. */
function stepStatus(step: StepRow, runStatus: RunStatus): NodeStatus {
  if (step.error) return 'failed';
  const ended = isFinal(runStatus);
  if (!step.finished_at && !ended) return step.started_at ? 'running' : 'pending';
  const isCut = !step.finished_at || step.done + step.failed < step.total;
  if (ended && runStatus !== 'completed' && isCut) return 'cancelled';
  return step.failed > 0 && step.failed === step.total ? 'failed' : 'completed';
}

/** The states of all nodes, even of those that no line reached. */
export function nodeStates(
  nodes: readonly RunNode[],
  steps: readonly StepRow[],
  { run_status, now }: { run_status: RunStatus; now: Date },
): NodeState[] {
  return nodes.map((node) => {
    const passes = steps.filter((step) => step.node_id === node.id);
    const status = nodeStatus(passes, run_status);
    const started = edgeTime(passes, 'started_at', Math.min);
    const open = status === 'running' || status === 'pending';
    const finished = open ? null : edgeTime(passes, 'finished_at', Math.max);
    const until = finished ?? now.getTime();
    return {
      node_id: node.id,
      node_type: node.type,
      node_display_name: node.label,
      status,
      iteration: passes.length,
      started_at: isoTime(started),
      completed_at: isoTime(finished),
      duration_ms: started === null ? 0 : Math.max(0, until - started),
      ...errorFields(passes.find((pass) => pass.error)?.error ?? null),
    };
  });
}

function edgeTime(
  passes: readonly StepRow[],
  key: 'started_at' | 'finished_at',
  pick: (...times: number[]) => number,
): number | null {
  const times = passes.flatMap((pass) => pass[key]?.getTime() ?? []);
  return times.length === 0 ? null : pick(...times);
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function nodeStatus(passes: readonly StepRow[], runStatus: RunStatus): NodeStatus {
  if (passes.length === 0) {
    if (!isFinal(runStatus)) return 'pending';
    return runStatus === 'cancelled' ? 'cancelled' : 'skipped';
  }
  const statuses = new Set(passes.map((pass) => stepStatus(pass, runStatus)));
  if (passes.some((pass) => pass.error)) return 'failed';
  if (statuses.has('running')) return 'running';
  if (statuses.has('pending')) return statuses.size > 1 ? 'running' : 'pending';
  if (statuses.has('cancelled')) return 'cancelled';
  return statuses.has('completed') ? 'completed' : 'failed';
}
