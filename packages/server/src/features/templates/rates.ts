import type { NodeConfig, WorkflowDefinition } from '@voiceloom/contract';
import {
  compilePlan,
  configOf,
  rateOf as creditRate,
  type EngineApp,
  modelOf,
  type Plan,
  type PlanNode,
  retriesInto,
} from '../../engine/index.ts';

/** What one generator asks for 1,000 characters; null where nobody is set up for it, or is chosen only in a run. */
export interface GeneratorRate {
  node_id: string;
  provider: NodeConfig<'operator_generator'>['provider'];
  model: string | null;
  credits_per_1000_characters: number | null;
  max_retries: number;
}

export interface DefinitionRates {
  /** Every line spoken once by each generator it comes to; of several sources the dearest counts. */
  credits_per_1000_characters: number | null;
  max_credits_per_1000_characters: number | null;
  generators: GeneratorRate[];
}

/** What 1,000 characters cost in a definition, whatever its script says. Reads nothing. */
export function ratesOf(
  { speech }: Pick<EngineApp, 'speech'>,
  definition: WorkflowDefinition,
): DefinitionRates {
  const plan = compilePlan(definition);
  const nodes = [...plan.nodes.values()];
  const generators = nodes
    .filter((node) => node.type === 'operator_generator')
    .map((node) => rateOf({ speech }, node, nodes));
  const once = plan.sources.map((source) => {
    const reached = reachedWithoutFault(plan, source);
    return total(generators.filter(({ node_id }) => reached.has(node_id)));
  });
  const most = plan.sources.map((source) => {
    const reached = generators.filter(({ node_id }) => plan.nodes.get(node_id)?.upstream.has(source.id));
    return total(reached, (rate) => 1 + rate.max_retries);
  });
  return {
    credits_per_1000_characters: dearest(once),
    max_credits_per_1000_characters: dearest(most),
    generators,
  };
}

function rateOf({ speech }: Pick<EngineApp, 'speech'>, node: PlanNode, nodes: PlanNode[]): GeneratorRate {
  const config = configOf(node, 'operator_generator');
  const provider = config.routing.mode === 'auto' ? undefined : speech.get(config.provider);
  const model = provider && modelOf(provider, config.model);
  return {
    node_id: node.id,
    provider: config.provider,
    model: model?.id ?? null,
    credits_per_1000_characters: provider && model ? creditRate(provider, model) : null,
    max_retries: retriesInto(node, nodes),
  };
}

/** Nodes that a line comes to when every check passes. */
function reachedWithoutFault(plan: Plan, source: PlanNode): Set<string> {
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

function dearest(sums: (number | null)[]): number | null {
  return sums.reduce<number | null>(
    (most, sum) => (most === null || sum === null ? null : Math.max(most, sum)),
    0,
  );
}
