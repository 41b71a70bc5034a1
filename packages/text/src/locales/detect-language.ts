import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { languageOf } from './locale.ts';

const SAMPLE_LENGTH = 400;
const FEWEST_WORDS = 3;
const FEWEST_HAN = 6;
/** The minimum lead of the best language. A smaller lead, as between Danish and Norwegian, is too uncertain. */
const CLEAR_LEAD = 0.01;

// The model mistakes short English and Spanish texts for these; scripts in these languages usually declare
// it.
const SELDOM_SCRIPTED = new Set(['tl', 'yo', 'eu', 'sq', 'ca', 'az', 'ms', 'is']);

// Languages that do not share their writing system with others in current products.
const LANGUAGE_OF_SCRIPT: readonly (readonly [string, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ...'th el he hy ka ta te kn ml gu bn pa si km lo my am'.split(' ').map((language) => {
    const { script } = new Intl.Locale(language).maximize();
    return [language, new RegExp(`\\p{Script=${script}}`, 'gu')] as const;
  }),
];

type Detector = typeof import('eld/small').eld;
let detector: Detector | undefined;

/**
 * The model takes half a second and 100 MB to load, so it is loaded only if a script does not name its
 * locales.
 */
function loadDetector(): Detector {
  detector ??= (
    createRequire(import.meta.url)(
      fileURLToPath(import.meta.resolve('eld/small')),
    ) as typeof import('eld/small')
  ).eld;
  return detector;
}

/**
 * The locale of a text, or null if unknown. With `candidates`, such as the project's locales, the result is
 * one of them. Without them, it is a language such as `de`.
 */
export function detectLanguage(text: string, candidates: readonly string[] = []): string | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const written = languageByWriting(sample, candidates);
  if (written !== undefined) return toCandidate(written, candidates);
  if (candidates.length === 1) return candidates[0] ?? null;
  if (countWords(sample) < FEWEST_WORDS) return null;
  return toCandidate(languageByModel(sample, candidates), candidates);
}

/**
 * Undefined: many languages share the writing system. Null: the writing system is known, but the language is
 * not.
 */
function languageByWriting(sample: string, candidates: readonly string[]): string | null | undefined {
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0) return null;
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(sample, /\p{Script=Han}/gu);
  if (kana > 0 && kana + han > letters / 2) return 'ja';
  if (han > letters / 2) return languageOfHan(han, candidates);
  for (const [language, pattern] of LANGUAGE_OF_SCRIPT) {
    if (count(sample, pattern) > letters / 2) return language;
  }
  return undefined;
}

/** A text of a few Chinese characters may be a Japanese name. A sentence without kana is Chinese. */
function languageOfHan(han: number, candidates: readonly string[]): string | null {
  const possible = new Set(candidates.map(languageOf).filter((language) => /^(zh|yue|ja)$/.test(language)));
  if (possible.size === 1) return [...possible][0] ?? null;
  return han >= FEWEST_HAN ? 'zh' : null;
}

function languageByModel(sample: string, candidates: readonly string[]): string | null {
  const allowed = new Set(candidates.map(languageOf));
  const scores = Object.entries(loadDetector().detect(sample).getScores())
    .filter(([language]) => allowed.size === 0 || allowed.has(language))
    .map(([language, score]): [string, number] => [language, score - handicapOf(language, allowed)])
    .sort(([, a], [, b]) => b - a);
  const [best, second] = scores;
  if (best === undefined || best[1] < 0.3) return null;
  return second !== undefined && best[1] - second[1] < CLEAR_LEAD ? null : best[0];
}

function handicapOf(language: string, allowed: ReadonlySet<string>): number {
  return allowed.size === 0 && SELDOM_SCRIPTED.has(language) ? 0.05 : 0;
}

function toCandidate(language: string | null, candidates: readonly string[]): string | null {
  if (language === null || candidates.length === 0) return language;
  const fitting = candidates.filter((candidate) => languageOf(candidate) === language);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function countWords(sample: string): number {
  return count(sample, /\p{L}[\p{L}\p{M}'’-]*/gu);
}

function count(sample: string, pattern: RegExp): number {
  return sample.match(pattern)?.length ?? 0;
}
