import { MASK } from './markup.ts';
import { isUnspaced } from './partial.ts';
import type { Claim } from './types.ts';

/**
 * Signs that are drawn as pictures, even if they have a form for text: `↗`, `ℹ`. The signs of rights keep their names, and
 * double punctuation is punctuation.
 */
const PICTURE = '(?![©®™‼⁉])(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic})';
const TAIL = '(?:\\uFE0F|\\p{Emoji_Modifier}|[\\u{E0020}-\\u{E007F}]){0,8}';
/** Families and professions are several pictures with joiners between them; flags are pairs of letters. */
const EMOJI = `(?:${PICTURE}${TAIL}(?:\\u200D(?:\\p{Extended_Pictographic}|${PICTURE})${TAIL}){0,8}|[\\u{1F1E6}-\\u{1F1FF}]{1,2})`;
/** The frame of a keycap (`1️⃣`), and signs that choose between text and picture. */
const REST = '(?:\\uFE0F?\\u20E3|[\\uFE0E\\uFE0F])';
const GAP = '[ \\t\\u00A0\\u202F]{0,3}';
const PICTURES = new RegExp(`(?<ahead>${GAP})(?:${EMOJI}${GAP}){1,40}|${REST}`, 'gu');
/** Whether a text has any of them, which is quick to test. */
const ANY = /[\u20E3\uFE0E\uFE0F]|\p{Emoji_Presentation}|(?![©®™])\p{Extended_Pictographic}/u;
const EMOJI_RUN = new RegExp(`(?:${EMOJI}){1,80}`, 'u');
const REST_PATTERN = new RegExp(REST, 'gu');
/** Two marks in one sign, which engines call by its name. */
const DOUBLE_MARKS: Readonly<Record<string, string>> = { '‼': '!!', '⁉': '!?' };

const ENDS_IN_WORD = /[\p{L}\p{N}.,;:!?…)\]"”»’%°\u{E000}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}"“«„(¿¡\u{E000}]/u;

/** Emoji, which are not spoken, with the spaces around them. Between two words, a space stays. */
export function findEmoji(text: string, locale: string): Claim[] {
  if (!ANY.test(text)) return [];
  const space = isUnspaced(locale) ? '' : ' ';
  const changes: Claim[] = [];
  for (const match of text.matchAll(PICTURES)) {
    const [emoji] = match;
    const [start, end] = [match.index, match.index + emoji.length];
    const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
    // Markup is no word: `x 🎉</b>`.
    const isApart =
      (!before.endsWith(MASK) || /\s/.test(emoji)) && (!after.startsWith(MASK) || /\s$/.test(emoji));
    const isBetweenWords =
      match.groups?.ahead !== undefined &&
      isApart &&
      ENDS_IN_WORD.test(before) &&
      STARTS_WITH_WORD.test(after);

    changes.push({ start, end, written: emoji, spoken: isBetweenWords ? space : '', kind: 'symbol' });
  }
  return changes;
}

/** The texts around emoji, which are never spoken: `Hi 🎉 you` is `Hi ` and ` you`. Keycaps become their keys. */
export function splitAtEmoji(text: string): string[] {
  if (!ANY.test(text)) return [text];
  return text
    .split(EMOJI_RUN)
    .map((part) => part.replace(REST_PATTERN, '').replace(/[‼⁉]/g, (marks) => DOUBLE_MARKS[marks] ?? marks));
}
