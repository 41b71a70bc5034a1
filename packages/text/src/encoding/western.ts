/**
 * Characters that are out of place in western text, which shows another encoding: a capital after a small letter, a
 * sign between letters, an accent without its letter, a control character, a ligature.
 */
export const MISPLACED =
  /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=\p{L})[^\p{L}\p{M}\p{N}\s\p{ASCII}’‘–—…·´\u00ad\u200b-\u200f](?=\p{L})|(?<=\p{L})[‡„‚‹¨¯¸¿¡]|(?![a-z])\p{Ll}(?=[A-Z])|[\u0080-\u009fˆ˜ƒﬁﬂ]/gu;
/** Dashes between letters, which are usual in English, but also letters of old Macs. */
const DASHES = /(?<=\p{L})[–—](?=\p{L})/gu;
/** All characters that are not ASCII. */
const FOREIGN = /[\u0080-\uffff]/g;
/** All characters that are not white space. */
const VISIBLE = /\S/g;
/** The largest share of such letters in western text. */
export const MAX_ACCENTS = 0.35;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Whether a text that is not Unicode is in the encoding of old Macs. Both encodings have a character for almost every
 * byte, but in one of them most characters are out of place.
 */
export function isMacRoman(sample: Uint8Array): boolean {
  const windows = new TextDecoder('windows-1252').decode(sample);
  const mac = new TextDecoder('macintosh').decode(sample);
  const foreignCount = countMatches(windows, FOREIGN);
  const isWestern = foreignCount <= 8 || foreignCount <= countMatches(windows, VISIBLE) * MAX_ACCENTS;
  if (!isWestern) return false;
  const misplacedCount = countMatches(windows, MISPLACED);
  const macIsClearlyBetter = misplacedCount > countMatches(mac, MISPLACED) * 8;
  const misplacedShare = (misplacedCount + countMatches(windows, DASHES)) / foreignCount;
  return macIsClearlyBetter && misplacedShare >= 0.25;
}
