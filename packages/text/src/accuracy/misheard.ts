import { wordKey } from '../locales/whole-words.ts';

/** Words of a script that a check transcribed as other words, in a take of a line. */
export interface MisheardPart<Line> {
  locale_code: string;
  /** The text of the line. */
  text: string;
  /** The misheard words, as the script has them. */
  script: string;
  transcript: string;
  take_id: string;
  line: Line;
}

/** A word that was misheard in several takes. */
export interface MisheardWord<Line> {
  /** The spelling in the first of its takes. */
  word: string;
  /** The result of `wordKey`. */
  key: string;
  locale_code: string;
  takes_count: number;
  lines_count: number;
  /** What was transcribed instead of the word: the most frequent first, at most `MAX_TRANSCRIBED`. */
  transcribed: { text: string; takes_count: number }[];
  /** The first lines. */
  lines: Line[];
}

const MIN_TAKES = 2;
const MAX_TRANSCRIBED = 5;
const MAX_LINES = 3;

/**
 * The words that were misheard in at least two takes, the most frequent first. A take that several runs share counts
 * once. `lineKey`: equal for the same line.
 */
export function misheardWords<Line>(
  parts: readonly MisheardPart<Line>[],
  lineKey: (line: Line) => string,
): MisheardWord<Line>[] {
  const occurrences: (MisheardPart<Line> & { word: string; key: string })[] = [];
  for (const part of parts) {
    const [partWords, transcripts] = [part.script.split(/\s+/), part.transcript.split(/\s+/)];
    const lineText = wordKey(part.text);
    for (const [index, text] of partWords.entries()) {
      // Without punctuation around it.
      const word = text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/gu, '');
      const key = wordKey(word);
      // A check may compare with the words of a respelling, which are in no script.
      if (!/\p{L}/u.test(word) || !lineText.includes(key)) continue;
      // The transcript of the whole part, if its words cannot be separated.
      let { transcript } = part;
      if (partWords.length === transcripts.length) transcript = transcripts[index] ?? '';
      occurrences.push({ ...part, word, key, transcript });
    }
  }
  const byWord = Map.groupBy(occurrences, ({ key, locale_code }) => JSON.stringify([key, locale_code]));
  const words: MisheardWord<Line>[] = [];
  for (const group of byWord.values()) {
    const [first] = group;
    const takes_count = countTakes(group);
    if (!first || takes_count < MIN_TAKES) continue;
    const { word, key, locale_code } = first;
    const lines = new Map(group.map(({ line }) => [lineKey(line), line]));
    const byTranscript = Map.groupBy(group, ({ transcript }) => wordKey(transcript));
    const transcripts = Array.from(byTranscript.values(), (sameTranscripts) => ({
      text: sameTranscripts[0]?.transcript ?? '',
      takes_count: countTakes(sameTranscripts),
    })).sort((one, other) => other.takes_count - one.takes_count || compareText(one.text, other.text));
    words.push({
      word,
      key,
      locale_code,
      takes_count,
      lines_count: lines.size,
      transcribed: transcripts.slice(0, MAX_TRANSCRIBED),
      lines: [...lines.values()].slice(0, MAX_LINES),
    });
  }
  return words.sort(
    (one, other) =>
      other.takes_count - one.takes_count ||
      other.lines_count - one.lines_count ||
      compareText(one.key, other.key) ||
      compareText(one.locale_code, other.locale_code),
  );
}

const countTakes = (parts: readonly { take_id: string }[]): number =>
  new Set(parts.map(({ take_id }) => take_id)).size;

const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other);
