import { round } from '../signal/rounding.ts';
import { getStatus, type Measured, roundAndClampScore, type Score } from './score.ts';

export type WordSaid = {
  word: string;
  transcript: string;
  start_ms: number | null;
  end_ms: number | null;
  right: boolean;
};

const MAX_REASONS = 5;

/** Scores the share of dictionary words that are pronounced correctly. */
export function scorePronunciation(words: readonly WordSaid[], { threshold }: { threshold: number }): Score {
  const wrongWords = words.filter(({ right }) => !right);
  const score = roundAndClampScore((100 * (words.length - wrongWords.length)) / words.length);
  const reasons = wrongWords.slice(0, MAX_REASONS).map(({ word, transcript }) => {
    if (transcript === '') return `“${word}” was not heard.`;
    return `“${word}” was heard as “${transcript}”.`;
  });
  const findings: Measured[] = [
    {
      metric: 'dictionary_words_right',
      value: round(1 - wrongWords.length / words.length),
      min: round(threshold / 100),
      max: null,
      unit: null,
      start_ms: null,
      end_ms: null,
      passed: score >= threshold,
    },
  ];
  for (const { right, start_ms, end_ms } of words)
    findings.push({
      metric: 'dictionary_word',
      value: Number(right),
      min: 1,
      max: null,
      unit: null,
      start_ms,
      end_ms,
      passed: right,
    });
  return {
    score,
    status: getStatus(score, threshold),
    reason: reasons.join(' ') || null,
    evidence: { dictionary_words: words.length, wrong_words: wrongWords.length },
    findings,
  };
}
