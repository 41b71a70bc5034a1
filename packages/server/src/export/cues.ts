import type { SubtitleCue } from '@voiceloom/text';
import type { ExportLine, SpokenWord } from './export-line.ts';

type WaitingCue = {
  locale: string;
  line_index: number;
  start_ms: number | null;
  duration_ms: number;
  text: string;
  /** Start and end of each word in the line's audio; absent if cues are whole lines. */
  times?: Int32Array;
  /** What readers of the cues should know. */
  note?: string;
};

/** The data of delivered lines that subtitles need, by locale. */
export type LocaleCues = Map<string, WaitingCue[]>;

/** The length of a subtitle line: 42 letters, or half as many in scripts with double-width letters. */
const CUE_WIDTH = 42;
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;
/** The end of a word after which a cue may end: `harbor, `, `“Stop!” `. */
const STOP = /[.!?…。！？,;:、，]["'»“”’)\]]?\s*$/u;

const ESTIMATED = 'The times of the words of the next cue are estimated.';

/** Adds a delivered line to the cues of its locale. */
export function collectCue(cues: LocaleCues, line: ExportLine, timing: 'line' | 'word'): void {
  const { line_index, start_ms, shown: text = line.script, locale_code: locale } = line;
  const cue: WaitingCue = { locale, line_index, start_ms, duration_ms: line.duration_ms ?? 0, text };
  if (timing === 'word') cue.times = wordTimes({ ...line, script: text });
  if (timing === 'word' && line.word_times === 'estimated') cue.note = ESTIMATED;
  const list = cues.get(locale);
  if (list) list.push(cue);
  else cues.set(locale, [cue]);
}

/** Lines with a start time keep it; the others follow one after the other in line order. */
export function placeCues(cues: readonly WaitingCue[]): SubtitleCue[] {
  let clock_ms = 0;
  const subtitles: SubtitleCue[] = [];
  for (const cue of cues.toSorted((a, b) => a.line_index - b.line_index)) {
    const start = cue.start_ms ?? clock_ms;
    clock_ms = start + cue.duration_ms;
    if (cue.times) subtitles.push(...wordCues(cue, start, cue.times));
    else subtitles.push({ start_ms: start, end_ms: clock_ms, text: cue.text });
  }
  // Players skip a cue that ends when it begins.
  for (const subtitle of subtitles) subtitle.end_ms = Math.max(subtitle.end_ms, subtitle.start_ms + 1);
  return subtitles.sort((a, b) => a.start_ms - b.start_ms);
}

type Word = { text: string; start_ms: number; end_ms: number };

/** Cues of one screen line each, cut between words, if possible after punctuation. */
function wordCues({ text, locale, note }: WaitingCue, start: number, times: Int32Array): SubtitleCue[] {
  const words = splitWords(text, locale).map((part, index): Word => {
    const [from = 0, to = 0] = times.subarray(index * 2, index * 2 + 2);
    return { text: part, start_ms: start + from, end_ms: start + Math.max(from, to) };
  });
  const groups: Word[][] = [];
  let group: Word[] = [];
  for (const word of words) {
    const isFull = measureWidth(joinWords([...group, word])) > CUE_WIDTH;
    const isAtStop = measureWidth(joinWords(group)) > CUE_WIDTH / 2 && STOP.test(group.at(-1)?.text ?? '');
    if (group.length > 0 && (isFull || isAtStop)) {
      groups.push(group);
      group = [];
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(group);
  return groups.map((group) => {
    const cue: SubtitleCue = {
      start_ms: group[0]?.start_ms ?? start,
      end_ms: group.at(-1)?.end_ms ?? start,
      text: joinWords(group),
      words: group,
    };
    if (note !== undefined) cue.note = note;
    return cue;
  });
}

function joinWords(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** The columns of a text, where a wide character, such as a Chinese one, takes two. */
function measureWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += 1 + Number(WIDE.test(letter));
  return width;
}

/** The pause after punctuation, as the number of letters that take the same time. */
const PAUSES: readonly [RegExp, number][] = [
  [/[.!?…。！？]/u, 5],
  [/[,;:—–、，；：]/u, 3],
];
const segmenters = new Map<string, Intl.Segmenter>();

/** Opening quotes and brackets belong to the word after them: `“` in `he said “`. */
const OPENING_AT_END = /(?<=\s)["'«„“‘([{¿¡「『（]+$/u;
/** The segmenter splits `well-known` and `l’eau`, but they are one word each. */
const JOINER_AT_END = /[-'’]$/u;

/**
 * Splits a text into words. Punctuation and spaces stay with the word before them, except opening quotes. Joining the
 * words restores the text.
 */
export function splitWords(text: string, locale: string): string[] {
  const parts: string[] = [];
  let current = '';
  let hasWord = false;
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && hasWord && !JOINER_AT_END.test(current)) {
      const opening = OPENING_AT_END.exec(current)?.[0] ?? '';
      parts.push(current.slice(0, current.length - opening.length));
      current = opening;
    }
    current += segment;
    hasWord ||= isWordLike === true;
  }
  if (current !== '') parts.push(current);
  return parts;
}

/**
 * The times of each word of a script in its audio, in milliseconds: start, end, start, end. They come from the engine,
 * if it reports them. If its words differ from the script, both are aligned by length. Without times from the engine,
 * the words divide the span of the speech by length.
 */
export function wordTimes(
  line: Pick<ExportLine, 'script' | 'locale_code' | 'words' | 'speech' | 'duration_ms'>,
): Int32Array {
  const parts = splitWords(line.script, line.locale_code);
  const span = line.speech ?? { start_ms: 0, end_ms: line.duration_ms ?? 0 };
  const times = new Int32Array(parts.length * 2);
  // Engines include the pause after a word in its time, so words are cut at the end of the speech.
  const words = line.words
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, start_ms, end_ms }) => ({
      text,
      start_ms: Math.min(start_ms, span.end_ms),
      end_ms: Math.min(end_ms, span.end_ms),
    }));
  if (words.length === parts.length) {
    return Int32Array.from(words.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]));
  }
  /** The time at which this share of the script, from 0 to 1, has been spoken. */
  let timeAt = (share: number) => Math.round(span.start_ms + share * (span.end_ms - span.start_ms));
  if (words.length > 0) timeAt = createWordClock(words);
  // A pause counts as so many letters.
  const weights = parts.map((text) => {
    const letters = text.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
    return { letters: Math.max(1, letters), pause: PAUSES.find(([stop]) => stop.test(text))?.[1] ?? 0 };
  });
  // Without the pause after the last word.
  const total =
    weights.reduce((sum, { letters, pause }) => sum + letters + pause, 0) - (weights.at(-1)?.pause ?? 0);
  let position = 0;
  for (const [index, { letters, pause }] of weights.entries()) {
    const start = timeAt(position / total);
    times.set([start, timeAt(Math.min(1, (position + letters) / total))], index * 2);
    position += letters + pause;
  }
  return times;
}

/**
 * Returns a function that maps a share of the script's length to a time, by the lengths of the engine's words.
 * Pauses between words do not count.
 */
function createWordClock(words: readonly SpokenWord[]): (share: number) => number {
  const lengths = words.map(({ text }) => Math.max(1, text.length));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return (share) => {
    let rest = share * total;
    for (const [index, { start_ms, end_ms }] of words.entries()) {
      const length = lengths[index] ?? 1;
      if (rest <= length) return Math.round(start_ms + (rest / length) * (end_ms - start_ms));
      rest -= length;
    }
    return words.at(-1)?.end_ms ?? 0;
  };
}
