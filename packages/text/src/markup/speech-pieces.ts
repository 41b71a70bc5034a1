import { parseSegments } from './segments.ts';
import { speechText } from './speech-text.ts';

/** A part of a speech text: words, a pause, an audio tag, or the start or end of an element. */
export type RecordingPart =
  | { kind: 'text'; text: string }
  | { kind: 'break'; ms: number }
  | { kind: 'audio_tag'; name: string }
  | { kind: 'open' | 'close'; tag: string; attributes: Readonly<Record<string, string>> };

/** The default and maximum length of a break. */
const USUAL_BREAK_MS = 500;
const LONGEST_BREAK_MS = 10_000;

/** The parts of a text that a provider renders. Everything that is not speech is removed first. */
export function speechPieces(text: string, locale: string): RecordingPart[] {
  const spoken = speechText(text, { locale }).text;
  return parseSegments(spoken).flatMap(
    ({ kind, start, end, name, position, attributes = {} }): RecordingPart[] => {
      if (kind === 'audio_tag') return [{ kind, name }];
      if (kind !== 'speech') return kind === 'text' ? [{ kind, text: spoken.slice(start, end) }] : [];
      if (name === 'break') return [{ kind: 'break', ms: millisecondsOf(attributes.time) }];
      if (position === 'close') return [{ kind: 'close', tag: name, attributes }];
      if (position === 'open') return [{ kind: 'open', tag: name, attributes }];
      // Without content, only an alias is spoken.
      return name === 'sub' && attributes.alias ? [{ kind: 'text', text: attributes.alias }] : [];
    },
  );
}

function millisecondsOf(time: string | undefined): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/i.exec(time?.replace(/\s/g, '') ?? '') ?? [];
  if (amount === undefined) return USUAL_BREAK_MS;
  const ms = Number(amount) * (unit?.toLowerCase() === 's' ? 1_000 : 1);
  return Math.min(LONGEST_BREAK_MS, Math.round(ms));
}
