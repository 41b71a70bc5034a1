import { speechSentences } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';
import type { Alternative } from '../../casting/fallbacks.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { digestParts } from '../../digest.ts';
import type { LineWork } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { respellText, type SpellableLine } from '../../speech-text/retry-texts.ts';

type RetryStrategy = GeneratorConfig['retry_strategies'][number];

/** How the next take of a line differs from the rejected ones. `plain`: not at all. */
export interface Change {
  strategy: RetryStrategy | 'plain';
  assignment: VoiceAssignment;
  text?: string;
  /** Sentences that are spoken separately and joined. */
  sentences?: string[];
}

/** A change that the provider rejected, or whose provider could not be called. */
export interface SkippedChange {
  strategy: string;
  provider: string;
  model: string;
}

/** One earlier take of a line at its generator. */
export interface EarlierTake {
  provider: string;
  model: string;
  speed: number | undefined;
  strategy: string | undefined;
  dropped: readonly string[];
  skipped?: SkippedChange | undefined;
}

/** A line that a check sent back. */
export interface SpokenLine extends SpellableLine {
  /** The verdicts on the returning take. */
  verdicts: readonly StoredVerdict[];
}

export interface Situation extends SpokenLine {
  strategies: readonly RetryStrategy[];
  /** The assigned voice, before any change. */
  assignment: VoiceAssignment;
  rejectedTake: EarlierTake | undefined;
  /** Every take that the line had here. */
  takes: readonly EarlierTake[];
  alternatives: readonly Alternative[];
  /** Whether a spelling costs no more than estimates assume. Default: it does not cost more. */
  isWithinEstimate?(spelling: string): boolean;
}

const SLOWEST = 0.5;
const FASTEST = 2;

/**
 * The next strategy that can change anything: the tempo while a check asks for it, else the first untried
 * strategy, else an uncalled model or provider, else another seed. Each take differs from the first by one
 * strategy only.
 */
export function chooseChange(situation: Situation): Change {
  const skippedStrategies = new Set(situation.takes.map(({ skipped }) => skipped?.strategy));
  const openStrategies = situation.strategies
    // There can be more than one other model or provider.
    .filter((strategy) => strategy === 'model' || strategy === 'provider' || !skippedStrategies.has(strategy))
    .flatMap((strategy) => STRATEGIES[strategy](situation) ?? []);
  const earlierStrategies = new Set(situation.takes.map(({ strategy }) => strategy));
  return (
    openStrategies.find(({ strategy }) => strategy === 'tempo') ??
    openStrategies.find(({ strategy }) => !earlierStrategies.has(strategy)) ??
    // A model or provider is available until it has been called.
    openStrategies.find(({ strategy }) => strategy === 'model' || strategy === 'provider') ??
    openStrategies.find(({ strategy }) => strategy === 'seed') ?? {
      strategy: 'plain',
      assignment: situation.assignment,
    }
  );
}

const STRATEGIES: Readonly<Record<RetryStrategy, (situation: Situation) => Change | undefined>> = {
  /** Changes the rejected take, regardless of its voice, because its tempo was measured. */
  tempo({ assignment, verdicts, rejectedTake, alternatives }) {
    const factor = verdicts.map(findPassingTempo).find((passingTempo) => passingTempo !== 1);
    if (factor === undefined || rejectedTake?.dropped.includes('speed')) return undefined;
    const assignments = [assignment, ...alternatives.map((alternative) => alternative.assignment)];
    const isRejected = ({ provider, model }: VoiceAssignment): boolean =>
      provider.id === rejectedTake?.provider && model.id === rejectedTake.model;
    const rejectedAssignment = assignments.find(isRejected) ?? assignment;
    const rejectedSpeed = rejectedTake?.speed ?? rejectedAssignment.speed;
    const speed = Math.min(FASTEST, Math.max(SLOWEST, rejectedSpeed * factor));
    if (speed === rejectedSpeed) return undefined;
    return { strategy: 'tempo', assignment: { ...rejectedAssignment, speed } };
  },
  seed({ assignment }) {
    if (assignment.model.takes_seed) return { strategy: 'seed', assignment };
    return undefined;
  },
  sentences({ assignment, text, locale_code }) {
    const sentences = speechSentences(text, locale_code);
    if (sentences.length > 1) return { strategy: 'sentences', assignment, sentences };
    return undefined;
  },
  respelling({ assignment, isWithinEstimate = () => true, ...line }) {
    const text = respell(line);
    if (text !== undefined && isWithinEstimate(text)) return { strategy: 'respelling', assignment, text };
    return undefined;
  },
  model: (situation) => findNewAlternative(situation, 'model'),
  provider: (situation) => findNewAlternative(situation, 'provider'),
};

/** An alternative that was not called for the line yet, not even without success. */
function findNewAlternative(situation: Situation, strategy: Alternative['strategy']): Change | undefined {
  const calls: { provider: string; model: string }[] = [...situation.takes];
  for (const { skipped } of situation.takes) if (skipped) calls.push(skipped);
  return situation.alternatives.find((alternative) => {
    if (alternative.strategy !== strategy) return false;
    const { provider, model } = alternative.assignment;
    // A provider is new only if none of its models was called.
    const isModel = strategy === 'model';
    return !calls.some((call) => call.provider === provider.id && (!isModel || call.model === model.id));
  });
}

/** Checks that report which words were misheard. */
const ABOUT_WORDS = new Set(['error_rate', 'pronunciation']);
/**
 * An alternative spelling for a line with misheard words: abbreviations letter by letter, and numbers, dates
 * and units in full. If that changes nothing, the dictionary words in their written form, because their
 * replacements were misheard. Undefined if there is no other spelling.
 */
export function respell(line: SpokenLine): string | undefined {
  const { text, written_text } = line;
  const verdicts = line.verdicts.filter(({ kind }) => ABOUT_WORDS.has(kind));
  if (verdicts.length === 0) return undefined;
  // The script's words that a check misheard or did not hear, in lowercase.
  const misheardWords = new Set<string>();
  for (const { diff } of verdicts.map(({ evidence }) => evidence)) {
    if (!Array.isArray(diff)) continue;
    for (const entry of diff as unknown[]) {
      if (typeof entry !== 'object' || entry === null) continue;
      const { op, script } = entry as Record<string, unknown>;
      if (op === 'match' || typeof script !== 'string') continue;
      for (const word of script.toLowerCase().split(/\s+/)) misheardWords.add(word);
    }
  }
  const spelling = respellText(line, (word) => misheardWords.has(word.toLowerCase()));
  return [spelling, written_text].find((candidate) => candidate !== text);
}

/** A margin, so that the next take does not narrowly miss the limit. */
const MARGIN = 1.04;

/** The seed of a take, with 31 bits: the same for every attempt, but different after a check sends the line back. */
export function createSeed({ run, node, iteration }: ChunkContext, { line, input_id }: LineWork): number {
  return digestParts('seed', run.id, node.id, iteration, line.no, input_id).readUInt32BE(0) >>> 1;
}

/** The speed factor that would have passed; above 1 is faster. 1 if the check does not ask for another speed. */
function findPassingTempo(verdict: StoredVerdict | undefined): number {
  if (verdict?.kind !== 'pacing') return 1;
  const number = (key: string): number | undefined => {
    const value = verdict.evidence[key];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const limit = number('max_duration_ms');
  const duration = number('duration_ms');
  if (limit && duration && duration > limit) return (duration / limit) * MARGIN;
  const rate = number('syllables_per_second');
  const slowest = number('min_syllables_per_second');
  const fastest = number('max_syllables_per_second');
  if (rate && slowest && rate < slowest) return (slowest / rate) * MARGIN;
  if (rate && fastest && rate > fastest) return fastest / rate / MARGIN;
  return 1;
}
