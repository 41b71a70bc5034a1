import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { languageOf } from './locale.ts';

const SAMPLE_LENGTH = 400;
/** The minimum number of words for the model, and of Chinese characters without kana for Chinese. */
const MIN_WORDS = 3;
const MIN_HAN = 6;
/** The minimum score of the best language, from 0 to 1. */
const MIN_SCORE = 0.3;
/** The minimum lead of the best language. A smaller lead, as between Danish and Norwegian, is too uncertain. */
const MIN_LEAD = 0.01;

// The model mistakes short English and Spanish texts for these; scripts in these languages usually declare
// it.
const RARE_LANGUAGES = new Set(['tl', 'yo', 'eu', 'sq', 'ca', 'az', 'ms', 'is']);

/** How much less such a language scores. */
const RARE_HANDICAP = 0.05;

// Languages that do not share their writing system with others in current products.
const LANGUAGES_BY_SCRIPT: readonly (readonly [string, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ...'th el he hy ka ta te kn ml gu bn pa si km lo my am'.split(' ').map((language) => {
    const { script } = new Intl.Locale(language).maximize();
    return [language, new RegExp(`\\p{Script=${script}}`, 'gu')] as const;
  }),
];

type Detector = typeof import('eld/small');
let detector: Detector | undefined;

/**
 * The model takes half a second and 100 MB to load, so it is loaded only if a script does not name its
 * locales.
 */
function loadDetector(): Detector['eld'] {
  const require = createRequire(import.meta.url);
  detector ??= require(fileURLToPath(import.meta.resolve('eld/small'))) as Detector;
  return detector.eld;
}

/**
 * The locale of a text, or null if unknown. With `candidates`, such as the project's locales, the result is
 * one of them. Without them, it is a language such as `de`.
 */
export function detectLanguage(text: string, candidates: readonly string[] = []): string | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  let language = languageByWriting(sample, candidates);
  if (language === undefined) {
    if (candidates.length === 1) return candidates[0] ?? null;
    if (count(sample, /\p{L}[\p{L}\p{M}'’-]*/gu) < MIN_WORDS) return null;
    language = languageByModel(sample, candidates);
  }
  if (language === null || candidates.length === 0) return language;
  const matches = candidates.filter((candidate) => languageOf(candidate) === language);
  return matches.length === 1 ? (matches[0] ?? null) : null;
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
  if (han > letters / 2) {
    // A text of a few Chinese characters may be a Japanese name. A sentence without kana is Chinese.
    const languages = candidates.map(languageOf).filter((language) => /^(zh|yue|ja)$/.test(language));
    const [only, ...others] = new Set(languages);
    if (only !== undefined && others.length === 0) return only;
    return han >= MIN_HAN ? 'zh' : null;
  }
  return LANGUAGES_BY_SCRIPT.find(([, pattern]) => count(sample, pattern) > letters / 2)?.[0];
}

/** The language that the model finds clearly more likely than others; null if none is. */
function languageByModel(sample: string, candidates: readonly string[]): string | null {
  const languages = new Set(candidates.map(languageOf));
  const scores: [language: string, score: number][] = [];
  for (const [language, score] of Object.entries(loadDetector().detect(sample).getScores())) {
    if (languages.has(language)) scores.push([language, score]);
    else if (languages.size === 0)
      scores.push([language, RARE_LANGUAGES.has(language) ? score - RARE_HANDICAP : score]);
  }
  const [best, second] = scores.sort(([, one], [, other]) => other - one);
  if (best === undefined) return null;
  const [language, score] = best;
  const lead = second === undefined ? Number.POSITIVE_INFINITY : score - second[1];
  return score >= MIN_SCORE && lead >= MIN_LEAD ? language : null;
}

/** The number of matches. */
function count(sample: string, pattern: RegExp): number {
  return sample.match(pattern)?.length ?? 0;
}
