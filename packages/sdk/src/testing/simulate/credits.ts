import { blanks } from '../../generated/test-contract.ts';
import type { RunEstimate, WorkflowDefinition } from '../../generated/types.ts';
import type { World } from '../world.ts';
import { accountOf } from './account.ts';
import { linesOf } from './script-lines.ts';

/** What the embedded engine costs; the test server speaks at no other rate. */
export const CREDITS_PER_1000 = 10;

/** Credits of one take, rounded up. */
export const creditsOf = (text: string): number => Math.ceil(([...text].length * CREDITS_PER_1000) / 1_000);

/** Names what decides how a take sounds, here: who speaks which text in which language. */
export const takeKey = (workspaceId: string, locale: string, text: string): string =>
  [workspaceId, locale, text].join('\n');

/** What a run would cost, every line spoken once by each generator. */
export function estimate(world: World, definition: WorkflowDefinition, workspaceId: string): RunEstimate {
  const { balance } = accountOf(world, workspaceId);
  const lines = linesOf(world, definition);
  const once = lines.reduce((sum, { script }) => sum + creditsOf(script), 0);
  const breakdown = definition.graph.nodes.map(({ id, type }) => {
    const credits = type === 'operator_generator' ? once : 0;
    return {
      node_id: id,
      node_type: type,
      min_credits: credits,
      expected_credits: credits,
      max_credits: credits,
    };
  });
  const total = breakdown.reduce((sum, { min_credits }) => sum + min_credits, 0);
  return {
    ...blanks.RunEstimate,
    min_credits: total,
    expected_credits: total,
    max_credits: total,
    breakdown,
    current_balance: balance,
    deficit_at_max: Math.max(0, total - balance),
    can_run: balance >= total,
  };
}
