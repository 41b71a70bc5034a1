import { setImmediate as turn } from 'node:timers/promises';
import { countCharacters } from '../text/characters.ts';
import { hasSpeech } from '../text/has-speech.ts';
import type { GeneratorConfig, Part } from './casting.ts';
import { configOf } from './chunks/load.ts';
import { creditsFor } from './credits.ts';
import { loadDictionary } from './dictionary.ts';
import type { EngineApp } from './engine-app.ts';
import { type Ensemble, gatherEnsemble } from './ensemble.ts';
import { canRetry, type PlanNode } from './plan.ts';
import { routesFor } from './run-routes.ts';
import { normalizersBefore, type Saying, spokenScript, textToSpeak } from './spoken.ts';
import { rateOf, storedTakes, switchedKey, takeFor, takeKey } from './takes.ts';
import type { ForeseenLine } from './translation/foreseen.ts';

/** Of the lines that could come back from a check, about this share is expected to. */
const EXPECTED_RETRY_SHARE = 0.1;
const KEY_BATCH = 1_000;

export interface NodeCost {
  min_credits: number;
  expected_credits: number;
  max_credits: number;
}

/** The takes of a generator: made, or found among those that are stored. */
export interface TakeCounts {
  new_takes: number;
  reused_takes: number;
}

export interface GeneratorLines {
  workspace_id: string;
  node: PlanNode;
  nodes: PlanNode[];
  lines: ForeseenLine[];
  /** Whether a line gets a new take whatever is stored; undefined where no line does. */
  isAnew: ((line: ForeseenLine) => boolean) | undefined;
  /** The run that is done again. */
  retry_of: string | undefined;
}

type CostApp = Pick<EngineApp, 'db' | 'speech' | 'clock'>;

/** What one generator costs, who speaks its lines, and which of them have nothing to speak. */
export interface GeneratorCost extends NodeCost, TakeCounts {
  ensemble: Ensemble;
  silent: ForeseenLine[];
}

/** Lines that nobody can speak, or that have nothing to speak, cost nothing. */
export async function generatorCost(app: CostApp, of: GeneratorLines): Promise<GeneratorCost> {
  const { workspace_id, node, nodes, lines, isAnew } = of;
  const config = configOf(node, 'operator_generator');
  const retries = retriesInto(node, nodes);
  const locales = [...new Set(lines.map((line) => line.locale_code))];
  const ensemble = await ensembleFor(app, of, { config, locales });
  const dictionary = await loadDictionary(app.db, workspace_id, locales);
  const normalizers = normalizersBefore(node, nodes);
  const silent: ForeseenLine[] = [];
  const costs = new Map<string, KeyCost>();
  const sums = { once: 0, all: 0, most: 0, anew: 0, lines: 0 };
  const unknown = { once: 0, all: 0, lines: 0 };
  for (const [index, line] of lines.entries()) {
    // A long script is digested in pieces: the process answers others in between.
    if (index % KEY_BATCH === 0) await turn();
    const said = { normalizers: normalizers.filter((one) => isAfter(one, line)), dictionary };
    const text = line.guess ? undefined : textOf(line, said);
    if (text !== undefined && !hasSpeech(text)) {
      silent.push(line);
      continue;
    }
    const part = ensemble.partFor(line);
    if (!part) continue;
    const { locale_code, max_duration_ms } = line;
    const own = lineCost({ part, retries, ensemble, line });
    if (text === undefined) {
      // What is not known yet is not stored either.
      unknown.once += own.once;
      unknown.all += own.all;
      unknown.lines += 1;
    } else {
      const key = takeKey({ part, locale_code, text, max_duration_ms });
      const known = costs.get(key.toString('hex'));
      costs.set(key.toString('hex'), {
        ...{ key, switched: switchedKey(key, config), once: own.once },
        all: own.all + (known?.all ?? 0),
        lines: 1 + (known?.lines ?? 0),
      });
    }
    sums.once += own.once;
    sums.all += own.all;
    sums.most += own.most;
    sums.lines += 1;
    if (isAnew?.(line)) sums.anew += own.once;
  }
  const missing = config.reuse_takes ? await withoutStored(app, workspace_id, { costs, unknown }) : sums;
  const floor = isAnew ? sums.anew : missing.once;
  return {
    min_credits: node.upstream.size > 0 && isFirst(node, nodes) ? floor : 0,
    // A take that is reused was heard before: it is not expected to come back.
    expected_credits: Math.max(floor, Math.round(missing.all * (retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1))),
    max_credits: sums.most,
    new_takes: missing.lines,
    reused_takes: sums.lines - missing.lines,
    ensemble,
    silent,
  };
}

/** The lines of a generator that have nothing to speak, without the price of the others. */
export async function silentLines(
  app: Pick<CostApp, 'db'>,
  { workspace_id, node, nodes, lines }: Pick<GeneratorLines, 'workspace_id' | 'node' | 'nodes' | 'lines'>,
): Promise<ForeseenLine[]> {
  const open = lines.filter((line) => !line.guess && !hasSpeech(line.script));
  const dictionary = await loadDictionary(
    app.db,
    workspace_id,
    open.map((line) => line.locale_code),
  );
  const normalizers = normalizersBefore(node, nodes);
  return open.filter((line) => {
    const own = normalizers.filter((one) => isAfter(one, line));
    return !hasSpeech(textOf(line, { normalizers: own, dictionary }));
  });
}

const textOf = (line: ForeseenLine, said: Saying): string =>
  textToSpeak({ ...line, spoken_script: spokenScript(line, said) }, said).text;

/** The same that a run would ask, with the choices it would make now. */
export async function ensembleFor(
  app: CostApp,
  { workspace_id, node, retry_of }: Pick<GeneratorLines, 'workspace_id' | 'node' | 'retry_of'>,
  { config, locales }: { config: GeneratorConfig; locales: readonly string[] },
): Promise<Ensemble> {
  const routing = { workspace_id, node_id: node.id, config, locales };
  const routes = config.routing.mode === 'auto' ? await routesFor(app, routing, retry_of ?? null) : undefined;
  return gatherEnsemble(app, workspace_id, { config, routes });
}

interface Costing {
  part: Part;
  retries: number;
  ensemble: Ensemble;
  line: ForeseenLine;
}

/** At least who is cheapest speaks; at most the dearest does, and at every retry the dearest that it may come to. */
function lineCost({ part, retries, ensemble, line }: Costing) {
  const exact = line.guess ? 0 : countCharacters(line.script);
  const { least, expected, most } = line.guess ?? { least: exact, expected: exact, most: exact };
  const costOf = (one: Part, characters: number): number =>
    creditsFor(characters, rateOf(one.provider, one.model));
  const spare = ensemble.spareFor(line) ?? part;
  const others = retries > 0 ? ensemble.alternativesFor(line) : [];
  const dearest = Math.max(costOf(part, most), costOf(spare, most));
  return {
    once: Math.min(costOf(part, least), costOf(spare, least)),
    all: costOf(part, expected),
    most: dearest + retries * Math.max(dearest, ...others.map((other) => costOf(other.part, most))),
  };
}

/** A translation is not read by what its source went through. */
function isAfter(normalizer: PlanNode, { made_by }: ForeseenLine): boolean {
  return made_by === undefined || normalizer.upstream.has(made_by);
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
  key: Buffer;
  switched: Buffer | undefined;
  once: number;
  all: number;
  lines: number;
}

type Sums = Pick<KeyCost, 'once' | 'all' | 'lines'>;

async function withoutStored(
  app: Pick<EngineApp, 'db'>,
  workspaceId: string,
  { costs, unknown }: { costs: Map<string, KeyCost>; unknown: Sums },
): Promise<Sums> {
  const all = [...costs.values()];
  const missing = { ...unknown };
  for (let start = 0; start < all.length; start += KEY_BATCH) {
    const batch = all.slice(start, start + KEY_BATCH);
    const keys = batch.flatMap(({ key, switched }) => (switched ? [key, switched] : [key]));
    const stored = await storedTakes(app.db, workspaceId, keys);
    for (const cost of batch) {
      if (takeFor(stored, cost)) continue;
      missing.once += cost.once;
      missing.all += cost.all;
      missing.lines += cost.lines;
    }
  }
  return missing;
}
