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

const LEAST_TAKES = 2;
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
  const said = parts.flatMap(wordsOf);
  const byWord = Map.groupBy(said, ({ key, locale_code }) => JSON.stringify([key, locale_code]));
  return [...byWord.values()]
    .flatMap((all) => {
      const [first] = all;
      const takes_count = countTakes(all);
      if (!first || takes_count < LEAST_TAKES) return [];
      const lines = new Map(all.map(({ line }) => [lineKey(line), line]));
      const transcribed = Array.from(
        Map.groupBy(all, ({ transcript }) => wordKey(transcript)).values(),
        (same) => ({
          text: same[0]?.transcript ?? '',
          takes_count: countTakes(same),
        }),
      ).sort((one, other) => other.takes_count - one.takes_count || inOrder(one.text, other.text));
      const { word, key, locale_code } = first;
      const counts = { takes_count, lines_count: lines.size };
      const shown = {
        transcribed: transcribed.slice(0, MAX_TRANSCRIBED),
        lines: [...lines.values()].slice(0, MAX_LINES),
      };
      return [{ word, key, locale_code, ...counts, ...shown }];
    })
    .sort(
      (one, other) =>
        other.takes_count - one.takes_count ||
        other.lines_count - one.lines_count ||
        inOrder(one.key, other.key) ||
        inOrder(one.locale_code, other.locale_code),
    );
}

/**
 * The words of a part, each with its transcript, or with the transcript of the whole part if the words cannot
 * be separated.
 */
function wordsOf<Line>(part: MisheardPart<Line>) {
  const [words, transcribed] = [part.script.split(/\s+/), part.transcript.split(/\s+/)];
  const line = wordKey(part.text);
  return words.flatMap((written, index) => {
    const word = written.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/gu, '');
    const key = wordKey(word);
    // A check may compare with the words of a respelling, which are in no script.
    if (!/\p{L}/u.test(word) || !line.includes(key)) return [];
    const instead = words.length === transcribed.length ? (transcribed[index] ?? '') : part.transcript;
    return [{ ...part, word, key, transcript: instead }];
  });
}

const countTakes = (parts: readonly { take_id: string }[]): number =>
  new Set(parts.map(({ take_id }) => take_id)).size;

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
