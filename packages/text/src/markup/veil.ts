import { splitSentences } from '../locales/sentences.ts';
import { hasSpeech } from './has-speech.ts';
import { parseSegments } from './segments.ts';

/** Replaces each character of a span that must stay whole. */
const VEIL = '\ue000';
/** Elements that define the reading of a word, so they must not be split. */
export const READINGS: ReadonlySet<string> = new Set(['phoneme', 'sub', 'say-as']);
/** Elements that contain whole sentences. A cut may fall inside them. */
const AROUND_SENTENCES = new Set(['p', 's']);

type Span = { start: number; end: number };

/** The spans that must stay whole when a text is cut: tags, and elements for which `isWhole` is true, with content. */
function wholeSpans(text: string, isWhole: (name: string) => boolean): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  for (const { kind, start, end, name, position } of parseSegments(text)) {
    const isElement = kind === 'speech' && isWhole(name);
    if (isElement && position === 'close') depth = Math.max(0, depth - 1);
    const last = spans.at(-1);
    if (last && (depth > 0 || (isElement && position === 'close'))) last.end = end;
    else if (kind !== 'text') spans.push({ start, end });
    if (isElement && position === 'open') depth += 1;
  }
  return spans;
}

/** Hides markup from the sentence splitter, which must not split inside it. Pass the pieces to `unveil` in order. */
export function veilMarkup(
  text: string,
  isWhole = (name: string): boolean => READINGS.has(name),
): { veiled: string; unveil(piece: string): string } {
  const hidden: string[] = [];
  let veiled = '';
  let at = 0;
  const hide = (part: string): string => {
    const characters = [...part];
    hidden.push(...characters);
    return VEIL.repeat(characters.length);
  };
  for (const { start, end } of wholeSpans(text, isWhole)) {
    veiled += text.slice(at, start).replaceAll(VEIL, hide) + hide(text.slice(start, end));
    at = end;
  }
  veiled += text.slice(at).replaceAll(VEIL, hide);
  let next = 0;
  return { veiled, unveil: (piece) => piece.replaceAll(VEIL, () => hidden[next++] ?? '') };
}

/**
 * The sentences of a speech text. Each has complete elements, so that it can be spoken separately. What has no letters or
 * digits, such as an emoji after a period, belongs to the sentence before it.
 */
export function speechSentences(text: string, locale: string): string[] {
  const { veiled, unveil } = veilMarkup(text, (name) => !AROUND_SENTENCES.has(name));
  const sentences: string[] = [];
  for (const sentence of splitSentences(veiled, locale).map(unveil)) {
    const previous = sentences.at(-1);
    if (previous === undefined || (hasSpeech(sentence) && hasSpeech(previous))) sentences.push(sentence);
    else sentences[sentences.length - 1] = `${previous} ${sentence}`;
  }
  return sentences;
}
