import { decode, encodeWav } from '@voiceloom/audio';
import { splitSentences } from '@voiceloom/text';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeProviders } from '../../src/providers/registry.ts';
import { withBreaks } from '../../src/providers/speech/breaks.ts';
import {
  createSpeechProviders,
  SpeechError,
  type SpeechProvider,
  type SpeechRequest,
  type SpeechResult,
} from '../../src/providers/speech/index.ts';
import { toMono, writeWav } from '../../src/providers/speech/wav.ts';
import { elevenlabsEmulator } from '../support/speech-emulators/elevenlabs.ts';
import { startSpeechEmulator } from '../support/speech-emulators/server.ts';

const never = new AbortController().signal;
/** 50 dB below full scale, and softer than every sound of the voices here. */
const THRESHOLD = 100;

/** The silences of at least 40 ms, in milliseconds. */
function listSilences(audio: Uint8Array): number[] {
  const { samples, sample_rate } = toMono(audio);
  const silences: number[] = [];
  let length = 0;
  for (const sample of [...samples, Number.MAX_SAFE_INTEGER]) {
    if (Math.abs(sample) <= THRESHOLD) length += 1;
    else {
      if (length > 0.04 * sample_rate) silences.push((length * 1_000) / sample_rate);
      length = 0;
    }
  }
  return silences;
}

const TEXT =
  '<break time="700ms"/>Ahoy<break time="1.5s"/>aye<break time="60ms"/>oh<break time="2s"/><break time="1s"/>ay<break time="900ms"/>';

describe('breaks of the embedded engine', () => {
  const providers = createSpeechProviders({ espeak: { processes: 1 } });
  const espeak = providers.get('espeak') as SpeechProvider;
  afterAll(() => closeProviders(providers));
  const speak = (text: string) =>
    espeak.synthesize(
      {
        model: 'espeak-ng',
        provider_voice_id: 'gmw/en-US+m3',
        locale_code: 'en-us',
        text,
        speed: 1,
        pitch: 0,
        idempotency_key: 'take-1',
      },
      never,
    );

  test('last as long as the script says, within a few milliseconds', async () => {
    const { audio, dropped, pauses } = await speak(TEXT);
    const silences = listSilences(audio);
    expect(silences).toHaveLength(5);
    for (const [index, ms] of [700, 1_500, 60, 3_000, 900].entries())
      expect(Math.abs((silences[index] ?? 0) - ms), `break ${index}`).toBeLessThan(6);
    expect(dropped).toEqual([]);
    expect(pauses).toEqual({ lead_ms: 700, tail_ms: 900, longest_inner_ms: 3_000, total_ms: 6_160 });
  });

  test('move the times of the words after them', async () => {
    const { words, duration_ms } = await speak('One <break time="2s"/> two three.');
    expect(words.map(({ text }) => text)).toEqual(['One', 'two', 'three']);
    const [one, two, three] = words;
    expect((two?.start_ms ?? 0) - (one?.end_ms ?? 0)).toBeGreaterThan(1_950);
    expect((two?.start_ms ?? 0) - (one?.end_ms ?? 0)).toBeLessThan(2_150);
    expect(three?.end_ms).toBeLessThanOrEqual(duration_ms);
  });

  test('keep a pronunciation and the words of a line whole', async () => {
    const { spoken_text, words, syllables } = await speak(
      'The <phoneme alphabet="ipa" ph="kæt">cat</phoneme> <break/> sat<break/>…',
    );
    expect(words.map(({ text }) => text)).toEqual(['The', 'cat', 'sat']);
    expect(spoken_text).toBe('The cat sat…');
    expect(syllables).toBe(3);
  });
});

describe('breaks of a provider', () => {
  const requests: SpeechRequest[] = [];
  /** The error of the next request with this text. */
  let failingText: string | undefined;
  beforeEach(() => {
    requests.length = 0;
    failingText = undefined;
  });
  const samples = Int16Array.from({ length: 16_000 }, (_, index) => (index < 4_000 ? 0 : 9_000));
  const provider = withBreaks({
    id: 'fake',
    models: [],
    voices: () => [],
    countUnits: ({ text }) => text.trim().length + 10,
    async synthesize(request): Promise<SpeechResult> {
      requests.push(request);
      if (request.text.trim() === failingText) {
        failingText = undefined;
        throw new SpeechError('transient', 'Try again.');
      }
      return {
        audio: writeWav({ samples, sample_rate: 16_000 }),
        format: 'wav',
        sample_rate: 16_000,
        duration_ms: 1_000,
        words: [{ text: request.text.trim(), start_ms: 250, end_ms: 1_000 }],
        spoken_text: null,
        syllables: null,
        request_id: `request-${requests.length}`,
        dropped: ['speed'],
        billed: { unit: 'characters', amount: 7 },
      };
    },
    close: () => Promise.resolve(),
  });
  const request = (text: string): SpeechRequest => ({
    model: 'small',
    provider_voice_id: 'voice',
    locale_code: 'en-us',
    text,
    speed: 1,
    pitch: 0,
    idempotency_key: 'take',
    context: { previous: 'Before.', next: 'After.' },
  });

  test('cost one request for each text between them, and none without a break', async () => {
    const plain = request('Just <emphasis>one</emphasis>.');
    await provider.synthesize(plain, never);
    expect(requests).toEqual([plain]);
    requests.length = 0;
    const result = await provider.synthesize(request('One. <break time="1s"/> Two.'), never);
    expect(requests.map(({ text }) => text.trim())).toEqual(['One.', 'Two.']);
    expect(requests.map(({ idempotency_key }) => idempotency_key)).toEqual(['take/0', 'take/1']);
    expect(requests.map(({ context }) => context)).toEqual([
      { previous: 'Before.', next: 'Two.' },
      { previous: 'One.', next: 'After.' },
    ]);
    expect(result).toMatchObject({
      request_id: 'request-1',
      dropped: ['speed'],
      billed: { unit: 'characters', amount: 14 },
      // The silence before the second text belongs to the break, and its fade of 5 ms too.
      duration_ms: 1_000 + 1_000 + 750,
      words: [
        { text: 'One.', start_ms: 250, end_ms: 1_000 },
        { text: 'Two.', start_ms: 2_000, end_ms: 2_750 },
      ],
    });
  });

  test('a retry speaks and pays only the texts that are missing', async () => {
    failingText = 'Two.';
    const line = request('One. <break/> Two. <break/> Three.');
    await expect(provider.synthesize(line, never)).rejects.toThrow('Try again.');
    await provider.synthesize(line, never);
    expect(requests.map(({ text }) => text.trim())).toEqual(['One.', 'Two.', 'Two.', 'Three.']);
    expect(requests[1]).toBe(requests[2]);
  });

  test('the units are those of the requests', () => {
    expect(provider.countUnits?.(request('One. <break/> Two.'))).toBe(14 + 14);
    expect(provider.countUnits?.(request('One. Two.'))).toBe(19);
  });

  test('one that is left out or shortened is reported', async () => {
    const { dropped, pauses } = await provider.synthesize(request('One <break time="90s"/> two'), never);
    expect([dropped, pauses?.total_ms]).toEqual([['speed', 'markup.break'], 10_000]);
  });
});

test('breaks of a remote provider are silence too, in whatever form its API has them', async () => {
  const server = await startSpeechEmulator(elevenlabsEmulator);
  const providers = createSpeechProviders({
    resolve: () => {
      throw Object.assign(new Error('not installed'), { code: 'MODULE_NOT_FOUND' });
    },
    http: {
      hosts_allowed: [server.host],
      urls: { elevenlabs: server.url },
      decode: async (bytes) => encodeWav((await decode(bytes, 'strict')).pcm),
      split: splitSentences,
    },
  });
  const { audio, words } = await (providers.get('elevenlabs') as SpeechProvider).synthesize(
    {
      model: elevenlabsEmulator.model,
      provider_voice_id: elevenlabsEmulator.voice,
      locale_code: elevenlabsEmulator.locale,
      text: 'Hello there. <break time="4s"/> Bye.',
      speed: 1,
      pitch: 0,
      idempotency_key: 'take-1',
      credentials: elevenlabsEmulator.credentials,
    },
    never,
  );
  expect(server.requests.map((sent) => elevenlabsEmulator.textOf(sent))).toEqual(['Hello there.', 'Bye.']);
  const longest = Math.max(...listSilences(audio));
  expect(Math.abs(longest - 4_000)).toBeLessThan(6);
  expect(words.map(({ text }) => text)).toEqual(['Hello', 'there.', 'Bye.']);
  await closeProviders(providers);
  await server.close();
});
