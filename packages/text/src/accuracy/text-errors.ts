import type { Comparison } from './compare.ts';
import { findRuns, type Part } from './parts.ts';
import type { TimedToken } from './timed.ts';

/** An error in a take, according to its transcript. */
export interface TextError {
  kind: 'missing_end' | 'missing_words' | 'repeated_words' | 'extra_words' | 'wrong_words';
  /** The number of words. */
  words: number;
  /** The missing, added or wrong words. */
  text: string;
  /** The expected text, for wrong words. */
  script?: string;
  start_ms: number | null;
  end_ms: number | null;
}

const MAX_ERRORS = 50;

/** Cut ends, missing, repeated, added and wrong words, each with its time in the audio. */
export function findTextErrors(comparison: Comparison, duration_ms: number): TextError[] {
  const { script, transcript, parts } = comparison;
  const runs = (op: Part['op']) => findRuns(parts, (part) => part.op === op).slice(0, MAX_ERRORS);
  const errors: TextError[] = [];
  for (const { from, parts: run } of runs('delete')) {
    const words = run.flatMap((part) => part.script);
    const end = from + run.length;
    const partBefore = parts.slice(0, from).findLast(isTranscribed);
    const partAfter = parts.slice(end).find(isTranscribed);
    let start_ms = transcript[partBefore?.transcript[0] ?? -1]?.end_ms ?? null;
    let end_ms = transcript[partAfter?.transcript[0] ?? -1]?.start_ms ?? null;
    // A missing part without a neighbor begins or ends with the audio. Without times, its place is unknown.
    if (transcript.length === 0 || start_ms !== null || end_ms !== null) {
      start_ms ??= 0;
      end_ms ??= duration_ms;
    }
    errors.push({
      kind: end === parts.length ? 'missing_end' : 'missing_words',
      words: words.length,
      text: joinWords(words.map((index) => script[index])),
      start_ms,
      end_ms,
    });
  }
  for (const { parts: run } of runs('insert')) {
    const words = run.flatMap((part) => part.transcript);
    const kind = isRepeated(transcript, words) ? 'repeated_words' : 'extra_words';
    errors.push({ kind, words: words.length, ...describeWords(words, transcript) });
  }
  for (const { parts: run } of runs('substitute')) {
    const words = run.flatMap((part) => part.transcript);
    const scriptWords = run.flatMap((part) => part.script).map((index) => script[index]);
    errors.push({
      kind: 'wrong_words',
      words: run.length,
      ...describeWords(words, transcript),
      script: joinWords(scriptWords),
    });
  }
  return errors.slice(0, MAX_ERRORS);
}

const isTranscribed = (part: Part): boolean => part.transcript.length > 0;

/** The number of the script's words that are missing at the end of the transcript. */
export function countMissingEnd({ parts }: Pick<Comparison, 'parts'>): number {
  const last = parts.findLastIndex(({ op }) => op !== 'delete');
  return parts.length - 1 - last;
}

/** Whether the inserted words repeat what comes directly before or after them. */
function isRepeated(transcript: readonly TimedToken[], words: readonly number[]): boolean {
  const [first = 0, size] = [words[0], words.length];
  const keyAt = (index: number) => transcript[index]?.key;
  for (let period = 1; period <= size; period++) {
    // `a very very`: each word is the one a period before it.
    if (first >= period && words.every((index) => keyAt(index) === keyAt(index - period))) return true;
  }
  return words.every((index) => keyAt(index) === keyAt(index + size));
}

/** The text and the times of words of the transcript. */
function describeWords(indices: readonly number[], transcript: readonly TimedToken[]) {
  const words = indices.map((index) => transcript[index]);
  return {
    text: joinWords(words),
    start_ms: words[0]?.start_ms ?? null,
    end_ms: words.at(-1)?.end_ms ?? null,
  };
}

function joinWords(words: readonly ({ text: string } | undefined)[]): string {
  return words.map((word) => word?.text ?? '').join(' ');
}
