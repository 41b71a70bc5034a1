/** Syllables per second while speaking, pauses taken out; for Japanese morae. */
export type PacingNorm = { min: number; max: number };

/** Ordinary reading speed per language: starting values from field notes, to be set per node where they do not fit. */
const NORMS: Record<string, PacingNorm> = {
  de: { min: 4, max: 6.5 },
  en: { min: 4, max: 6.5 },
  es: { min: 5.5, max: 8.5 },
  fr: { min: 5, max: 8 },
  it: { min: 5.5, max: 8 },
  ja: { min: 6, max: 9 },
  ko: { min: 5, max: 8 },
  pt: { min: 5, max: 8 },
  zh: { min: 4, max: 6 },
};

/** The norm of the locale's language, or undefined where none is known. */
export function findPacingNorm(locale: string): PacingNorm | undefined {
  const [language = ''] = locale.toLowerCase().split(/[-_]/);
  return Object.hasOwn(NORMS, language) ? NORMS[language] : undefined;
}
