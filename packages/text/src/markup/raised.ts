import { loweredDigits, raisedDigits } from '../locales/raised-digits.ts';
import { matchAt, type Reader } from './segment.ts';

/** `<sup>2</sup>`, `[sup]2[/sup]` */
const RAISED =
  /<(sup|sub)(?:\s[^<>]{0,200})?>([^<>]{1,40})<\/\1\s{0,9}>|\[(sup|sub)\]([^[\]]{1,40}|\[\d{1,3}\])\[\/\3\]/iy;
/** The mark of a note: `[3]`, `1, 2`, `*`. */
const NOTE_MARK =
  /^(?:\[?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\]|\d{1,3}(?:\s?[,;]\s?\d{1,3}){1,9}|[*†‡§]{1,3})$/;

/** A number above or below the line, as raised or lowered digits, so that it stays apart from the number before it. */
export const readRaised: Reader = ({ text }, at) => {
  const match = matchAt(RAISED, text, at);
  // An alias is speech markup.
  if (!match || /\salias\s*=/i.test(match[0])) return undefined;
  // The name and the content of an element, or of a code in square brackets.
  const [whole, elementName, elementContent, codeName, codeContent] = match;
  const name = (elementName ?? codeName ?? '').toLowerCase();
  const content = (elementContent ?? codeContent ?? '').trim();
  const end = at + whole.length;
  const isRaised = name === 'sup';
  const before = text.slice(Math.max(0, at - 2), at);
  const digits = isRaised ? raisedDigits(content) : loweredDigits(content, before);
  if (digits !== undefined) return { kind: 'entity', end, name, text: digits };
  if (isRaised && NOTE_MARK.test(content)) return { kind: 'tag', end, name, gap: 'none' };
  return undefined;
};
