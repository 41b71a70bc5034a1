import { maxAddedCharacters } from '@voiceloom/text';
import { forEachInSlices, inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import { creditsFor } from '../../ledger/credits.ts';
import { writeSample } from '../../providers/speech/credits.ts';
import { countRetriesInto, createChecksKey, createLineChecksKey } from '../casting/checks-key.ts';
import { createRequestKeys, createTakeKey, findBestStoredTakes, type TakeQuery } from '../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../casting/voice-pool.ts';
import type { PlanNode } from '../plan.ts';
import { choosePayer, findSpeechRate } from '../provider-calls/payers.ts';
import { chargedLength, countUnits } from '../speech-text/billed-units.ts';
import { findMarkupPolicy } from '../speech-text/markup-policy.ts';
import { listRetryParts, listRetrySpeeds } from '../speech-text/retry-texts.ts';
import { countBilledCharacters } from '../speech-text/text-to-speak.ts';
import type { SimulatedLine } from '../translation/forecast.ts';
import type { PreparedGenerator } from './prepare-generator.ts';

/** The share of lines with checks that is expected to be retried. */
const EXPECTED_RETRY_SHARE = 0.1;
const KEY_BATCH = 250;
/** How much text is usually spoken in a second. */
const CHARACTERS_PER_SECOND = 15;

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
  countedTakes: Set<string>;
}

/** What a generator's takes cost, how many are new, and the lines that end here. Lines without a voice cost nothing. */
export async function estimateGenerator(db: Db, generator: PreparedGenerator, request: GeneratorCostRequest) {
  const { node, config } = generator;
  const retries = countRetriesInto(node, request.nodes);
  const lines = await groupLinesByTake(generator, { ...request, retries });
  const { total, lockedLines } = lines;
  let newTakes: NewTakes = { cost: total, retried_credits: 0, endingLines: [] };
  if (config.reuse_takes && !request.keepsOthers) {
    newTakes = await findNewTakes(db, lines.takes, config, { ...request, retries });
    addCost(newTakes.cost, lines.unknownTextCost);
  }
  const { cost, retried_credits, endingLines } = newTakes;
  const minCredits = request.isSpokenAgain ? lines.spoken_again_credits : cost.min_credits;
  const billedTakes = request.isSpokenAgain ? lines.spoken_again_billed_takes : cost.billed_takes;
  const retryFactor = retries > 0 ? 1 + EXPECTED_RETRY_SHARE : 1;
  const newTakeCredits = Math.round(cost.expected_credits * retryFactor);
  return {
    cost: {
      min_credits: request.isCertain ? minCredits : 0,
      // Unless the cost is certainly zero, the expected cost is not zero.
      expected_credits: Math.max(minCredits, newTakeCredits + Math.ceil(retried_credits)),
      max_credits: lines.max_credits,
    },
    /** Whether the run certainly reserves money. */
    spends_usd: request.isCertain && billedTakes > 0,
    takes: {
      new_takes: cost.lines,
      reused_takes: lockedLines.length + lines.kept_lines + total.lines - cost.lines,
      locked_takes: lockedLines.length,
    },
    /** How long local models need for the new takes, with the expected retries. */
    local_seconds: cost.local_seconds * retryFactor,
    /** Lines that no later generator is expected to speak. */
    endingLines: [...endingLines, ...lockedLines],
  };
}

/** The cost of lines if each take is made once, without retries. */
interface TakesCost {
  /** With the cheapest speaker; lines that share a take pay it once. */
  min_credits: number;
  /** With the assigned speaker; every line pays its take. */
  expected_credits: number;
  lines: number;
  /** The takes that reserve money, because a provider may bill them to an own key. */
  billed_takes: number;
  /** How long the local models need for the takes, as far as their speed was measured. */
  local_seconds: number;
}

const NO_COST: Readonly<TakesCost> = {
  min_credits: 0,
  expected_credits: 0,
  lines: 0,
  billed_takes: 0,
  local_seconds: 0,
};

/** The lines that share a take. If checks decide on takes, this is one line, because each line keeps its own. */
interface SharedTake extends TakesCost {
  query: TakeQuery;
  /** The key of the fallback's take. */
  fallback_key: Buffer | undefined;
  spokenLines: SimulatedLine[];
}

/** Adds `cost` to `sum`, which changes. */
function addCost(sum: TakesCost, cost: TakesCost): void {
  sum.min_credits += cost.min_credits;
  sum.expected_credits += cost.expected_credits;
  sum.lines += cost.lines;
  sum.billed_takes += cost.billed_takes;
  sum.local_seconds += cost.local_seconds;
}

/** The take that a line needs: the ID that it shares with other lines, and the keys that find it if it is stored. */
function identifyTake(
  generator: PreparedGenerator,
  line: SimulatedLine,
  spoken: { assignment: VoiceAssignment; text: string; checks_key: Buffer | undefined },
): { takeId: string } & Pick<SharedTake, 'query' | 'fallback_key'> {
  const { config, fallbacks } = generator;
  const { assignment, text, checks_key } = spoken;
  const { locale_code, max_duration_ms, direction, controls } = line;
  const wording = { locale_code, text, direction, controls, context: generator.contextFor(line) };
  const fallback = fallbacks.fallbackFor(line);
  const earlierAssignments = fallbacks.earlierAssignmentsFor(line);
  const keys = createRequestKeys({ assignment, ...wording }, fallback, earlierAssignments, config);
  const line_checks_key = checks_key && createLineChecksKey(checks_key, line);
  const fallback_take_key = config.respeak ? undefined : keys.fallback_take_key;
  return {
    takeId: `${keys.key.toString('hex')}/${max_duration_ms}/${line_checks_key?.toString('hex')}`,
    query: { ...keys, fallback_take_key, max_duration_ms, checks_key, line_checks_key },
    fallback_key: fallback && createTakeKey({ assignment: fallback, ...wording }),
  };
}

/** The takes that the lines of a generator need, and the costs of the lines. */
async function groupLinesByTake(
  generator: PreparedGenerator,
  request: GeneratorCostRequest & { retries: number },
) {
  const { nodes, retries, isSpokenAgain, keepsOthers, hasEnded } = request;
  const { node, fallbacks } = generator;
  const checks_key = createChecksKey(node, nodes);
  const takes = new Map<string, SharedTake>();
  const total: TakesCost = { ...NO_COST };
  /** The part of `total` for lines whose text is not known before the run. */
  const unknownTextCost: TakesCost = { ...NO_COST };
  /** Includes lines that are expected to have ended, and all retries. */
  let max_credits = 0;
  /** The part of `total` for lines that are spoken again although they have a take. */
  const spokenAgainCost: TakesCost = { ...NO_COST };
  let kept_lines = 0;
  const lockedLines: SimulatedLine[] = [];
  const add = (line: SimulatedLine): void => {
    if (generator.locks.takes.has(line)) {
      if (!hasEnded(line)) lockedLines.push(line);
      return;
    }
    const assignment = fallbacks.assignmentFor(line);
    if (!assignment) return;
    if (keepsOthers && !isSpokenAgain?.(line)) {
      if (!hasEnded(line)) kept_lines += 1;
      return;
    }
    const cost = computeLineCost(generator, assignment, line, retries);
    max_credits += cost.max_credits;
    if (hasEnded(line)) return;
    const { min_credits, expected_credits, billed_takes, local_seconds } = cost;
    const lineCost: TakesCost = { min_credits, expected_credits, lines: 1, billed_takes, local_seconds };
    addCost(total, lineCost);
    if (isSpokenAgain?.(line)) addCost(spokenAgainCost, lineCost);
    const text = cost.text ?? generator.textFor(line);
    if (text === undefined) {
      // A take with unknown text cannot be stored.
      addCost(unknownTextCost, lineCost);
      return;
    }
    const { takeId, query, fallback_key } = identifyTake(generator, line, { assignment, text, checks_key });
    const existingTake = takes.get(takeId);
    if (existingTake) {
      addCost(existingTake, { ...NO_COST, expected_credits, lines: 1 });
      existingTake.spokenLines.push(line);
      return;
    }
    takes.set(takeId, { query, fallback_key, ...lineCost, spokenLines: [line] });
  };
  await forEachInSlices(generator.lines, add, generator.budget);
  return {
    takes: [...takes.values()],
    total,
    unknownTextCost,
    max_credits,
    spoken_again_credits: spokenAgainCost.min_credits,
    spoken_again_billed_takes: spokenAgainCost.billed_takes,
    kept_lines,
    lockedLines,
  };
}

/**
 * Minimum: the cheapest speaker. Expected: the assigned speaker. Maximum: the most expensive speaker, and for every retry
 * the most expensive one that it may switch to.
 */
function computeLineCost(
  { fallbacks, config, payers, textFor, writtenTextFor, reviewNoteFor }: PreparedGenerator,
  assignment: VoiceAssignment,
  line: SimulatedLine,
  retries: number,
) {
  // The length of the script, with placeholder values: exact, or a range for a future translation.
  const { guess, locale_code } = line;
  let least: number;
  let expected: number;
  let most: number;
  if (guess) {
    const addition = maxAddedCharacters(guess.source, findMarkupPolicy(config, line));
    least = guess.min_characters;
    expected = guess.expected_characters + addition;
    most = guess.max_characters + addition;
  } else {
    least = countBilledCharacters(line, config);
    expected = least;
    most = least;
  }
  const { speed } = assignment.model;
  const note = reviewNoteFor(line);
  let text: string | undefined;
  /** The price for a script of this length. `listTakes`: the parts in which each possible text is sent. */
  const getPrice = (
    speaker: VoiceAssignment,
    characters: number,
    listTakes: (text: string) => string[][] = (sentText) => [[sentText]],
  ): number => {
    const rate = findSpeechRate(payers, speaker.provider, speaker.model);
    if (rate.paid_by !== 'platform') return creditsFor(characters, rate.credits_per_1000_characters);
    // Only these need the text, which takes time.
    text ??= textFor(line);
    const takes = listTakes(text ?? writeSample(locale_code, characters, characters === most));
    const units = Math.max(...takes.map((parts) => countUnits(speaker, line, { parts, note })));
    return creditsFor(chargedLength('platform', characters, units), rate.credits_per_1000_characters);
  };
  const fallback = fallbacks.fallbackFor(line) ?? assignment;
  const highestPrice = Math.max(getPrice(assignment, most), getPrice(fallback, most));
  let highestRetryPrice = highestPrice;
  if (retries > 0) {
    const { retry_strategies } = config;
    const listRetryTakes = (sentText: string): string[][] => {
      const written_text = writtenTextFor(line);
      // A text that is not known yet has no other spelling.
      if (written_text === undefined) return [[sentText]];
      return listRetryParts(retry_strategies, { text: sentText, written_text, locale_code });
    };
    const alternatives = fallbacks.alternativesFor(line).map((alternative) => alternative.assignment);
    for (const speaker of [assignment, ...alternatives])
      for (const speed of listRetrySpeeds(retry_strategies, speaker.speed)) {
        const listTakes = speaker === assignment ? listRetryTakes : undefined;
        highestRetryPrice = Math.max(highestRetryPrice, getPrice({ ...speaker, speed }, most, listTakes));
      }
  }
  const isBilled = ({ provider, model }: VoiceAssignment): boolean =>
    model.price !== undefined && choosePayer(payers, provider, model) !== 'platform';
  return {
    min_credits: Math.min(getPrice(assignment, least), getPrice(fallback, least)),
    expected_credits: getPrice(assignment, expected),
    max_credits: highestPrice + retries * highestRetryPrice,
    // A take reserves the price of both.
    billed_takes: isBilled(assignment) || isBilled(fallback) ? 1 : 0,
    local_seconds: speed === undefined ? 0 : expected / CHARACTERS_PER_SECOND / speed,
    /** The text to speak, if a price needed it. */
    text,
  };
}

/** The takes that are not stored. */
interface NewTakes {
  cost: TakesCost;
  /** The expected cost of the retries of stored takes that checks may reject. */
  retried_credits: number;
  /** Lines whose stored take was the last one of the line. */
  endingLines: SimulatedLine[];
}

/** Looks up which takes are stored, in batches. */
async function findNewTakes(
  db: Db,
  takes: readonly SharedTake[],
  { respeak }: GeneratorConfig,
  { workspace_id, countedTakes, retries }: GeneratorCostRequest & { retries: number },
): Promise<NewTakes> {
  const newTakes: NewTakes = {
    cost: { ...NO_COST },
    retried_credits: 0,
    endingLines: [],
  };
  for (const batch of inBatches(takes, KEY_BATCH)) {
    const requests = batch.map((take) => take.query);
    const storedTakes = await findBestStoredTakes(db, workspace_id, requests);
    const missingTakes = batch.filter((_, index) => !storedTakes[index]);
    // Takes that the fallback has already spoken cost nothing if it speaks them again.
    const fallbackRequests: { take: SharedTake; key: Buffer; max_duration_ms: number | null }[] = [];
    for (const take of missingTakes) {
      const { max_duration_ms } = take.query;
      if (take.fallback_key) fallbackRequests.push({ take, key: take.fallback_key, max_duration_ms });
    }
    const storedFallbacks = await findBestStoredTakes(db, workspace_id, fallbackRequests);
    const takesOfFallback = new Set<SharedTake>();
    for (const [index, { take }] of fallbackRequests.entries())
      if (storedFallbacks[index]) takesOfFallback.add(take);
    for (const take of missingTakes) {
      const key = take.query.key.toString('hex');
      const isFree = takesOfFallback.has(take) || countedTakes.has(key);
      addCost(newTakes.cost, isFree ? { ...take, min_credits: 0, billed_takes: 0 } : take);
      countedTakes.add(key);
    }
    for (const [index, take] of batch.entries()) {
      const storedTake = storedTakes[index];
      if (!storedTake) continue;
      const { history } = storedTake;
      if (history?.is_last) newTakes.endingLines.push(...take.spokenLines);
      // A take that these checks already judged is not expected to be retried, unless new retries are requested.
      let share = EXPECTED_RETRY_SHARE;
      if (history) share = respeak && history.exhausted ? 1 : 0;
      if (retries > 0) newTakes.retried_credits += take.expected_credits * share;
    }
  }
  return newTakes;
}
