import { decodeEntity } from '../markup/entities.ts';
import { startOfTrailing } from './characters.ts';

/**
 * A word for a speech model, with its pronunciation in IPA, without slashes around it. Models without phonemes say the
 * word as written. `word` is not escaped, because `phonemeParts` returns it as it is.
 */
export function phonemeTag(ipa: string, word: string): string {
  // Removes the signs around `/ˈwʊstər/` and `[ˈwʊstər]`.
  const end = startOfTrailing(ipa.trimEnd(), /[/\]]/);
  const bare = ipa
    .slice(0, end)
    .trimStart()
    .replace(/^[/[]+/, '');
  return `<phoneme alphabet="ipa" ph="${toAttribute(bare)}">${word}</phoneme>`;
}

/** A text between the quotes of an attribute. */
export const toAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;' })[sign] ?? '&gt;');

/** The text of an attribute. */
export const fromAttribute = (value: string): string =>
  value.replace(/&(\w+);/g, (entity, key: string) => decodeEntity(key) ?? entity);

/** A part of a text; with `ipa`, words in a phoneme tag. */
export interface PhonemePart {
  text: string;
  ipa?: string;
}

/** `<phoneme alphabet="ipa" ph="təˈmɑːtəʊ">tomato</phoneme>`: the sounds, and the written word. */
const TAG = /<phoneme alphabet="ipa" ph="([^"]*)">([^<>]*)<\/phoneme>/g;

/** The words that `phonemeTag` wrote into a text, and the text between them. */
export function phonemeParts(text: string): PhonemePart[] {
  const parts: PhonemePart[] = [];
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, ipa = '', word = ''] = match;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push(ipa === '' ? { text: word } : { text: word, ipa: fromAttribute(ipa) });
    at = match.index + tag.length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at) });
  return parts;
}
