import { parseSegments } from './segments.ts';
import { speechText } from './speech-text.ts';

/** A part of a speech text: words, a pause, an audio tag, or the start or end of an element. */
export type RecordingPart =
  | { kind: 'text'; text: string }
  | { kind: 'break'; ms: number }
  | { kind: 'audio_tag'; name: string }
  | { kind: 'open' | 'close'; tag: string; attributes: Readonly<Record<string, string>> };

/** The default and maximum length of a break. */
const DEFAULT_BREAK_MS = 500;
const MAX_BREAK_MS = 10_000;

/** The parts of a text that a provider renders. Everything that is not speech is removed first. */
export function speechPieces(text: string, locale: string): RecordingPart[] {
  const speech = speechText(text, { locale }).text;
  const pieces: RecordingPart[] = [];
  for (const { kind, start, end, name, position, attributes = {} } of parseSegments(speech)) {
    if (kind === 'audio_tag') pieces.push({ kind, name });
    else if (kind === 'text') pieces.push({ kind, text: speech.slice(start, end) });
    else if (kind !== 'speech') continue;
    else if (name === 'break') pieces.push({ kind: 'break', ms: parseTime(attributes.time) });
    else if (position === 'open' || position === 'close')
      pieces.push({ kind: position, tag: name, attributes });
    // Without content, only an alias is spoken.
    else if (name === 'sub' && attributes.alias) pieces.push({ kind: 'text', text: attributes.alias });
  }
  return pieces;
}

/** The milliseconds of a break: `500ms`, `1.5s`. */
function parseTime(time = ''): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/i.exec(time.replace(/\s/g, '')) ?? [];
  if (amount === undefined) return DEFAULT_BREAK_MS;
  const ms = Number(amount) * (unit?.toLowerCase() === 's' ? 1_000 : 1);
  return Math.min(MAX_BREAK_MS, Math.round(ms));
}
