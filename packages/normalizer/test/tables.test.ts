import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const FOLDER = new URL('../src/data/words/', import.meta.url);

const word = z.string().min(1);
const noun = z.union([z.tuple([word, word]), z.tuple([word, word, z.enum(['f', 'n'])])]);
const money = z.strictObject({ major: noun, minor: noun.optional() });
const texts = z.record(word, word);
const prefixed = <T extends z.ZodType>(name: T) =>
  z.array(z.strictObject({ symbol: word, prefixes: z.record(z.string(), z.string()), name }));

const western = z.strictObject({
  months: z.array(word).length(12),
  days: texts,
  short_months: texts,
  words: texts,
  fold: noun,
  domains: z.array(word).optional(),
  per: texts.optional(),
  units: z.strictObject({
    names: z.record(word, noun),
    prefixed: prefixed(noun).optional(),
    rates: z.array(z.strictObject({ units: z.record(word, noun), per: texts.optional() })).optional(),
    capitals: z.literal(true).optional(),
  }),
  currencies: z.record(word, money),
  magnitudes: z.record(word, noun),
  abbreviations: z.array(
    z.strictObject({
      places: z
        .array(
          z.enum([
            'before a number',
            'before a name',
            'before a word',
            'after a number',
            'after a name',
            'anywhere',
          ]),
        )
        .min(1),
      cases: z.enum(['start', 'capitals', 'every']).optional(),
      spoken: texts,
    }),
  ),
  peso: money.optional(),
  european_euro: money.optional(),
});

const eastern = z.strictObject({
  units: z.strictObject({ names: texts, prefixed: prefixed(word).optional() }),
  currencies: texts,
  abbreviations: texts,
  letters: z.array(word).length(26).optional(),
  spoken_initials: texts.optional(),
  spelled_initials: word.optional(),
  traditional: texts.optional(),
  eras: texts.optional(),
  measures: word.optional(),
  native_counters: word.optional(),
  sino_counters: word.optional(),
  native: z.array(z.string()).length(10).optional(),
  counters: z
    .record(
      word,
      z.strictObject({
        reading: word,
        hard: word.optional(),
        soft: word.optional(),
        four: word.optional(),
        short: word,
      }),
    )
    .optional(),
});

const EASTERN = new Set(['ja', 'ko', 'zh']);
const languages = readdirSync(FOLDER).flatMap((file) =>
  file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
);

const read = (language: string): unknown =>
  JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));

describe.each(languages)('the table of %s', (language) => {
  test('has its schema', () => {
    const schema = EASTERN.has(language) ? eastern : western;
    expect(schema.safeParse(read(language)).error).toBeUndefined();
  });

  test('has one row for each spelling of a unit and of a currency', () => {
    const table = z
      .object({ units: z.object({ names: z.record(z.string(), z.unknown()) }), currencies: z.unknown() })
      .parse(read(language));
    for (const rows of [table.units.names, z.record(z.string(), z.unknown()).parse(table.currencies)]) {
      const spellings = Object.keys(rows).flatMap((key) => key.split(', '));
      expect(spellings).toEqual([...new Set(spellings)]);
    }
  });
});

test('every language with rules has a table', () => {
  expect(languages.sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh']);
});
