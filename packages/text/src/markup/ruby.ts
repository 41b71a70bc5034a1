import { matchAt, type Reader } from './segment.ts';

/**
 * The reading above a word, with its tags. It repeats the word, so only one of both is spoken. A reading ends at its
 * closing tag, or, as in HTML, where the next part of the ruby begins. Every repetition is bounded, which keeps the time
 * linear.
 */
const READING =
  /<r(?:tc?|p)(?:\s[^<>]{0,200})?>[^<]{0,500}(?:<(?!\/?r(?:tc?|p|b|uby)\b)[^<]{0,200}){0,8}(?:<\/r(?:tc?|p)\s*>|(?=<\/?r(?:tc?|p|b|uby)\b))|\{rt\}[^{}]{0,500}\{\/rt\}|\[rt\][^[\]]{0,500}\[\/rt\]/iy;
/** A reading as Aozora Bunko writes it: `漢字《かんじ》`. Elsewhere, these brackets enclose titles. */
const AOZORA = /《[\p{Script=Hiragana}\p{Script=Katakana}ー・ 　]{1,40}》/uy;

/** A text without the readings of its ruby. */
export const withoutReadings = (text: string): string => text.replace(new RegExp(READING, 'gi'), '');

/** A reading above a word, which is not spoken. */
export const readRuby: Reader = ({ text }, at) => {
  const match = matchAt(READING, text, at);
  if (!match) return undefined;
  return { kind: 'tag', end: at + match[0].length, name: 'rt', gap: 'none' };
};

/** A reading after Chinese characters, as Aozora Bunko writes it. */
export const readAozora: Reader = ({ text }, at) => {
  if (!/[\p{Script=Han}々〆ヶ]$/u.test(text.slice(Math.max(0, at - 2), at))) return undefined;
  const match = matchAt(AOZORA, text, at);
  if (!match) return undefined;
  return { kind: 'tag', end: at + match[0].length, name: 'rt', gap: 'none' };
};
