import { readFile } from 'node:fs/promises';
import type { Synthesis } from '@voiceloom/speech-espeak/protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../../../../speech-espeak/src/engine.ts';
import { createSpeechPool } from '../../../src/providers/speech/embedded/pool.ts';
import { ESPEAK_VOICES, type EspeakVoice } from '../../../src/providers/speech/embedded/voices.ts';
import { decodeWav, medianPitch, rms } from './audio-probe.ts';

const pool = createSpeechPool({ processes: 1 });
afterAll(() => pool.close());

// Manually counted syllables (morae for Japanese).
const LINES: Readonly<Record<string, [text: string, syllables: number]>> = {
  'en-us': ['The storm passed over the harbor before dawn.', 11],
  'en-gb': ['The captain asked every sailor to check the ropes again.', 15],
  'de-de': ['Der Sturm zog vor der Morgendämmerung über den Hafen.', 15],
  'fr-fr': ['La tempête est passée sur le port avant l’aube.', 12],
  'es-es': ['La tormenta pasó sobre el puerto antes del amanecer.', 18],
  'it-it': ['Il capitano ha chiesto a ogni marinaio di controllare le corde.', 23],
  'pt-br': ['A tempestade passou sobre o porto de manhã.', 15],
  'ja-jp': ['彼女は3月5日の午後4時30分に東京へ行きました。', 33],
  'ko-kr': ['폭풍은 새벽이 되기 전에 항구를 지나갔다.', 17],
  'zh-cn': ['黎明之前，暴风雨掠过港口。', 11],
};

const takes = new Map<EspeakVoice, Promise<Synthesis>>();

/** The line of the voice's language, spoken once by each voice. */
function speak(voice: EspeakVoice): Promise<Synthesis> {
  const { provider_voice_id, locale_code } = voice;
  const [text = ''] = LINES[locale_code] ?? [];
  const request = { text, voice: provider_voice_id, speed: 1, pitch: 0, locale_code };
  const audio = takes.get(voice) ?? pool.synthesize(request);
  takes.set(voice, audio);
  return audio;
}

describe.each(Object.entries(LINES))('%s', (locale_code, [, syllables]) => {
  const voices = ESPEAK_VOICES.filter((voice) => voice.locale_code === locale_code);

  test('has at least two female and two male voices with unique names and identifiers', () => {
    for (const gender of ['female', 'male']) {
      expect(voices.filter((voice) => voice.gender === gender).length).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(voices.map(({ name }) => name)).size).toBe(voices.length);
    expect(new Set(voices.map(({ provider_voice_id }) => provider_voice_id)).size).toBe(voices.length);
  });

  test('has voices that are audible, unclipped and clearly different, and female ones are higher', async () => {
    const pitches: Record<string, number[]> = { female: [], male: [] };
    for (const voice of voices) {
      const audio = decodeWav((await speak(voice)).wav);
      expect(rms(audio.pcm)).toBeGreaterThan(0.015);
      expect(audio.pcm.filter((sample) => Math.abs(sample) > 32_700).length).toBeLessThan(20);
      pitches[voice.gender]?.push(medianPitch(audio));
    }
    const [lowestFemale, highestMale] = [Math.min(...pitches.female!), Math.max(...pitches.male!)];
    expect(lowestFemale).toBeGreaterThan(highestMale * 1.15);
    expect(Math.max(...pitches.female!)).toBeGreaterThan(lowestFemale * 1.04);
    expect(highestMale).toBeGreaterThan(Math.min(...pitches.male!) * 1.04);
  });

  test('counts syllables as a person does, at a natural speaking rate', async () => {
    const spoken = await speak(voices[0]!);
    expect(Math.abs(spoken.syllables! - syllables)).toBeLessThanOrEqual(1);
    const rate = spoken.syllables! / (spoken.duration_ms / 1000);
    expect(rate).toBeGreaterThan(3.2);
    expect(rate).toBeLessThan(9);
    expect(spoken.words.length).toBeGreaterThan(3);
  });
});

/** The data has no words for digits in these languages. */
const WITHOUT_DIGITS: Readonly<Record<string, string>> = {
  'iro/chr': 'ᎣᏏᏲ ᎣᏏᏲ',
  'trk/cv': 'Салам, салам',
  'art/sjn': 'Mae govannen',
};
const plain = ESPEAK_VOICES.filter((voice) => !voice.provider_voice_id.includes('+'));
const locales = [...new Set(ESPEAK_VOICES.flatMap(localesOf))];

function localesOf({ locale_code, other_locale_codes }: EspeakVoice): string[] {
  return [locale_code, ...other_locale_codes];
}

test('every named voice belongs to one of the tested locales', () => {
  const named = ESPEAK_VOICES.filter((voice) => !plain.includes(voice));
  expect([...new Set(named.map(({ locale_code }) => locale_code))].sort()).toEqual(Object.keys(LINES).sort());
});

test('the engine offers every voice in its data, and each of them speaks', async () => {
  const { listVoices } = await loadEngine();
  expect(plain.map((voice) => voice.provider_voice_id).sort()).toEqual(listVoices().sort());
  for (const { provider_voice_id: voice, locale_code } of plain) {
    const text = WITHOUT_DIGITS[voice] ?? '1, 2, 3.';
    const spoken = await pool.synthesize({ text, voice, speed: 1, pitch: 0, locale_code });
    expect(spoken.duration_ms, voice).toBeGreaterThan(300);
    expect(rms(decodeWav(spoken.wav).pcm), voice).toBeGreaterThan(0.01);
  }
});

test.each(locales)('the default voice of %s is a plain one, without a variant', (locale) => {
  const [first] = ESPEAK_VOICES.filter((voice) => localesOf(voice).includes(locale));
  expect(first?.provider_voice_id).not.toContain('+');
});

test.each([
  ['en-us', 'gmw/en-US'],
  ['en-gb', 'gmw/en'],
  ['fr-fr', 'roa/fr'],
  ['pt-br', 'roa/pt-BR'],
  ['ru-ru', 'zle/ru'],
  ['vi-vn', 'aav/vi'],
  ['zh-cn', 'sit/cmn'],
  ['zh-hk', 'sit/yue'],
])('the default voice of %s is that of its main variety', (locale, id) => {
  const [first] = ESPEAK_VOICES.filter((voice) => localesOf(voice).includes(locale));
  expect(first?.provider_voice_id).toBe(id);
});

test.each([
  '../../../../speech-espeak/README.md',
  '../../../../../docs/adr/0009-embedded-speech-engine.md',
  '../../../../../docs/guides/voices.md',
  '../../../../../docs/guides/workflows.md',
])('%s states how many languages the engine speaks', async (document) => {
  const languages = new Set(plain.map(({ locale_code }) => locale_code.split('-')[0]));
  const text = await readFile(new URL(document, import.meta.url), 'utf8');
  const stated = Array.from(text.matchAll(/\b(\d+)\s+languages\b/g), ([, number]) => Number(number));
  expect(new Set(stated)).toEqual(new Set([languages.size]));
});
