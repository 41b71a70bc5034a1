import { gapOf } from '../../markup/angles.ts';
import { parseSegments } from '../../markup/segments.ts';
import { BLOCK, INLINE } from '../../markup/words.ts';
import { isTokenId, placeholderToken } from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';

/** What an inline element contributes to the text of a line. */
export interface CodeContent {
  /** A placeholder token, a line break, or a character. */
  text?: string;
  /** Whether the words around it must stay apart: it is a picture, or begins or ends a paragraph. */
  gap?: true;
}

/** Elements that have no content, and represent a value, a picture, a break or formatting. */
export const PLACEHOLDERS: ReadonlySet<string> = new Set(['x', 'ph']);

const NOTHING: CodeContent = {};
const BREAK: CodeContent = { text: '\n' };
const GAP: CodeContent = { gap: true };
/** Blocks that are a picture or a space within a line. */
const WITHIN_LINE = new Set('fill icon image img input sprite space hspace pos w wait nw nobreak'.split(' '));
/** The kinds of formatting in the standards. */
const FORMATTING = /^(?:bold|italic|underlined|link|xlf:[biu]|fmt|quote)$/;
/** IDs of messages that Angular extracts. All others name values, pictures or formatting. */
const VALUE_ID = /^(?:INTERPOLATION|ICU)(?:_|$)/;
const FORMATTING_ID = /^(?:START|CLOSE|TAG)_/;

/**
 * The content of an inline element. Its kind (`ctype`, `type`, `subType`), its name in the original and its native code
 * tell formatting from values. `number` replaces an ID that cannot be part of a token.
 */
export function codeContent(
  element: XmlElement,
  { native, data, number }: { native: string; data: ReadonlyMap<string, string>; number: number },
): CodeContent {
  if (element.name === 'cp') return { text: codePointOf(element) };
  const id = element.attribute('id') ?? '';
  const name = element.attribute('equiv') ?? id;
  const isValue = PLACEHOLDERS.has(element.name);
  const kinds = ['ctype', 'subType', 'type'].map((attribute) => element.attribute(attribute) ?? '');
  if (kinds.some((kind) => /^(?:xlf:)?[lp]b$/.test(kind)) || name === 'LINE_BREAK') return BREAK;
  const token: CodeContent = { text: placeholderToken(isTokenId(id) ? id : String(number)) };
  if (isValue && (VALUE_ID.test(name) || kinds.includes('xlf:var'))) return token;
  if (kinds.includes('image') || /^TAG_IMG/.test(name)) return GAP;
  const isPaired = !isValue || FORMATTING_ID.test(name);
  const own = elementOf(kinds);
  if (own !== null) return tagContent(own, isPaired);
  const natives = [native, data.get(element.attribute('dataRef') ?? '') ?? ''];
  for (const code of [...natives, element.attribute('equiv-text') ?? '', element.attribute('disp') ?? '']) {
    const content = nativeContent(code, isPaired);
    if (content === 'value') return isValue ? token : NOTHING;
    if (content !== null) return content;
  }
  return isValue && !FORMATTING_ID.test(name) && !kinds.some((kind) => FORMATTING.test(kind))
    ? token
    : NOTHING;
}

/** The content at the start and the end of a span: nothing, unless it begins or ends a paragraph. */
export function spanContent(element: XmlElement, data: ReadonlyMap<string, string>): CodeContent {
  const own = elementOf([element.attribute('ctype') ?? '', element.attribute('subType') ?? '']);
  const natives = [data.get(element.attribute('dataRefStart') ?? ''), element.attribute('dispStart')];
  const content =
    own === null ? natives.map((code) => nativeContent(code ?? '', true)) : [tagContent(own, true)];
  return content.some((one) => one !== null && one !== 'value' && one.gap) ? GAP : NOTHING;
}

/** Whether a span is the reading above a word, which repeats the word. */
export function isReading(element: XmlElement): boolean {
  return /^r(?:tc?|p)$/.test(
    elementOf([element.attribute('ctype') ?? '', element.attribute('subType') ?? '']) ?? '',
  );
}

/** The HTML element that a kind names: `x-br`, `x-html-br`, `html:br`. */
function elementOf(kinds: readonly string[]): string | null {
  for (const kind of kinds) {
    const name = /^(?:x-)?(?:html[-:])?([a-z][a-z0-9]{0,20})$/.exec(kind.toLowerCase())?.[1] ?? '';
    const isMarked = kind !== name;
    if (isMarked && (BLOCK.has(name) || INLINE.has(name))) return name;
  }
  return null;
}

function tagContent(name: string, isPaired: boolean): CodeContent {
  if (gapOf(name) !== 'space') return NOTHING;
  return isPaired || WITHIN_LINE.has(name) ? GAP : BREAK;
}

/** The content of a code in the original format. Null: the code is empty. */
function nativeContent(code: string, isPaired: boolean): CodeContent | 'value' | null {
  if (code === '') return null;
  const text = code.trim();
  if (text === '') return code.includes('\n') && !isPaired ? BREAK : GAP;
  if (/^[*_~`]{1,3}$/.test(text)) return NOTHING;
  const segments = parseSegments(text);
  const [first] = segments;
  const isTag = segments.every(({ kind }) => kind === 'tag' || kind === 'speech');
  if (!first || (segments.length > 1 && !isTag)) return 'value';
  if (first.kind === 'entity') return { text: first.text ?? '' };
  if (!isTag) return 'value';
  if (first.name === 'break') return isPaired ? GAP : { text };
  if (/^\\/.test(first.name)) return first.gap === 'space' && !isPaired ? BREAK : GAP;
  return tagContent(first.name, isPaired);
}

/** `<cp hex="001A"/>` of XLIFF 2.0: a character that XML does not allow. */
function codePointOf(element: XmlElement): string {
  const hex = element.attribute('hex') ?? '';
  if (!/^[0-9a-f]{1,6}$/i.test(hex)) return '';
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
