import type { SubtitleCue } from '@voiceloom/text';
import type { ExportLine } from './export-line.ts';
import { splitWords, wordTimes } from './word-times.ts';

type WaitingCue = {
  locale: string;
  line_index: number;
  start_ms: number | null;
  duration_ms: number;
  text: string;
  /** Start and end of each word in the line's audio; absent where cues are whole lines. */
  times?: Int32Array;
};

/** What the subtitles need of every delivered line, by locale. */
export type LocaleCues = Map<string, WaitingCue[]>;

/** The length of a subtitle line: 42 letters, half of that in scripts with letters of double width. */
const CUE_WIDTH = 42;
const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;
const STOP = /[.!?…。！？,;:、，]["'»“”’)\]]?\s*$/u;

export function collectCue(cues: LocaleCues, line: ExportLine, timing: 'line' | 'word'): void {
  const { line_index, start_ms, script: text, locale_code: locale } = line;
  const cue: WaitingCue = { locale, line_index, start_ms, duration_ms: line.duration_ms ?? 0, text };
  if (timing === 'word') cue.times = wordTimes(line);
  const list = cues.get(locale);
  if (list) list.push(cue);
  else cues.set(locale, [cue]);
}

/** Lines with a start time keep it; the others follow one after the other in line order. */
export function placeCues(cues: readonly WaitingCue[]): SubtitleCue[] {
  let clock_ms = 0;
  const ordered = cues.toSorted((a, b) => a.line_index - b.line_index);
  const placed = ordered.flatMap((cue) => {
    const start = cue.start_ms ?? clock_ms;
    clock_ms = start + cue.duration_ms;
    return cue.times
      ? wordCues(cue, start, cue.times)
      : [{ start_ms: start, end_ms: clock_ms, text: cue.text }];
  });
  return placed.map(withLength).sort((a, b) => a.start_ms - b.start_ms);
}

/** Players leave out a cue that ends where it begins. */
function withLength(cue: SubtitleCue): SubtitleCue {
  return { ...cue, end_ms: Math.max(cue.end_ms, cue.start_ms + 1) };
}

type Word = { text: string; start_ms: number; end_ms: number };

/** Cues of one screen line each, cut between words, where it can be at a stop. */
function wordCues({ text, locale }: WaitingCue, start: number, times: Int32Array): SubtitleCue[] {
  const words = splitWords(text, locale).map((part, index): Word => {
    const [from = 0, to = 0] = times.subarray(index * 2, index * 2 + 2);
    return { text: part, start_ms: start + from, end_ms: start + Math.max(from, to) };
  });
  return groupsOf(words).map((group) => ({
    start_ms: group[0]?.start_ms ?? start,
    end_ms: group.at(-1)?.end_ms ?? start,
    text: textOf(group),
    words: group,
  }));
}

function groupsOf(words: readonly Word[]): Word[][] {
  const groups: Word[][] = [];
  let group: Word[] = [];
  for (const word of words) {
    const full = widthOf(textOf([...group, word])) > CUE_WIDTH;
    const stopped = widthOf(textOf(group)) > CUE_WIDTH / 2 && STOP.test(group.at(-1)?.text ?? '');
    if (group.length > 0 && (full || stopped)) {
      groups.push(group);
      group = [];
    }
    group.push(word);
  }
  return group.length > 0 ? [...groups, group] : groups;
}

function textOf(words: readonly Word[]): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim();
}

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);
}
