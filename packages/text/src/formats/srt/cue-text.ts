import { gapOf } from '../../markup/angles.ts';
import { characterOf } from '../../markup/entities.ts';
import { withoutReadings } from '../../markup/ruby.ts';
import { parseSegments } from '../../markup/segments.ts';
import { isSound } from '../../markup/words.ts';

/** What one voice says in a cue. */
export interface CuePart {
  /** From a WebVTT voice tag, `<v Ada>`, or a label in capitals, `ADA: …`. */
  speaker: string | null;
  /** Words without markup. Its lines are those of the screen. */
  text: string;
}

export interface CueText {
  parts: CuePart[];
  /** Descriptions of sounds and speakers in brackets, which are for people who do not hear them. */
  sounds: string[];
}

const TAG = /<(\/?)([a-z0-9][^<>\n]{0,200})>/gi;
const VOICE = /^v(?:\.[^\s>]{0,80})?(?:\s+(\S.*)?)?$/is;
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|lt|gt|amp|nbsp|lrm|rlm);/gi;
const INVISIBLE = /^(?:lrm|rlm)$/i;

/** A description in brackets. Sentences in brackets are spoken. */
const BRACKETS = /[(（]([^()（）]{1,200})[)）]|\[[^[\]]{1,200}\]/gu;
const BEFORE_SOUND = /(?:^|[.!?…:：;—–"“”»«。！？♪#>)）\]\-\n])[^\S\n]{0,4}$/u;
const MAX_WORDS = 8;
/** A label in capitals, with the sign that captions put before a new speaker. */
const LABEL =
  /^([^\S\n]{0,4}(?:[-–—‐][^\S\n]{0,4})?(?:>{2,3}[^\S\n]{0,4})?)(\p{Lu}[\p{Lu}\p{M}\p{N} .'’&/#-]{1,39})(?:[^\S\n]?([([（][^()[\]（）]{1,60}[)\]）]))?[^\S\n]{0,3}[:：](?=\s|$)/u;
/** A name in any case, which only this sign marks as a name. */
const MARKED_NAME = /^[^\S\n]{0,4}>{2,3}[^\S\n]{0,4}(\p{Lu}[\p{L}\p{M}\p{N} .'’-]{1,39})[:：](?=\s|$)/u;
/** Words in capitals before a colon that begin a spoken text. */
const NO_LABEL =
  /^(?:NOTE|WARNING|CAUTION|DANGER|ATTENTION|IMPORTANT|REMEMBER|TIP|HINT|EXAMPLE|BONUS|UPDATE|NEWS|BREAKING|RESULT|TOTAL|TITLE|PS|P\.S\.?|ACHTUNG|WARNUNG|HINWEIS|WICHTIG|GEFAHR|DANGER|AVERTISSEMENT|ATTENZIONE|PERICOLO|ATENCIÓN|ADVERTENCIA|PELIGRO|ATENÇÃO|AVISO|(?:CHAPTER|PART|EPISODE|SCENE|ACT|STEP|LESSON|UNIT|SECTION|VOLUME|BOOK|DAY|LEVEL|ROUND|KAPITEL|TEIL|FOLGE|SZENE|SCHRITT|CHAPITRE|PARTIE|ÉPISODE|SCÈNE|CAPÍTULO|PARTE|CAPITOLO|EPISODIO) .{1,30})$/u;

/** The voices of a cue. `raw` has its markup: `<i>`, `<v Ada>`, `<br>`, `{\an8}`, entities. */
export function readCueText(raw: string): CueText {
  const sounds: string[] = [];
  const parts = voicesOf(withoutReadings(raw)).flatMap(({ speaker, text }) => {
    const plain = withoutSounds(plainText(text), sounds);
    return speaker === null ? labeledParts(plain, sounds) : [{ speaker, text: plain }];
  });
  const spoken = parts.map(({ speaker, text }) => ({ speaker, text: trimLines(text) }));
  return { parts: joinParts(spoken.filter(({ text }) => text !== '')), sounds };
}

/** The parts of the voice tags. A tag that breaks a line leaves a line break, and all others leave nothing. */
function voicesOf(raw: string): CuePart[] {
  let last: CuePart = { speaker: null, text: '' };
  const parts = [last];
  let at = 0;
  for (const match of raw.matchAll(TAG)) {
    const [tag, slash, content = ''] = match;
    last.text += raw.slice(at, match.index);
    at = match.index + tag.length;
    const name = /^[a-z0-9-]*/i.exec(content)?.[0].toLowerCase() ?? '';
    const voice = slash === '' ? VOICE.exec(content.trim()) : null;
    if (voice || (name === 'v' && slash === '/')) {
      last = { speaker: plainText(voice?.[1] ?? '').trim() || null, text: '' };
      parts.push(last);
    } else if (gapOf(name) === 'space') last.text += '\n';
  }
  last.text += raw.slice(at);
  return parts;
}

function plainText(text: string): string {
  return text
    .replace(/\{\\[^{}\n]{0,200}\}/g, '')
    .replace(/\\N|\[br\]/g, '\n')
    .replace(/\\h/g, ' ')
    .replace(ENTITY, (_, name: string) => {
      if (INVISIBLE.test(name)) return '';
      return name.toLowerCase() === 'nbsp' ? ' ' : (characterOf(name.toLowerCase()) ?? '');
    });
}

function withoutSounds(text: string, sounds: string[]): string {
  return text.replace(BRACKETS, (brackets: string, content: string | undefined, at: number) => {
    const begins = BEFORE_SOUND.test(text.slice(Math.max(0, at - 8), at));
    const isDescription =
      content === undefined
        ? parseSegments(brackets).every(({ kind }) => kind === 'direction')
        : isSound(content.trim().toLowerCase()) || (begins && isDescriptive(content));
    if (!isDescription) return brackets;
    sounds.push(brackets);
    return ' ';
  });
}

const isDescriptive = (content: string): boolean =>
  /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(content) &&
  !/[.!?…,;。！？、]\s*$/u.test(content) &&
  content.trim().split(/\s+/).length <= MAX_WORDS;

/** Splits a text at its labels. */
function labeledParts(text: string, sounds: string[]): CuePart[] {
  const parts: CuePart[] = [];
  for (const line of text.split('\n')) {
    const label = LABEL.exec(line);
    const name = (label?.[2] ?? MARKED_NAME.exec(line)?.[1] ?? '').trim();
    const isLabel = (name.match(/\p{L}/gu)?.length ?? 0) >= 2 && !NO_LABEL.test(name);
    const last = parts.at(-1);
    if (isLabel) {
      if (label?.[3] !== undefined) sounds.push(label[3]);
      parts.push({ speaker: name, text: line.slice(line.search(/[:：](?:\s|$)/) + 1) });
    } else if (last) last.text += `\n${line}`;
    else parts.push({ speaker: null, text: line });
  }
  return parts;
}

/** Lines without the signs of music and of a new speaker, and without blank ones. */
function trimLines(text: string): string {
  return text
    .replace(/[♩♪♫♬]/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/^[^\S\n]{0,4}>{2,3}/, '')
        .replace(/[^\S\n]{2,}/g, ' ')
        .trim(),
    )
    .map((line) => (/^# .* #$/.test(line) ? line.slice(2, -2) : line))
    .filter((line) => /[^\s#–—-]/.test(line))
    .join('\n');
}

/** Neighboring parts of one speaker are one part. */
function joinParts(parts: readonly CuePart[]): CuePart[] {
  const joined: CuePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.speaker === part.speaker) last.text += `\n${part.text}`;
    else joined.push({ ...part });
  }
  return joined;
}
