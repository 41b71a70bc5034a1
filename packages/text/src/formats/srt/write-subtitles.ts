export type SubtitleCue = {
  start_ms: number;
  end_ms: number;
  text: string;
  /** The words and their times, which only WebVTT supports. */
  words?: readonly { text: string; start_ms: number }[];
  /** A comment on the cue, which only WebVTT supports. One line without `-->`. */
  note?: string;
};

/** SubRip text, one string per cue. */
export function* writeSrt(cues: Iterable<SubtitleCue>): Generator<string> {
  yield* writeCues(cues, ',', ({ text }) => cueLines(text).replaceAll('-->', '→'));
}

/** WebVTT text, the header first, then one string per cue. */
export function* writeVtt(cues: Iterable<SubtitleCue>): Generator<string> {
  yield 'WEBVTT\n\n';
  yield* writeCues(cues, '.', (cue) => writeWords(cue) ?? escapeVtt(cueLines(cue.text)));
}

/** The cues with numbers and times. `separator`: the sign before the milliseconds. */
function* writeCues(
  cues: Iterable<SubtitleCue>,
  separator: ',' | '.',
  writeText: (cue: SubtitleCue) => string,
): Generator<string> {
  let number = 0;
  for (const cue of cues) {
    number += 1;
    const times = `${timestamp(cue.start_ms, separator)} --> ${timestamp(cue.end_ms, separator)}`;
    let note = '';
    if (separator === '.' && cue.note !== undefined) note = `NOTE ${cue.note}\n\n`;
    yield `${note}${number}\n${times}\n${writeText(cue)}\n\n`;
  }
}

/**
 * Adds a timestamp before each word except the first, which begins with the cue. WebVTT requires increasing
 * times within the cue, so simultaneous words share one.
 */
function writeWords({ start_ms, end_ms, words }: SubtitleCue): string | undefined {
  /** The time of the last timestamp. */
  let last = Math.round(start_ms);
  const parts = words?.map((word) => {
    const at = Math.round(word.start_ms);
    const text = escapeVtt(word.text.replace(/\s+/g, ' '));
    if (at <= last || at >= Math.round(end_ms)) return text;
    last = at;
    return `<${timestamp(at, '.')}>${text}`;
  });
  return parts?.join('').trim();
}

/** `01:02:03,456`. */
function timestamp(value_ms: number, separator: ',' | '.'): string {
  const total = Math.max(0, Math.round(value_ms));
  const pad = (value: number, width: number) => String(Math.floor(value)).padStart(width, '0');
  const clock = [pad(total / 3_600_000, 2), pad((total / 60_000) % 60, 2), pad((total / 1000) % 60, 2)];
  return `${clock.join(':')}${separator}${pad(total % 1000, 3)}`;
}

/** The lines of a cue without blank ones, because a blank line would end it. */
function cueLines(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
