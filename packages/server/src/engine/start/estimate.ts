import type { RunEstimate } from '@voiceloom/contract';
import { readBalance } from '../../ledger/credits.ts';
import type { EngineApp } from '../engine-app.ts';
import { canRetry, mainPort, type PlanNode } from '../plan.ts';
import { lineKey } from '../sources/script-lines.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import { generatorCost, type NodeCost, type TakeCounts } from './generator-cost.ts';
import type { PreparedRun } from './prepare.ts';

/** The figures of an estimate. */
export type RunCost = Omit<RunEstimate, 'problems' | 'notes' | 'readings'>;

const NOTHING: NodeCost = { min_credits: 0, expected_credits: 0, max_credits: 0 };

/**
 * The cost of a run. The minimum is every take that is not stored, once. The maximum is every line from
 * scratch with all its retries. A take that was final under the same checks is not expected to be retried.
 * Equal lines run in parallel, so each is expected to cost; a line that starts late enough to find another's
 * take stored costs nothing.
 */
export async function estimateRun(
  app: Pick<EngineApp, 'db' | 'clock'>,
  { request, plan, generators }: PreparedRun,
  accountId: string,
): Promise<RunCost> {
  const { workspace_id, spoken_again } = request;
  const nodes = [...plan.nodes.values()];
  const certain = certainNodes(nodes);
  const costs = new Map<string, NodeCost>();
  const takes: TakeCounts = { new_takes: 0, reused_takes: 0 };
  const ended = new Map<string, Set<string>>();
  const counted = new Set<string>();
  // In execution order: a generator's stored takes decide which lines reach the nodes after it.
  for (const generator of generators) {
    const { node } = generator;
    const estimated = await generatorCost(app.db, generator, {
      workspace_id,
      nodes,
      isCertain: certain.has(node.id),
      isSpokenAgain: spoken_again && ((line) => spoken_again.has(lineKey(line))),
      hasEnded: (line: SimulatedLine) =>
        [...ended].some(([id, lines]) => node.upstream.has(id) && lines.has(lineKey(line))),
      counted,
    });
    costs.set(node.id, estimated.cost);
    ended.set(node.id, new Set(estimated.ending.map(lineKey)));
    takes.new_takes += estimated.takes.new_takes;
    takes.reused_takes += estimated.takes.reused_takes;
  }
  const breakdown = nodes.map(({ id, type }) => ({
    node_id: id,
    node_type: type,
    ...(costs.get(id) ?? NOTHING),
  }));
  const sum = (key: keyof NodeCost): number => breakdown.reduce((total, entry) => total + entry[key], 0);
  const { available } = await readBalance(app.db, accountId, app.clock());
  const min = sum('min_credits');
  const max = sum('max_credits');
  return {
    min_credits: min,
    expected_credits: sum('expected_credits'),
    max_credits: max,
    ...takes,
    breakdown,
    current_balance: available,
    deficit_at_max: Math.max(0, max - available),
    can_run: min <= available,
  };
}

/** The nodes that every line reaches. A check without a loop may drop lines or send them elsewhere. */
function certainNodes(nodes: readonly PlanNode[]): Set<string> {
  const certain = new Set<string>();
  const open = nodes.filter((node) => node.category === 'source');
  for (let node = open.pop(); node; node = open.pop()) {
    if (certain.has(node.id)) continue;
    certain.add(node.id);
    if (node.category === 'validation' && !canRetry(node)) continue;
    const edges = node.ports.get(mainPort(node) ?? '') ?? [];
    const targets = new Set(edges.flatMap((edge) => (edge.back ? [] : [edge.target])));
    open.push(...nodes.filter((next) => targets.has(next.id)));
  }
  return certain;
}
