import { isUnspaced } from '@voiceloom/normalizer';
import { cleanScript } from '../locales/characters.ts';
import { splitSentences } from '../locales/sentences.ts';
import { groupNeighbors } from '../neighbors.ts';

/** A transcribed word or segment. */
export interface HeardPart {
  text: string;
  start_ms: number;
  end_ms: number;
}

/** A transcript, with times if the model reports them. */
export interface Heard {
  text: string;
  words?: readonly HeardPart[] | undefined;
  segments?: readonly HeardPart[] | undefined;
}

/** A transcribed sentence with its times; null if unknown. */
export interface HeardLine {
  script: string;
  start_ms: number | null;
  end_ms: number | null;
}

/** A pause that ends a line even within a sentence. */
const LONG_PAUSE_MS = 1_500;
/** A longer line is split at the next segment. */
const LONGEST_MS = 20_000;
const ENDS_SENTENCE = /[.!?…。！？।؟][)\]}"'”’»」』）]*$/u;

/**
 * The sentences of a transcript. Segments are preferred, because the words of some models lack punctuation; a
 * line then ends with the segment in which its sentence ends.
 */
export function heardLines(heard: Heard, locale: string): HeardLine[] {
  const { segments = [], words = [] } = heard;
  if (segments.length > 0) return linesOf(bySentenceEnd(segments), locale);
  if (words.length > 0)
    return linesOf(
      byPause(words).flatMap((run) => bySentence(run, locale)),
      locale,
    );
  return splitSentences(heard.text, locale).flatMap((sentence) => {
    const script = cleanScript(sentence);
    return script === '' ? [] : [{ script, start_ms: null, end_ms: null }];
  });
}

function linesOf(groups: HeardPart[][], locale: string): HeardLine[] {
  return groups.flatMap((parts) => {
    const [first, last] = [parts[0], parts.at(-1)];
    const script = cleanScript(joined(parts, locale));
    return first && last && script !== '' ? [{ script, start_ms: first.start_ms, end_ms: last.end_ms }] : [];
  });
}

function joined(parts: readonly HeardPart[], locale: string): string {
  return parts.map(({ text }) => text.trim()).join(isUnspaced(locale) ? '' : ' ');
}

function bySentenceEnd(segments: readonly HeardPart[]): HeardPart[][] {
  return groupNeighbors(segments, (group, next) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return false;
    return (
      ENDS_SENTENCE.test(last.text.trim()) ||
      next.start_ms - last.end_ms >= LONG_PAUSE_MS ||
      next.end_ms - first.start_ms > LONGEST_MS
    );
  });
}

function byPause(words: readonly HeardPart[]): HeardPart[][] {
  return groupNeighbors(words, (group, next) => next.start_ms - (group.at(-1)?.end_ms ?? 0) >= LONG_PAUSE_MS);
}

/** The words of each sentence. Sentences and words contain the same letters in the same order. */
function bySentence(words: HeardPart[], locale: string): HeardPart[][] {
  const groups: HeardPart[][] = [];
  let at = 0;
  for (const sentence of splitSentences(joined(words, locale), locale)) {
    const group: HeardPart[] = [];
    for (let left = lettersOf(sentence); left > 0 && at < words.length; at += 1) {
      const word = words[at];
      if (!word) break;
      group.push(word);
      left -= lettersOf(word.text);
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}

const lettersOf = (text: string): number => text.replace(/\s+/gu, '').length;
