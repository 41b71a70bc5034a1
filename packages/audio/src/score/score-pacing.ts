import { decimalsToDistinguish } from '../measure/digits-apart.ts';
import { clampScore, type Finding, finding, judged, limitScore, type Score, unscored } from './score.ts';

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

/** Syllables (in Japanese, morae) per second of speech without pauses. */
type PacingNorm = { min: number; max: number };

/** The usual reading speed of each language: initial values from field notes, which a node can override. */
const NORMS: Record<string, PacingNorm> = {
  de: { min: 4, max: 6.5 },
  en: { min: 4, max: 6.5 },
  es: { min: 5.5, max: 8.5 },
  fr: { min: 5, max: 8 },
  it: { min: 5.5, max: 8 },
  ja: { min: 6, max: 9 },
  ko: { min: 5, max: 8 },
  pt: { min: 5, max: 8 },
  zh: { min: 4, max: 6 },
};

/** The norm of the locale's language; undefined if it is unknown. */
function findPacingNorm(locale: string): PacingNorm | undefined {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  if (Object.hasOwn(NORMS, language)) return NORMS[language];
  return undefined;
}

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
  const range = rangeFor(measure, config);
  const rate = rateOf(measure);
  const { syllables, speech_ms, duration_ms, max_duration_ms } = measure;
  const evidence = {
    syllables,
    syllables_per_second: rate,
    min_syllables_per_second: range.min,
    max_syllables_per_second: range.max,
    ...{ speech_ms, duration_ms, max_duration_ms },
  };
  const missing = whyNoRate(measure, range);
  const findings = durationFindings(measure, config);
  if (missing === null && rate !== null) findings.push(rateFinding(rate, range, measure));
  if (findings.length === 0) return unscored(missing ?? 'There is no speech to measure.', evidence);
  return judged(findings, config.threshold, evidence);
}

function rangeFor({ locale, syllables }: PacingMeasure, config: PacingConfig): Range {
  const norm = findPacingNorm(locale);
  const widening =
    WIDENING_PER_SYLLABLE * Math.max(0, FULL_LINE_SYLLABLES - (syllables ?? FULL_LINE_SYLLABLES));
  return {
    min: config.min_syllables_per_second ?? (norm ? norm.min * (1 - widening) : null),
    max: config.max_syllables_per_second ?? (norm ? norm.max * (1 + widening) : null),
  };
}

function rateOf({ syllables, speech_ms }: PacingMeasure): number | null {
  if (syllables === null || speech_ms === 0) return null;
  return (syllables * 1000) / speech_ms;
}

function whyNoRate({ syllables, speech_ms, locale }: PacingMeasure, { min, max }: Range): string | null {
  if (speech_ms === 0) return 'There is no speech to measure.';
  if (syllables === null) return `The syllables of this line could not be counted for ${locale}.`;
  if (min === null && max === null) {
    return `The usual speaking rate of ${locale} is unknown. Set a range in the node to score it.`;
  }
  if (syllables < MIN_SYLLABLES || speech_ms < MIN_SPEECH_MS)
    return 'The line is too short to have a speaking rate.';
  return null;
}

function rateFinding(rate: number, { min, max }: Range, { speech_range }: PacingMeasure): Finding {
  const fact = { metric: 'speaking_rate', unit: 'syllables/s', value: rate, min, max };
  const located = { ...fact, range: speech_range ?? ([null, null] as const) };
  if (min !== null && rate < min) {
    const doubled = rate < min * FAR_TOO_SLOW ? ' A part of the text may be spoken twice.' : '';
    return finding(rateScore((min - rate) / min), `${compared(rate, 'slower', min)}${doubled}`, located);
  }
  if (max !== null && rate > max) {
    const missing = rate > max * FAR_TOO_FAST ? ' A part of the text may be missing.' : '';
    return finding(rateScore((rate - max) / max), `${compared(rate, 'faster', max)}${missing}`, located);
  }
  return finding(100, '', located);
}

function compared(rate: number, how: 'slower' | 'faster', limit: number): string {
  const digits = decimalsToDistinguish(rate, limit);
  return `${rate.toFixed(digits)} syllables per second is ${how} than ${limit.toFixed(digits)}.`;
}

function rateScore(outside: number): number {
  return clampScore(100 - RATE_SLOPE * 100 * outside);
}

function durationFindings({ duration_ms, max_duration_ms }: PacingMeasure, config: PacingConfig): Finding[] {
  if (!config.enforce_max_duration || max_duration_ms === null || max_duration_ms <= 0) return [];
  const score = limitScore(duration_ms, max_duration_ms, max_duration_ms * DURATION_ZERO);
  const reason = `The line lasts ${duration_ms} ms, over its limit of ${max_duration_ms} ms.`;
  const over =
    duration_ms > max_duration_ms ? ([max_duration_ms, duration_ms] as const) : ([null, null] as const);
  const fact = { metric: 'duration', unit: 'ms', value: duration_ms, max: max_duration_ms, range: over };
  return [finding(score, reason, fact)];
}
