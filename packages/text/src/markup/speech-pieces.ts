import { splitAtEmoji } from '@voiceloom/normalizer';
import { hasSpeech } from './has-speech.ts';
import { mayHoldMarkup, parseSegments } from './segments.ts';
import { speechText } from './speech-text.ts';
import { READINGS } from './veil.ts';

/** A part of a speech text: words, a pause, an audio tag, or the start or end of an element. */
export type RecordingPart =
  | { kind: 'text'; text: string }
  | { kind: 'break'; ms: number }
  | { kind: 'audio_tag'; name: string }
  | { kind: 'open' | 'close'; tag: string; attributes: Readonly<Record<string, string>> };

/** A part of a line: a text with complete elements, or the length of a break. */
export type LinePart = { text: string } | { break_ms: number };

export interface LineParts {
  parts: LinePart[];
  /** Whether a break was left out or shortened. */
  is_limited: boolean;
}

/** The default and maximum length of a break. Breaks without a text between them add up. */
const DEFAULT_BREAK_MS = 500;
const MAX_BREAK_MS = 10_000;
/** The maximum number of breaks in a line: each one can cost a request. */
const MAX_BREAKS = 50;
/** Marks that belong to the text before them: `Hello<break/>, you`. */
const CLOSING_MARKS = /^[,.;:!?…)\]}”»、。，！？：；」』](?!\d)/u;
/** What no engine speaks on its own. */
const SILENT = /^(?:(?![%&@#*§‰])[\p{P}\p{Z}\s])*$/u;

/** The parts of a text that a provider renders. Everything that is not speech is removed first. */
export function speechPieces(text: string, locale: string): RecordingPart[] {
  const speech = speechText(text, { locale }).text;
  const pieces: RecordingPart[] = [];
  for (const { kind, start, end, name, position, attributes = {} } of parseSegments(speech)) {
    if (kind === 'audio_tag') pieces.push({ kind, name });
    else if (kind === 'text') pieces.push({ kind, text: speech.slice(start, end) });
    else if (kind !== 'speech') continue;
    else if (name === 'break')
      pieces.push({ kind: 'break', ms: Math.min(MAX_BREAK_MS, parseTime(attributes.time)) });
    else if (position === 'open' || position === 'close')
      pieces.push({ kind: position, tag: name, attributes });
    // Without content, only an alias is spoken.
    else if (name === 'sub' && attributes.alias) pieces.push({ kind: 'text', text: attributes.alias });
  }
  return pieces;
}

/** Splits a text at its breaks. Elements around a break are closed before it and opened again after it. */
export function splitAtBreaks(text: string): LineParts {
  const whole: LineParts = { parts: [{ text }], is_limited: false };
  if (!mayHoldMarkup(text)) return whole;
  const speech = speechText(text, { locale: 'en' }).text;
  const segments = parseSegments(speech);
  if (!segments.some(({ kind, name }) => kind === 'speech' && name === 'break')) return whole;
  const parts: LinePart[] = [];
  const open: { name: string; tag: string }[] = [];
  let part = '';
  let breaks = 0;
  let is_limited = false;
  for (const { kind, name, position, attributes = {}, start, end } of segments) {
    const source = speech.slice(start, end);
    if (kind !== 'speech' || name !== 'break') {
      part += source;
      if (kind !== 'speech') continue;
      if (position === 'open') open.push({ name, tag: source });
      else if (position === 'close' && open.at(-1)?.name === name) open.pop();
      continue;
    }
    const requestedMs = parseTime(attributes.time);
    const break_ms = Math.min(MAX_BREAK_MS, requestedMs);
    // A reading is spoken instead of the text in its element, so there is no place for a break.
    const isLeftOut = breaks === MAX_BREAKS || open.some((element) => READINGS.has(element.name));
    if (isLeftOut || break_ms < requestedMs) is_limited = true;
    if (isLeftOut) {
      part += ' ';
      continue;
    }
    breaks += 1;
    const endTags = open.map((element) => `</${element.name}>`).reverse();
    parts.push({ text: part + endTags.join('') }, { break_ms });
    part = open.map(({ tag }) => tag).join('');
  }
  parts.push({ text: part });
  const lineParts = joinParts(parts);
  if (!lineParts.parts.some((one) => 'text' in one)) return whole;
  return { parts: lineParts.parts, is_limited: is_limited || lineParts.is_limited };
}

/**
 * Adds up breaks, and adds texts that cannot be spoken alone to the text beside them: punctuation without its break, which
 * stays after it; signs and audio tags with it, because they might be spoken.
 */
function joinParts(parts: readonly LinePart[]): LineParts {
  const joinedParts: LinePart[] = [];
  let is_limited = false;
  for (const part of parts) {
    const lastPart = joinedParts.at(-1);
    if ('break_ms' in part) {
      if (lastPart && 'break_ms' in lastPart) lastPart.break_ms += part.break_ms;
      else joinedParts.push({ ...part });
      continue;
    }
    const lastText = joinedParts.findLast((joinedPart) => 'text' in joinedPart);
    let { text } = part;
    if (lastText) {
      const [marks = ''] = CLOSING_MARKS.exec(text) ?? [];
      lastText.text += marks;
      text = text.slice(marks.length);
    }
    if (isSilent(text)) {
      if (lastText) lastText.text += text;
    } else if (lastText && !(hasWords(text) && hasWords(lastText.text))) {
      lastText.text += ` ${text}`;
      if (lastPart !== lastText) joinedParts.pop();
      is_limited = true;
    } else joinedParts.push({ text });
  }
  return { parts: joinedParts, is_limited };
}

const isSilent = (text: string): boolean =>
  speechPieces(text, 'en').every(
    (piece) =>
      (piece.kind === 'text' && SILENT.test(splitAtEmoji(piece.text).join(''))) ||
      (piece.kind === 'open' && piece.attributes.alias === undefined) ||
      piece.kind === 'close',
  );

/** Whether a text can be spoken alone. */
const hasWords = (text: string): boolean =>
  hasSpeech(text) ||
  speechPieces(text, 'en').some((piece) => piece.kind === 'open' && hasSpeech(piece.attributes.alias ?? ''));

/** The milliseconds of a break: `500ms`, `1.5s`. */
function parseTime(time = ''): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/i.exec(time.replace(/\s/g, '')) ?? [];
  if (amount === undefined) return DEFAULT_BREAK_MS;
  const ms = Number(amount) * (unit?.toLowerCase() === 's' ? 1_000 : 1);
  return Math.round(ms);
}
