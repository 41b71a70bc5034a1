import { splitSentences } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';
import type { Alternative } from '../../casting/fallbacks.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { respelled } from './respell.ts';
import { tempo } from './variation.ts';

type RetryStrategy = GeneratorConfig['retry_ladder'][number];

/** The difference between the next take of a line and the rejected ones. `plain`: no difference. */
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
  ladder: readonly RetryStrategy[];
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
  const passed = new Set(situation.takes.map(({ skipped }) => skipped?.strategy));
  const open = situation.ladder
    // There can be more than one other model or provider.
    .filter((strategy) => strategy === 'model' || strategy === 'provider' || !passed.has(strategy))
    .flatMap((strategy) => STRATEGIES[strategy](situation) ?? []);
  const tried = new Set(situation.takes.map(({ strategy }) => strategy));
  return (
    open.find(({ strategy }) => strategy === 'tempo') ??
    open.find(({ strategy }) => !tried.has(strategy)) ??
    // A model or provider is available until it has been called.
    open.find(({ strategy }) => strategy === 'model' || strategy === 'provider') ??
    open.find(({ strategy }) => strategy === 'seed') ?? { strategy: 'plain', part: situation.part }
  );
}

const STRATEGIES: Readonly<Record<RetryStrategy, (situation: Situation) => Change | undefined>> = {
  tempo: otherTempo,
  seed: ({ part }) => (part.model.takes_seed ? { strategy: 'seed', part } : undefined),
  sentences({ part, text, locale_code }) {
    const sentences = splitSentences(text, locale_code);
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
  wanted: Alternative['strategy'],
  isTried: (part: VoiceAssignment) => boolean,
): Change | undefined {
  const found = alternatives.find(({ strategy, part }) => strategy === wanted && !isTried(part));
  return found && { strategy: wanted, part: found.part };
}

/** Based on the rejected take, whatever its voice, because its tempo was measured. */
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
