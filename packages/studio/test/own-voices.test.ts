import type { CastVoice, Voice } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { assignOwnVoices, isVoiceShared, sharedVoices } from '../src/screens/new/own-voices.ts';

const cell = (character_name: string | null, locale_code: string, id: string, chosen = false): CastVoice => ({
  ...{ node_id: 'n', character_name, locale_code, chosen },
  voice: { id, name: id, provider: 'espeak' },
  paid_by: 'none',
});
const voiceOf = (id: string) => ({ id, name: id, provider: 'espeak' }) as Voice;
const search = {
  list: async (locale: string) => ['1', '2', '3'].map((number) => voiceOf(`${locale}${number}`)),
  // The same number stands for a similar voice.
  similar: async (id: string, locale: string) => [voiceOf(`${locale}${id.at(-1)}`)],
};
const given = async (voices: CastVoice[]) =>
  (await assignOwnVoices(voices, search)).map(
    ({ character, locale, voice }) => `${character} ${locale} ${voice.id}`,
  );

test('only single-language characters without a chosen voice can share one', () => {
  const [mara, finn, german] = [
    cell('Mara', 'en', 'en1'),
    cell('Finn', 'en', 'en1'),
    cell('Mara', 'de', 'en1'),
  ];
  expect(sharedVoices([mara, finn, german])).toEqual([mara, finn]);
  expect(sharedVoices([mara, { ...finn, chosen: true }])).toEqual([mara]);
  expect(sharedVoices([mara, cell(null, 'de', 'en1'), cell('Mara', 'en', 'en1')])).toEqual([]);
});

test('a shared voice is found even if it was chosen', () => {
  const [mara, finn] = [cell('Mara', 'en', 'en1', true), cell('Finn', 'en', 'en1', true)];
  expect(isVoiceShared([mara, finn])).toBe(true);
  expect(isVoiceShared([mara, { ...finn, locale_code: 'de' }, cell('Ada', 'en', 'en2')])).toBe(false);
});

test('each character gets its own voice, which resembles its voice in the other language', async () => {
  const voices = ['Mara', 'Finn'].flatMap((name) => [cell(name, 'en', 'en1'), cell(name, 'de', 'de1')]);
  expect(await given(voices)).toEqual(['Mara en en1', 'Mara de de1', 'Finn en en2', 'Finn de de2']);
});

test('a chosen voice stays, and no other character gets it', async () => {
  const voices = [cell('Mara', 'en', 'en1', true), cell('Finn', 'en', 'en1'), cell('Ada', 'en', 'en1')];
  expect(await given(voices)).toEqual(['Finn en en2', 'Ada en en3']);
});

test('two characters do not get two voices with the same name', async () => {
  const named = (id: string, name: string) => ({ ...voiceOf(id), name });
  const list = async () => [named('us', 'Emily'), named('gb', 'Emily'), named('ie', 'Orla')];
  const voices = ['A', 'B'].map((name) => cell(name, 'en', 'us'));
  const given = await assignOwnVoices(voices, { ...search, list });
  expect(given.map(({ voice }) => voice.id)).toEqual(['us', 'ie']);
});

test('if a language has too few voices, the remaining characters keep the default', async () => {
  const voices = ['A', 'B', 'C', 'D'].map((name) => cell(name, 'en', 'en1'));
  expect(await given(voices)).toEqual(['A en en1', 'B en en2', 'C en en3']);
});
