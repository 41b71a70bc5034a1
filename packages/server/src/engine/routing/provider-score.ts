import type { RoutedCandidate } from '../../db/rows.ts';

/** A provider and model that can speak a locale, before the comparison. */
export interface Contender extends Omit<RoutedCandidate, 'score' | 'is_avoided'> {
  voice_id: string;
  /** Whether the previous run chose it. An unnecessary change would give new lines a different voice. */
  is_incumbent: boolean;
}

export type Ranked = Contender & Pick<RoutedCandidate, 'score' | 'is_avoided'>;

/** Candidates with a higher failure rate are chosen only if all others fail as often. */
const AVOIDED_FROM = 0.15;
const INCUMBENT_BONUS = 0.1;
const LATENCY_WEIGHT = 0.05;
const SLOW_MS = 20_000;
const HIGHEST_QUALITY = 4;

/**
 * Best first, in a deterministic order. `sensitivity` weighs price (1) against quality (0). An unknown price
 * counts as the highest known one, an unknown quality as the lowest.
 */
export function rankContenders(contenders: readonly Contender[], sensitivity: number): Ranked[] {
  const prices = contenders.flatMap(({ usd_per_1000_characters: usd }) => usd ?? []);
  const qualities = contenders.flatMap(({ quality }) => quality ?? []);
  const highestPrice = Math.max(0, ...prices);
  const lowestQuality = Math.min(HIGHEST_QUALITY, ...qualities);
  const scoreOf = (contender: Contender): number => {
    const quality = ((contender.quality ?? lowestQuality) - 1) / (HIGHEST_QUALITY - 1);
    const weighed = (1 - sensitivity) * quality + sensitivity * cheapness(contender, highestPrice);
    const slowness = Math.min(1, (contender.latency_ms ?? 0) / SLOW_MS);
    const bonus = contender.is_incumbent ? INCUMBENT_BONUS : 0;
    return weighed - contender.failure_rate - LATENCY_WEIGHT * slowness + bonus;
  };
  return contenders
    .map((contender) => ({
      ...contender,
      score: Math.round(scoreOf(contender) * 10_000) / 10_000,
      is_avoided: contender.failure_rate > AVOIDED_FROM,
    }))
    .sort(compare);
}

/** 1 for free, 0 for the highest price. */
function cheapness({ usd_per_1000_characters: usd }: Contender, highest: number): number {
  if (usd === null) return 0;
  return highest === 0 ? 1 : 1 - usd / highest;
}

function compare(one: Ranked, other: Ranked): number {
  return (
    Number(one.is_avoided) - Number(other.is_avoided) ||
    other.score - one.score ||
    (other.quality ?? 0) - (one.quality ?? 0) ||
    (`${one.provider}/${one.model}` < `${other.provider}/${other.model}` ? -1 : 1)
  );
}
