import { decode, encode, encodeWav } from '@voiceloom/audio';
import { splitSentences } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeBytes } from '../../src/providers/json.ts';
import { createHttpSpeech } from '../../src/providers/speech/http-speech.ts';
import { ADAPTERS, type SpeechProvider } from '../../src/providers/speech/index.ts';
import type { EmulatorRequest, SpeechEmulator } from '../support/speech-emulators/emulator.ts';
import { SPEECH_EMULATORS } from '../support/speech-emulators/index.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/* Responses of every provider whose audio is not one complete file. */

const never = new AbortController().signal;
const SECONDS = 0.6;

function tone(rate: number): Float32Array {
  return Float32Array.from(
    { length: SECONDS * rate },
    (_, i) => 0.2 * Math.sin((2 * Math.PI * 220 * i) / rate),
  );
}

const samplesOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(44);

describe.each(ADAPTERS.map((adapter) => [adapter.id, adapter] as const))(
  'a response of %s',
  (id, adapter) => {
    const emulator = SPEECH_EMULATORS.get(id) as SpeechEmulator;
    let server: EmulatorServer;
    let provider: SpeechProvider;
    /** What the provider sends instead of its speech, from a complete WAV file. */
    let change: (wav: Buffer) => Uint8Array | Promise<Uint8Array>;

    beforeAll(async () => {
      server = await startSpeechEmulator(emulator);
      provider = createHttpSpeech(adapter, {
        hosts_allowed: [server.host],
        urls: { [id]: server.url },
        decode: async (bytes) => encodeWav((await decode(bytes, 'strict')).pcm),
        split: splitSentences,
      });
    });
    beforeEach(() => {
      server.decide((request: EmulatorRequest) => {
        const rate = emulator.rateOf(request);
        const wav = Buffer.from(encodeWav({ channels: [tone(rate)], sampleRate: rate }));
        const bytes = change(wav);
        if (bytes instanceof Promise) throw new Error('encode before the request');
        const audio = { text: emulator.textOf(request), bytes: Buffer.from(bytes), duration_s: SECONDS };
        return { act: 'respond', response: emulator.speech(audio, request) };
      });
    });
    afterAll(async () => {
      await provider.close();
      await server.close();
    });

    const speak = () =>
      provider.synthesize(
        {
          ...{ model: emulator.model, provider_voice_id: emulator.voice, locale_code: emulator.locale },
          ...{ text: 'Hello there.', speed: 1, pitch: 0, idempotency_key: 'take-1' },
          credentials: emulator.credentials,
        },
        never,
      );
    const isRaw = emulator.container === 'pcm';
    const isUnusable = () => expect(speak()).rejects.toMatchObject({ kind: 'unusable' });

    test('with two files in it keeps both', async () => {
      change = (wav) => Buffer.concat(isRaw ? [samplesOf(wav), samplesOf(wav)] : [wav, wav]);
      expect((await speak()).duration_ms).toBe(2 * SECONDS * 1_000);
    });

    test('with a header before each part keeps all parts, and no header becomes a click', async () => {
      change = (wav) => {
        const header = Buffer.from(wav.subarray(0, 44));
        header.writeUInt32LE(0xffff_ffff, 4);
        header.writeUInt32LE(0xffff_ffff, 40);
        const all = samplesOf(wav);
        const step = 2 * Math.floor(all.length / 6);
        const parts = [0, 1, 2].map((part) =>
          all.subarray(part * step, part === 2 ? all.length : (part + 1) * step),
        );
        return Buffer.concat(
          parts.flatMap((part, index) => (isRaw && index === 0 ? [part] : [header, part])),
        );
      };
      const { audio, duration_ms } = await speak();
      expect(duration_ms).toBe(SECONDS * 1_000);
      const [channel = new Float32Array()] = (await decode(audio)).pcm.channels;
      expect(Math.max(...channel)).toBeLessThan(0.21);
    });

    test('that ends in the middle is unusable, if it can be seen', async () => {
      // Raw samples only show it if a sample is cut.
      change = (wav) => (isRaw ? samplesOf(wav).subarray(0, -1) : wav.subarray(0, wav.length >> 1));
      await isUnusable();
    });

    test('that ends with an error is unusable, and reports it', async () => {
      const error = Buffer.from('{"error":{"message":"The quota ended."}}');
      change = (wav) => Buffer.concat([isRaw ? samplesOf(wav) : wav, error]);
      await expect(speak()).rejects.toMatchObject({
        kind: 'unusable',
        message: expect.stringContaining('The quota ended.'),
      });
    });
  },
);

test.each(['mp3', 'ogg', 'opus', 'flac'] as const)(
  'a server that sends %s instead of wav is understood, but not if the file is cut',
  async (format) => {
    const emulator = SPEECH_EMULATORS.get('openai_compatible') as SpeechEmulator;
    const [adapter] = ADAPTERS.filter(({ id }) => id === emulator.id);
    const server = await startSpeechEmulator(emulator);
    const provider = createHttpSpeech(adapter!, {
      hosts_allowed: [server.host],
      urls: { [emulator.id]: server.url },
      decode: async (bytes) => encodeWav((await decode(bytes, 'strict')).pcm),
      split: splitSentences,
    });
    const body = Buffer.from(
      await encode({ channels: [tone(24_000)], sampleRate: 24_000 }, { format, bitrate_kbps: null }),
    );
    const request = {
      ...{ model: emulator.model, provider_voice_id: emulator.voice, locale_code: emulator.locale },
      ...{ text: 'Hello there.', speed: 1, pitch: 0, idempotency_key: 'take-1' },
      credentials: emulator.credentials,
    };
    const response = (bytes: Buffer) => ({ act: 'respond' as const, response: { status: 200, body: bytes } });
    server.script(
      response(body),
      response(Buffer.concat([body, body])),
      response(body.subarray(0, body.length * 0.6)),
    );
    expect((await provider.synthesize(request, never)).duration_ms).toBe(SECONDS * 1_000);
    expect((await provider.synthesize({ ...request }, never)).duration_ms).toBe(2 * SECONDS * 1_000);
    await expect(provider.synthesize({ ...request }, never)).rejects.toMatchObject({ kind: 'unusable' });
    await provider.close();
    await server.close();
  },
);

test('a retry of a long text reports the settings that only an already spoken part dropped', async () => {
  const emulator = SPEECH_EMULATORS.get('openai_compatible') as SpeechEmulator;
  const [adapter] = ADAPTERS.filter(({ id }) => id === emulator.id);
  const server = await startSpeechEmulator(emulator);
  const provider = createHttpSpeech(adapter!, {
    hosts_allowed: [server.host],
    urls: { [emulator.id]: server.url },
    decode: async (bytes) => encodeWav((await decode(bytes, 'strict')).pcm),
    split: splitSentences,
  });
  const request = {
    ...{ model: emulator.model, provider_voice_id: emulator.voice, locale_code: emulator.locale },
    text: `<emphasis>Now</emphasis> ${'the storm passed over the harbor. '.repeat(200).trim()}`,
    ...{ speed: 1, pitch: 0, idempotency_key: 'take-1', credentials: emulator.credentials },
  };
  server.script({ act: 'speak' }, { act: 'reset' });
  await expect(provider.synthesize(request, never)).rejects.toMatchObject({ kind: 'transient' });
  expect((await provider.synthesize(request, never)).dropped).toEqual(['markup.emphasis']);
  expect(server.requests).toHaveLength(3);
  await provider.close();
  await server.close();
});

test.each([
  ['base64', 'AQID', [1, 2, 3]],
  ['base64', 'AQ==', [1]],
  ['base64', 'AQ', [1]],
  ['base64', 'AQID\nAQID', [1, 2, 3, 1, 2, 3]],
  ['base64', 'AQ==AQID', 'invalid'],
  ['base64', 'AQI<DA', 'invalid'],
  ['hex', '0102ff', [1, 2, 255]],
  ['hex', '0102f', 'invalid'],
  ['hex', '01zz02', 'invalid'],
] as const)('audio in %s is read completely or not at all: %s', (encoding, written, bytes) => {
  if (bytes === 'invalid') expect(() => decodeBytes(written, encoding)).toThrow(`not valid ${encoding}`);
  else expect([...decodeBytes(written, encoding)]).toEqual(bytes);
});
