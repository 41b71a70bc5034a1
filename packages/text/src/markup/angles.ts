import { characterOf } from './entities.ts';
import { type Found, matchAt, type Reader, type Scan } from './segment.ts';
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

// A name ends before the rest of its tag begins, so that no two parts of a pattern can match the same characters.
const TAG =
  /<([/!?]?)([a-zA-Z][\w:.-]{0,199})(?![\w:.-])([^<>"']{0,2000}(?:(?:"[^"<]{0,2000}"|'[^'<]{0,2000}')[^<>"']{0,2000})*)>/y;
/** A tag with an unbalanced quotation mark. */
const LOOSE = /<([/!?]?)([a-zA-Z][\w:.-]{0,199})(?![\w:.-])([^<>]{0,2000})>/y;
const LAST_CLOSE = /<\/>/y;
const COMMENT = /<!--[^<>]{0,2000}-->|<!\[CDATA\[/y;
/** A pause as MiniMax writes it. */
const HASH_PAUSE = /<#(\d{1,2}(?:\.\d{1,3})?)#>/y;
const ATTRIBUTE = /(?<![\w:-])([\w:-]{1,200})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export const readAngle: Reader = (scan, at) => {
  const { text } = scan;
  const hash = matchAt(HASH_PAUSE, text, at);
  if (hash) return pause(at + hash[0].length, `${hash[1]}s`);
  const other = matchAt(LAST_CLOSE, text, at) ?? matchAt(COMMENT, text, at);
  if (other) {
    const gap = other[0] === '</>' ? 'auto' : 'none';
    return { kind: 'tag', end: at + other[0].length, name: '', position: 'close', gap };
  }
  const match = matchAt(TAG, text, at) ?? matchAt(LOOSE, text, at);
  if (!match) return undefined;
  const [whole, slash = '', name = '', rest = ''] = match;
  const end = at + whole.length;
  if (rest.startsWith('@') || /^https?:?$/i.test(name))
    return { kind: 'entity', end, name, text: whole.slice(1, -1) };
  if (scan.names.has(name.toLowerCase()) && /^\s*\/?$/.test(rest)) return { kind: 'placeholder', end, name };
  return element(scan, { slash, name: name.toLowerCase(), rest, end });
};

interface Element {
  slash: string;
  name: string;
  rest: string;
  end: number;
}

function element({ open }: Scan, { slash, name, rest, end }: Element): Found {
  const attributes = attributesOf(rest);
  if (name === 'break' && slash === '') return pause(end, attributes.time);
  const position = slash === '/' ? 'close' : /[/?]$/.test(rest) || slash !== '' ? 'void' : 'open';
  const found = { end, name, position, attributes } as const;
  if (!SPEECH_TAGS.has(name)) return { ...found, kind: 'tag', gap: gapOf(name) };
  const depth = open.get(name) ?? 0;
  if (position === 'close') {
    open.set(name, Math.max(0, depth - 1));
    return depth > 0 ? { ...found, kind: 'speech' } : { ...found, kind: 'tag', gap: gapOf(name) };
  }
  // For example, subscript, strikethrough, or a language for the screen.
  if (!isSpeech(name, attributes, rest)) return { ...found, kind: 'tag', gap: gapOf(name) };
  if (position === 'open') open.set(name, depth + 1);
  return { ...found, kind: 'speech' };
}

function isSpeech(name: string, attributes: Readonly<Record<string, string>>, rest: string): boolean {
  if (rest.startsWith('=')) return false;
  if (name === 'sub') return attributes.alias !== undefined;
  if (name === 'lang') return attributes['xml:lang'] !== undefined;
  return true;
}

/** A pause as a segment. */
export function pause(end: number, time: string | undefined): Found {
  return {
    kind: 'speech',
    end,
    name: 'break',
    position: 'void',
    attributes: time === undefined ? {} : { time },
  };
}

/** The gap that a removed tag leaves between two words. */
export function gapOf(name: string) {
  if (BLOCK.has(name)) return 'space';
  return INLINE.has(name) ? 'none' : 'auto';
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      name.toLowerCase(),
      (double ?? single ?? '').replace(
        /&(#?\w{1,30});/g,
        (written, entity) => characterOf(entity) ?? written,
      ),
    ]),
  );
}
