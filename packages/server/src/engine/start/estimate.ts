import type { RunEstimate, WorkflowDefinition } from '@voiceloom/contract';
import { readBalance } from '../../ledger/credits.ts';
import type { EngineApp } from '../engine-app.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import { castGaps } from './cast-gaps.ts';
import { simulateRun } from './forecast.ts';
import { generatorCost, type NodeCost, type TakeCounts } from './generator-cost.ts';

export interface EstimateRequest {
  workspace_id: string;
  account_id: string;
  definition: WorkflowDefinition;
  /** Keys of lines that get a new take whatever is stored, for a run that keeps the takes of all others. */
  anew?: ReadonlySet<string>;
  /** Keys of the only lines that need a voice; undefined where every line does. */
  voiced?: ReadonlySet<string> | undefined;
  /** The run that is done again: its translations are known. */
  retry_of?: string;
}

/** A line of a script among the lines of a run. */
export const anewKey = (line: { line_id: string; locale_code: string }): string =>
  JSON.stringify([line.line_id, line.locale_code]);

/** The figures; what stands in the way besides the balance is for others to say. */
export type RunCost = Omit<RunEstimate, 'problems'>;

type EstimateApp = Pick<EngineApp, 'db' | 'storage' | 'speech' | 'clock'>;

/**
 * What a run would cost: at least every take that is not stored, once; at most every line from scratch with all its retries. A
 * take that a line ended with under the same checks is not expected to come back from them.
 * Equal lines are spoken side by side, so that each is expected to cost; one that comes late enough to find the take
 * of another stored costs nothing. Scripts that nobody has read yet are named in `notes`.
 */
export async function estimateRun(app: EstimateApp, request: EstimateRequest): Promise<RunCost> {
  const { anew, voiced } = request;
  const foreseen = await simulateRun(app, request);
  const { plan } = foreseen;
  const nodes = [...plan.nodes.values()];
  const notes = [...foreseen.notes];
  const costs = new Map<string, NodeCost>();
  const takes: TakeCounts = { new_takes: 0, reused_takes: 0 };
  const ended = new Map<string, Set<string>>();
  const counted = new Set<string>();
  const needsVoice = (line: { line_id: string; locale_code: string }): boolean =>
    !voiced || voiced.has(anewKey(line));
  // In the running order: what is stored of a generator says which lines get to those behind it.
  for (const node of nodes.toSorted((one, other) => one.depth - other.depth)) {
    if (node.type !== 'operator_generator') continue;
    const isOver = (line: SimulatedLine): boolean =>
      [...ended].some(([id, lines]) => node.upstream.has(id) && lines.has(anewKey(line)));
    const { new_takes, reused_takes, fallbacks, ending, silent, ...cost } = await generatorCost(app, {
      ...{ workspace_id: request.workspace_id, node, nodes, isOver, counted },
      ...{ lines: foreseen.linesAt(node), isAnew: anew && ((line) => anew.has(anewKey(line))) },
      ...{ retry_of: request.retry_of },
    });
    costs.set(node.id, cost);
    ended.set(node.id, new Set(ending.map(anewKey)));
    notes.push(...castGaps(node, fallbacks, { foreseen, silent, needsVoice }));
    takes.new_takes += new_takes;
    takes.reused_takes += reused_takes;
  }
  const breakdown = nodes.map(({ id, type }) => ({
    node_id: id,
    node_type: type,
    ...NOTHING,
    ...costs.get(id),
  }));
  const sum = (key: keyof NodeCost): number => breakdown.reduce((total, entry) => total + entry[key], 0);
  const { available } = await readBalance(app.db, request.account_id, app.clock());
  const max = sum('max_credits');
  return {
    min_credits: sum('min_credits'),
    expected_credits: sum('expected_credits'),
    max_credits: max,
    ...takes,
    breakdown,
    current_balance: available,
    deficit_at_max: Math.max(0, max - available),
    can_run: sum('min_credits') <= available,
    readings: foreseen.readings,
    notes: notes.map(({ field: _field, ...note }) => note),
  };
}

const NOTHING: NodeCost = { min_credits: 0, expected_credits: 0, max_credits: 0 };
