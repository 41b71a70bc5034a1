import { expect, test } from 'vitest';
import { misheardWords } from '../src/index.ts';

const part = (script: string, transcript: string, take_id: string, locale_code = 'en-us') => ({
  ...{ script, transcript, take_id, locale_code },
  text: `Say ${script}!`,
  line: `line of ${take_id}`,
});
const found = (...parts: ReturnType<typeof part>[]) => misheardWords(parts, (line) => line);

test('a word misheard in two takes is found, with what was transcribed', () => {
  const [word, ...others] = found(
    part('Kael’thar', 'Kale tar', 't1'),
    part("KAEL'THAR,", 'kale tar', 't2'),
    part('Kael’thar', 'Calla', 't3'),
    part('once', 'one', 't4'),
  );
  expect(word).toEqual({
    word: 'Kael’thar',
    key: "kael'thar",
    locale_code: 'en-us',
    takes_count: 3,
    lines_count: 3,
    transcribed: [
      { text: 'Kale tar', takes_count: 2 },
      { text: 'Calla', takes_count: 1 },
    ],
    lines: ['line of t1', 'line of t2', 'line of t3'],
  });
  expect(others).toEqual([]);
});

test('a take that several runs share counts once, separately for each locale', () => {
  expect(
    found(part('gif', 'jif', 't1'), part('gif', 'jif', 't1'), part('gif', 'jif', 't2', 'de-de')),
  ).toEqual([]);
});

test('neighboring words are told apart if the word counts match, and otherwise each has the whole text', () => {
  const same = [part('nginx Qatar 42', 'engine cutter forty-two', 't1'), part('nginx', 'engines', 't2')];
  expect(found(...same).map(({ key, transcribed }) => [key, transcribed.map(({ text }) => text)])).toEqual([
    ['nginx', ['engine', 'engines']],
  ]);
  const other = [part('Siobhan Nguyen', 'Shivon when yen', 't1'), part('Siobhan', 'Shivon', 't2')];
  expect(found(...other)[0]?.transcribed.map(({ text }) => text)).toEqual(['Shivon', 'Shivon when yen']);
});

test('words of a respelling are skipped', () => {
  const respelled = [part('win', 'when', 't1'), part('win', 'when', 't2')];
  expect(found(...respelled.map((one) => ({ ...one, text: 'Say Nguyen!' })))).toEqual([]);
});

test('the order depends only on the counts and the words', () => {
  const parts = ['b', 'a', 'c'].flatMap((word) => [part(word, 'x', `${word}1`), part(word, 'x', `${word}2`)]);
  const more = [...parts, part('c', 'x', 'c3')];
  const keys = (all: typeof parts) => found(...all).map(({ key }) => key);
  expect(keys(more)).toEqual(['c', 'a', 'b']);
  expect(keys(more.toReversed())).toEqual(keys(more));
});
