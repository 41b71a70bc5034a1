import { languageOf } from '../locales/locale.ts';

/** Letters that stand for a syllable or a word, so that texts have fewer of them. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The approximate spoken length of a text, in characters. Those of Chinese, Japanese and Korean count twice. */
export function spokenLength(text: string): number {
  let length = text.match(WIDE)?.length ?? 0;
  for (const _ of text) length += 1;
  return length;
}

/** The maximum speaking rate, in characters of `spokenLength`. */
const MAX_PER_SECOND = 25;
/** Short lines may grow by a few letters, regardless of the ratio: `OK` becomes `In Ordnung`. */
const SLACK = 12;
/** A translation below this ratio lacks a part of its source. */
const MIN_RATIO = 0.15;
/** The ratio of a shorter source means nothing. */
const MIN_RATIO_LENGTH = 40;

/** The maximum length that the ratio allows for a source of this length. */
export const maxLengthByRatio = (length: number, max_length_ratio: number): number =>
  Math.ceil(length * max_length_ratio) + SLACK;

/**
 * The length limits of a translation: within the ratio, and short enough for the maximum duration of the line. If the
 * source itself is too long for this duration, the length of the source is the limit.
 */
export function lengthLimits(
  source: string,
  { max_length_ratio, max_duration_ms }: { max_length_ratio: number; max_duration_ms: number | null },
) {
  const length = spokenLength(source);
  const byRatio = maxLengthByRatio(length, max_length_ratio);
  const byTime = Math.floor(((max_duration_ms ?? Number.POSITIVE_INFINITY) / 1_000) * MAX_PER_SECOND);
  return {
    min: length >= MIN_RATIO_LENGTH ? Math.floor(length * MIN_RATIO) : 1,
    max: Math.min(byRatio, Math.max(length, byTime)),
  };
}

/** The length of a text in each language, relative to English. Rounded values from common software strings. */
const DENSITY: Readonly<Record<string, number>> = {
  ...{ en: 1, de: 1.2, fr: 1.2, es: 1.2, it: 1.15, pt: 1.15, nl: 1.15, pl: 1.15, ru: 1.1, tr: 1.05 },
  ...{ ja: 0.5, zh: 0.35, ko: 0.55, th: 0.95, ar: 0.9, he: 0.85 },
};
/** The density of a language that is not in the table. */
const OTHERS = 1.1;

/** The expected ratio of the lengths of a translation and its source. Only for estimates. */
export function expectedRatio(source: string, target: string): number {
  const density = (locale: string): number => DENSITY[languageOf(locale)] ?? OTHERS;
  return density(target) / density(source);
}
