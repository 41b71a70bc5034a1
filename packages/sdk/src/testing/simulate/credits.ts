import { blanks } from '../../generated/test-contract.ts';
import type { RunEstimate, WorkflowDefinition } from '../../generated/types.ts';
import type { TestLine } from '../options.ts';
import type { World } from '../world.ts';
import { accountOf } from './account.ts';
import { hasSpeech } from './has-speech.ts';
import { startProblems } from './missing.ts';
import { readingsOf } from './readings.ts';
import { linesOf } from './script-lines.ts';

/** What the embedded engine costs; the test server speaks at no other rate. */
export const CREDITS_PER_1000 = 10;

/** Credits of one take, rounded up. */
export const creditsOf = (text: string): number => Math.ceil(([...text].length * CREDITS_PER_1000) / 1_000);

/** Names what decides how a take sounds, here: who speaks which text in which language. */
export const takeKey = (workspaceId: string, locale: string, text: string): string =>
  [workspaceId, locale, text].join('\n');

/** Whose run it is, lines that it takes from another one, and lines that it speaks whatever was spoken. */
export interface Estimated {
  workspace_id: string;
  kept?: ReadonlyMap<string, unknown>;
  anew?: ReadonlySet<string>;
}

const sumOf = (texts: Iterable<string>): number => [...texts].reduce((sum, text) => sum + creditsOf(text), 0);

/** What a run would cost: at least each text that was not spoken before, once; at most every line anew. */
export function estimate(world: World, definition: WorkflowDefinition, run: Estimated): RunEstimate {
  const { workspace_id, kept, anew } = run;
  const { balance } = accountOf(world, workspace_id);
  const lines = linesOf(world, definition).filter(
    ({ line_id, script }) => !kept?.has(line_id) && hasSpeech(script),
  );
  const takes = { new_takes: 0, reused_takes: 0 };
  const breakdown = definition.graph.nodes.map(({ id: node_id, type: node_type, config }) => {
    const cost = { node_id, node_type, min_credits: 0, expected_credits: 0, max_credits: 0 };
    if (node_type !== 'operator_generator') return cost;
    const isStored = ({ locale_code, script, line_id }: TestLine) =>
      config.reuse_takes !== false &&
      !anew?.has(line_id) &&
      world.takes.has(takeKey(workspace_id, locale_code, script));
    const missing = lines.filter((line) => !isStored(line));
    takes.new_takes += missing.length;
    takes.reused_takes += lines.length - missing.length;
    const texts = missing.map(({ locale_code, script }) => `${locale_code}\n${script}`);
    const once = config.reuse_takes === false ? texts : new Set(texts);
    const scriptOf = (text: string) => text.slice(text.indexOf('\n') + 1);
    return {
      ...cost,
      min_credits: sumOf([...once].map(scriptOf)),
      expected_credits: sumOf(missing.map(({ script }) => script)),
      max_credits: sumOf(lines.map(({ script }) => script)),
    };
  });
  const total = (name: 'min_credits' | 'expected_credits' | 'max_credits') =>
    breakdown.reduce((sum, entry) => sum + entry[name], 0);
  const [min_credits, max_credits] = [total('min_credits'), total('max_credits')];
  const problems = startProblems(world, workspace_id, definition);
  return {
    ...{ ...blanks.RunEstimate, ...takes, min_credits, max_credits, breakdown, problems },
    readings: readingsOf(world, definition),
    expected_credits: total('expected_credits'),
    current_balance: balance,
    deficit_at_max: Math.max(0, max_credits - balance),
    can_run: balance >= min_credits && problems.length === 0,
  };
}
