import { decodeEntity } from './entities.ts';
import { matchAt, type Reader, type Scan, type Segment, type SegmentMatch } from './segment.ts';
import { BLOCK, INLINE } from './words.ts';

/** Elements of SSML that providers may know. */
export const SPEECH_TAGS: ReadonlySet<string> = new Set([
  'emphasis',
  'phoneme',
  'say-as',
  'sub',
  'lang',
  'prosody',
  'p',
  's',
]);

/** The attributes without which an element is formatting. */
const REQUIRED_ATTRIBUTES = new Map([
  ['sub', 'alias'],
  ['lang', 'xml:lang'],
]);

// A name ends before the rest of its tag begins, so that no two parts of a pattern can match the same characters.
const TAG =
  /<([/!?]?)([a-zA-Z][\w:.-]{0,199})(?![\w:.-])([^<>"']{0,2000}(?:(?:"[^"<]{0,2000}"|'[^'<]{0,2000}')[^<>"']{0,2000})*)>/y;
/** A tag with an unbalanced quotation mark: `<b class=">`. */
const LOOSE = /<([/!?]?)([a-zA-Z][\w:.-]{0,199})(?![\w:.-])([^<>]{0,2000})>/y;
/** The tag that closes the last one in Unity. */
const LAST_CLOSE = /<\/>/y;
/** A comment, or the start of a part without markup: `<!-- x -->`, `<![CDATA[`. */
const COMMENT = /<!--[^<>]{0,2000}-->|<!\[CDATA\[/y;
/** A pause as MiniMax writes it. */
const HASH_PAUSE = /<#(\d{1,2}(?:\.\d{1,3})?)#>/y;
/** An attribute with its value: `time="2s"`. */
const ATTRIBUTE = /(?<![\w:-])([\w:-]{1,200})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** A tag, a comment or a pause. `names`, which have values, are placeholders; addresses in angle brackets are text. */
export const readAngle: Reader = (scan, at) => {
  const { text, names } = scan;
  const hash = matchAt(HASH_PAUSE, text, at);
  if (hash) return toPause(at + hash[0].length, `${hash[1]}s`);
  const other = matchAt(LAST_CLOSE, text, at) ?? matchAt(COMMENT, text, at);
  if (other) {
    const gap = other[0] === '</>' ? 'auto' : 'none';
    return { kind: 'tag', end: at + other[0].length, name: '', position: 'close', gap };
  }
  const match = matchAt(TAG, text, at) ?? matchAt(LOOSE, text, at);
  if (!match) return undefined;
  const [whole, slash = '', name = '', rest = ''] = match;
  const end = at + whole.length;
  // An address in angle brackets is text: `<ada@example.com>`, `<https://example.com>`.
  if (rest.startsWith('@') || /^https?:?$/i.test(name))
    return { kind: 'entity', end, name, text: whole.slice(1, -1) };
  if (names.has(name.toLowerCase()) && /^\s*\/?$/.test(rest)) return { kind: 'placeholder', end, name };
  return readElement(scan, { slash, name: name.toLowerCase(), rest, end });
};

/** An element as speech markup if providers know it, else as a tag without speech. Counts the open ones by name. */
function readElement(
  { open }: Scan,
  { slash, name, rest, end }: { slash: string; name: string; rest: string; end: number },
): SegmentMatch {
  const attributes = parseAttributes(rest);
  if (name === 'break' && slash === '') return toPause(end, attributes.time);
  let position: Segment['position'] = 'open';
  if (slash === '/') position = 'close';
  else if (slash !== '' || /[/?]$/.test(rest)) position = 'void';
  const tag = { kind: 'tag', end, name, position, attributes, gap: findGap(name) } as const;
  const speech = { kind: 'speech', end, name, position, attributes } as const;
  if (!SPEECH_TAGS.has(name)) return tag;
  const depth = open.get(name) ?? 0;
  if (position === 'close') {
    open.set(name, Math.max(0, depth - 1));
    return depth > 0 ? speech : tag;
  }
  // For example, subscript, strikethrough, or a language for the screen.
  const requiredAttribute = REQUIRED_ATTRIBUTES.get(name);
  const lacksAttribute = requiredAttribute !== undefined && attributes[requiredAttribute] === undefined;
  if (rest.startsWith('=') || lacksAttribute) return tag;
  if (position === 'open') open.set(name, depth + 1);
  return speech;
}

/** A pause as a segment. */
export function toPause(end: number, time: string | undefined): SegmentMatch {
  const attributes: Record<string, string> = time === undefined ? {} : { time };
  return { kind: 'speech', end, name: 'break', position: 'void', attributes };
}

/** The gap that a removed tag leaves between two words. */
export function findGap(name: string) {
  if (BLOCK.has(name)) return 'space';
  return INLINE.has(name) ? 'none' : 'auto';
}

/** The attributes of a tag, by lowercase name, with their entities as characters. */
function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    attributes[name.toLowerCase()] = value.replace(
      /&(#?\w{1,30});/g,
      (entity, key) => decodeEntity(key) ?? entity,
    );
  }
  return attributes;
}
