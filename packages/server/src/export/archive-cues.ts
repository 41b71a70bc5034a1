import type { SubtitleCue } from '../text/subtitles.ts';
import type { ExportLine } from './export-line.ts';

type WaitingCue = { line_index: number; start_ms: number | null; duration_ms: number; text: string };

/** What the subtitles need of every delivered line, by locale. */
export type LocaleCues = Map<string, WaitingCue[]>;

export function collectCue(cues: LocaleCues, line: ExportLine): void {
  const { line_index, start_ms, script: text } = line;
  const cue = { line_index, start_ms, duration_ms: line.duration_ms ?? 0, text };
  const list = cues.get(line.locale_code);
  if (list) list.push(cue);
  else cues.set(line.locale_code, [cue]);
}

/** Lines with a start of their own stand there; the others follow end to end in line order. */
export function placeCues(cues: readonly WaitingCue[]): SubtitleCue[] {
  let clock_ms = 0;
  const ordered = cues.toSorted((a, b) => a.line_index - b.line_index);
  const placed = ordered.map(({ start_ms, duration_ms, text }) => {
    const start = start_ms ?? clock_ms;
    clock_ms = start + duration_ms;
    return { start_ms: start, end_ms: clock_ms, text };
  });
  return placed.sort((a, b) => a.start_ms - b.start_ms);
}
