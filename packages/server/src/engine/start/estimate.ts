import type { RunEstimate, RunLimit } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import { type BudgetedRun, findBudgets } from '../../ledger/budgets.ts';
import { hasUnlimitedCredits, readAccountSnapshot } from '../../ledger/credits.ts';
import { countRetriesInto } from '../casting/checks-key.ts';
import { findModel } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import { canRetry, findMainPort, type Plan, type PlanNode, parseConfig } from '../plan.ts';
import { findSpeechRate, type Payers } from '../provider-calls/payers.ts';
import { computeStartHold, findDenyingBudget, type MinimumCost } from '../runs/spending.ts';
import { lineKey } from '../sources/script-lines.ts';
import type { EstimateNote } from '../sources/source-lines.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import { estimateGenerator, type NodeCost, type TakeCounts } from './generator-cost.ts';
import type { PreparedRun } from './prepare.ts';

/** The figures of an estimate. */
export type RunCost = Omit<RunEstimate, 'problems' | 'readings' | 'voices'>;

/** The figures that do not depend on an account. */
export type TakeCost = Omit<RunCost, 'current_balance' | 'deficit_at_max' | 'limits' | 'can_run'> &
  MinimumCost;

const ZERO_COST: NodeCost = { min_credits: 0, expected_credits: 0, max_credits: 0 };

/** Who pays for a run, and how much at most. */
export interface RunSpender {
  account_id: string;
  /** The cap; undefined without one. */
  max_credits?: number | undefined;
  /** Whose budgets apply; undefined: none. */
  run?: BudgetedRun | undefined;
}

/** The smallest figure of an estimate that is over the limit. */
function findExceededFigure(cost: NodeCost, limit: number): RunLimit['exceeded_by'] {
  if (cost.min_credits > limit) return 'minimum';
  if (cost.expected_credits > limit) return 'expected';
  if (cost.max_credits > limit) return 'maximum';
  return 'none';
}

/** The cost of a run, and the credits of the account. */
export async function estimateRun(
  app: Pick<EngineApp, 'db' | 'clock'>,
  prepared: PreparedRun,
  spender: RunSpender,
): Promise<RunCost> {
  const { account_id, max_credits } = spender;
  const { spends_usd, ...cost } = await estimateCost(app, prepared);
  const account = await readAccountSnapshot(app.db, account_id, app.clock());
  const { available } = account;
  const limits: RunLimit[] = [];
  if (max_credits !== undefined)
    limits.push({
      source: 'cap',
      budget_id: null,
      name: 'max_credits',
      action: 'pause',
      available_credits: max_credits,
      available_usd_micros: null,
      exceeded_by: findExceededFigure(cost, max_credits),
    });
  const budgets = spender.run ? await findBudgets(app.db, spender.run, app.clock()) : [];
  for (const { budget, room } of budgets) {
    let available_usd_micros: number | null = null;
    if (budget.limit_usd_micros !== null) available_usd_micros = Math.max(0, room.usd_micros);
    let available_credits: number | null = null;
    if (budget.limit_credits !== null) available_credits = Math.max(0, room.credits);
    limits.push({
      source: 'budget',
      budget_id: budget.id,
      name: budget.name,
      action: budget.action as RunLimit['action'],
      available_credits,
      available_usd_micros,
      exceeded_by: available_credits === null ? 'none' : findExceededFigure(cost, available_credits),
    });
  }
  const { min_credits } = cost;
  const maxSpentCredits = Math.min(cost.max_credits, max_credits ?? cost.max_credits);
  const canReserve = computeStartHold(budgets, { min_credits, max_credits }) <= available;
  return {
    ...cost,
    current_balance: hasUnlimitedCredits(account) ? null : available,
    deficit_at_max: Math.max(0, maxSpentCredits - available),
    limits,
    can_run: canReserve && !findDenyingBudget(budgets, { min_credits, spends_usd }),
  };
}

/**
 * The cost of a run. The minimum counts every take that is not stored once. The maximum counts every line from scratch,
 * with all its retries. A take that was final under the same checks is not expected to be retried. Equal lines run in
 * parallel, so each is expected to cost, although a line that starts later may find the stored take of another.
 */
export async function estimateCost(
  { db }: Pick<EngineApp, 'db'>,
  { request, plan, generators }: PreparedRun,
): Promise<TakeCost> {
  const { workspace_id, spoken_again } = request;
  const nodes = [...plan.nodes.values()];
  const certainNodes = findCertainNodes(nodes);
  const costs = new Map<string, NodeCost>();
  const takes: TakeCounts = { new_takes: 0, reused_takes: 0, locked_takes: 0 };
  // By generator, the keys of the lines that no later generator is expected to speak.
  const endingLines = new Map<string, Set<string>>();
  const countedTakes = new Set<string>();
  const notes: EstimateNote[] = [];
  let spends_usd = false;
  // In execution order: a generator's stored takes decide which lines reach the nodes after it.
  for (const generator of generators) {
    const { node } = generator;
    const estimate = await estimateGenerator(db, generator, {
      workspace_id,
      nodes,
      isCertain: certainNodes.has(node.id),
      isSpokenAgain: spoken_again && ((line) => spoken_again.has(lineKey(line))),
      keepsOthers: request.keeps_others === true,
      hasEnded: (line: SimulatedLine) =>
        [...endingLines].some(([id, lines]) => node.upstream.has(id) && lines.has(lineKey(line))),
      countedTakes,
    });
    costs.set(node.id, estimate.cost);
    spends_usd ||= estimate.spends_usd;
    endingLines.set(node.id, new Set(estimate.endingLines.map(lineKey)));
    takes.new_takes += estimate.takes.new_takes;
    takes.reused_takes += estimate.takes.reused_takes;
    takes.locked_takes += estimate.takes.locked_takes;
    if (estimate.local_seconds >= 1) {
      const time = describeSeconds(estimate.local_seconds);
      const message = `The local models need ${time} for the new takes on one machine like this.`;
      notes.push({ node_id: node.id, code: 'local_speaking_time', message });
    }
  }
  const breakdown = nodes.map(({ id, type }) => ({
    node_id: id,
    node_type: type,
    ...(costs.get(id) ?? ZERO_COST),
  }));
  const sum = (key: keyof NodeCost): number => breakdown.reduce((total, entry) => total + entry[key], 0);
  return {
    min_credits: sum('min_credits'),
    expected_credits: sum('expected_credits'),
    max_credits: sum('max_credits'),
    ...takes,
    breakdown,
    notes,
    spends_usd,
  };
}

/** `about 40 minutes`. The text and the machine vary too much for more digits. */
function describeSeconds(seconds: number): string {
  if (seconds < 90) return `about ${countText(Math.round(seconds), 'second')}`;
  if (seconds < 90 * 60) return `about ${countText(Math.round(seconds / 60), 'minute')}`;
  return `about ${countText(Math.round(seconds / 3_600), 'hour')}`;
}

/** The nodes that every line reaches. A check without a loop may drop lines or send them elsewhere. */
function findCertainNodes(nodes: readonly PlanNode[]): Set<string> {
  const certainIds = new Set<string>();
  const openNodes = nodes.filter((node) => node.category === 'source');
  for (let node = openNodes.pop(); node; node = openNodes.pop()) {
    if (certainIds.has(node.id)) continue;
    certainIds.add(node.id);
    if (node.category === 'validation' && !canRetry(node)) continue;
    const edges = node.ports.get(findMainPort(node) ?? '') ?? [];
    const targets = new Set(edges.filter(({ leads_back }) => !leads_back).map(({ target }) => target));
    openNodes.push(...nodes.filter((next) => targets.has(next.id)));
  }
  return certainIds;
}

/** The price of 1,000 characters in a workflow, for any script. */
export function estimateCreditRates({ speech }: Pick<EngineApp, 'speech'>, plan: Plan, payers: Payers) {
  const nodes = [...plan.nodes.values()];
  const generators = nodes
    .filter((node) => node.type === 'operator_generator')
    .map((node) => findGeneratorRate({ speech, payers }, node, nodes));
  const singlePrices = plan.sources.map((source) => {
    // The nodes that a line reaches when it passes every check. The loop also visits the nodes that it adds.
    const reachedIds = new Set([source.id]);
    for (const id of reachedIds) {
      for (const [port, edges] of plan.nodes.get(id)?.ports ?? [])
        if (port !== 'fail') for (const edge of edges) reachedIds.add(edge.target);
    }
    return sumRates(generators.filter(({ node_id }) => reachedIds.has(node_id)));
  });
  const maxPrices = plan.sources.map((source) => {
    const reachedGenerators = generators.filter(({ node_id }) =>
      plan.nodes.get(node_id)?.upstream.has(source.id),
    );
    return sumRates(reachedGenerators, (rate) => 1 + rate.max_retries);
  });
  return {
    /**
     * The price if each generator that a line reaches speaks it once. With several sources, the most expensive one
     * counts.
     */
    credits_per_1000_characters: findHighestPrice(singlePrices),
    max_credits_per_1000_characters: findHighestPrice(maxPrices),
    generators,
  };
}

type GeneratorRate = ReturnType<typeof findGeneratorRate>;

/** The price of a generator for 1,000 characters; null if the provider is not set up, or is chosen per run. */
function findGeneratorRate(
  { speech, payers }: Pick<EngineApp, 'speech'> & { payers: Payers },
  node: PlanNode,
  nodes: PlanNode[],
) {
  const config = parseConfig(node, 'operator_generator');
  const provider = config.routing.mode === 'auto' ? undefined : speech.get(config.provider);
  const model = provider && findModel(provider, config.model);
  const rate = provider && model && findSpeechRate(payers, provider, model);
  return {
    node_id: node.id,
    provider: config.provider,
    model: model?.id ?? null,
    credits_per_1000_characters: rate?.credits_per_1000_characters ?? null,
    paid_by: rate?.paid_by ?? null,
    max_retries: countRetriesInto(node, nodes),
  };
}

/** The price of all generators, each multiplied by how many times it speaks a line; null if a price is unknown. */
function sumRates(rates: GeneratorRate[], countTimes = (_rate: GeneratorRate): number => 1): number | null {
  let sum = 0;
  for (const rate of rates) {
    if (rate.credits_per_1000_characters === null) return null;
    sum += rate.credits_per_1000_characters * countTimes(rate);
  }
  return sum;
}

/** The highest price, or 0 without any; null if one is unknown. */
function findHighestPrice(prices: readonly (number | null)[]): number | null {
  let highestPrice = 0;
  for (const price of prices) {
    if (price === null) return null;
    highestPrice = Math.max(highestPrice, price);
  }
  return highestPrice;
}
