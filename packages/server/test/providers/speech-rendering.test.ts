import { speechPieces } from '@voiceloom/text';
import { describe, expect, test } from 'vitest';
import { withKey } from '../../src/providers/http-provider.ts';
import { countUnits, renderCall } from '../../src/providers/speech/adapter.ts';
import { ADAPTERS, type SpeechRequest } from '../../src/providers/speech/index.ts';

/** The request that an adapter would send. */
function render(id: string, more: Partial<SpeechRequest> = {}) {
  const adapter = ADAPTERS.find((known) => known.id === id);
  const model = more.model ?? adapter?.models.find(({ is_default }) => is_default)?.id ?? '';
  const model_details = adapter?.models.find((known) => known.id === model);
  if (!adapter || !model_details) throw new Error(`${id} has no model ${model}`);
  const credentials = more.credentials ?? { api_key: 'key', region: 'eu-west-1' };
  const { call, dropped } = renderCall(adapter, {
    provider_voice_id: 'voice-1',
    locale_code: 'en-us',
    text: 'Hello there.',
    speed: 1,
    pitch: 0,
    idempotency_key: 'take-1',
    ...more,
    credentials,
    model,
    model_details,
  });
  const sent = withKey(adapter, call, credentials);
  return { ...sent, body: String(sent.body), dropped };
}
const json = (id: string, more?: Partial<SpeechRequest>) => JSON.parse(render(id, more).body);

describe('markup in a line', () => {
  const text =
    'Wait<break time="1.5s"/> for <sub alias="Doctor">Dr</sub> <emphasis level="strong">Who</emphasis>. 3 < 4 & 5';

  test('is read as tags and pauses, and other tags are dropped', () => {
    expect(speechPieces('a [pause 300ms] b <break/> 1 < 2 <unknown> c', 'en')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'break', ms: 300 },
      { kind: 'text', text: ' b ' },
      { kind: 'break', ms: 500 },
      { kind: 'text', text: ' 1 < 2 c' },
    ]);
  });

  test('is SSML if the provider accepts it, escaped and closed', () => {
    expect(render('azure', { text }).body).toContain(
      'Wait for <sub alias="Doctor">Dr</sub> <emphasis level="strong">Who</emphasis>. 3 &lt; 4 &amp; 5',
    );
    expect(render('azure', { text: '<emphasis>open' }).body).toContain('<emphasis>open</emphasis>');
    expect(json('google', { text, model: 'neural2' }).input.ssml).toMatch(/^<speak>Wait for <sub/);
  });

  test('is dropped tag by tag if the engine does not support it', () => {
    const neural = render('polly', { text });
    expect(neural.dropped).toEqual(['markup.break', 'markup.emphasis']);
    expect(JSON.parse(neural.body)).toMatchObject({ TextType: 'ssml' });
    expect(JSON.parse(neural.body).Text).toContain('<sub alias="Doctor">Dr</sub> Who.');
    expect(render('polly', { text, model: 'standard' }).dropped).toEqual(['markup.break']);
  });

  test('becomes plain text otherwise, and no model gets a break', () => {
    const { body, dropped } = render('openai_compatible', { text });
    expect(JSON.parse(body).input).toBe('Wait for Doctor Who. 3 < 4 & 5');
    expect(dropped).toEqual(['markup.break', 'markup.emphasis']);
    for (const [id, field] of [
      ['cartesia', 'transcript'],
      ['elevenlabs', 'text'],
      ['minimax', 'text'],
    ] as const)
      expect(json(id, { text })[field], id).toBe('Wait for Doctor Who. 3 < 4 & 5');
  });
});

describe('emoji in a line', () => {
  test('reach no provider, except as the content of an element with a reading', () => {
    const text = 'Hi 🎉 <emphasis>you 👍🏽</emphasis> 😀, it is <sub alias="fun">🎉</sub>!';
    expect(json('openai_compatible', { text }).input).toBe('Hi you, it is fun!');
    expect(render('azure', { text }).body).toContain(
      'Hi <emphasis>you </emphasis>, it is <sub alias="fun">🎉</sub>!',
    );
  });
});

describe('speed and pitch', () => {
  test('count backwards in the steps of NAVER, from -5 to 10', () => {
    const steps = (more: Partial<SpeechRequest>) => {
      const form = new URLSearchParams(render('naver', more).body);
      return [form.get('speed'), form.get('pitch')];
    };
    expect(steps({})).toEqual(['0', '0']);
    expect(steps({ speed: 2 })).toEqual(['-5', '0']);
    expect(steps({ speed: 0.5 })).toEqual(['10', '0']);
    expect(steps({ speed: 0.8, pitch: 2 })).toEqual(['3', '-3']);
    expect(steps({ pitch: -3 })).toEqual(['0', '4']);
    expect(render('naver', { pitch: 12 }).dropped).toEqual(['pitch']);
  });

  test('stretch the time for Rime: half is twice as fast', () => {
    expect(json('rime', { speed: 2 })).toMatchObject({ timeScaleFactor: 0.5 });
    expect(json('rime', { speed: 2, model: 'mistv2' })).toMatchObject({ speedAlpha: 0.5, lang: 'eng' });
    expect(json('rime')).not.toHaveProperty('timeScaleFactor');
  });

  test('are attributes of prosody in SSML', () => {
    expect(render('azure', { speed: 1.1, pitch: -2 }).body).toContain('<prosody rate="1.1" pitch="-2st">');
    expect(json('polly', { speed: 1.1 }).Text).toBe(
      '<speak><prosody rate="110%">Hello there.</prosody></speak>',
    );
    expect(json('polly')).toMatchObject({ TextType: 'text', Text: 'Hello there.' });
  });

  test('are limited to what the model supports', () => {
    expect(json('cartesia', { speed: 2 }).generation_config).toEqual({ speed: 1.5 });
    expect(json('elevenlabs', { speed: 0.5 }).voice_settings).toEqual({ speed: 0.7 });
    const newest = render('openai_compatible', { model: 'gpt-4o-mini-tts', speed: 1.5 });
    expect(newest.dropped).toEqual(['speed']);
    expect(JSON.parse(newest.body)).not.toHaveProperty('speed');
  });
});

test('NAVER gets no brackets, because it would skip them', () => {
  const text = new URLSearchParams(render('naver', { text: 'The king (of France) is bald.' }).body).get(
    'text',
  );
  expect(text).toBe('The king, of France, is bald.');
});

describe('MiniMax', () => {
  test('gets the name of the language, and whole semitones', () => {
    expect(json('minimax', { locale_code: 'de-at' }).language_boost).toBe('German');
    expect(json('minimax', { locale_code: 'zh-hk' }).language_boost).toBe('Chinese,Yue');
    expect(json('minimax', { locale_code: 'is-is' }).language_boost).toBe('auto');
    const call = render('minimax', { pitch: 1.6 });
    expect([JSON.parse(call.body).voice_setting.pitch, call.dropped]).toEqual([2, ['pitch']]);
  });

  test('gets a request as its documentation shows it', () => {
    const call = render('minimax', { credentials: { api_key: 'key', group_id: 'g-1' }, speed: 1.2 });
    expect(call).toMatchObject({ path: '/v1/t2a_v2?GroupId=g-1', headers: { authorization: 'Bearer key' } });
    expect(JSON.parse(call.body)).toEqual({
      model: 'speech-2.8-hd',
      text: 'Hello there.',
      stream: false,
      output_format: 'hex',
      language_boost: 'English',
      voice_setting: { voice_id: 'voice-1', speed: 1.2, vol: 1, pitch: 0 },
      audio_setting: { sample_rate: 32_000, format: 'wav', channel: 1 },
    });
  });
});

test('Inworld gets a request as its documentation shows it', () => {
  const call = render('inworld', { speed: 1.2 });
  expect(call).toMatchObject({ path: '/tts/v1/voice', headers: { authorization: 'Basic key' } });
  expect(JSON.parse(call.body)).toEqual({
    text: 'Hello there.',
    voiceId: 'voice-1',
    modelId: 'inworld-tts-1.5-max',
    audioConfig: { audioEncoding: 'LINEAR16', sampleRateHertz: 48_000, speakingRate: 1.2 },
    timestampType: 'WORD',
  });
  expect(json('inworld', { locale_code: 'de-de' })).not.toHaveProperty('timestampType');
  expect(json('inworld', { model: 'inworld-tts-2', locale_code: 'de-de' }).language).toBe('de-DE');
});

test('a seed is sent to models that accept one', () => {
  expect(json('elevenlabs', { seed: 7 }).seed).toBe(7);
  expect(json('respeecher', { seed: 7 }).voice.sampling_params).toEqual({ seed: 7 });
  for (const { id, models } of ADAPTERS) {
    const takes = models.some(({ takes_seed }) => takes_seed);
    expect(takes, id).toBe(id === 'elevenlabs' || id === 'respeecher');
  }
});

const IPA = '<phoneme alphabet="ipa" ph="ɛks">X</phoneme>';
test.each<[string, string, number, Partial<SpeechRequest>]>([
  ['azure', 'こんにちは世界', 9, {}],
  // Azure bills all tags but those of the document and of the voice.
  ['azure', `${IPA}.`, IPA.length + 1, {}],
  ['azure', 'Hi.', '<prosody rate="1.1">Hi.</prosody>'.length, { speed: 1.1 }],
  ['fish_audio', 'こんにちは世界', 21, {}],
  ['fish_audio', `${IPA}.`, 2, {}],
  // The direction is a part of the text.
  ['fish_audio', 'Hi.', '[whispering] Hi.'.length, { controls: { instructions: 'whispering' } }],
  ['google', '𝒜é', 2, {}],
  ['google', `${IPA}.`, `<speak>${IPA}.</speak>`.length, { model: 'neural2' }],
  ['polly', 'Hello', 5, {}],
  ['polly', `${IPA} < & 3.`, 'X < & 3.'.length, {}],
  ['polly', '3 < 4, and 5 > 4.', '3 < 4, and 5 > 4.'.length, {}],
  ['openai_compatible', `${IPA}[pause 1s] <sub alias="Doctor">Dr</sub>.`, 'X Doctor.'.length, {}],
  ['elevenlabs', 'A[pause 1s] b.', 'A b.'.length, {}],
  ['minimax', '今天是不是很开心呀，当然了！', 26, {}],
  ['respeecher', 'Hello', 5, {}],
  ['inworld', '𝒜é', 2, {}],
])('%s bills %s as %i', (id, text, billed, more) => {
  const adapter = ADAPTERS.find((known) => known.id === id);
  const model = more.model ?? adapter?.models.find(({ is_default }) => is_default)?.id ?? '';
  const model_details = adapter?.models.find((known) => known.id === model);
  if (!adapter || !model_details) throw new Error(`${id} has no model ${model}`);
  const request = { locale_code: 'en-us', text, speed: 1, pitch: 0, ...more, model, model_details };
  expect(countUnits(adapter, request)).toBe(billed);
});

test('only the fast model of ElevenLabs gets the language', () => {
  expect(json('elevenlabs', { model: 'eleven_flash_v2_5' }).language_code).toBe('en');
  expect(json('elevenlabs')).not.toHaveProperty('language_code');
});
