import { fromAttribute } from '../locales/phoneme-tags.ts';
import { withoutRecordings } from '../locales/recording-tags.ts';
import { type Span, spansOf } from './timed.ts';
import { plainOf } from './tokens.ts';

/** A word of a text that a recording replaces. */
export interface RecordedWord {
  /** The spelling in the line. */
  word: string;
  /** The digest of the recording. */
  sha256: string;
  /** When the voice says it; undefined if unknown, or if the engine times it only together with other letters. */
  time: { start_ms: number; end_ms: number } | undefined;
}

type TimedWord = { text: string; start_ms: number; end_ms: number };

const TAG = /<recorded sha256="([0-9a-f]+)" word="([^"]*)">([^<>]*)<\/recorded>/g;
/** Noncharacters of Unicode, which do not occur in texts. */
const [OPEN, CLOSE] = ['\u{FDD0}', '\u{FDD1}'];
const MARKS = /[\u{FDD0}\u{FDD1}]/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** The tagged words of a text, in order, with their times among those of the engine's words. */
export function recordedWords(text: string, locale: string, words: readonly TimedWord[]): RecordedWord[] {
  const found: Omit<RecordedWord, 'time'>[] = [];
  const marked = text.replace(MARKS, '').replace(TAG, (_, sha256: string, word: string, said: string) => {
    found.push({ sha256, word: fromAttribute(word) });
    return `${OPEN}${said}${CLOSE}`;
  });
  if (found.length === 0) return [];
  const pieces = plainOf(withoutRecordings(marked), locale).split(MARKS);
  const base = pieces.join('');
  const spans = spansOf(base, words);
  let at = pieces[0]?.length ?? 0;
  return found.map((one, index) => {
    const [said = '', next = ''] = pieces.slice(2 * index + 1, 2 * index + 3);
    const place = { start: at, end: at + said.length };
    at = place.end + next.length;
    return { ...one, time: timeOf(base, place, spans) };
  });
}

/** The timestamps of the words at a place, if they are exactly the spoken text there, apart from punctuation. */
function timeOf(base: string, { start, end }: Pick<Span, 'start' | 'end'>, spans: readonly Span[]) {
  const own = spans.filter((span) => span.start < end && span.end > start);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last || first.start < start || last.end > end) return undefined;
  let [left, rest] = [start, ''];
  for (const span of own) {
    rest += base.slice(left, span.start);
    left = span.end;
  }
  if (LETTER.test(rest + base.slice(left, end)) || last.end_ms <= first.start_ms) return undefined;
  return { start_ms: first.start_ms, end_ms: last.end_ms };
}
