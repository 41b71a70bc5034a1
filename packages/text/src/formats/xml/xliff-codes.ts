import { findGap } from '../../markup/angles.ts';
import { parseSegments } from '../../markup/segments.ts';
import { BLOCK, INLINE } from '../../markup/words.ts';
import { isTokenId, placeholderToken } from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';

/** What an inline element contributes to the text of a line. Formatting contributes nothing. */
export interface CodeContent {
  /** A placeholder token, a line break, or a character. */
  text?: string;
  /** Whether the words around it must stay apart: it is a picture, or begins or ends a paragraph. */
  gap?: true;
}

/** Elements that have no content, and represent a value, a picture, a break or formatting. */
export const PLACEHOLDERS: ReadonlySet<string> = new Set(['x', 'ph']);

/** A code that shows nothing, such as the start of bold text. */
export const NOTHING: CodeContent = {};
/** A code that ends a line. */
const BREAK: CodeContent = { text: '\n' };
/** A code that separates words. */
const GAP: CodeContent = { gap: true };
/** Blocks that are a picture or a space within a line. */
const WITHIN_LINE = new Set('fill icon image img input sprite space hspace pos w wait nw nobreak'.split(' '));
/** The kinds of formatting in the standards. */
const FORMATTING = /^(?:bold|italic|underlined|link|xlf:[biu]|fmt|quote)$/;
/** IDs of messages that Angular extracts. All others name values, pictures or formatting. */
const VALUE_ID = /^(?:INTERPOLATION|ICU)(?:_|$)/;
/** The names that Angular gives to tags: `START_BOLD_TEXT`, `CLOSE_LINK`, `TAG_IMG`. */
const FORMATTING_ID = /^(?:START|CLOSE|TAG)_/;
/** The kinds of segments that are tags. */
const TAG_KINDS: ReadonlySet<string> = new Set(['tag', 'speech']);

/** The attributes of an inline element that tell formatting from values. */
interface Code {
  name: string;
  kinds: string[];
  /** Whether it can represent a value. */
  isValue: boolean;
  /** Whether it begins or ends something. */
  isPaired: boolean;
}

/**
 * The content of an inline element. Its kind (`ctype`, `type`, `subType`), its name in the original and its native code
 * tell formatting from values. `number` replaces an ID that cannot be part of a token.
 */
export function codeContent(
  element: XmlElement,
  { native, data, number }: { native: string; data: ReadonlyMap<string, string>; number: number },
): CodeContent {
  if (element.name === 'cp') return { text: readCodePoint(element) };
  const id = element.attribute('id') ?? '';
  const name = element.attribute('equiv') ?? id;
  const kinds = ['ctype', 'subType', 'type'].map((attribute) => element.attribute(attribute) ?? '');
  const isValue = PLACEHOLDERS.has(element.name);
  const isPaired = !isValue || FORMATTING_ID.test(name);
  let content = kindContent({ name, kinds, isValue, isPaired });
  const originalData = data.get(element.attribute('dataRef') ?? '');
  for (const code of [native, originalData, element.attribute('equiv-text'), element.attribute('disp')])
    content ??= nativeContent(code ?? '', isPaired);
  const isFormatting = isPaired || kinds.some((kind) => FORMATTING.test(kind));
  if (content === null && isFormatting) return NOTHING;
  if (content !== null && content !== 'value') return content;
  if (!isValue) return NOTHING;
  const tokenId = isTokenId(id) ? id : String(number);
  return { text: placeholderToken(tokenId) };
}

/** The content that the kind or the name of a code shows. Null: they show none. */
function kindContent({ name, kinds, isValue, isPaired }: Code): CodeContent | 'value' | null {
  // `lb` and `pb` of XLIFF are breaks of a line and of a page.
  if (name === 'LINE_BREAK' || kinds.some((kind) => /^(?:xlf:)?[lp]b$/.test(kind))) return BREAK;
  if (isValue && (VALUE_ID.test(name) || kinds.includes('xlf:var'))) return 'value';
  if (kinds.includes('image') || /^TAG_IMG/.test(name)) return GAP;
  const tag = findTag(kinds);
  return tag === null ? null : tagContent(tag, isPaired);
}

/** The content at the start and the end of a span: nothing, unless it begins or ends a paragraph. */
export function spanContent(element: XmlElement, data: ReadonlyMap<string, string>): CodeContent {
  const tag = findTag([element.attribute('ctype') ?? '', element.attribute('subType') ?? '']);
  if (tag !== null) return tagContent(tag, true);
  const natives = [data.get(element.attribute('dataRefStart') ?? ''), element.attribute('dispStart')];
  return natives.some((code) => nativeContent(code ?? '', true) === GAP) ? GAP : NOTHING;
}

/** Whether a span is the reading above a word, which repeats the word. */
export function isReading(element: XmlElement): boolean {
  const tag = findTag([element.attribute('ctype') ?? '', element.attribute('subType') ?? '']);
  // `rt`, `rtc` and `rp` of HTML.
  return /^r(?:tc?|p)$/.test(tag ?? '');
}

/** The HTML element that a kind names: `x-br`, `x-html-br`, `html:br`. */
function findTag(kinds: readonly string[]): string | null {
  for (const kind of kinds) {
    const name = /^(?:x-)?(?:html[-:])?([a-z][a-z0-9]{0,20})$/.exec(kind.toLowerCase())?.[1] ?? '';
    const hasPrefix = kind !== name;
    if (hasPrefix && (BLOCK.has(name) || INLINE.has(name))) return name;
  }
  return null;
}

/** What an HTML element contributes: a line break or a gap if it is a block, else nothing. */
function tagContent(name: string, isPaired: boolean): CodeContent {
  if (findGap(name) !== 'space') return NOTHING;
  return isPaired || WITHIN_LINE.has(name) ? GAP : BREAK;
}

/** The content of a code in the original format, such as `<br/>`, `**` or `%s`. Null: the code is empty. */
function nativeContent(code: string, isPaired: boolean): CodeContent | 'value' | null {
  if (code === '') return null;
  const lineBreak = isPaired ? GAP : BREAK;
  const text = code.trim();
  if (text === '') return code.includes('\n') ? lineBreak : GAP;
  // `**bold**`, `_italic_`, `code` between backquotes.
  const isMarkdown = /^[*_~`]{1,3}$/.test(text);
  if (isMarkdown) return NOTHING;
  const segments = parseSegments(text);
  const [first] = segments;
  if (first?.kind === 'entity' && segments.length === 1) return { text: first.text };
  const areTags = segments.every(({ kind }) => TAG_KINDS.has(kind));
  if (!first || !areTags) return 'value';
  if (first.name === 'break') return isPaired ? GAP : { text };
  if (first.name.startsWith('\\')) return first.gap === 'space' ? lineBreak : GAP;
  return tagContent(first.name, isPaired);
}

/** `<cp hex="001A"/>` of XLIFF 2.0: a character that XML does not allow. */
function readCodePoint(element: XmlElement): string {
  const hex = element.attribute('hex') ?? '';
  if (!/^[0-9a-f]{1,6}$/i.test(hex)) return '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
