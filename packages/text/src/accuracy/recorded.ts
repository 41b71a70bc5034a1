import { fromAttribute } from '../locales/phoneme-tags.ts';
import { withoutRecordings } from '../locales/recording-tags.ts';
import type { TimedWord } from '../timed-word.ts';
import { findSpans, type Span } from './timed.ts';
import { plainText } from './tokens.ts';

/** A word of a text that a recording replaces. */
export interface RecordedWord {
  /** The spelling in the line. */
  word: string;
  /** The digest of the recording. */
  sha256: string;
  /** When the voice says it; undefined if unknown, or if the engine times it only together with other letters. */
  time: { start_ms: number; end_ms: number } | undefined;
}

/** A tag of `recordingTag`: `<recorded sha256="0f…" word="Worcester">Wooster</recorded>`. */
const TAG = /<recorded sha256="([0-9a-f]+)" word="([^"]*)">([^<>]*)<\/recorded>/g;
/** Noncharacters of Unicode, which do not occur in texts. */
const [OPEN, CLOSE] = ['\u{FDD0}', '\u{FDD1}'];
const MARKS = /[\u{FDD0}\u{FDD1}]/gu;
/** A letter or digit, such as `é` or `7`. */
const LETTER = /[\p{L}\p{N}]/u;

/** The tagged words of a text, in order, with their times among those of the engine's words. */
export function recordedWords(text: string, locale: string, words: readonly TimedWord[]): RecordedWord[] {
  const tags: { sha256: string; word: string }[] = [];
  const textWithMarks = text
    .replace(MARKS, '')
    .replace(TAG, (_, sha256: string, word: string, content: string) => {
      tags.push({ sha256, word: fromAttribute(word) });
      return `${OPEN}${content}${CLOSE}`;
    });
  if (tags.length === 0) return [];
  const pieces = plainText(withoutRecordings(textWithMarks), locale).split(MARKS);
  const base = pieces.join('');
  const spans = findSpans(base, words);
  let start = pieces[0]?.length ?? 0;
  return tags.map((tag, index) => {
    const [content = '', next = ''] = pieces.slice(2 * index + 1, 2 * index + 3);
    const end = start + content.length;
    const time = findTime(base, spans, { start, end });
    start = end + next.length;
    return { ...tag, time };
  });
}

/** The times of the words in a range, if they are exactly the spoken text there, apart from punctuation. */
function findTime(base: string, spans: readonly Span[], { start, end }: { start: number; end: number }) {
  const rangeSpans = spans.filter((span) => span.start < end && span.end > start);
  const [first, last] = [rangeSpans[0], rangeSpans.at(-1)];
  if (!first || !last || first.start < start || last.end > end) return undefined;
  let [at, textWithoutTimes] = [start, ''];
  for (const span of rangeSpans) {
    textWithoutTimes += base.slice(at, span.start);
    at = span.end;
  }
  textWithoutTimes += base.slice(at, end);
  if (LETTER.test(textWithoutTimes) || last.end_ms <= first.start_ms) return undefined;
  return { start_ms: first.start_ms, end_ms: last.end_ms };
}
