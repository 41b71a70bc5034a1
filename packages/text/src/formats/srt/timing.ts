/** `01:02:03,456`, `02:03.4`: hours, minutes, seconds and a fraction. */
const TIME = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?$/;
/** A time in a line of times. Translation programs put spaces around its signs. */
const TIME_AT = /(?:\d{1,3} ?[:;] ?)?\d{1,3} ?[:;] ?\d{1,2}(?: ?[.,:;] ?\d{1,9})?(?!\d)/y;
/** A time that does not occur in a text: hours, minutes and seconds (`1:02:03`), or a fraction (`02:03,456`). */
const CLOCK = /^\d+:\d+:\d|[.,]\d{2,}$/;
/** What may stand between two times: an arrow, with spaces and other signs. */
const BETWEEN = /[^\p{L}\p{N}\n]{1,20}/uy;
/** An arrow in any form: `-->`, `->`, `=>`, `→`, `»`. */
const ARROW = /[-–—=~] {0,2}>|[→⇒⟶➔➜]|»/u;
/** A setting of a cue, such as `align:start` or `X1:117`. */
const SETTING = /^[A-Za-z]\w{0,20}:\S{1,100}$/;
/** Settings follow the times, so only the start of a long line can have times. */
const MAX_LENGTH = 400;

export interface Timing {
  start_ms: number;
  end_ms: number;
  /** The text that follows the times on the same line. */
  text: string;
}

/** Milliseconds of `01:02:03,456`, `02:03.4` or null. */
export function parseTimestamp(text: string): number | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + millis;
}

/**
 * The times of a cue, from a line such as `00:00:01,000 --> 00:00:02,500`. The arrow and the digits can have any form.
 * Null: the line is text. `broken`: it has times of a cue that cannot be read.
 */
export function readTiming(line: string): Timing | 'broken' | null {
  const head = normalizeTimes(line.slice(0, MAX_LENGTH));
  // Most lines are text, so this is checked first: `0:`, `0 : 0`.
  const hasColonAfterDigit = /\d ?[:;] ?\w/.test(head);
  if (!hasColonAfterDigit) return null;
  // Some files have the number of the cue before its times: `1. 00:00:01,000 --> 00:00:02,500`.
  const indent = /^\W{0,8}(?:\d{1,7}[.)]?\s+(?=\d{1,3} ?:))?/u.exec(head)?.[0].length ?? 0;
  const start = findTime(head, indent);
  if (start === null) return hasArrow(head) ? 'broken' : null;
  BETWEEN.lastIndex = start.end;
  const between = BETWEEN.exec(head)?.[0] ?? '';
  const end = findTime(head, start.end + between.length);
  if (end === null || between === '') return isBrokenTiming(head, start) ? 'broken' : null;
  // Without an arrow, both must be unlike the times that a text mentions.
  const areClocks = CLOCK.test(start.text) && CLOCK.test(end.text);
  if (!hasArrow(between) && !areClocks) return null;
  const start_ms = parseTimestamp(start.text);
  const end_ms = parseTimestamp(end.text);
  const rest = head.slice(end.end);
  if (start_ms === null || end_ms === null || /^\S/.test(rest)) return 'broken';
  const hasText = rest.split(/\s+/).some((word) => word !== '' && !SETTING.test(word));
  return { start_ms, end_ms, text: hasText ? line.slice(end.end).trim() : '' };
}

/** Whether a line with one time was meant to have two. */
function isBrokenTiming(line: string, start: { text: string; end: number }): boolean {
  if (hasArrow(line)) return true;
  const rest = line.slice(start.end);
  // `0:01:0` or `01:02,50` soon after the first time.
  const hasSecondTime = /\d:\d{1,2}:\d|\d:\d{1,2}[.,]\d{2}/.test(rest.slice(0, 60));
  return CLOCK.test(start.text) && (!/\p{L}/u.test(rest) || hasSecondTime);
}

/** Whether a line has the arrow of a cue. In WebVTT, no other line has it. */
export const hasArrow = (line: string): boolean => ARROW.test(line);

/** The number of a cue: a line that contains nothing else. */
export function cueNumber(line: string): number | null {
  if (line.length > 60) return null;
  // `12`, `#12`, `12.` or `12)`.
  const match = /^\s{0,20}#?(\d{1,7})[.):]?\s{0,20}$/.exec(normalizeTimes(line));
  return match && Number(match[1]);
}

/** The time at a position, in its usual form, and where it ends. */
function findTime(text: string, at: number): { text: string; end: number } | null {
  TIME_AT.lastIndex = at;
  const match = TIME_AT.exec(text);
  return match && { text: match[0].replace(/ /g, '').replaceAll(';', ':'), end: TIME_AT.lastIndex };
}

/** Signs of arrows as HTML writes them: `--&gt;`. */
const ENTITIES: Readonly<Record<string, string>> = { gt: '>', mdash: '—', ndash: '–', minus: '-', rarr: '→' };

/** Digits and signs of a line of times in their usual form. Every position stays the same. */
function normalizeTimes(line: string): string {
  return (
    line
      .replace(/&(?:amp;)?(gt|mdash|ndash|minus|rarr|#62|#x3e);/gi, (entity, name: string) =>
        (ENTITIES[name.toLowerCase()] ?? '>').padEnd(entity.length),
      )
      // Full-width signs, `：` becomes `:`. In Unicode, they follow the usual ones at this distance.
      .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      // Digits of other writing systems: `٣` becomes `3`.
      .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
        if (digit.length > 1) return digit;
        // The digits of a writing system are in sequence.
        const code = digit.charCodeAt(0);
        let zero = code;
        while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCharCode(zero - 1))) zero -= 1;
        return String(code - zero);
      })
      .replace(/[∶ː꞉]/g, ':')
      .replace(/[٫،]/g, ',')
      // Wide spaces, and marks of the writing direction.
      .replace(/[\u3000\u200e\u200f\u202a-\u202e\ufeff]/g, ' ')
  );
}
