import { splitSentences } from '@voiceloom/text';
import type { StoredVerdict } from '../../../db/rows.ts';
import type { Alternative } from '../../casting/fallbacks.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { respelled } from './respell.ts';
import { tempo } from './variation.ts';

type RetryStrategy = GeneratorConfig['retry_ladder'][number];

/** How the next take of a line differs from those that a check rejected. `plain`: in nothing. */
export interface Change {
  strategy: RetryStrategy | 'plain';
  part: VoiceAssignment;
  text?: string;
  /** Spoken one after the other and put together. */
  sentences?: string[];
}

/** A change that a provider rejected, or whose provider could not be called. */
export interface SkippedChange {
  strategy: string;
  provider: string;
  model: string;
}

/** What is known of one take of a line at its generator. */
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
  /** As the line was cast. */
  part: VoiceAssignment;
  text: string;
  /** Without the words of the dictionary. */
  written: string;
  /** What checks said of the take that comes back. */
  verdicts: readonly StoredVerdict[];
  refused: EarlierTake | undefined;
  /** Every take that the line ever had here. */
  takes: readonly EarlierTake[];
  alternatives: readonly Alternative[];
}

const SLOWEST = 0.5;
const FASTEST = 2;

/**
 * The next strategy that can change anything: the tempo as long as a check asks for it, else the first that was not tried
 * yet, else a model or provider that was not called yet, else another seed. Each take differs from the first by one strategy alone.
 */
export function nextChange(situation: Situation): Change {
  const passed = new Set(situation.takes.map(({ skipped }) => skipped?.strategy));
  const open = situation.ladder
    // Of models and providers there may be others.
    .filter((strategy) => strategy === 'model' || strategy === 'provider' || !passed.has(strategy))
    .flatMap((strategy) => STRATEGIES[strategy](situation) ?? []);
  const tried = new Set(situation.takes.map(({ strategy }) => strategy));
  return (
    open.find(({ strategy }) => strategy === 'tempo') ??
    open.find(({ strategy }) => !tried.has(strategy)) ??
    // A model or a provider is open until it was called.
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

/** All providers and models that were called for the line, successfully or not. */
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

/** Builds on the rejected take, whatever voice it has: its tempo was measured. */
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
