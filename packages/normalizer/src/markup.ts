/** Replaces each character of markup. It is no letter, digit or space, so that rules do not treat it as text. */
export const MASK = '\u{E000}';
/** Replaces each character that a rule has read. */
export const SPOKEN = '\u{E001}';
/** Replaces each character that is not spoken. It counts as a space, so that a sentence can end before it. */
export const REMOVED = '\u1680';

/** The text with each character of the spans replaced by `mark`, so that offsets stay the same. */
export function cover(text: string, spans: readonly { start: number; end: number }[], mark = MASK): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let position = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(position, start), mark.repeat(end - start));
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

const FULL_WIDTH = /[\uff01-\uff0b\uff0d-\uff5e\u3000\u00a0\u202f\u2212\u2009\u2044\u1680\uffe5\uffe1]/g;
const OTHERS: Record<string, string> = {
  '\u3000': ' ',
  '\u1680': ' ',
  '\u2212': '-',
  '\u2009': '\u202f',
  '\u2044': '/',
  '￥': '¥',
  '￡': '£',
};

/** An en dash that begins a number is a minus: `–5 °C`, `–20 €`. Between two numbers it is a range. */
const MINUS = /(?<=^|[\s([{«"“‘:=;])(?<![\d%°€$£¥] )–(?=(?:[A-Z]{0,2}[$€£¥] ?)?\d)/gu;

/**
 * Full-width letters, digits and signs as their usual forms; every character stays one character. The full-width
 * comma stays: it is never part of a number.
 */
export function foldWidth(text: string): string {
  return text.replace(MINUS, '-').replace(FULL_WIDTH, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
    return OTHERS[character] ?? character;
  });
}
