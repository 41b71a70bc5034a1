import { mostAdded } from '@voiceloom/text';
import { inBatches, yielding } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { checksKey, lineChecksKey, retriesInto } from '../casting/checks-key.ts';
import {
  bestStoredTakes,
  creditsPer1000Characters,
  requestKeys,
  type StoredTake,
  takeKey,
  type WantedTake,
} from '../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { PlanNode } from '../plan.ts';
import { markupPolicy } from '../speech-text/markup-policy.ts';
import { billedCharacters } from '../speech-text/text-to-speak.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { PreparedGenerator } from './prepare.ts';

/** The share of lines with checks that is expected to be retried. */
const EXPECTED_RETRY_SHARE = 0.1;
const KEY_BATCH = 250;

export interface NodeCost {
  min_credits: number;
  expected_credits: number;
  max_credits: number;
}

/** A generator's takes: new ones and stored ones, and how many of these are locked. */
export type TakeCounts = { new_takes: number; reused_takes: number; locked_takes: number };

export interface GeneratorCostRequest {
  workspace_id: string;
  nodes: PlanNode[];
  /** Whether every line reaches the generator. */
  isCertain: boolean;
  /** Whether a line gets a new take even if one is stored; undefined if that is not known for any line. */
  isSpokenAgain: ((line: SimulatedLine) => boolean) | undefined;
  /** Whether all other lines keep their takes. */
  keepsOthers: boolean;
  /** Whether the line ended at an earlier generator. */
  hasEnded(line: SimulatedLine): boolean;
  /**
   * Takes whose minimum cost is already counted, at any generator: the minimum includes equal takes only once.
   */
  counted: Set<string>;
}

/** Lines without a voice cost nothing. */
export async function generatorCost(db: Db, generator: PreparedGenerator, request: GeneratorCostRequest) {
  const { node, config } = generator;
  const retries = retriesInto(node, request.nodes);
  const { takes, sums, unknown, locked } = await linesByTake(generator, { ...request, retries });
  const reuses = config.reuse_takes && !request.keepsOthers;
  const open = reuses ? await openCosts(db, takes, config, { ...request, retries }) : undefined;
  const { missing, returning, ending } = open ?? { missing: sums, returning: 0, ending: [] };
  if (open) addTo(missing, unknown);
  const floor = request.isSpokenAgain ? sums.again : missing.once;
  const made = Math.round(missing.all * (retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1));
  return {
    cost: {
      min_credits: request.isCertain ? floor : 0,
      // Unless the cost is certainly zero, the expected cost is not zero.
      expected_credits: Math.max(floor, made + Math.ceil(returning)),
      max_credits: sums.most,
    },
    takes: {
      new_takes: missing.lines,
      reused_takes: locked.length + sums.kept + sums.lines - missing.lines,
      locked_takes: locked.length,
    },
    /** Lines that no later generator is expected to speak. */
    ending: [...ending, ...locked],
  };
}

/** The lines that share a take. If checks decide on takes, this is one line, because each line keeps its own. */
interface TakeCost extends Sums {
  wanted: WantedTake;
  /** The key of the fallback's take. */
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
  generator: PreparedGenerator,
  { nodes, retries, isSpokenAgain, keepsOthers, hasEnded }: GeneratorCostRequest & { retries: number },
) {
  const { node, config, fallbacks } = generator;
  const checks_key = checksKey(node, nodes);
  const takes = new Map<string, TakeCost>();
  const sums = { once: 0, all: 0, most: 0, again: 0, lines: 0, kept: 0 };
  const unknown: Sums = { once: 0, all: 0, lines: 0 };
  const locked: SimulatedLine[] = [];
  const add = (line: SimulatedLine): void => {
    if (generator.locks.takes.has(line)) {
      if (!hasEnded(line)) locked.push(line);
      return;
    }
    const part = fallbacks.assignmentFor(line);
    if (!part) return;
    if (keepsOthers && !isSpokenAgain?.(line)) {
      if (!hasEnded(line)) sums.kept += 1;
      return;
    }
    const own = lineCost(generator, part, line, retries);
    sums.most += own.most;
    if (hasEnded(line)) return;
    addTo(sums, { ...own, lines: 1 });
    if (isSpokenAgain?.(line)) sums.again += own.once;
    const text = generator.textFor(line);
    if (text === undefined) {
      // A take with unknown text cannot be stored.
      addTo(unknown, { ...own, lines: 1 });
      return;
    }
    const { locale_code, max_duration_ms, direction, controls } = line;
    const spoken = { locale_code, text, direction, controls, context: generator.contextFor(line) };
    const fallback = fallbacks.fallbackFor(line);
    const earlier = fallbacks.earlierFor(line);
    const keys = requestKeys({ part, ...spoken }, fallback, earlier, config);
    const line_checks_key = checks_key && lineChecksKey(checks_key, line);
    const place = `${keys.key.toString('hex')}/${max_duration_ms}/${line_checks_key?.toString('hex')}`;
    const known = takes.get(place);
    if (known) {
      addTo(known, { once: 0, all: own.all, lines: 1 });
      known.spoken.push(line);
      return;
    }
    takes.set(place, {
      wanted: {
        ...keys,
        ...(config.respeak && { fallback_take_key: undefined }),
        ...{ max_duration_ms, checks_key, line_checks_key },
      },
      fallback: fallback && takeKey({ part: fallback, ...spoken }),
      once: own.once,
      all: own.all,
      lines: 1,
      spoken: [line],
    });
  };
  await yielding(generator.lines, add, generator.budget);
  return { takes: [...takes.values()], sums, unknown, locked };
}

/**
 * Minimum: the cheapest speaker. Maximum: the most expensive speaker, and for every retry the most expensive
 * one that it may switch to.
 */
function lineCost(
  { fallbacks, config }: PreparedGenerator,
  part: VoiceAssignment,
  line: SimulatedLine,
  retries: number,
) {
  const { least, expected, most } = charactersOf(line, config);
  const costOf = (one: VoiceAssignment, characters: number): number =>
    creditsFor(characters, creditsPer1000Characters(one.provider, one.model));
  const fallback = fallbacks.fallbackFor(line) ?? part;
  const others = retries > 0 ? fallbacks.alternativesFor(line) : [];
  const highest = Math.max(costOf(part, most), costOf(fallback, most));
  return {
    once: Math.min(costOf(part, least), costOf(fallback, least)),
    all: costOf(part, expected),
    most: highest + retries * Math.max(highest, ...others.map((other) => costOf(other.part, most))),
  };
}

/** The billed characters of a line, with placeholder values: exact, or a range for a future translation. */
function charactersOf(line: SimulatedLine, config: GeneratorConfig) {
  if (!line.guess) {
    const exact = billedCharacters(line, config);
    return { least: exact, expected: exact, most: exact };
  }
  const { least, expected, most, source } = line.guess;
  const added = mostAdded(source, markupPolicy(config, line));
  return { least, expected: expected + added, most: most + added };
}

/** The costs that stored takes do not cover. */
interface OpenCosts {
  missing: Sums;
  /** The expected cost of stored takes that checks may reject. */
  returning: number;
  ending: SimulatedLine[];
}

async function openCosts(
  db: Db,
  takes: readonly TakeCost[],
  { respeak }: GeneratorConfig,
  { workspace_id, counted, retries }: GeneratorCostRequest & { retries: number },
): Promise<OpenCosts> {
  const open: OpenCosts = { missing: { once: 0, all: 0, lines: 0 }, returning: 0, ending: [] };
  for (const batch of inBatches(takes, KEY_BATCH)) {
    const wanted = batch.map((take) => take.wanted);
    const stored = await bestStoredTakes(db, workspace_id, wanted);
    const absent = batch.filter((_, index) => !stored[index]);
    const spoken = await storedByFallback(db, workspace_id, absent);
    for (const take of absent) {
      const key = take.wanted.key.toString('hex');
      addTo(open.missing, spoken.has(take) || counted.has(key) ? { ...take, once: 0 } : take);
      counted.add(key);
    }
    for (const [index, take] of batch.entries()) {
      const found = stored[index];
      if (!found) continue;
      if (found.history?.is_last) open.ending.push(...take.spoken);
      if (retries > 0) open.returning += take.all * returningShare(found, respeak);
    }
  }
  return open;
}

/**
 * A take that these checks already judged is not expected to be retried, unless new retries are requested.
 */
function returningShare({ history }: StoredTake, respeak: boolean): number {
  if (!history) return EXPECTED_RETRY_SHARE;
  return respeak && history.exhausted ? 1 : 0;
}

/** The takes that the fallback has already spoken. They cost nothing if it speaks them again. */
async function storedByFallback(
  db: Db,
  workspaceId: string,
  takes: readonly TakeCost[],
): Promise<Set<TakeCost>> {
  const wanted = takes.flatMap((take) =>
    take.fallback ? [{ take, key: take.fallback, max_duration_ms: take.wanted.max_duration_ms }] : [],
  );
  const stored = await bestStoredTakes(db, workspaceId, wanted);
  return new Set(wanted.filter((_, index) => stored[index]).map(({ take }) => take));
}
