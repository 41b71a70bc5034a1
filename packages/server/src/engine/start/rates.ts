import type { NodeConfig } from '@voiceloom/contract';
import { modelOf, rateOf } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import { configOf, type Plan, type PlanNode } from '../plan.ts';
import { retriesInto } from './checks-key.ts';

/**
 * The price of a generator for 1,000 characters; null if the provider is not set up, or is chosen per run.
 */
interface GeneratorRate {
  node_id: string;
  provider: NodeConfig<'operator_generator'>['provider'];
  model: string | null;
  credits_per_1000_characters: number | null;
  max_retries: number;
}

export interface PlanRates {
  /**
   * The price if each generator on the way speaks every line once. With several sources, the most expensive
   * one counts.
   */
  credits_per_1000_characters: number | null;
  max_credits_per_1000_characters: number | null;
  generators: GeneratorRate[];
}

/** The price of 1,000 characters in a workflow, for any script. */
export function planRates({ speech }: Pick<EngineApp, 'speech'>, plan: Plan): PlanRates {
  const nodes = [...plan.nodes.values()];
  const generators = nodes
    .filter((node) => node.type === 'operator_generator')
    .map((node) => generatorRate({ speech }, node, nodes));
  const once = plan.sources.map((source) => {
    const reached = reachedWithoutRetries(plan, source);
    return total(generators.filter(({ node_id }) => reached.has(node_id)));
  });
  const most = plan.sources.map((source) => {
    const reached = generators.filter(({ node_id }) => plan.nodes.get(node_id)?.upstream.has(source.id));
    return total(reached, (rate) => 1 + rate.max_retries);
  });
  return {
    credits_per_1000_characters: highest(once),
    max_credits_per_1000_characters: highest(most),
    generators,
  };
}

function generatorRate(
  { speech }: Pick<EngineApp, 'speech'>,
  node: PlanNode,
  nodes: PlanNode[],
): GeneratorRate {
  const config = configOf(node, 'operator_generator');
  const provider = config.routing.mode === 'auto' ? undefined : speech.get(config.provider);
  const model = provider && modelOf(provider, config.model);
  return {
    node_id: node.id,
    provider: config.provider,
    model: model?.id ?? null,
    credits_per_1000_characters: provider && model ? rateOf(provider, model) : null,
    max_retries: retriesInto(node, nodes),
  };
}

/** Nodes that a line reaches when it passes every check. */
function reachedWithoutRetries(plan: Plan, source: PlanNode): Set<string> {
  const reached = new Set([source.id]);
  for (const id of reached) {
    for (const [port, edges] of plan.nodes.get(id)?.ports ?? []) {
      if (port !== 'fail') for (const edge of edges) reached.add(edge.target);
    }
  }
  return reached;
}

function total(rates: GeneratorRate[], times: (rate: GeneratorRate) => number = () => 1): number | null {
  return rates.reduce<number | null>((sum, rate) => {
    const credits = rate.credits_per_1000_characters;
    return sum === null || credits === null ? null : sum + credits * times(rate);
  }, 0);
}

const highest = (sums: (number | null)[]): number | null =>
  sums.some((sum) => sum === null) ? null : Math.max(0, ...sums.map(Number));
