import { afterAll, describe, expect, test } from 'vitest';
import { closeProviders } from '../../../src/providers/registry.ts';
import {
  createSpeechProviders,
  describeMissingProvider,
  type SpeechProvider,
  type SpeechRequest,
} from '../../../src/providers/speech/index.ts';
import { resolveMissingEngine } from '../../support/missing-engine.ts';

const providers = createSpeechProviders({ espeak: { processes: 1 } });
const espeak = providers.get('espeak') as SpeechProvider;
afterAll(() => closeProviders(providers));

const LINES: Readonly<Record<string, string>> = {
  'en-us': 'The storm passed over the harbor before dawn, and nobody slept.',
  'de-de': 'Der Sturm zog vor der Morgendämmerung über den Hafen, und niemand schlief.',
  'fr-fr': 'La tempête est passée sur le port avant l’aube, et personne n’a dormi.',
  'es-es': 'La tormenta pasó sobre el puerto antes del amanecer, y nadie durmió.',
  'ja-jp': '夜明け前に嵐が港を通り過ぎたが、3人の船員は眠れなかった。',
};

function voiceOf(locale_code: string, index = 0): string {
  const voices = espeak.voices().filter((voice) => voice.locale_codes.includes(locale_code));
  return voices[index]?.provider_voice_id ?? 'missing';
}

function request(overrides: Partial<SpeechRequest> = {}): SpeechRequest {
  const locale_code = overrides.locale_code ?? 'en-us';
  return {
    model: 'espeak-ng',
    provider_voice_id: voiceOf(locale_code),
    locale_code,
    text: LINES[locale_code] ?? '',
    speed: 1,
    pitch: 0,
    idempotency_key: 'take-1',
    ...overrides,
  };
}

const speak = (overrides?: Partial<SpeechRequest>, signal = new AbortController().signal) =>
  espeak.synthesize(request(overrides), signal);

function samplesOf(audio: Uint8Array): Int16Array {
  return new Int16Array(audio.slice(44).buffer);
}

function rms(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);
}

describe.each(Object.keys(LINES))('%s on the embedded engine', (locale_code) => {
  test('is audible, plausibly long and has times for each word', async () => {
    const spoken = await speak({ locale_code });
    expect(rms(samplesOf(spoken.audio))).toBeGreaterThan(0.02);
    expect(spoken.duration_ms).toBeGreaterThan(2_500);
    expect(spoken.duration_ms).toBeLessThan(7_500);
    expect(spoken).toMatchObject({ format: 'wav', sample_rate: 22_050, dropped: [], request_id: null });
    const times = spoken.words.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.length).toBeGreaterThan(10);
    expect(times.at(-1)).toBeLessThanOrEqual(spoken.duration_ms);
  });

  test('sounds different with another voice', async () => {
    const first = await speak({ locale_code });
    const second = await speak({ locale_code, provider_voice_id: voiceOf(locale_code, 1) });
    expect(Buffer.compare(first.audio, second.audio)).not.toBe(0);
  });
});

test('a line with kanji is read in kana and keeps its written words', async () => {
  const { spoken_text, words, syllables } = await speak({ locale_code: 'ja-jp' });
  expect(spoken_text).toMatch(/^よあけ まえに .* さんにんの /);
  expect(spoken_text).not.toMatch(/\p{Script=Han}/u);
  expect(words.map(({ text }) => text)).toContain('3人の');
  expect(syllables).toBe(38);
});

test('markup in a line is spoken, not interpreted', async () => {
  const { words } = await speak({ text: 'Hello <b world, this is <break time="5s"/> the end' });
  expect(words.map(({ text }) => text).join(' ')).toMatch(/^Hello .*world this is .*the end$/);
});

test.each([
  ['en-us', 'The ship 🚢 is here 👩🏾‍🚀, 🇩🇪 too ❤️!', 'The ship is here, too!'],
  ['de-de', 'Das Schiff 🚢 ist da ✂ ▶️ 😀.', 'Das Schiff ist da.'],
  ['fr-fr', 'Le bateau 🏴󠁧󠁢󠁥󠁮󠁧󠁿 est là‼️', 'Le bateau est là!!'],
  ['ja-jp', '船😀が来た👍🏽。', '船が来た。'],
  ['zh-cn', '船🚢来了😀。', '船来了。'],
  ['th-th', 'เรือ🚢มาแล้ว', 'เรือมาแล้ว'],
  ['ar-eg', 'السفينة 🚢 هنا', 'السفينة هنا'],
])('%s: emoji are never spoken', async (locale_code, text, clean) => {
  const [spoken, expected] = [await speak({ locale_code, text }), await speak({ locale_code, text: clean })];
  expect(spoken.spoken_text).toBe(expected.spoken_text);
  expect(spoken.words.map((word) => word.text)).toEqual(expected.words.map((word) => word.text));
});

test('signs with a name are spoken, beside emoji too', async () => {
  const { spoken_text } = await speak({ text: '🎉 5 % off at 20 °C, 3 € ™ © 1️⃣ 🎉' });
  expect(spoken_text).toBe('5 % off at 20 °C, 3 € ™ © 1');
});

test('a line of nothing but emoji cannot be spoken', async () => {
  await expect(speak({ text: '🎉 👩‍👩‍👧 🇩🇪' })).rejects.toMatchObject({ kind: 'invalid_input' });
});

test('a line aborted while it is spoken ends with the reason of its signal and frees its slot', async () => {
  const controller = new AbortController();
  const long = speak({ text: 'One two three four five. '.repeat(390) }, controller.signal);
  const short = speak({ text: 'Next' });
  controller.abort(new Error('cancelled'));
  await expect(long).rejects.toThrow('cancelled');
  expect((await short).words).toHaveLength(1);
});

test.each([
  ['an unknown voice', { provider_voice_id: 'gmw/en-US+nobody' }, 'invalid_input'],
  ['a line without anything to say', { text: '...' }, 'invalid_input'],
  ['a line that is too long', { text: 'a '.repeat(6_000) }, 'invalid_input'],
  ['an unknown model', { model: 'espeak-2' }, 'unsupported'],
])('%s is an error that no retry fixes', async (_, overrides, kind) => {
  await expect(speak(overrides)).rejects.toMatchObject({ name: 'ProviderError', kind });
});

test('a line cut off by the end of the engine can be retried', async () => {
  const own = createSpeechProviders({ espeak: { processes: 1 } });
  const open = own.get('espeak')?.synthesize(request(), new AbortController().signal);
  const outcome = expect(open).rejects.toMatchObject({ kind: 'transient' });
  await closeProviders(own);
  await outcome;
});

test('without the optional engine package, the registry omits the embedded provider and gives the reason', () => {
  expect([...createSpeechProviders({ resolve: resolveMissingEngine }).keys()]).toEqual([]);
  expect(describeMissingProvider('espeak')).toMatch(/not installed/);
});

test('an engine package that is broken in another way prevents the start instead of hiding the provider', () => {
  const resolve = (): never => {
    throw Object.assign(new Error('not exported'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
  };
  expect(() => createSpeechProviders({ resolve })).toThrow('not exported');
});

test('the registry has one default model per provider, and every named voice has a priced one', () => {
  for (const provider of providers.values()) {
    expect(provider.models.filter(({ is_default }) => is_default)).toHaveLength(1);
  }
  const [model] = espeak.models;
  expect(model).toMatchObject({ id: 'espeak-ng', credits_per_1000_characters: 10, max_characters: 10_000 });
  for (const voice of espeak.voices())
    expect(model?.locales).toEqual(expect.arrayContaining([...voice.locale_codes]));
});
