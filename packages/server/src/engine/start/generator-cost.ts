import { setImmediate as turn } from 'node:timers/promises';
import { countCharacters, hasSpeech } from '@voiceloom/text';
import { creditsFor } from '../../ledger/credits.ts';
import { loadDictionary } from '../casting/dictionary.ts';
import { type Fallbacks, loadFallbacks } from '../casting/fallbacks.ts';
import {
  rateOf,
  requestKeys,
  type StoredTake,
  storedTakes,
  takeKey,
  type WantedTake,
} from '../casting/takes.ts';
import {
  normalizersBefore,
  spokenScript,
  type TextPreparation,
  textToSpeak,
} from '../casting/text-to-speak.ts';
import type { GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { canRetry, configOf, mainPort, type PlanNode } from '../plan.ts';
import { routesFor } from '../routing/run-routes.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import { checksInto, checksKey } from './checks-key.ts';

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
  lines: SimulatedLine[];
  /** Whether a line gets a new take whatever is stored; undefined where no line does. */
  isAnew: ((line: SimulatedLine) => boolean) | undefined;
  /** Whether a generator before this one ended with the line. */
  isOver(line: SimulatedLine): boolean;
  /** Takes whose least cost counts already, at whatever generator: equal ones are made once at least. */
  counted: Set<string>;
  /** The run that is done again. */
  retry_of: string | undefined;
}

type CostApp = Pick<EngineApp, 'db' | 'speech' | 'clock'>;

/** What one generator costs, who speaks its lines, and which of them have nothing to speak. */
export interface GeneratorCost extends NodeCost, TakeCounts {
  fallbacks: Fallbacks;
  silent: SimulatedLine[];
  /** Lines that no generator behind this one is expected to speak. */
  ending: SimulatedLine[];
}

/** Lines that nobody can speak, or that have nothing to speak, cost nothing. */
export async function generatorCost(app: CostApp, of: GeneratorLines): Promise<GeneratorCost> {
  const { node, nodes, lines, isAnew } = of;
  const config = configOf(node, 'operator_generator');
  const retries = retriesInto(node, nodes);
  const locales = [...new Set(lines.map((line) => line.locale_code))];
  const fallbacks = await ensembleFor(app, of, { config, locales });
  const { takes, sums, unknown, silent } = await linesByTake(app, of, {
    config,
    retries,
    fallbacks,
    locales,
  });
  const open = config.reuse_takes ? await openCosts(app, of, { takes, config }) : undefined;
  const { missing, returning, ending } = open ?? { missing: sums, returning: 0, ending: [] };
  if (open) addTo(missing, unknown);
  const floor = isAnew ? sums.anew : missing.once;
  const made = Math.round(missing.all * (retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1));
  return {
    min_credits: certainNodes(nodes).has(node.id) ? floor : 0,
    // What may cost anything is never expected to cost nothing.
    expected_credits: Math.max(floor, made + Math.ceil(returning)),
    max_credits: sums.most,
    new_takes: missing.lines,
    reused_takes: sums.lines - missing.lines,
    fallbacks,
    ending,
    silent,
  };
}

interface Speaking {
  config: GeneratorConfig;
  retries: number;
  fallbacks: Fallbacks;
  locales: readonly string[];
}

/** The lines of one take. */
interface TakeCost extends Sums {
  wanted: WantedTake;
  /** Where the fallback's take would be found. */
  fallback: Buffer | undefined;
  spoken: SimulatedLine[];
}

type Sums = { once: number; all: number; lines: number };

function addTo(sums: Sums, { once, all, lines }: Sums): void {
  sums.once += once;
  sums.all += all;
  sums.lines += lines;
}

async function linesByTake(
  app: CostApp,
  { workspace_id, node, nodes, lines, isAnew, isOver }: GeneratorLines,
  { config, retries, fallbacks, locales }: Speaking,
) {
  const dictionary = await loadDictionary(app.db, workspace_id, [...locales]);
  const normalizers = normalizersBefore(node, nodes);
  const silent: SimulatedLine[] = [];
  const checks_key = checksKey(node, nodes);
  const takes = new Map<string, TakeCost>();
  const sums = { once: 0, all: 0, most: 0, anew: 0, lines: 0 };
  const unknown: Sums = { once: 0, all: 0, lines: 0 };
  for (const [index, line] of lines.entries()) {
    // A long script is digested in pieces: the process answers others in between.
    if (index % KEY_BATCH === 0) await turn();
    const said = { normalizers: normalizers.filter((one) => isAfter(one, line)), dictionary };
    const text = line.guess ? undefined : textOf(line, said);
    if (text !== undefined && !hasSpeech(text)) {
      silent.push(line);
      continue;
    }
    const part = fallbacks.assignmentFor(line);
    if (!part) continue;
    const own = lineCost({ part, retries, fallbacks, line });
    sums.most += own.most;
    if (isOver(line)) continue;
    addTo(sums, { ...own, lines: 1 });
    if (isAnew?.(line)) sums.anew += own.once;
    if (text === undefined) {
      // What is not known yet is not stored either.
      addTo(unknown, { ...own, lines: 1 });
      continue;
    }
    const { locale_code, max_duration_ms } = line;
    const fallback = fallbacks.fallbackFor(line);
    const keys = requestKeys({ part, locale_code, text }, { fallback: fallback, config });
    const place = `${keys.key.toString('hex')}/${max_duration_ms}`;
    const known = takes.get(place);
    if (known) {
      addTo(known, { once: 0, all: own.all, lines: 1 });
      known.spoken.push(line);
      continue;
    }
    takes.set(place, {
      wanted: { ...keys, ...(config.respeak && { stand_in: undefined }), max_duration_ms, checks_key },
      fallback: fallback && takeKey({ part: fallback, locale_code, text }),
      ...{ once: own.once, all: own.all, lines: 1, spoken: [line] },
    });
  }
  return { takes: [...takes.values()], sums, unknown, silent };
}

/** The lines of a generator that have nothing to speak, without the price of the others. */
export async function silentLines(
  app: Pick<CostApp, 'db'>,
  { workspace_id, node, nodes, lines }: Pick<GeneratorLines, 'workspace_id' | 'node' | 'nodes' | 'lines'>,
): Promise<SimulatedLine[]> {
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

const textOf = (line: SimulatedLine, said: TextPreparation): string =>
  textToSpeak({ ...line, spoken_script: spokenScript(line, said) }, said).text;

/** The same that a run would ask, with the choices it would make now. */
export async function ensembleFor(
  app: CostApp,
  { workspace_id, node, retry_of }: Pick<GeneratorLines, 'workspace_id' | 'node' | 'retry_of'>,
  { config, locales }: { config: GeneratorConfig; locales: readonly string[] },
): Promise<Fallbacks> {
  const routing = { workspace_id, node_id: node.id, config, locales };
  const routes = config.routing.mode === 'auto' ? await routesFor(app, routing, retry_of ?? null) : undefined;
  return loadFallbacks(app, workspace_id, { config, routes });
}

interface Costing {
  part: VoiceAssignment;
  retries: number;
  fallbacks: Fallbacks;
  line: SimulatedLine;
}

/** At least who is cheapest speaks; at most the dearest does, and at every retry the dearest that it may come to. */
function lineCost({ part, retries, fallbacks, line }: Costing) {
  const exact = line.guess ? 0 : countCharacters(line.script);
  const { least, expected, most } = line.guess ?? { least: exact, expected: exact, most: exact };
  const costOf = (one: VoiceAssignment, characters: number): number =>
    creditsFor(characters, rateOf(one.provider, one.model));
  const fallback = fallbacks.fallbackFor(line) ?? part;
  const others = retries > 0 ? fallbacks.alternativesFor(line) : [];
  const dearest = Math.max(costOf(part, most), costOf(fallback, most));
  return {
    once: Math.min(costOf(part, least), costOf(fallback, least)),
    all: costOf(part, expected),
    most: dearest + retries * Math.max(dearest, ...others.map((other) => costOf(other.part, most))),
  };
}

/** A translation is not read by what its source went through. */
function isAfter(normalizer: PlanNode, { made_by }: SimulatedLine): boolean {
  return made_by === undefined || normalizer.upstream.has(made_by);
}

/** The nodes that every line gets to: a check without a way back may drop lines, or send them elsewhere. */
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

/** How often a line can come back here at most: the retries of every check whose `fail` port leads back. */
export function retriesInto(node: PlanNode, nodes: PlanNode[]): number {
  return checksInto(node, nodes).reduce((sum, check) => sum + Number(check.config.max_retry ?? 0), 0);
}

/** What is to be paid for beside the takes that are stored. */
interface OpenCosts {
  missing: Sums;
  /** What stored takes are expected to cost that checks may refuse. */
  returning: number;
  ending: SimulatedLine[];
}

async function openCosts(
  app: Pick<EngineApp, 'db'>,
  { workspace_id, node, nodes, counted }: GeneratorLines,
  { takes, config }: { takes: readonly TakeCost[]; config: GeneratorConfig },
): Promise<OpenCosts> {
  const open: OpenCosts = { missing: { once: 0, all: 0, lines: 0 }, returning: 0, ending: [] };
  const canReturn = retriesInto(node, nodes) > 0;
  for (let start = 0; start < takes.length; start += KEY_BATCH) {
    const batch = takes.slice(start, start + KEY_BATCH);
    const stored = await storedTakes(
      app.db,
      workspace_id,
      batch.map(({ wanted }) => wanted),
    );
    const absent = batch.filter((_, index) => !stored[index]);
    const spares = await storedSpares(app, workspace_id, absent);
    for (const take of absent) {
      const key = take.wanted.key.toString('hex');
      addTo(open.missing, spares.has(take) || counted.has(key) ? { ...take, once: 0 } : take);
      counted.add(key);
    }
    for (const [index, take] of batch.entries()) {
      const found = stored[index];
      if (!found) continue;
      if (found.history?.is_last) open.ending.push(...take.spoken);
      if (canReturn) open.returning += take.all * returningShare(found, config);
    }
  }
  return open;
}

/** A take that these checks know is not expected to come back, unless new tries are asked for. */
function returningShare({ history }: StoredTake, { respeak }: GeneratorConfig): number {
  if (!history) return EXPECTED_RETRY_SHARE;
  return respeak && history.exhausted ? 1 : 0;
}

/** The takes that cost nothing where the fallback speaks them, as it did before. */
async function storedSpares(
  app: Pick<EngineApp, 'db'>,
  workspaceId: string,
  takes: readonly TakeCost[],
): Promise<Set<TakeCost>> {
  const asked = takes.flatMap((take) =>
    take.fallback ? [{ take, key: take.fallback, max_duration_ms: take.wanted.max_duration_ms }] : [],
  );
  const stored = await storedTakes(app.db, workspaceId, asked);
  return new Set(asked.filter((_, index) => stored[index]).map(({ take }) => take));
}
