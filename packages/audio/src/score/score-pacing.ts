import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import {
  createFinding,
  type Finding,
  judge,
  limitScore,
  roundAndClampScore,
  type Score,
  unscored,
} from './score.ts';

export type PacingConfig = {
  threshold: number;
  /** null takes the norm of the locale. */
  min_syllables_per_second: number | null;
  max_syllables_per_second: number | null;
  enforce_max_duration: boolean;
};

export type PacingMeasure = {
  /** Null if they could not be counted. */
  syllables: number | null;
  /** Speech without its pauses. */
  speech_ms: number;
  duration_ms: number;
  max_duration_ms: number | null;
  locale: string;
  /** From the first to the last speech, in milliseconds. */
  speech_range?: readonly [number, number];
};

/**
 * The usual reading speed of each language, in syllables (in Japanese, morae) per second of speech without pauses: initial
 * values from field notes, which a node can override.
 */
const NORMS: ReadonlyMap<string, { min: number; max: number }> = new Map([
  ['de', { min: 4, max: 6.5 }],
  ['en', { min: 4, max: 6.5 }],
  ['es', { min: 5.5, max: 8.5 }],
  ['fr', { min: 5, max: 8 }],
  ['it', { min: 5.5, max: 8 }],
  ['ja', { min: 6, max: 9 }],
  ['ko', { min: 5, max: 8 }],
  ['pt', { min: 5, max: 8 }],
  ['zh', { min: 4, max: 6 }],
]);

/** Syllables per second. */
type Range = { min: number | null; max: number | null };

/** With fewer syllables, the rate depends more on the words than on the speed. */
const MIN_SYLLABLES = 4;
const MIN_SPEECH_MS = 400;
/** Lines with fewer syllables vary more, because their long last syllable has more weight, so the norm widens. */
const FULL_LINE_SYLLABLES = 15;
const WIDENING_PER_SYLLABLE = 0.025;
/** Points per percent outside of the range. */
const RATE_SLOPE = 2;
/** At these multiples of the limits, the cause is probably missing or repeated text, not the voice. */
const FAR_TOO_SLOW = 0.6;
const FAR_TOO_FAST = 1.4;
/** A line scores 0 at this multiple of its longest duration. */
const DURATION_ZERO = 1.4;

/**
 * Rate: 100 inside the range, minus 2 points per percent outside of it. Duration: 100 up to the line's longest
 * duration, 80 just over it, 0 at 40 % over it. The lower one is the score; without a known range and a
 * duration limit, the take gets no score. The locale's norm widens on both sides by 2.5 % for each syllable under 15; a
 * range that the node sets is not widened.
 */
export function scorePacing(measure: PacingMeasure, config: PacingConfig): Score {
  const { syllables, speech_ms, duration_ms, max_duration_ms, locale } = measure;
  const range = { min: config.min_syllables_per_second, max: config.max_syllables_per_second };
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  const norm = NORMS.get(language);
  if (norm) {
    const missingSyllables = Math.max(0, FULL_LINE_SYLLABLES - (syllables ?? FULL_LINE_SYLLABLES));
    range.min ??= norm.min * (1 - WIDENING_PER_SYLLABLE * missingSyllables);
    range.max ??= norm.max * (1 + WIDENING_PER_SYLLABLE * missingSyllables);
  }
  let rate: number | null = null;
  if (syllables !== null && speech_ms !== 0) rate = (syllables * 1000) / speech_ms;

  const findings: Finding[] = [];
  if (config.enforce_max_duration && max_duration_ms !== null && max_duration_ms > 0)
    findings.push(
      createFinding(
        limitScore(duration_ms, max_duration_ms, max_duration_ms * DURATION_ZERO),
        `The line lasts ${duration_ms} ms, over its limit of ${max_duration_ms} ms.`,
        {
          metric: 'duration',
          unit: 'ms',
          value: duration_ms,
          max: max_duration_ms,
          range: duration_ms > max_duration_ms ? [max_duration_ms, duration_ms] : [null, null],
        },
      ),
    );
  const rateProblem = explainMissingRate(measure, range);
  if (rateProblem === null && rate !== null) findings.push(judgeRate(rate, range, measure.speech_range));
  const evidence = {
    syllables,
    syllables_per_second: rate,
    min_syllables_per_second: range.min,
    max_syllables_per_second: range.max,
    speech_ms,
    duration_ms,
    max_duration_ms,
  };
  if (findings.length === 0) return unscored(rateProblem ?? 'There is no speech to measure.', evidence);
  return judge(findings, config.threshold, evidence);
}

/** Why the rate is not scored; null if it is. */
function explainMissingRate(measure: PacingMeasure, range: Range): string | null {
  const { syllables, speech_ms, locale } = measure;
  if (speech_ms === 0) return 'There is no speech to measure.';
  if (syllables === null) return `The syllables of this line could not be counted for ${locale}.`;
  if (range.min === null && range.max === null) {
    return `The usual speaking rate of ${locale} is unknown. Set a range in the node to score it.`;
  }
  if (syllables < MIN_SYLLABLES || speech_ms < MIN_SPEECH_MS)
    return 'The line is too short to have a speaking rate.';
  return null;
}

/** The finding about a speaking rate: its score, and why it is too slow or too fast. */
function judgeRate(rate: number, limits: Range, speechRange: PacingMeasure['speech_range']): Finding {
  const { min, max } = limits;
  const measurement = {
    metric: 'speaking_rate',
    unit: 'syllables/s',
    value: rate,
    min,
    max,
    range: speechRange,
  };
  let outside = 0;
  let reason = '';
  if (min !== null && rate < min) {
    outside = (min - rate) / min;
    reason = compareRates(rate, 'slower', min);
    if (rate < min * FAR_TOO_SLOW) reason += ' A part of the text may be spoken twice.';
  } else if (max !== null && rate > max) {
    outside = (rate - max) / max;
    reason = compareRates(rate, 'faster', max);
    if (rate > max * FAR_TOO_FAST) reason += ' A part of the text may be missing.';
  }
  return createFinding(roundAndClampScore(100 - RATE_SLOPE * 100 * outside), reason, measurement);
}

/** A rate and its limit with as many decimals as distinguish them. */
function compareRates(rate: number, comparison: 'slower' | 'faster', limit: number): string {
  const digits = decimalsToDistinguish(rate, limit);
  return `${rate.toFixed(digits)} syllables per second is ${comparison} than ${limit.toFixed(digits)}.`;
}
