import { findGap } from '../../markup/angles.ts';
import { decodeEntity } from '../../markup/entities.ts';
import { withoutReadings } from '../../markup/ruby.ts';
import { parseSegments } from '../../markup/segments.ts';
import { isSound } from '../../markup/words.ts';
import { canBeSpeaker, readLabel, type SpeakerLabel } from '../speaker-labels.ts';

/** What one voice says in a cue. */
export interface CuePart {
  /** From a WebVTT voice tag, `<v Ada>`, or a label, `ADA: …`. */
  speaker: string | null;
  /** Words without markup. Its lines are those of the screen. */
  text: string;
}

export interface CueText {
  parts: CuePart[];
  /** Descriptions of sounds and speakers in brackets, which are for people who do not hear them. */
  sounds: string[];
  /** The names before a colon that are read as speakers. */
  labels: string[];
}

/** A tag, such as `<v Ada>` or `</i>`: its slash, and its name with what follows. */
const TAG = /<(\/?)([a-z0-9][^<>\n]{0,200})>/gi;
/** The content of a voice tag, such as `v.loud Ada`, with the name. */
const VOICE = /^v(?:\.[^\s>]{0,80})?(?:\s+(\S.*)?)?$/is;
/** A character reference: `&#233;`, `&#xe9;`, `&amp;`. */
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|lt|gt|amp|nbsp|lrm|rlm);/gi;
/** Entities whose characters are not read as they are. */
const ENTITIES: Readonly<Record<string, string>> = { lrm: '', rlm: '', nbsp: ' ' };

/** A description in brackets. Sentences in brackets are spoken. */
const BRACKETS = /[(（]([^()（）]{1,200})[)）]|\[[^[\]]{1,200}\]/gu;
/** The end of a text where a sentence can begin. */
const BEFORE_SOUND = /(?:^|[.!?…:：;—–"“”»«。！？♪#>)）\]\-\n])[^\S\n]{0,4}$/u;
/** Two letters in a row, or one Chinese or Japanese one: the least that can be a word. */
const LETTERS = /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A sign that ends a sentence or a part of it. */
const SENTENCE_END = /[.!?…,;。！？、]\s*$/u;
const MAX_WORDS = 8;
/** A name in any case, which only the sign before it marks as a name: `>> Ada:`. */
const MARKED_NAME = /^[^\S\n]{0,4}>{2,3}[^\S\n]{0,4}(\p{Lu}[\p{L}\p{M}\p{N} .'’-]{1,39})[:：](?=\s|$)/u;
/** The sign of a new speaker at the start of a line: `>> `, `- >> `. */
const NEW_SPEAKER = /^[^\S\n]{0,4}(?:[-–—‐][^\S\n]{0,4})?>{2,3}[^\S\n]{0,4}/u;
/** Words for music. A description of music has one of them, and none of the words of songs. */
const MUSIC =
  /^(?:music|song|melody|theme|tune|jingle|instrumental|musik|musique|música|musica|muziek|muzyka|музыка|音楽|音乐|음악)$/u;
/** Words that occur in songs, but not in descriptions of music. */
const LYRICS = /^(?:i|you|we|he|she|me|my|your|our|us|the|a|to|of|and|is|are|be|oh|la|love)$/u;
const MAX_MUSIC_WORDS = 5;

/**
 * The voices of a cue. `raw` has its markup: `<i>`, `<v Ada>`, `<br>`, `{\an8}`, entities. `isSpeaker`: whether a label
 * names a speaker.
 */
export function readCueText(raw: string, isSpeaker: (label: SpeakerLabel) => boolean): CueText {
  const sounds: string[] = [];
  const labels: string[] = [];
  const parts: CuePart[] = [];
  const allParts = splitVoices(withoutReadings(raw)).flatMap(({ speaker, text }) => {
    const plain = removeSounds(toPlainText(text), sounds);
    if (speaker !== null) return [{ speaker, text: plain }];
    return splitLabels(plain, { sounds, labels, isSpeaker });
  });
  for (const part of allParts) {
    // Without the signs of music and of a new speaker, and without blank lines.
    const lines: string[] = [];
    for (const line of part.text.replace(/[♩♪♫♬]/g, ' ').split('\n')) {
      let words = line
        // The sign of a new speaker: `>> Hello`.
        .replace(/^[^\S\n]{0,4}>{2,3}/, '')
        .replace(/[^\S\n]{2,}/g, ' ')
        .trim();
      // `# La la #`, which is sung.
      if (/^# .* #$/.test(words)) words = words.slice(2, -2);
      const hasContent = /[^\s#–—-]/.test(words);
      if (hasContent) lines.push(words);
    }
    if (lines.length === 0) continue;
    const text = lines.join('\n');
    if (isOnlySounds(text) || (/[♩♪♫♬]/.test(part.text) && isMusic(text))) {
      sounds.push(text);
      continue;
    }
    // Neighboring parts of one speaker are one part.
    const last = parts.at(-1);
    if (last && last.speaker === part.speaker) last.text += `\n${text}`;
    else parts.push({ speaker: part.speaker, text });
  }
  return { parts, sounds, labels };
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
    // `v` of the voice tag `v.loud Ada`.
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

/** A text without settings (`{\an8}`), with line breaks (`\N`), spaces (`\h`) and entities as characters. */
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

/** The text without descriptions in brackets, which are added to `sounds`. */
function removeSounds(text: string, sounds: string[]): string {
  return text.replace(BRACKETS, (brackets: string, content: string | undefined, at: number) => {
    // Enough to see whether a sentence ends there.
    const before = text.slice(Math.max(0, at - 8), at);
    let isDescription: boolean;
    // Only round brackets have a `content`.
    if (content !== undefined) isDescription = describesSound(content, before);
    else isDescription = parseSegments(brackets).every(({ kind }) => kind === 'direction');
    if (!isDescription) return brackets;
    sounds.push(brackets);
    return ' ';
  });
}

/** Whether words in parentheses describe a sound or a speaker: `sighs`, or `in the distance` where a sentence begins. */
function describesSound(content: string, before: string): boolean {
  if (isSound(content.trim().toLowerCase())) return true;
  if (!BEFORE_SOUND.test(before) || !LETTERS.test(content) || SENTENCE_END.test(content)) return false;
  return content.trim().split(/\s+/).length <= MAX_WORDS;
}

/** Whether a text consists of descriptions in brackets, such as `[door slams]`. */
function isOnlySounds(text: string): boolean {
  let hasSound = false;
  for (const { kind, start, end } of parseSegments(text)) {
    if (kind === 'audio_tag' || kind === 'direction') hasSound = true;
    else if (kind !== 'tag' && /[\p{L}\p{N}]/u.test(text.slice(start, end))) return false;
  }
  return hasSound;
}

/** Whether the text between the signs of music describes it, such as `dramatic music` or `…`. Other texts are sung. */
function isMusic(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  if (words.length === 0) return true;
  if (words.length > MAX_MUSIC_WORDS || SENTENCE_END.test(text)) return false;
  return words.some((word) => MUSIC.test(word)) && !words.some((word) => LYRICS.test(word));
}

interface LabelSplit {
  sounds: string[];
  labels: string[];
  isSpeaker: (label: SpeakerLabel) => boolean;
}

/** Splits a text at its labels, each of which names the speaker of the text after it. */
function splitLabels(text: string, { sounds, labels, isSpeaker }: LabelSplit): CuePart[] {
  const parts: CuePart[] = [];
  for (const line of text.split('\n')) {
    const label = readLabel(line.replace(NEW_SPEAKER, ''));
    const markedName = MARKED_NAME.exec(line)?.[1]?.trim() ?? '';
    const last = parts.at(-1);
    if (label && (isSpeaker(label) || (markedName !== '' && canBeSpeaker(markedName)))) {
      if (label.direction !== null) sounds.push(`(${label.direction})`);
      labels.push(label.name);
      parts.push({ speaker: label.name, text: label.text });
    } else if (last) last.text += `\n${line}`;
    else parts.push({ speaker: null, text: line });
  }
  return parts;
}
