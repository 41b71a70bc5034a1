import { readdirSync, readFileSync } from 'node:fs';
import { normalizeText } from './normalize.ts';

/** The written text, and each spoken form that a careful native listener accepts. */
type SpokenCase = readonly [written: string, accepted: readonly string[]];

interface CaseFile {
  locale: string;
  cases: Readonly<Record<string, readonly SpokenCase[]>>;
}

/** The share of correct cases, from 0 to 1. */
export interface Share {
  right: number;
  all: number;
}

/** `own` was written with the rules, `held_back` by people who did not see them. */
export type Half = 'own' | 'held_back';
export type Shares = Record<Half, Share>;

export interface LocaleScore {
  locale: string;
  total: Shares;
  categories: Map<string, Shares>;
  /** Wrong cases of the own half, as text. The others stay unknown to the authors of the rules. */
  wrong: string[];
}

const FOLDER = new URL('../cases/', import.meta.url);

/** The minimum share of correct cases, by language and category. */
export const GOALS: Readonly<Record<string, number>> = {
  en: 0.92,
  de: 0.92,
  fr: 0.92,
  es: 0.92,
  ja: 0.92,
  it: 0.85,
  pt: 0.85,
  zh: 0.85,
  ko: 0.85,
};
export const CATEGORY_GOAL = 0.75;

export const goalOf = (locale: string): number => GOALS[locale.split('-', 1)[0] ?? ''] ?? 1;
export const shareOf = ({ right, all }: Share): number => right / all;

/** The locales that have cases. */
export function caseLocales(): string[] {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return [...new Set(names.map((file) => file.split('.', 1)[0] ?? ''))].sort();
}

export function scoreLocale(locale: string): LocaleScore {
  const score: LocaleScore = { locale, total: emptyShares(), categories: new Map(), wrong: [] };
  const halves = { own: `${locale}.json`, held_back: `${locale}.held-back.json` };
  for (const [half, file] of Object.entries(halves) as [Half, string][]) {
    const { cases }: CaseFile = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    for (const [category, list] of Object.entries(cases)) {
      const shares = score.categories.get(category) ?? emptyShares();
      score.categories.set(category, shares);
      for (const one of list) {
        const said = normalizeText(one[0], locale).spoken;
        const isRight = one[1].some((accepted) => comparable(accepted, locale) === comparable(said, locale));
        for (const { [half]: share } of [shares, score.total]) {
          share.all++;
          if (isRight) share.right++;
        }
        if (!isRight && half === 'own') score.wrong.push(`${category}: ${one[0]} -> ${said}`);
      }
    }
  }
  return score;
}

function emptyShares(): Shares {
  return { own: { right: 0, all: 0 }, held_back: { right: 0, all: 0 } };
}

/** Only letters, digits and symbols. Case, punctuation and spaces do not count. */
export function comparable(text: string, locale: string): string {
  const isEastern = /^(?:ja|zh|ko)/.test(locale);
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ`´]/g, isEastern ? '' : ' ')
    .replace(/[^\p{L}\p{N}\p{M}$%&=°+<>~#*_^/@\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return isEastern ? folded.replaceAll(' ', '') : folded;
}
