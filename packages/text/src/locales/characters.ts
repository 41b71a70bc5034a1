// Tab and newline stay; other control characters are never spoken and break XML and subtitles.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this removes them
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const NOTHING_VISIBLE = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/u;

/** The stored form of a script: uniform newlines, no control characters, no surrounding white space. */
export function cleanScript(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();
  return NOTHING_VISIBLE.test(clean) ? '' : clean;
}

/** The beginning of a text. Never splits a surrogate pair, which PostgreSQL rejects. */
export function startOf(text: string, most: number): string {
  const isWithin = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return text.slice(0, isWithin ? most - 1 : most);
}

/** The billed length: Unicode code points of the stripped script. */
export function countCharacters(script: string): number {
  let count = 0;
  for (const _ of script.trim()) count += 1;
  return count;
}

/**
 * The position after which a text has only characters of one kind. It reads back from the end, because a search for
 * `[…]*$` tries every position of every run of such characters.
 */
export function startOfEnding(text: string, kind: RegExp): number {
  let start = text.length;
  while (start > 0 && kind.test(text.charAt(start - 1))) start -= 1;
  return start;
}
