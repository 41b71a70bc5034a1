import { isUnspaced } from '@voiceloom/normalizer';
import { cleanScript } from '../locales/characters.ts';
import { splitSentences } from '../locales/sentences.ts';
import { groupNeighbors } from '../neighbors.ts';
import type { TimedWord } from '../timed-word.ts';

/** A transcript, with times if the model reports them. */
interface TimedTranscript {
  text: string;
  words?: readonly TimedWord[] | undefined;
  segments?: readonly TimedWord[] | undefined;
}

/** A transcribed sentence with its times; null if unknown. */
export interface TranscriptLine {
  script: string;
  start_ms: number | null;
  end_ms: number | null;
}

/** A pause that ends a line even within a sentence. */
const LONG_PAUSE_MS = 1_500;
/** A longer line is split at the next segment. */
const MAX_LINE_MS = 20_000;
const ENDS_SENTENCE = /[.!?…。！？।؟][)\]}"'”’»」』）]*$/u;

/**
 * The sentences of a transcript. Segments are preferred, because the words of some models lack punctuation; a
 * line then ends with the segment in which its sentence ends.
 */
export function transcriptLines(transcript: TimedTranscript, locale: string): TranscriptLine[] {
  const { segments = [], words = [] } = transcript;
  let groups: TimedWord[][] = groupNeighbors(segments, (group, next) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return false;
    return (
      ENDS_SENTENCE.test(last.text.trim()) ||
      next.start_ms - last.end_ms >= LONG_PAUSE_MS ||
      next.end_ms - first.start_ms > MAX_LINE_MS
    );
  });
  if (segments.length === 0)
    groups = groupNeighbors(
      words,
      (group, next) => next.start_ms - (group.at(-1)?.end_ms ?? 0) >= LONG_PAUSE_MS,
    ).flatMap((group) => groupBySentence(group, locale));
  const lines: TranscriptLine[] = groups.map((group) => ({
    script: cleanScript(joinText(group, locale)),
    start_ms: group[0]?.start_ms ?? null,
    end_ms: group.at(-1)?.end_ms ?? null,
  }));
  if (segments.length === 0 && words.length === 0)
    for (const sentence of splitSentences(transcript.text, locale))
      lines.push({ script: cleanScript(sentence), start_ms: null, end_ms: null });
  return lines.filter(({ script }) => script !== '');
}

/** Words as one text, with the spaces of the language. */
function joinText(words: readonly TimedWord[], locale: string): string {
  return words.map(({ text }) => text.trim()).join(isUnspaced(locale) ? '' : ' ');
}

/** The words of each sentence. Sentences and words contain the same letters in the same order. */
function groupBySentence(words: TimedWord[], locale: string): TimedWord[][] {
  const groups: TimedWord[][] = [];
  let at = 0;
  for (const sentence of splitSentences(joinText(words, locale), locale)) {
    const group: TimedWord[] = [];
    let lettersLeft = countLetters(sentence);
    while (lettersLeft > 0) {
      const word = words[at];
      if (!word) break;
      group.push(word);
      lettersLeft -= countLetters(word.text);
      at += 1;
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}

const countLetters = (text: string): number => text.replace(/\s+/gu, '').length;
