import { round } from '../signal/rounding.ts';
import { getStatus, type Measured, roundAndClampScore, type Score } from './score.ts';

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
const MAX_QUOTE_LENGTH = 80;

const PHRASES: Readonly<Record<Exclude<WordFault['kind'], 'wrong_words'>, string>> = {
  missing_end: 'The end is missing',
  missing_words: 'Not heard',
  repeated_words: 'Said again',
  extra_words: 'Not in the script',
};

/** 100 x (1 - error rate). A line of one or two words scores 0 if anything is wrong. */
export function scoreWords(measure: WordsMeasure, { threshold }: { threshold: number }): Score {
  const { rate, unit, script_words, faults } = measure;
  const isShort = script_words < SHORT_WORDS;
  const score = isShort && rate > 0 ? 0 : roundAndClampScore(100 * (1 - rate));
  const max = isShort ? 0 : round(1 - threshold / 100);
  const reasons = faults.slice(0, MAX_REASONS).map(({ kind, text, script = '' }) => {
    if (kind === 'wrong_words') return `“${shorten(text)}” was heard for “${shorten(script)}”.`;
    return `${PHRASES[kind]}: “${shorten(text)}”.`;
  });
  const hiddenCount = faults.length - reasons.length;
  if (hiddenCount > 0) reasons.push(`And ${hiddenCount} more.`);
  if (faults.length > 0 && isShort && rate > 0)
    reasons.push(`Of fewer than ${SHORT_WORDS} words each must be right.`);
  const findings: Measured[] = [
    {
      metric: `${unit}_error_rate`,
      value: round(rate),
      min: null,
      max,
      unit: null,
      passed: rate <= max,
      start_ms: null,
      end_ms: null,
    },
  ];
  for (const { kind, words, start_ms, end_ms } of faults)
    findings.push({
      metric: kind,
      value: words,
      min: null,
      max: 0,
      unit: 'words',
      passed: false,
      start_ms,
      end_ms,
    });
  return {
    score,
    status: getStatus(score, threshold),
    reason: reasons.join(' ') || null,
    evidence: {},
    findings,
  };
}

/** A text for a message. */
function shorten(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  // Never splits a surrogate pair: databases reject half of one.
  const start = text.slice(0, MAX_QUOTE_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}
