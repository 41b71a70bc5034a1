import { findGap } from '../../markup/angles.ts';
import { decodeEntity } from '../../markup/entities.ts';
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
/** Entities whose characters are not read as they are. */
const ENTITIES: Readonly<Record<string, string>> = { lrm: '', rlm: '', nbsp: ' ' };

/** A description in brackets. Sentences in brackets are spoken. */
const BRACKETS = /[(（]([^()（）]{1,200})[)）]|\[[^[\]]{1,200}\]/gu;
const BEFORE_SOUND = /(?:^|[.!?…:：;—–"“”»«。！？♪#>)）\]\-\n])[^\S\n]{0,4}$/u;
const LETTERS = /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SENTENCE_END = /[.!?…,;。！？、]\s*$/u;
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
  const parts: CuePart[] = [];
  const allParts = splitVoices(withoutReadings(raw)).flatMap(({ speaker, text }) => {
    const plain = removeSounds(toPlainText(text), sounds);
    return speaker === null ? splitLabels(plain, sounds) : [{ speaker, text: plain }];
  });
  for (const part of allParts) {
    // Without the signs of music and of a new speaker, and without blank lines.
    const lines: string[] = [];
    for (const line of part.text.replace(/[♩♪♫♬]/g, ' ').split('\n')) {
      let words = line
        .replace(/^[^\S\n]{0,4}>{2,3}/, '')
        .replace(/[^\S\n]{2,}/g, ' ')
        .trim();
      if (/^# .* #$/.test(words)) words = words.slice(2, -2);
      if (/[^\s#–—-]/.test(words)) lines.push(words);
    }
    if (lines.length === 0) continue;
    const text = lines.join('\n');
    // Neighboring parts of one speaker are one part.
    const last = parts.at(-1);
    if (last && last.speaker === part.speaker) last.text += `\n${text}`;
    else parts.push({ speaker: part.speaker, text });
  }
  return { parts, sounds };
}

/** The parts of the voice tags. A tag that breaks a line leaves a line break, and all others leave nothing. */
function splitVoices(raw: string): CuePart[] {
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
      last = { speaker: toPlainText(voice?.[1] ?? '').trim() || null, text: '' };
      parts.push(last);
    } else if (findGap(name) === 'space') last.text += '\n';
  }
  last.text += raw.slice(at);
  return parts;
}

function toPlainText(text: string): string {
  return text
    .replace(/\{\\[^{}\n]{0,200}\}/g, '')
    .replace(/\\N|\[br\]/g, '\n')
    .replace(/\\h/g, ' ')
    .replace(ENTITY, (_, entity: string) => {
      const name = entity.toLowerCase();
      return ENTITIES[name] ?? decodeEntity(name) ?? '';
    });
}

function removeSounds(text: string, sounds: string[]): string {
  return text.replace(BRACKETS, (brackets: string, content: string | undefined, at: number) => {
    let isDescription: boolean;
    if (content === undefined)
      isDescription = parseSegments(brackets).every(({ kind }) => kind === 'direction');
    else {
      const begins = BEFORE_SOUND.test(text.slice(Math.max(0, at - 8), at));
      isDescription =
        isSound(content.trim().toLowerCase()) ||
        (begins &&
          LETTERS.test(content) &&
          !SENTENCE_END.test(content) &&
          content.trim().split(/\s+/).length <= MAX_WORDS);
    }
    if (!isDescription) return brackets;
    sounds.push(brackets);
    return ' ';
  });
}

/** Splits a text at its labels. */
function splitLabels(text: string, sounds: string[]): CuePart[] {
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
