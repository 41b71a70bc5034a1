import { contextBetween, type SpeechContext, veilMarkup } from '@voiceloom/text';
import { countBytes, countCodePoints } from './adapter.ts';
import type { SpeechModel } from './provider.ts';

/** Splits a text into sentences of limited length. */
export type SplitText = (text: string, locale: string, max_characters: number) => string[];

/** The context of one part of a text: the other parts and, at both ends, the context of the text. */
export function partContext(
  parts: readonly string[],
  index: number,
  context: SpeechContext | undefined,
): SpeechContext | undefined {
  if (!context || parts.length === 1) return context;
  const policy = { locale: 'en' };
  const previous = index === 0 ? context.previous : parts[index - 1];
  const next = index === parts.length - 1 ? context.next : parts[index + 1];
  return contextBetween(
    previous === undefined ? undefined : { text: previous, policy },
    next === undefined ? undefined : { text: next, policy },
  );
}

/** Splits a text into requests. If it does not fit into one, each request gets as many sentences as possible. */
export function splitParts(
  text: string,
  { locale, of, split }: { locale: string; of: SpeechModel; split: SplitText },
): string[] {
  const fits = (part: string): boolean =>
    countCodePoints(part) <= of.max_characters &&
    (of.max_bytes === undefined || countBytes(part) <= of.max_bytes);
  if (fits(text)) return [text];
  const { veiled, unveil } = veilMarkup(text);
  const sentences = split(veiled, locale, of.max_characters).flatMap((sentence) =>
    // A code point has at most four bytes.
    fits(sentence) ? [sentence] : split(sentence, locale, Math.floor((of.max_bytes ?? Infinity) / 4)),
  );
  const parts: string[] = [];
  let part = '';
  for (const sentence of sentences) {
    const longer = part === '' ? sentence : `${part} ${sentence}`;
    if (fits(longer)) {
      part = longer;
      continue;
    }
    if (part !== '') parts.push(part);
    part = sentence;
  }
  if (part !== '') parts.push(part);
  return parts.map(unveil);
}
