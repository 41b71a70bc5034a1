import { contextBetween, type SpeechContext, veilMarkup } from '@voiceloom/text';
import { bytesOf, codePoints } from './adapter.ts';
import type { SpeechModel } from './provider.ts';

/** Splits a text into sentences of limited length. */
export type SplitText = (text: string, locale: string, max_characters: number) => string[];

type Splitting = { locale: string; of: SpeechModel; split: SplitText };

/** The context of one part of a text: the other parts and, at both ends, the context of the text. */
export function partContext(
  parts: readonly string[],
  index: number,
  context: SpeechContext | undefined,
): SpeechContext | undefined {
  if (!context || parts.length === 1) return context;
  const told = (text: string | undefined) =>
    text === undefined ? undefined : { text, policy: { locale: 'en' } };
  return contextBetween(
    told(index === 0 ? context.previous : parts[index - 1]),
    told(index === parts.length - 1 ? context.next : parts[index + 1]),
  );
}

/** Splits a text into requests. If it does not fit into one, each request gets as many sentences as possible. */
export function partsOf(text: string, { locale, of, split }: Splitting): string[] {
  const fits = (part: string): boolean =>
    codePoints(part) <= of.max_characters && (of.max_bytes === undefined || bytesOf(part) <= of.max_bytes);
  if (fits(text)) return [text];
  const { veiled, unveil } = veilMarkup(text);
  const sentences = split(veiled, locale, of.max_characters).flatMap((sentence) =>
    // A code point has at most four bytes.
    fits(sentence) ? [sentence] : split(sentence, locale, Math.floor((of.max_bytes ?? Infinity) / 4)),
  );
  const parts: string[] = [];
  let open = '';
  for (const sentence of sentences) {
    const longer = open === '' ? sentence : `${open} ${sentence}`;
    if (fits(longer)) {
      open = longer;
    } else {
      if (open !== '') parts.push(open);
      open = sentence;
    }
  }
  if (open !== '') parts.push(open);
  return parts.map(unveil);
}
