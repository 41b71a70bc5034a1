import type { TimedWord } from '../timed-word.ts';
import { align, countErrors, TextsTooFarApart } from './align.ts';
import { excuseErrorsAt, type Part, toParts } from './parts.ts';
import { findOccurrences } from './pronounced.ts';
import { markHomophones, type Sounds } from './sounds.ts';
import { type TimedToken, timeTokens } from './timed.ts';
import { countsCharacters, showsCharacters, splitGraphemes, type Token, tokenize } from './tokens.ts';

export interface ComparisonInput {
  script: string;
  transcript: {
    text: string;
    /** The time of each word; empty if unknown. */
    words: readonly TimedWord[];
  };
  locale: string;
  /** Words that recordings say. Their transcript does not count. */
  recorded?: readonly string[];
  /** Returns phonemes. Without it, only spelling counts. */
  sounds?: Sounds | undefined;
}

/** The words of both sides, and how they correspond. */
interface Alignment {
  script: Token[];
  transcript: TimedToken[];
  /** In order. Words that sound alike are not errors. */
  parts: Part[];
}

/** A comparison of the script with a transcript. */
export interface Comparison extends Alignment {
  /** The unit of the errors that the score counts. */
  unit: 'word' | 'character';
  /** Errors per word of the script; null if words are not counted. */
  wer: number | null;
  /** Errors per character; null if characters are not counted. */
  cer: number | null;
  /** The error rate if words that sound alike are not errors; null if phonemes are unknown. */
  phonetic_rate: number | null;
}

/**
 * Undefined if the script has nothing to transcribe, or both texts are too long and different to compare in
 * reasonable time.
 */
export async function compareTexts(input: ComparisonInput): Promise<Comparison | undefined> {
  const { locale, recorded: recordedWords = [], sounds } = input;
  const { tokens: script } = tokenize(input.script, locale);
  if (script.length === 0) return undefined;
  try {
    const transcript = timeTokens(tokenize(input.transcript.text, locale), input.transcript.words);
    const steps = align(
      script.map(({ key }) => key),
      transcript.map(({ key }) => key),
    );
    const recordedTokens = new Set(
      recordedWords.flatMap((word) => findOccurrences(script, word, locale).flat()),
    );
    const parts = toParts(steps);
    const alignment = { script, transcript, parts: excuseErrorsAt(parts, recordedTokens) };
    const byCharacter = countsCharacters(locale);
    const comparison: Comparison = {
      ...alignment,
      unit: byCharacter ? 'character' : 'word',
      wer: byCharacter ? null : wordErrorRate(alignment),
      cer: showsCharacters(locale) ? characterErrorRate(alignment, locale) : null,
      phonetic_rate: null,
    };
    if (!sounds) return comparison;
    const homophones = await markHomophones({ script, transcript, parts, locale }, sounds);
    comparison.parts = excuseErrorsAt(homophones, recordedTokens);
    comparison.phonetic_rate = byCharacter
      ? characterErrorRate(comparison, locale)
      : wordErrorRate(comparison);
    return comparison;
  } catch (error) {
    if (error instanceof TextsTooFarApart) return undefined;
    throw error;
  }
}

/** The rate that counts: without words that sound alike, if that is configured and known. */
export function countedRate(comparison: Comparison, { phonetic }: { phonetic: boolean }): number {
  const { unit, wer, cer, phonetic_rate } = comparison;
  if (phonetic && phonetic_rate !== null) return phonetic_rate;
  return (unit === 'character' ? cer : wer) ?? 1;
}

const isError = ({ op }: Part): boolean => op !== 'match' && op !== 'homophone';

/** Errors per word of the script. A part with an error counts as many words as its longer side has. */
function wordErrorRate({ script, parts }: Alignment): number {
  let errorCount = 0;
  for (const part of parts)
    if (isError(part)) errorCount += Math.max(part.script.length, part.transcript.length);
  return errorCount / script.length;
}

/** Errors per character of the script. A word without an error counts in the spelling of the script. */
function characterErrorRate({ script, transcript, parts }: Alignment, locale: string): number {
  const comparedTokens = parts.flatMap((part) => {
    if (isError(part)) return part.transcript.map((index) => transcript[index]);
    return part.script.map((index) => script[index]);
  });
  const scriptCharacters = splitGraphemes(script, locale);
  const characters = splitGraphemes(
    comparedTokens.filter((token) => token !== undefined),
    locale,
  );
  return countErrors(align(scriptCharacters, characters)) / scriptCharacters.length;
}
