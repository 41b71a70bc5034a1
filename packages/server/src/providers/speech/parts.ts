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
  const previousText = index === 0 ? context.previous : parts[index - 1];
  const nextText = index === parts.length - 1 ? context.next : parts[index + 1];
  return contextBetween(
    previousText === undefined ? undefined : { text: previousText, policy },
    nextText === undefined ? undefined : { text: nextText, policy },
  );
}

/** Splits a text into requests. If it does not fit into one, each request gets as many sentences as possible. */
export function splitParts(
  text: string,
  { locale, model_details, split }: { locale: string; model_details: SpeechModel; split: SplitText },
): string[] {
  const fitsInRequest = (part: string): boolean =>
    countCodePoints(part) <= model_details.max_characters &&
    (model_details.max_bytes === undefined || countBytes(part) <= model_details.max_bytes);
  if (fitsInRequest(text)) return [text];
  const { veiled, unveil } = veilMarkup(text);
  const sentences = split(veiled, locale, model_details.max_characters).flatMap((sentence) =>
    // A code point has at most four bytes.
    fitsInRequest(sentence)
      ? [sentence]
      : split(sentence, locale, Math.floor((model_details.max_bytes ?? Infinity) / 4)),
  );
  const parts: string[] = [];
  let part = '';
  for (const sentence of sentences) {
    const longerPart = part === '' ? sentence : `${part} ${sentence}`;
    if (fitsInRequest(longerPart)) {
      part = longerPart;
      continue;
    }
    if (part !== '') parts.push(part);
    part = sentence;
  }
  if (part !== '') parts.push(part);
  return parts.map(unveil);
}
