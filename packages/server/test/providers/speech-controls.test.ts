import { type ControlValue, controlProblems, SpeechProviderId } from '@voiceloom/contract';
import { describe, expect, test } from 'vitest';
import { renderCall } from '../../src/providers/speech/adapter.ts';
import { ADAPTERS, type SpeechRequest } from '../../src/providers/speech/index.ts';
import { sampleControls } from '../support/sample-controls.ts';
import { SPEECH_EMULATORS } from '../support/speech-emulators/index.ts';

/** The text or the fields of the request that an adapter would send, and the parts that it dropped. */
function render(
  id: string,
  model: string,
  controls?: Record<string, ControlValue>,
  { text = 'Hello there.', context }: Partial<Pick<SpeechRequest, 'text' | 'context'>> = {},
) {
  const adapter = ADAPTERS.find((known) => known.id === id);
  const model_details = adapter?.models.find((known) => known.id === model) ?? adapter?.otherModel?.(model);
  if (!adapter || !model_details) throw new Error(`${id} has no model ${model}`);
  const { call, dropped } = renderCall(adapter, {
    ...{
      model,
      model_details,
      text,
      context,
      provider_voice_id: 'voice-1',
      locale_code: 'en-us',
      speed: 1,
      pitch: 0,
    },
    ...{ idempotency_key: 'take-1', credentials: { api_key: 'key', group_id: 'g', region: 'eu' } },
    ...(controls && { controls }),
  });
  return { sent: call.json ?? String(call.body), dropped };
}
const sentTo = (...request: Parameters<typeof render>) => render(...request).sent;

describe('a request with controls matches the documentation of the provider', () => {
  // ElevenLabs, "Create speech with timing", retrieved in 2026.
  test('elevenlabs: in the voice settings', () => {
    const controls = { stability: 0.3, similarity_boost: 0.75, style: 0.4, use_speaker_boost: false };
    const sent = sentTo('elevenlabs', 'eleven_multilingual_v2', controls);
    expect(sent).toMatchObject({ voice_settings: controls });
    expect(sentTo('elevenlabs', 'eleven_v3', { stability: 0.5 })).toMatchObject({
      voice_settings: { stability: 0.5 },
    });
    expect(sentTo('elevenlabs', 'eleven_v3')).not.toHaveProperty('voice_settings');
  });

  // ElevenLabs, "Create speech with timing", retrieved in November 2026. Eleven v3 returns 400 for either
  // field.
  test('elevenlabs: the words around the text, if the model accepts them', () => {
    const context = { previous: 'It is late.', next: 'Go home.' };
    const [plain, told] = [{}, { context }].map((more) =>
      sentTo('elevenlabs', 'eleven_multilingual_v2', undefined, more),
    );
    expect(told).toEqual({ ...(plain as object), previous_text: 'It is late.', next_text: 'Go home.' });
    const first = sentTo('elevenlabs', 'eleven_flash_v2_5', undefined, { context: { next: 'Go home.' } });
    expect(first).toMatchObject({ next_text: 'Go home.' });
    expect(first).not.toHaveProperty('previous_text');
    const takers = ADAPTERS.flatMap(({ models }) => models.filter(({ takes_context }) => takes_context));
    expect(takers.map(({ id }) => id)).toEqual(['eleven_multilingual_v2', 'eleven_flash_v2_5']);
  });

  // OpenAI, reference of `audio/speech`, retrieved in 2026.
  test('openai_compatible: instructions, also for a server of the customer', () => {
    const controls = { instructions: 'Whisper.' };
    const plain = sentTo('openai_compatible', 'gpt-4o-mini-tts');
    expect(plain).not.toHaveProperty('instructions');
    expect(sentTo('openai_compatible', 'gpt-4o-mini-tts', controls)).toEqual({
      ...(plain as object),
      ...controls,
    });
    expect(sentTo('openai_compatible', 'my-model', controls)).toMatchObject(controls);
  });

  // Azure, "Customize voice and sound with SSML", retrieved in 2026.
  test('azure: express-as around the line, with its namespace', () => {
    const controls = { style: 'whispering', style_degree: 1.5, role: 'Girl' };
    const sent = String(sentTo('azure', 'neural', controls));
    expect(sent).toContain(' xmlns:mstts="https://www.w3.org/2001/mstts"');
    expect(sent).toContain(
      '<mstts:express-as style="whispering" styledegree="1.5" role="Girl">Hello there.</mstts:express-as></voice>',
    );
    expect(String(sentTo('azure', 'neural'))).not.toContain('mstts');
    expect(sentTo('azure', 'neural', { style_degree: 2 })).toBe(sentTo('azure', 'neural'));
  });

  // Cartesia, "Volume, speed, and emotion", retrieved in 2026.
  test('cartesia: in the generation config', () => {
    expect(sentTo('cartesia', 'sonic-3', { emotion: 'angry' })).toMatchObject({
      generation_config: { emotion: 'angry' },
    });
    expect(sentTo('cartesia', 'sonic-3')).not.toHaveProperty('generation_config');
  });

  // MiniMax, T2A over HTTP, retrieved in 2026.
  test('minimax: the emotion of the voice setting', () => {
    expect(sentTo('minimax', 'speech-2.8-hd', { emotion: 'angry' })).toMatchObject({
      voice_setting: { voice_id: 'voice-1', speed: 1, vol: 1, pitch: 0, emotion: 'angry' },
    });
    expect(sentTo('minimax', 'speech-2.8-hd')).not.toHaveProperty('voice_setting.emotion');
  });

  // Inworld, "Synthesize speech", retrieved in 2026.
  test('inworld: the temperature, or the delivery mode and free text before the line', () => {
    expect(sentTo('inworld', 'inworld-tts-1.5-max', { temperature: 0.8 })).toMatchObject({
      temperature: 0.8,
    });
    const controls = { delivery_mode: 'CREATIVE', instructions: 'whisper [very] softly' };
    expect(sentTo('inworld', 'inworld-tts-2', controls)).toMatchObject({
      ...{ deliveryMode: 'CREATIVE', text: '[whisper very softly] Hello there.' },
    });
    const plain = sentTo('inworld', 'inworld-tts-2');
    expect(plain).toMatchObject({ text: 'Hello there.' });
    expect(plain).not.toHaveProperty('deliveryMode');
    const long = render('inworld', 'inworld-tts-2', { instructions: 'calm' }, { text: 'a'.repeat(1_999) });
    expect(long).toMatchObject({ sent: { text: 'a'.repeat(1_999) }, dropped: ['controls.instructions'] });
  });

  // Fish Audio, "Convert text to speech" and "Emotion control", retrieved in 2026.
  test('fish_audio: sampling fields, and free text before the line', () => {
    const controls = { temperature: 0.9, top_p: 0.8 };
    expect(sentTo('fish_audio', 's1', controls)).toMatchObject({ ...controls, text: 'Hello there.' });
    const sent = sentTo('fish_audio', 's2-pro', { ...controls, instructions: 'whispering' });
    expect(sent).toMatchObject({ ...controls, text: '[whispering] Hello there.' });
    expect(sent).not.toHaveProperty('instructions');
  });

  // NAVER CLOVA Voice, `tts` (Premium), retrieved in 2026.
  test('naver: the number of the emotion, and its strength', () => {
    const form = new URLSearchParams(
      String(sentTo('naver', 'premium', { emotion: 'angry', emotion_strength: 2 })),
    );
    expect([form.get('emotion'), form.get('emotion-strength')]).toEqual(['3', '2']);
    expect(String(sentTo('naver', 'premium'))).not.toContain('emotion');
  });

  // Amazon Polly, "Whispering", "Speaking softly" and "Newscaster style", retrieved in 2026.
  test('polly: an effect or a domain around the line', () => {
    const spoken = (model: string, controls: Record<string, ControlValue>) =>
      (sentTo('polly', model, controls) as { Text: string }).Text;
    expect(spoken('standard', { effect: 'whispered' })).toBe(
      '<speak><amazon:effect name="whispered">Hello there.</amazon:effect></speak>',
    );
    expect(spoken('standard', { effect: 'soft' })).toContain('<amazon:effect phonation="soft">');
    expect(spoken('neural', { domain: 'news' })).toBe(
      '<speak><amazon:domain name="news">Hello there.</amazon:domain></speak>',
    );
    expect(sentTo('polly', 'neural')).toMatchObject({ TextType: 'text', Text: 'Hello there.' });
  });

  // Rime's command line and clients, and Respeecher's client library, retrieved in 2026.
  test('rime and respeecher: sampling fields', () => {
    expect(sentTo('rime', 'arcana', { temperature: 0.4, top_p: 0.9 })).toMatchObject({
      temperature: 0.4,
      top_p: 0.9,
    });
    expect(sentTo('respeecher', 'en-rt', { temperature: 0.5 })).toMatchObject({
      voice: { id: 'voice-1', sampling_params: { temperature: 0.5 } },
    });
  });
});

const MODELS = ADAPTERS.flatMap((adapter) => adapter.models.map((model) => ({ adapter, model })));

test.each(MODELS.map(({ adapter, model }) => [adapter.id, model.id, adapter] as const))(
  'every control that %s %s declares changes its request',
  (id, model, adapter) => {
    const all = sampleControls(adapter, model) ?? {};
    for (const name of Object.keys(all)) {
      const { [name]: _, ...others } = all;
      expect(sentTo(id, model, others), name).not.toEqual(sentTo(id, model, all));
    }
    expect(
      controlProblems(
        adapter.models.filter((one) => one.id === model),
        all,
      ),
    ).toEqual([]);
  },
);

test('every speech provider has an adapter and a simulated server that tests it', () => {
  const keyed = SpeechProviderId.options.filter((id) => id !== 'espeak' && id !== 'local');
  expect(ADAPTERS.map(({ id }) => id).sort()).toEqual([...keyed].sort());
  expect([...SPEECH_EMULATORS.keys()].sort()).toEqual([...keyed].sort());
});
