import { normalizeText } from '@voiceloom/normalizer';
import { findMarkup, speechSentences } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';
import type { Alternative } from '../../casting/fallbacks.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { digestParts } from '../../digest.ts';
import type { LineWork } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';

type RetryStrategy = GeneratorConfig['retry_strategies'][number];

/** How the next take of a line differs from the rejected ones. `plain`: not at all. */
export interface Change {
  strategy: RetryStrategy | 'plain';
  part: VoiceAssignment;
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

export interface Situation {
  strategies: readonly RetryStrategy[];
  locale_code: string;
  /** The assigned voice, before any change. */
  part: VoiceAssignment;
  text: string;
  /** The text without dictionary replacements. */
  written: string;
  /** The verdicts on the returning take. */
  verdicts: readonly StoredVerdict[];
  refused: EarlierTake | undefined;
  /** Every take that the line had here. */
  takes: readonly EarlierTake[];
  alternatives: readonly Alternative[];
}

const SLOWEST = 0.5;
const FASTEST = 2;

/**
 * The next strategy that can change anything: the tempo while a check asks for it, else the first untried
 * strategy, else an uncalled model or provider, else another seed. Each take differs from the first by one
 * strategy only.
 */
export function nextChange(situation: Situation): Change {
  const skippedStrategies = new Set(situation.takes.map(({ skipped }) => skipped?.strategy));
  const open = situation.strategies
    // There can be more than one other model or provider.
    .filter((strategy) => strategy === 'model' || strategy === 'provider' || !skippedStrategies.has(strategy))
    .flatMap((strategy) => STRATEGIES[strategy](situation) ?? []);
  const earlierStrategies = new Set(situation.takes.map(({ strategy }) => strategy));
  return (
    open.find(({ strategy }) => strategy === 'tempo') ??
    open.find(({ strategy }) => !earlierStrategies.has(strategy)) ??
    // A model or provider is available until it has been called.
    open.find(({ strategy }) => strategy === 'model' || strategy === 'provider') ??
    open.find(({ strategy }) => strategy === 'seed') ?? { strategy: 'plain', part: situation.part }
  );
}

const STRATEGIES: Readonly<Record<RetryStrategy, (situation: Situation) => Change | undefined>> = {
  tempo: otherTempo,
  seed: ({ part }) => (part.model.takes_seed ? { strategy: 'seed', part } : undefined),
  sentences({ part, text, locale_code }) {
    const sentences = speechSentences(text, locale_code);
    return sentences.length > 1 ? { strategy: 'sentences', part, sentences } : undefined;
  },
  respelling({ part, ...line }) {
    const text = respelled(line);
    return text === undefined ? undefined : { strategy: 'respelling', part, text };
  },
  model: ({ alternatives, takes }) =>
    untried(alternatives, 'model', ({ provider, model }) =>
      askedFor(takes).some((one) => one.provider === provider.id && one.model === model.id),
    ),
  provider: ({ alternatives, takes }) =>
    untried(alternatives, 'provider', ({ provider }) =>
      askedFor(takes).some((one) => one.provider === provider.id),
    ),
};

/** All providers and models that were called for the line, even without success. */
const askedFor = (takes: readonly EarlierTake[]): { provider: string; model: string }[] =>
  takes.flatMap((take) => (take.skipped ? [take, take.skipped] : [take]));

function untried(
  alternatives: readonly Alternative[],
  kind: Alternative['strategy'],
  isTried: (part: VoiceAssignment) => boolean,
): Change | undefined {
  const alternative = alternatives.find(({ strategy, part }) => strategy === kind && !isTried(part));
  return alternative && { strategy: kind, part: alternative.part };
}

/** Changes the rejected take, regardless of its voice, because its tempo was measured. */
function otherTempo({ part, verdicts, refused, alternatives }: Situation): Change | undefined {
  const factor = verdicts.map(tempo).find((change) => change !== 1);
  if (factor === undefined || refused?.dropped.includes('speed')) return undefined;
  const isRefused = (own: VoiceAssignment): boolean =>
    own.provider.id === refused?.provider && own.model.id === refused.model;
  const from = isRefused(part) ? part : (alternatives.find((other) => isRefused(other.part))?.part ?? part);
  const before = refused?.speed ?? from.speed;
  const speed = Math.min(FASTEST, Math.max(SLOWEST, before * factor));
  return speed === before ? undefined : { strategy: 'tempo', part: { ...from, speed } };
}

/** Checks that report which words were misheard. */
const ABOUT_WORDS = new Set(['error_rate', 'pronunciation']);
/** `SQL`, `NATO`: spoken as one word, they are easily misheard. */
const LETTERS = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

/**
 * An alternative spelling for a line with misheard words: abbreviations letter by letter, and numbers, dates
 * and units in full. If that changes nothing, the dictionary words in their written form, because their
 * replacements were misheard. Undefined if there is no other spelling.
 */
export function respelled({
  text,
  written,
  locale_code,
  verdicts,
}: Pick<Situation, 'text' | 'written' | 'locale_code' | 'verdicts'>): string | undefined {
  const own = verdicts.filter(({ kind }) => ABOUT_WORDS.has(kind));
  if (own.length === 0) return undefined;
  const misheard = new Set(own.flatMap(misheardWords));
  const lettered = text.replace(LETTERS, (word) =>
    misheard.has(word.toLowerCase()) ? [...word].join(' ') : word,
  );
  const { spoken: spelling } = normalizeText(lettered, locale_code, { markup: findMarkup });
  return [spelling, written].find((other) => other !== text);
}

/** The script's words that a check misheard or did not hear, in lowercase. */
function misheardWords({ evidence }: StoredVerdict): string[] {
  const { diff } = evidence;
  if (!Array.isArray(diff)) return [];
  return diff.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { op, script } = entry as Record<string, unknown>;
    return op !== 'match' && typeof script === 'string' ? script.toLowerCase().split(/\s+/) : [];
  });
}

/** A margin, so that the next take does not narrowly miss the limit. */
const MARGIN = 1.04;

/** The seed of a take: the same for every attempt, but different after a check sends the line back. */
export function seedOf({ run, node, iteration }: ChunkContext, { line, input_id }: LineWork): number {
  return digestParts('seed', run.id, node.id, iteration, line.no, input_id).readUInt32BE(0) >>> 1;
}

/** The speed factor that would have passed; above 1 is faster. */
export function tempo(verdict: StoredVerdict | undefined): number {
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
