import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { normalizeText } from './normalize.ts';
import { comparable, type Share } from './normalize-cases.ts';

/**
 * A file `held-back/<locale>.json`, written by somebody who knows the language and had not seen the rules:
 *
 * - `cases`: for each category, the written text and each spoken form that a careful native listener accepts. In a
 *   spoken form, `{a|b}` stands for either text, and `{a|}` for an optional one: `three hundred {and |}forty`.
 * - `plain`: everyday sentences without any expression, which must stay exactly as written.
 */
interface HeldBackFile {
  locale: string;
  cases: Readonly<Record<string, readonly (readonly [written: string, ...accepted: string[]])[]>>;
  plain: readonly string[];
}

export interface HeldBackScore {
  locale: string;
  categories: ReadonlyMap<string, Share>;
  total: Share;
  /** Wrong cases as text. */
  wrong: readonly string[];
}

const FOLDER = new URL('../held-back/', import.meta.url);

/** A set: the files of several locales, in a folder, with the least number of expressions and plain sentences in each. */
export interface HeldBackSet {
  name: string;
  folder: URL;
  min_expressions: number;
  min_plain: number;
}

export const HELD_BACK_SETS: readonly HeldBackSet[] = [
  { name: 'held-back', folder: FOLDER, min_expressions: 150, min_plain: 150 },
  { name: 'held-back second', folder: new URL('second/', FOLDER), min_expressions: 90, min_plain: 60 },
];

/** The minimum shares of correct cases. `plain` has no minimum, because every sentence must stay. */
export const HELD_BACK_GOALS = { locale: 0.95, category: 0.75 };
export const PLAIN = 'plain';

export function heldBackLocales({ folder }: HeldBackSet): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return names.map((file) => file.slice(0, -'.json'.length)).sort();
}

export const readHeldBack = ({ folder }: HeldBackSet, locale: string): HeldBackFile =>
  JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'));

export function scoreHeldBack(set: HeldBackSet, locale: string): HeldBackScore {
  const { cases, plain } = readHeldBack(set, locale);
  const categories = new Map<string, Share>();
  const total: Share = { right: 0, all: 0 };
  const wrong: string[] = [];
  const count = (category: string, written: string, isRight: (said: string) => boolean) => {
    const said = normalizeText(written, locale).spoken;
    const share = categories.get(category) ?? { right: 0, all: 0 };
    categories.set(category, share);
    const right = isRight(said);
    for (const one of [share, total]) {
      one.all += 1;
      if (right) one.right += 1;
    }
    if (!right) wrong.push(`${category}: ${written} -> ${said}`);
  };
  for (const [category, list] of Object.entries(cases))
    for (const [written, ...accepted] of list) {
      const forms = new Set(accepted.flatMap(alternatives).map((form) => comparable(form, locale)));
      count(
        category,
        written,
        (said) => forms.has(comparable(said, locale)) && endOf(said) === endOf(written),
      );
    }
  for (const sentence of plain) count(PLAIN, sentence, (said) => said === sentence);
  return { locale, categories, total, wrong };
}

/** The mark that ends a sentence, which no rule may swallow. */
const endOf = (text: string): string => /[.!?。！？]["”»」』)]?$/u.exec(text.trim())?.[0] ?? '';

/** All texts that `{a|b}` stands for. */
function alternatives(form: string): string[] {
  const [choice, inside] = /\{([^{}]*)\}/.exec(form) ?? [];
  if (choice === undefined || inside === undefined) return [form];
  return inside.split('|').flatMap((text) => alternatives(form.replace(choice, () => text)));
}
