import { gapOf } from './angles.ts';
import type { Branch, Found, Reader, Scan } from './segment.ts';
import { isSound, NUMBERS, RENPY_PAIRED, RENPY_VOID } from './words.ts';

const LONGEST_NAME = 200;
/** A longer choice counts as text, because nested choices would be searched repeatedly. */
const LONGEST_CHOICE = 5_000;
const ICU = /^\s*(?:([\w.$-]{1,60})\s*)?,\s*(plural|select|selectordinal)\s*,/;
/** A choice of Unity's Smart Strings: `{count:plural:one|many}`, `{who:choose(m|f):he|she}`. */
const SMART =
  /^\s*(?:([\w.$-]{1,60})\s*)?:\s*(?:(plural|p|choose|cond|gender|select|ismatch)\s*)?(?:\(([^()]{0,200})\)\s*)?:/;
const RENPY = /^(\/?)([a-z_]+)(?:[=:]([^{}]*))?$/;

export const readBrace: Reader = (scan, at) => {
  const close = scan.braces().get(at);
  if (close === undefined) return undefined;
  const inner = scan.text.slice(at + 1, Math.min(close, at + 1 + 400));
  const end = close + 1;
  if (inner.startsWith('{') && scan.text[close - 1] === '}') {
    if (close - at > LONGEST_NAME) return undefined;
    const name = scan.text.slice(at + 2, close - 1).replace(/^[{#/^&!>]+|(?<!\})\}+$/g, '');
    return { kind: 'placeholder', end, ...named(name) };
  }
  return (
    choiceIn(scan, { at, close, inner }) ?? (close - at > LONGEST_NAME ? undefined : single(scan, inner, end))
  );
};

function single({ names, closes }: Scan, inner: string, end: number): Found {
  const lower = inner.trim().toLowerCase();
  if (names.has(lower)) return { kind: 'placeholder', end, name: inner.trim() };
  // Subtitles (`{\an8}`) and comments of Ren'Py (`{#note}`).
  if (/^[\\#]/.test(inner)) return { kind: 'tag', end, name: '', position: 'void', gap: 'none' };
  const [, slash, tag = '', value] = RENPY.exec(inner) ?? [];
  const isTag =
    slash === '/' ||
    (tag !== '' && /^[a-z_]+=/.test(inner)) ||
    (value === undefined && (RENPY_VOID.has(tag) || (RENPY_PAIRED.has(tag) && closes(`{/${tag}}`))));
  if (isTag) return { kind: 'tag', end, name: tag, position: slash ? 'close' : 'open', gap: gapOf(tag) };
  if (isSound(lower)) return { kind: 'audio_tag', end, name: inner.trim() };
  return { kind: 'placeholder', end, ...named(inner) };
}

/** The name of a variable without its format, and the type of its value. */
export function named(content: string): Pick<Found, 'name' | 'value'> {
  const trimmed = content.trim().replace(/^[$@]/, '');
  const [name = ''] = trimmed.split(trimmed.startsWith('ph:') ? /,/ : /[,:!|?]/);
  const isNumber = /,\s*number\b/.test(trimmed) || NUMBERS.test(trimmed);
  return { name: name.trim(), value: isNumber ? 'number' : 'word' };
}

interface Braces {
  at: number;
  close: number;
  inner: string;
}

/** A placeholder that chooses between texts. */
function choiceIn(scan: Scan, { at, close, inner }: Braces): Found | undefined {
  if (close - at > LONGEST_CHOICE) return undefined;
  const icu = ICU.exec(inner);
  if (icu) {
    const [head, name = '', type] = icu;
    const branches = icuBranches(scan, at + 1 + head.length, close);
    if (branches.length === 0) return undefined;
    const choice = type === 'plural' ? 'plural' : type === 'select' ? 'select' : 'ordinal';
    const value = choice === 'select' ? 'word' : 'number';
    return { kind: 'placeholder', end: close + 1, name: name.replace(/^\$/, ''), choice, value, branches };
  }
  const smart = SMART.exec(inner);
  if (!smart || !scan.text.slice(at, close).includes('|')) return undefined;
  const [head, name = '', type = 'plural', selectors] = smart;
  const choice = type === 'plural' || type === 'p' ? 'plural' : 'select';
  const branches = smartBranches(
    scan,
    { from: at + 1 + head.length, to: close },
    selectors?.split('|') ?? [],
  );
  const value = choice === 'select' ? 'word' : 'number';
  return { kind: 'placeholder', end: close + 1, name: name.replace(/^\$/, ''), choice, value, branches };
}

/** `one {…} other {…}`. */
function icuBranches(scan: Scan, from: number, to: number): Branch[] {
  const braces = scan.braces();
  const branches: Branch[] = [];
  let at = from;
  while (at < to) {
    const open = scan.text.indexOf('{', at);
    const close = braces.get(open);
    if (open < 0 || open >= to || close === undefined) break;
    const selector = scan.text
      .slice(at, open)
      .trim()
      .replace(/^offset:\d+\s*/, '');
    branches.push({ selector, start: open + 1, end: close });
    at = close + 1;
  }
  return branches;
}

/** The branches of `one|many`, ignoring bars inside nested braces. */
function smartBranches(
  { text, braces }: Scan,
  { from, to }: { from: number; to: number },
  selectors: string[],
) {
  const branches: Branch[] = [];
  let start = from;
  for (let at = from; at <= to; at++) {
    const inside = text[at] === '{' ? braces().get(at) : undefined;
    if (inside !== undefined) at = inside;
    if (at !== to && text[at] !== '|') continue;
    branches.push({ selector: selectors[branches.length] ?? '', start, end: at });
    start = at + 1;
  }
  return branches;
}
