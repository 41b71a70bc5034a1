import { rounded } from '../signal/rounding.ts';
import { clampScore, type Measured, type Score } from './score.ts';

/** A part of a take whose transcript differs from the script. */
export type WordFault = {
  kind: 'missing_end' | 'missing_words' | 'repeated_words' | 'extra_words' | 'wrong_words';
  words: number;
  text: string;
  /** What should be spoken instead, for wrong words. */
  script?: string;
  start_ms: number | null;
  end_ms: number | null;
};

export type WordsMeasure = {
  /** Errors for each word, or for each character. */
  rate: number;
  unit: 'word' | 'character';
  script_words: number;
  faults: readonly WordFault[];
};

/** With so few words, a rate means little and recognizers invent words, so all must be right. */
export const SHORT_WORDS = 3;
const MAX_REASONS = 3;
const LONGEST_QUOTE = 80;

const TOLD: Readonly<Record<Exclude<WordFault['kind'], 'wrong_words'>, string>> = {
  missing_end: 'The end is missing',
  missing_words: 'Not heard',
  repeated_words: 'Said again',
  extra_words: 'Not in the script',
};

/** 100 x (1 - error rate). A line of one or two words scores 0 if anything is wrong. */
export function scoreWords(measure: WordsMeasure, { threshold }: { threshold: number }): Score {
  const { rate, unit, script_words, faults } = measure;
  const isShort = script_words < SHORT_WORDS;
  const score = isShort && rate > 0 ? 0 : clampScore(100 * (1 - rate));
  const max = isShort ? 0 : rounded(1 - threshold / 100);
  const whole = { start_ms: null, end_ms: null };
  const overall: Measured = {
    metric: `${unit}_error_rate`,
    ...{ value: rounded(rate), min: null, max, unit: null, passed: rate <= max },
    ...whole,
  };
  return {
    score,
    status: score >= threshold ? 'pass' : 'fail',
    reason: describeFaults(faults, { isShort, rate }),
    evidence: {},
    findings: [
      overall,
      ...faults.map(({ kind, words, start_ms, end_ms }): Measured => {
        const limits = { min: null, max: 0, unit: 'words', passed: false };
        return { metric: kind, value: words, ...limits, start_ms, end_ms };
      }),
    ],
  };
}

function describeFaults(
  faults: readonly WordFault[],
  { isShort, rate }: { isShort: boolean; rate: number },
): string | null {
  if (faults.length === 0) return null;
  const reasons = faults.slice(0, MAX_REASONS).map(({ kind, text, script = '' }) => {
    if (kind === 'wrong_words') return `“${shortened(text)}” was heard for “${shortened(script)}”.`;
    return `${TOLD[kind]}: “${shortened(text)}”.`;
  });
  const more = faults.length - reasons.length;
  if (more > 0) reasons.push(`And ${more} more.`);
  if (isShort && rate > 0) reasons.push(`Of fewer than ${SHORT_WORDS} words each must be right.`);
  return reasons.join(' ');
}

function shortened(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  // Never splits a surrogate pair: databases reject half of one.
  const start = text.slice(0, LONGEST_QUOTE).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}
