import { splitSentences } from '../locales/sentences.ts';
import { parseSegments } from './segments.ts';

/** Replaces the characters of what must stay whole. */
const VEIL = '\ue000';
/** Elements that give a word its reading, so half of one has none. */
const READINGS = new Set(['phoneme', 'sub', 'say-as']);
/** Elements around sentences: one may end between their tags. */
const AROUND_SENTENCES = new Set(['p', 's']);

type Span = { start: number; end: number };

/** What must stay whole when a text is cut: tags, and the elements that `isWhole` names, with their content. */
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

/** Hides markup from the sentence splitter, so that it finds no sentence end inside. `unveil` takes the pieces in order. */
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

/** The sentences of a speech text, each with whole elements, so that it can be spoken alone. */
export function speechSentences(text: string, locale: string): string[] {
  const { veiled, unveil } = veilMarkup(text, (name) => !AROUND_SENTENCES.has(name));
  return splitSentences(veiled, locale).map(unveil);
}
