import { findGap, toPause } from './angles.ts';
import { matchAt, type Reader, type SegmentMatch } from './segment.ts';
import { BBCODE, isManner, isSound, isStageDirection, VARIABLES, valueType } from './words.ts';

/** `[pause 1.5s]`: the number and its unit. */
const PAUSE = /\[pause\s+(\d+(?:\.\d+)?)\s*(ms|s)\]/iy;
const MAX_LENGTH = 200;
/** A short text in parentheses. */
const ROUND = /[(（]([^()（）]{1,60})[)）]/y;
/** A text between asterisks. */
const STARRED = /\*{1,2}([a-z][a-z' ]{2,40})\*{1,2}/iy;
/** A Ren'Py variable: `[player_name]`, `[mc!t]`, `[stats.hp:.2f]`. */
const VARIABLE = /^[A-Za-z_]\w*(?:\.\w+)*(?:![a-z]+)?(?::[^:\s]{1,20})?$/;
/** What words do not have: `player_name`, `stats.hp`, `playerName`. */
const MARKED = /[_.!:\d]|[a-z][A-Z]/;
// linear: for at most 20 characters
const SENTENCE_START = /(?:^|[.!?…:;—–"“”»«\-\n])\s*$/;

/** Square brackets: a pause, a tag, a variable, a direction or an audio tag. */
export const readSquare: Reader = ({ text, names, brackets }, at) => {
  const pause = matchAt(PAUSE, text, at);
  if (pause) return toPause(at + pause[0].length, `${pause[1]}${pause[2]}`);
  const close = brackets().get(at);
  if (close === undefined || close - at - 1 > MAX_LENGTH) return undefined;
  const end = close + 1;
  // `[[x]]` is read as `[x]`. Other nested brackets are one direction.
  const content = text
    .slice(at + 1, close)
    .replace(/^\[+([^[\]]*)\]+$/, '$1')
    .trim();
  if (/[[\]]/.test(content)) return { kind: 'direction', end, name: content };
  return { end, ...readContent(content, names) };
};

/** What the content of square brackets is. */
function readContent(content: string, names: ReadonlySet<string>): Omit<SegmentMatch, 'end'> {
  const lower = content.toLowerCase();
  if (names.has(lower)) return { kind: 'placeholder', name: content };
  // linear: for at most 200 characters
  const [, slash = '', tag = '', rest = ''] = /^(\/?)([\w-]+)\s*(.*)$/s.exec(lower) ?? [];
  // `[b]`, `[color=red]`, `[br/]`
  const isBbcode = BBCODE.has(tag) && /^(?:$|[=/])/.test(rest);
  // `[=5]`, `[wave amp=50]`
  const hasValue = /^=|[\w-]=\S/.test(rest);
  const isEmpty = lower === '' || lower === '/';
  if (slash !== '' || isBbcode || hasValue || isEmpty)
    return { kind: 'tag', name: tag, position: slash ? 'close' : 'open', gap: findGap(tag) };
  if (isSound(lower)) return { kind: 'audio_tag', name: content };
  const isKnownVariable = VARIABLES.has(lower.replace(/\s+/g, ''));
  const isVariable = VARIABLE.test(content) && MARKED.test(content);
  if (isKnownVariable || isVariable) {
    const name = content.replace(/[!:].*/s, '');
    return { kind: 'placeholder', name, value: valueType(content) };
  }
  return { kind: isStageDirection(content) ? 'audio_tag' : 'direction', name: content };
}

const beginsSentence = (text: string, at: number): boolean =>
  SENTENCE_START.test(text.slice(Math.max(0, at - 20), at));

/** With capitals, such as `(Sighs)` and `(LAUGHTER)`, a sound is recognized only where a sentence begins. */
function isSoundAt(text: string, at: number, content: string): boolean {
  const lower = content.toLowerCase();
  return isSound(lower) && (content === lower || beginsSentence(text, at));
}

/** Words in parentheses are spoken unless they are a known direction. */
export const readRound: Reader = ({ text }, at) => {
  const match = matchAt(ROUND, text, at);
  if (!match) return undefined;
  const content = (match[1] ?? '').trim();
  const name = content.toLowerCase();
  const isDirection = isSoundAt(text, at, content) || (isManner(name) && beginsSentence(text, at));
  return isDirection ? { kind: 'audio_tag', end: at + match[0].length, name } : undefined;
};

/** A sound between asterisks: `*sighs*`. */
export const readStar: Reader = ({ text }, at) => {
  const match = matchAt(STARRED, text, at);
  const content = match?.[1]?.trim() ?? '';
  if (!match || !isSoundAt(text, at, content)) return undefined;
  return { kind: 'audio_tag', end: at + match[0].length, name: content.toLowerCase() };
};

/** The end of a CDATA section. */
export const readSquareEnd: Reader = ({ text }, at) =>
  text.startsWith(']]>', at) ? { kind: 'tag', end: at + 3, name: '', gap: 'none' } : undefined;
