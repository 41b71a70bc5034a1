import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpeechPool, type SpeechPool } from '../../../src/providers/speech/embedded/pool.ts';

let pool: SpeechPool;

beforeAll(() => {
  pool = createSpeechPool({ processes: 1 });
});
afterAll(() => pool.close());

const sounds = (locale_code: string, texts: string[]) => pool.phonemes({ locale_code, texts });

test('words that sound alike have the same phonemes, and others do not', async () => {
  const [their, there, grey, gray, ship, sheep] = await sounds('en-us', [
    'their',
    'there',
    'grey',
    'gray',
    'ship',
    'sheep',
  ]);
  expect(their).toBe(there);
  expect(grey).toBe(gray);
  expect(ship).not.toBe(sheep);
});

test('every locale is read by its own rules, and a region without its own by those of its language', async () => {
  const [german, french, austrian] = await Promise.all([
    sounds('de-de', ['Jahr']),
    sounds('fr-fr', ['Jahr']),
    sounds('de-at', ['Jahr']),
  ]);
  expect(german).not.toEqual(french);
  expect(austrian).toEqual(german);
});

test('Japanese is read as kana and Chinese with tones, in any writing system', async () => {
  expect(await sounds('ja-jp', ['明日', 'あした'])).toEqual(['あした', 'あした']);
  const [simplified, traditional, other] = await sounds('zh-cn', ['体验', '體驗', '体重']);
  expect(simplified).toMatch(/\d/);
  expect(traditional).toBe(simplified);
  expect(other).not.toBe(simplified);
});

test('unspeakable text has no phonemes: empty, in a language without a voice, or too long', async () => {
  expect(await sounds('en-us', ['', '  ', 'a'.repeat(301)])).toEqual([null, null, null]);
  expect(await sounds('lo-la', ['ສະບາຍດີ'])).toEqual([null]);
  await expect(sounds('en-us', Array(1_001).fill('a'))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('markup and phonemes of the engine are read as text, and the next line keeps its own voice', async () => {
  const [tag] = await sounds('en-us', ['[[t@mA:toU]] a']);
  expect(tag).not.toBe(null);
  const voice = { voice: 'gmw/de', speed: 1, pitch: 0, locale_code: 'de-de' };
  const before = await pool.synthesize({ text: 'Jahr', ...voice });
  await sounds('fr-fr', ['Jahr']);
  expect((await pool.synthesize({ text: 'Jahr', ...voice })).phonemes).toBe(before.phonemes);
});
