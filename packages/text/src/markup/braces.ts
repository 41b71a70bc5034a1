import { findGap } from './angles.ts';
import type { Branch, Reader, Scan, Segment, SegmentMatch } from './segment.ts';
import { isSound, RENPY_PAIRED, RENPY_VOID, valueType } from './words.ts';

const MAX_NAME = 200;
/** A longer choice counts as text, because nested choices would be searched repeatedly. */
const MAX_CHOICE = 5_000;
/** The start of a choice in the syntax of ICU: `count, plural,`. */
const ICU = /^\s*(?:([\w.$-]{1,60})\s*)?,\s*(plural|select|selectordinal)\s*,/;
/** A choice of Unity's Smart Strings: `{count:plural:one|many}`, `{who:choose(m|f):he|she}`. */
const SMART =
  /^\s*(?:([\w.$-]{1,60})\s*)?:\s*(?:(plural|p|choose|cond|gender|select|ismatch)\s*)?(?:\(([^()]{0,200})\)\s*)?:/;
/** The choices that are not by a word. */
const CHOICES: Readonly<Record<string, Segment['choice']>> = {
  plural: 'plural',
  p: 'plural',
  selectordinal: 'ordinal',
};
/** The content of a tag of Ren'Py: its slash, its name and its value. */
const RENPY = /^(\/?)([a-z_]+)(?:[=:]([^{}]*))?$/;

/** A placeholder, a choice between texts, or a tag in braces. */
export const readBrace: Reader = (scan, at) => {
  const close = scan.braces().get(at);
  if (close === undefined) return undefined;
  const inner = scan.text.slice(at + 1, Math.min(close, at + 1 + 400));
  const isLong = close - at > MAX_NAME;
  // `{{name}}`, also with a sign of a template language: `{{#name}}`.
  if (inner.startsWith('{') && scan.text[close - 1] === '}') {
    if (isLong) return undefined;
    const name = scan.text.slice(at + 2, close - 1).replace(/^[{#/^&!>]+|(?<!\})\}+$/g, '');
    return { kind: 'placeholder', end: close + 1, ...parseName(name) };
  }
  const choice = readChoice(scan, { at, close, inner });
  if (choice || isLong) return choice;
  return { end: close + 1, ...readSingle(scan, inner) };
};

/** What single braces contain: a tag of a subtitle or of Ren'Py, a sound, or the name of a variable. */
function readSingle({ names, closes }: Scan, inner: string): Omit<SegmentMatch, 'end'> {
  const lower = inner.trim().toLowerCase();
  if (names.has(lower)) return { kind: 'placeholder', name: inner.trim() };
  // Subtitles (`{\an8}`) and comments of Ren'Py (`{#note}`).
  if (/^[\\#]/.test(inner)) return { kind: 'tag', name: '', position: 'void', gap: 'none' };
  const [, slash, tag = '', value] = RENPY.exec(inner) ?? [];
  // `{color=#f00}`
  const hasValue = tag !== '' && /^[a-z_]+=/.test(inner);
  // `{w}`, and `{b}` if the line has `{/b}`.
  const isBareTag = RENPY_VOID.has(tag) || (RENPY_PAIRED.has(tag) && closes(`{/${tag}}`));
  if (slash === '/' || hasValue || (value === undefined && isBareTag))
    return { kind: 'tag', name: tag, position: slash ? 'close' : 'open', gap: findGap(tag) };
  if (isSound(lower)) return { kind: 'audio_tag', name: inner.trim() };
  return { kind: 'placeholder', ...parseName(inner) };
}

/** The name of a variable without its format, and the type of its value. */
function parseName(content: string): { name: string; value: 'number' | 'word' } {
  const variable = content.trim().replace(/^[$@]/, '');
  // `count` of `count, plural, …`, `price` of `price:0.00` and `name|upper`. Own tokens are `{ph:x}`.
  const [name = ''] = variable.split(variable.startsWith('ph:') ? /,/ : /[,:!|?]/);
  const value = /,\s*number\b/.test(variable) ? 'number' : valueType(variable);
  return { name: name.trim(), value };
}

/** A placeholder that chooses between texts. */
function readChoice(
  scan: Scan,
  { at, close, inner }: { at: number; close: number; inner: string },
): SegmentMatch | undefined {
  if (close - at > MAX_CHOICE) return undefined;
  const icu = ICU.exec(inner);
  const match = icu ?? SMART.exec(inner);
  if (!match) return undefined;
  const [head, name = '', type = 'plural', selectors] = match;
  const range = { from: at + 1 + head.length, to: close };
  let branches: Branch[];
  if (icu) {
    branches = icuBranches(scan, range);
    if (branches.length === 0) return undefined;
  } else {
    if (!scan.text.slice(at, close).includes('|')) return undefined;
    branches = smartBranches(scan, range, selectors?.split('|') ?? []);
  }
  const choice = CHOICES[type] ?? 'select';
  const value = choice === 'select' ? 'word' : 'number';
  return { kind: 'placeholder', end: close + 1, name: name.replace(/^\$/, ''), choice, value, branches };
}

/** The branches of `one {…} other {…}`. `from`, `to`: where they begin and end in the text. */
function icuBranches(scan: Scan, { from, to }: { from: number; to: number }): Branch[] {
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
      // `offset:1 one {…}` of ICU: the selector is `one`.
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
    const closingBrace = text[at] === '{' ? braces().get(at) : undefined;
    if (closingBrace !== undefined) at = closingBrace;
    if (at !== to && text[at] !== '|') continue;
    branches.push({ selector: selectors[branches.length] ?? '', start, end: at });
    start = at + 1;
  }
  return branches;
}
