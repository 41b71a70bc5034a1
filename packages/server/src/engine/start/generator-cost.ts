import { maxAddedCharacters } from '@voiceloom/text';
import { inBatches, yielding } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { countRetriesInto, createChecksKey, createLineChecksKey } from '../casting/checks-key.ts';
import { bestStoredTakes, requestKeys, type TakeQuery, takeKey } from '../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { PlanNode } from '../plan.ts';
import { findSpeechRate } from '../provider-calls/payers.ts';
import { markupPolicy } from '../speech-text/markup-policy.ts';
import { billedCharacters, chargedCharacters } from '../speech-text/text-to-speak.ts';
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
  const { takes, sums, unknownSums, lockedLines } = await linesByTake(generator, { ...request, retries });
  const reuses = config.reuse_takes && !request.keepsOthers;
  const openSums = reuses ? await openCosts(db, takes, config, { ...request, retries }) : undefined;
  const { missing, returning, ending } = openSums ?? { missing: sums, returning: 0, ending: [] };
  if (openSums) addTo(missing, unknownSums);
  const minCredits = request.isSpokenAgain ? sums.again : missing.once;
  const newTakeCredits = Math.round(missing.all * (retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1));
  return {
    cost: {
      min_credits: request.isCertain ? minCredits : 0,
      // Unless the cost is certainly zero, the expected cost is not zero.
      expected_credits: Math.max(minCredits, newTakeCredits + Math.ceil(returning)),
      max_credits: sums.most,
    },
    takes: {
      new_takes: missing.lines,
      reused_takes: lockedLines.length + sums.kept + sums.lines - missing.lines,
      locked_takes: lockedLines.length,
    },
    /** Lines that no later generator is expected to speak. */
    ending: [...ending, ...lockedLines],
  };
}

/** The lines that share a take. If checks decide on takes, this is one line, because each line keeps its own. */
interface TakeCost extends Sums {
  query: TakeQuery;
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
  const unknownSums: Sums = { once: 0, all: 0, lines: 0 };
  const lockedLines: SimulatedLine[] = [];
  const add = (line: SimulatedLine): void => {
    if (generator.locks.takes.has(line)) {
      if (!hasEnded(line)) lockedLines.push(line);
      return;
    }
    const assignment = fallbacks.assignmentFor(line);
    if (!assignment) return;
    if (keepsOthers && !isSpokenAgain?.(line)) {
      if (!hasEnded(line)) sums.kept += 1;
      return;
    }
    const cost = lineCost(generator, assignment, line, retries);
    sums.most += cost.most;
    if (hasEnded(line)) return;
    addTo(sums, { ...cost, lines: 1 });
    if (isSpokenAgain?.(line)) sums.again += cost.once;
    const text = cost.text ?? generator.textFor(line);
    if (text === undefined) {
      // A take with unknown text cannot be stored.
      addTo(unknownSums, { ...cost, lines: 1 });
      return;
    }
    const { locale_code, max_duration_ms, direction, controls } = line;
    const wording = { locale_code, text, direction, controls, context: generator.contextFor(line) };
    const fallback = fallbacks.fallbackFor(line);
    const earlierAssignments = fallbacks.earlierFor(line);
    const keys = requestKeys({ assignment, ...wording }, fallback, earlierAssignments, config);
    const line_checks_key = checks_key && createLineChecksKey(checks_key, line);
    const takeId = `${keys.key.toString('hex')}/${max_duration_ms}/${line_checks_key?.toString('hex')}`;
    const existingTake = takes.get(takeId);
    if (existingTake) {
      addTo(existingTake, { once: 0, all: cost.all, lines: 1 });
      existingTake.spoken.push(line);
      return;
    }
    const fallback_take_key = config.respeak ? undefined : keys.fallback_take_key;
    takes.set(takeId, {
      query: { ...keys, fallback_take_key, max_duration_ms, checks_key, line_checks_key },
      fallback: fallback && takeKey({ assignment: fallback, ...wording }),
      once: cost.once,
      all: cost.all,
      lines: 1,
      spoken: [line],
    });
  };
  await yielding(generator.lines, add, generator.budget);
  return { takes: [...takes.values()], sums, unknownSums, lockedLines };
}

/**
 * Minimum: the cheapest speaker. Maximum: the most expensive speaker, and for every retry the most expensive
 * one that it may switch to.
 */
function lineCost(
  { fallbacks, config, payers, textFor }: PreparedGenerator,
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
    const characters = billedCharacters(line, config);
    range = { least: characters, expected: characters, most: characters };
  }
  const { least, expected, most } = range;
  let text: string | undefined;
  const getPrice = ({ provider, model }: VoiceAssignment, characters: number): number => {
    const { paid_by, credits_per_1000_characters } = findSpeechRate(
      payers,
      provider,
      model,
      line.locale_code,
    );
    // Only these need the text, which takes time.
    if (paid_by === 'platform') text ??= textFor(line);
    return creditsFor(chargedCharacters(paid_by, characters, text ?? ''), credits_per_1000_characters);
  };
  const fallback = fallbacks.fallbackFor(line) ?? assignment;
  const alternatives = retries > 0 ? fallbacks.alternativesFor(line) : [];
  const highestPrice = Math.max(getPrice(assignment, most), getPrice(fallback, most));
  return {
    once: Math.min(getPrice(assignment, least), getPrice(fallback, least)),
    all: getPrice(assignment, expected),
    most:
      highestPrice +
      retries *
        Math.max(highestPrice, ...alternatives.map((alternative) => getPrice(alternative.assignment, most))),
    /** The text to speak, if a price needed it. */
    text,
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
  const costs: OpenCosts = { missing: { once: 0, all: 0, lines: 0 }, returning: 0, ending: [] };
  for (const batch of inBatches(takes, KEY_BATCH)) {
    const requests = batch.map((take) => take.query);
    const storedTakes = await bestStoredTakes(db, workspace_id, requests);
    const missingTakes = batch.filter((_, index) => !storedTakes[index]);
    // Takes that the fallback has already spoken cost nothing if it speaks them again.
    const fallbackRequests = missingTakes.flatMap((take) => {
      if (!take.fallback) return [];
      return { take, key: take.fallback, max_duration_ms: take.query.max_duration_ms };
    });
    const storedFallbacks = await bestStoredTakes(db, workspace_id, fallbackRequests);
    const byFallback = new Set(
      fallbackRequests.filter((_, index) => storedFallbacks[index]).map(({ take }) => take),
    );
    for (const take of missingTakes) {
      const key = take.query.key.toString('hex');
      addTo(costs.missing, byFallback.has(take) || counted.has(key) ? { ...take, once: 0 } : take);
      counted.add(key);
    }
    for (const [index, take] of batch.entries()) {
      const storedTake = storedTakes[index];
      if (!storedTake) continue;
      if (storedTake.history?.is_last) costs.ending.push(...take.spoken);
      // A take that these checks already judged is not expected to be retried, unless new retries are requested.
      let share = EXPECTED_RETRY_SHARE;
      if (storedTake.history) share = respeak && storedTake.history.exhausted ? 1 : 0;
      if (retries > 0) costs.returning += take.all * share;
    }
  }
  return costs;
}
