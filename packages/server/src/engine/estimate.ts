import { setImmediate as turn } from 'node:timers/promises';
import type { RunEstimate, WorkflowDefinition } from '@voiceloom/contract';
import { countCharacters } from '../text/characters.ts';
import type { ScriptLine } from '../text/script.ts';
import { castFor } from './casting.ts';
import { configOf } from './chunks/load.ts';
import { creditsFor, readBalance } from './credits.ts';
import { loadDictionary } from './dictionary.ts';
import type { EngineApp } from './engine-app.ts';
import { canRetry, compilePlan, type PlanNode } from './plan.ts';
import { readScript, ScriptFault } from './script-lines.ts';
import { normalizersBefore, spokenScript, textToSpeak } from './spoken.ts';
import { modelOf, rateOf, storedTakes, takeKey } from './takes.ts';

/** Of the lines that could come back from a check, about this share is expected to. */
const EXPECTED_RETRY_SHARE = 0.1;
const KEY_BATCH = 1_000;

interface NodeCost {
  min_credits: number;
  expected_credits: number;
  max_credits: number;
}

export interface EstimateRequest {
  workspace_id: string;
  account_id: string;
  definition: WorkflowDefinition;
  /** Keys of lines that get a new take whatever is stored, for a run that keeps the takes of all others. */
  anew?: ReadonlySet<string>;
}

/** A line of a script among the lines of a run. */
export const anewKey = (line: { line_id: string; locale_code: string }): string =>
  JSON.stringify([line.line_id, line.locale_code]);

type EstimateApp = Pick<EngineApp, 'db' | 'storage' | 'speech' | 'clock'>;

/**
 * What a run would cost: at least every take that is not stored, once; at most every line anew with all its retries.
 * Equal lines are spoken side by side, so that each is expected to cost; one that comes late enough to find the take
 * of another stored costs nothing. A script that cannot be read costs nothing: its run fails at the source.
 */
export async function estimateRun(app: EstimateApp, request: EstimateRequest): Promise<RunEstimate> {
  const plan = compilePlan(request.definition);
  const lines = new Map<string, ScriptLine[]>();
  for (const source of plan.sources)
    lines.set(source.id, await readOrNothing(app, request.workspace_id, source));
  const breakdown: RunEstimate['breakdown'] = [];
  for (const node of plan.nodes.values()) {
    const arriving = plan.sources
      .filter((source) => node.upstream.has(source.id))
      .flatMap((source) => lines.get(source.id) ?? []);
    const cost =
      node.type === 'operator_generator'
        ? await generatorCost(app, request, { node, lines: arriving, nodes: [...plan.nodes.values()] })
        : NOTHING;
    breakdown.push({ node_id: node.id, node_type: node.type, ...cost });
  }
  const sum = (key: keyof NodeCost): number => breakdown.reduce((total, entry) => total + entry[key], 0);
  const { available } = await readBalance(app.db, request.account_id, app.clock());
  const max = sum('max_credits');
  return {
    min_credits: sum('min_credits'),
    expected_credits: sum('expected_credits'),
    max_credits: max,
    breakdown,
    current_balance: available,
    deficit_at_max: Math.max(0, max - available),
    can_run: sum('min_credits') <= available,
  };
}

const NOTHING: NodeCost = { min_credits: 0, expected_credits: 0, max_credits: 0 };

async function readOrNothing(app: EstimateApp, workspaceId: string, source: PlanNode): Promise<ScriptLine[]> {
  try {
    return await readScript(app, workspaceId, configOf(source, 'source_script'));
  } catch (error) {
    if (error instanceof ScriptFault) return [];
    throw error;
  }
}

interface GeneratorLines {
  node: PlanNode;
  nodes: PlanNode[];
  lines: ScriptLine[];
}

async function generatorCost(
  app: EstimateApp,
  request: EstimateRequest,
  { node, nodes, lines }: GeneratorLines,
): Promise<NodeCost> {
  const config = configOf(node, 'operator_generator');
  const provider = app.speech.get(config.provider);
  const model = provider && modelOf(provider, config.model);
  if (!provider || !model) return NOTHING;
  const cast = await castFor(app.db, request.workspace_id, { ...config, model: model.id });
  const locales = new Set(lines.map((line) => line.locale_code));
  const dictionary = await loadDictionary(app.db, request.workspace_id, locales);
  const said = { normalizers: normalizersBefore(node, nodes), dictionary };
  const costs = new Map<string, KeyCost>();
  const rate = rateOf(provider, model);
  const spare = spareRate(app, config.fallback_provider) ?? rate;
  let [least, all, most, anew] = [0, 0, 0, 0];
  for (const [index, line] of lines.entries()) {
    // A long script is digested in pieces: the process answers others in between.
    if (index % KEY_BATCH === 0) await turn();
    const part = cast.partFor(line);
    if (!part) continue;
    const { locale_code, script, max_duration_ms } = line;
    const { text } = textToSpeak({ ...line, spoken_script: spokenScript(line, said) }, said);
    const key = takeKey({ provider: provider.id, model: model.id, part, locale_code, text, max_duration_ms });
    const characters = countCharacters(script);
    const cost = creditsFor(characters, rate);
    const once = creditsFor(characters, Math.min(rate, spare));
    const known = costs.get(key.toString('hex'));
    costs.set(key.toString('hex'), { once, all: cost + (known?.all ?? 0) });
    least += once;
    all += cost;
    most += creditsFor(characters, Math.max(rate, spare));
    if (request.anew?.has(anewKey(line))) anew += once;
  }
  const retries = retriesInto(node, nodes);
  const missing = config.reuse_takes
    ? await withoutStored(app, request.workspace_id, costs)
    : { once: least, all };
  const floor = request.anew ? anew : missing.once;
  return {
    min_credits: node.upstream.size > 0 && isFirst(node, nodes) ? floor : 0,
    expected_credits: Math.round(missing.all + (retries > 0 ? all * EXPECTED_RETRY_SHARE : 0)),
    max_credits: most * (1 + retries),
  };
}

/** What the provider for emergencies would ask, should it speak every line; undefined where there is none. */
function spareRate({ speech }: EstimateApp, id: string | null): number | undefined {
  const provider = id === null ? undefined : speech.get(id);
  const model = provider && modelOf(provider, null);
  return provider && model ? rateOf(provider, model) : undefined;
}

/** A generator behind a `fail` port may never see a line. */
function isFirst(node: PlanNode, nodes: PlanNode[]): boolean {
  return nodes.some((source) =>
    [...source.ports].some(
      ([port, edges]) => port !== 'fail' && edges.some((edge) => !edge.back && edge.target === node.id),
    ),
  );
}

/** How often a line can come back here at most: the retries of every check whose `fail` port leads back. */
export function retriesInto(node: PlanNode, nodes: PlanNode[]): number {
  return nodes
    .filter((other) => other.category === 'validation' && canRetry(other) && node.upstream.has(other.id))
    .reduce((sum, other) => sum + Number(other.config.max_retry ?? 0), 0);
}

/** What a take costs, and what all lines cost that would be spoken so. */
interface KeyCost {
  once: number;
  all: number;
}

async function withoutStored(
  app: EstimateApp,
  workspaceId: string,
  costs: Map<string, KeyCost>,
): Promise<KeyCost> {
  const keys = [...costs.keys()];
  const missing: KeyCost = { once: 0, all: 0 };
  for (let start = 0; start < keys.length; start += KEY_BATCH) {
    const batch = keys.slice(start, start + KEY_BATCH);
    const stored = await storedTakes(
      app.db,
      workspaceId,
      batch.map((key) => Buffer.from(key, 'hex')),
    );
    for (const key of batch) {
      if (stored.has(key)) continue;
      missing.once += costs.get(key)?.once ?? 0;
      missing.all += costs.get(key)?.all ?? 0;
    }
  }
  return missing;
}
