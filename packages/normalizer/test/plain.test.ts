import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

/** The languages of `plain/`, with the locale that reads them. */
const LOCALES = {
  en: 'en-us',
  de: 'de-de',
  fr: 'fr-fr',
  es: 'es-es',
  it: 'it-it',
  pt: 'pt-br',
  ja: 'ja-jp',
  ko: 'ko-kr',
  zh: 'zh-cn',
};

const linesOf = (name: string): string[] =>
  readFileSync(new URL(`plain/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

/** Every sentence of a line such as `{Max|Jan} sang {in May|at noon}.` */
function expandFrame(frame: string): string[] {
  let sentences = [''];
  for (const [place, part] of frame.split(/\{([^}]*)\}/).entries()) {
    const choices = place % 2 === 1 ? part.split('|') : [part];
    sentences = sentences.flatMap((start) => choices.map((choice) => start + choice));
  }
  return sentences;
}

describe.each(Object.entries(LOCALES))('plain text of %s', (language, locale) => {
  const sentences = [...linesOf(language), ...linesOf(`${language}.frames`).flatMap(expandFrame)];

  test('has at least 5,000 sentences', () => {
    expect(new Set(sentences).size).toBeGreaterThanOrEqual(5_000);
  });

  test('is not changed', () => {
    const changed = sentences.filter((sentence) => normalizeText(sentence, locale).spoken !== sentence);
    expect(changed).toEqual([]);
  });
});
