import { maxAddedCharacters } from '@voiceloom/text';
import { inBatches, yielding } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { countRetriesInto, createChecksKey, createLineChecksKey } from '../casting/checks-key.ts';
import {
  bestStoredTakes,
  creditsPer1000Characters,
  requestKeys,
  type TakeQuery,
  takeKey,
} from '../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { PlanNode } from '../plan.ts';
import { markupPolicy } from '../speech-text/markup-policy.ts';
import { billedCharacters } from '../speech-text/text-to-speak.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { PreparedGenerator } from './prepare-generator.ts';

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
  const retries = countRetriesInto(node, request.nodes);
  const { takes, sums, unknown, locked } = await linesByTake(generator, { ...request, retries });
  const reuses = config.reuse_takes && !request.keepsOthers;
  const open = reuses ? await openCosts(db, takes, config, { ...request, retries }) : undefined;
  const { missing, returning, ending } = open ?? { missing: sums, returning: 0, ending: [] };
  if (open) addTo(missing, unknown);
  const floor = request.isSpokenAgain ? sums.again : missing.once;
  const newTakeCredits = Math.round(missing.all * (retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1));
  return {
    cost: {
      min_credits: request.isCertain ? floor : 0,
      // Unless the cost is certainly zero, the expected cost is not zero.
      expected_credits: Math.max(floor, newTakeCredits + Math.ceil(returning)),
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
  wanted: TakeQuery;
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
  const checks_key = createChecksKey(node, nodes);
  const takes = new Map<string, TakeCost>();
  const sums = { once: 0, all: 0, most: 0, again: 0, lines: 0, kept: 0 };
  const unknown: Sums = { once: 0, all: 0, lines: 0 };
  const locked: SimulatedLine[] = [];
  const add = (line: SimulatedLine): void => {
    if (generator.locks.takes.has(line)) {
      if (!hasEnded(line)) locked.push(line);
      return;
    }
    const assignment = fallbacks.assignmentFor(line);
    if (!assignment) return;
    if (keepsOthers && !isSpokenAgain?.(line)) {
      if (!hasEnded(line)) sums.kept += 1;
      return;
    }
    const own = lineCost(generator, assignment, line, retries);
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
    const wording = { locale_code, text, direction, controls, context: generator.contextFor(line) };
    const fallback = fallbacks.fallbackFor(line);
    const earlier = fallbacks.earlierFor(line);
    const keys = requestKeys({ assignment, ...wording }, fallback, earlier, config);
    const line_checks_key = checks_key && createLineChecksKey(checks_key, line);
    const place = `${keys.key.toString('hex')}/${max_duration_ms}/${line_checks_key?.toString('hex')}`;
    const existing = takes.get(place);
    if (existing) {
      addTo(existing, { once: 0, all: own.all, lines: 1 });
      existing.spoken.push(line);
      return;
    }
    takes.set(place, {
      wanted: {
        ...keys,
        ...(config.respeak && { fallback_take_key: undefined }),
        ...{ max_duration_ms, checks_key, line_checks_key },
      },
      fallback: fallback && takeKey({ assignment: fallback, ...wording }),
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
  assignment: VoiceAssignment,
  line: SimulatedLine,
  retries: number,
) {
  // Billed characters, with placeholder values: exact, or a range for a future translation.
  let range: { least: number; expected: number; most: number };
  if (line.guess) {
    const { least, expected, most, source } = line.guess;
    const addition = maxAddedCharacters(source, markupPolicy(config, line));
    range = { least, expected: expected + addition, most: most + addition };
  } else {
    const exact = billedCharacters(line, config);
    range = { least: exact, expected: exact, most: exact };
  }
  const { least, expected, most } = range;
  const priceIn = (one: VoiceAssignment, characters: number): number =>
    creditsFor(characters, creditsPer1000Characters(one.provider, one.model));
  const fallback = fallbacks.fallbackFor(line) ?? assignment;
  const others = retries > 0 ? fallbacks.alternativesFor(line) : [];
  const highest = Math.max(priceIn(assignment, most), priceIn(fallback, most));
  return {
    once: Math.min(priceIn(assignment, least), priceIn(fallback, least)),
    all: priceIn(assignment, expected),
    most: highest + retries * Math.max(highest, ...others.map((other) => priceIn(other.assignment, most))),
  };
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
    const requests = batch.map((take) => take.wanted);
    const stored = await bestStoredTakes(db, workspace_id, requests);
    const absent = batch.filter((_, index) => !stored[index]);
    // Takes that the fallback has already spoken cost nothing if it speaks them again.
    const fallbackRequests = absent.flatMap((take) => {
      if (!take.fallback) return [];
      return { take, key: take.fallback, max_duration_ms: take.wanted.max_duration_ms };
    });
    const storedFallbacks = await bestStoredTakes(db, workspace_id, fallbackRequests);
    const byFallback = new Set(
      fallbackRequests.filter((_, index) => storedFallbacks[index]).map(({ take }) => take),
    );
    for (const take of absent) {
      const key = take.wanted.key.toString('hex');
      addTo(open.missing, byFallback.has(take) || counted.has(key) ? { ...take, once: 0 } : take);
      counted.add(key);
    }
    for (const [index, take] of batch.entries()) {
      const storedTake = stored[index];
      if (!storedTake) continue;
      if (storedTake.history?.is_last) open.ending.push(...take.spoken);
      // A take that these checks already judged is not expected to be retried, unless new retries are requested.
      let share = EXPECTED_RETRY_SHARE;
      if (storedTake.history) share = respeak && storedTake.history.exhausted ? 1 : 0;
      if (retries > 0) open.returning += take.all * share;
    }
  }
  return open;
}
