/** Control characters that end a line, a page or a record. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this replaces them
const BREAKS = /\r\n?|[\u000b\u000c\u001c-\u001f\u0085]/g;
// Tab and newline stay. Other control characters are never spoken and break XML and subtitles.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this removes them
const CONTROLS = /[\u0000-\u0008\u000e-\u001b\u007f-\u009f]+/g;
/** Nothing, or a space or sign that needs no space before it. */
const NEEDS_NO_SPACE = /^(?:$|[\s.,;:!?…)\]}’”»、。，！？：；）」』])/;
/** Spaces, soft hyphens and characters of no width. */
const NOTHING_VISIBLE = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/u;

/**
 * The stored form of a script: composed letters, uniform newlines, no control characters, no surrounding white space. A
 * removed control character leaves a space, so that the words around it stay separate.
 */
export function cleanScript(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(BREAKS, '\n')
    .replace(CONTROLS, (run, at: number, whole: string) => {
      const hasSpace = NEEDS_NO_SPACE.test(whole.charAt(at + run.length)) || /\s/.test(whole.charAt(at - 1));
      return hasSpace ? '' : ' ';
    })
    .trim();
  return NOTHING_VISIBLE.test(clean) ? '' : clean;
}

/** The beginning of a text. Never splits a surrogate pair, which PostgreSQL rejects. */
export function truncate(text: string, max_length: number): string {
  const isWithinPair = /[\ud800-\udbff]/.test(text.charAt(max_length - 1));
  return text.slice(0, max_length - Number(isWithinPair));
}

/** The billed length: Unicode code points of the stripped script. A letter with its accents is composed first. */
export function countCharacters(script: string): number {
  let count = 0;
  for (const _ of script.normalize('NFC').trim()) count += 1;
  return count;
}

/**
 * The index of the run of characters of one kind that ends a text; its length if it ends otherwise. It reads back from the
 * end, because a search for `[…]*$` tries every position of every run of such characters.
 */
export function startOfTrailing(text: string, kind: RegExp): number {
  let start = text.length;
  while (start > 0 && kind.test(text.charAt(start - 1))) start -= 1;
  return start;
}
