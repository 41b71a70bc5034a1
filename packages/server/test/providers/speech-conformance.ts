import { decode, encodeWav } from '@voiceloom/audio';
import { splitSentences } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deadlines } from '../../src/providers/http-provider.ts';
import type { SpeechAdapter } from '../../src/providers/speech/adapter.ts';
import { createHttpSpeech } from '../../src/providers/speech/http-speech.ts';
import type { SpeechErrorKind, SpeechProvider, SpeechRequest } from '../../src/providers/speech/index.ts';
import { sampleControls } from '../support/sample-controls.ts';
import type { EmulatorResponse, SpeechEmulator } from '../support/speech-emulators/emulator.ts';
import {
  type EmulatorServer,
  spokenSeconds,
  startSpeechEmulator,
} from '../support/speech-emulators/server.ts';

const TEXT = 'Hello there.';
const never = new AbortController().signal;

/** The tests that every adapter must pass, with a server that speaks its provider's protocol. */
export function speechConformance(adapter: SpeechAdapter, emulator: SpeechEmulator): void {
  describe(`${adapter.id} speaks`, () => {
    let server: EmulatorServer;
    let provider: SpeechProvider;
    const model = adapter.models.find(({ id }) => id === emulator.model);
    const limit = model?.max_bytes ?? model?.max_characters ?? 0;
    const open = (deadlines?: Deadlines) =>
      createHttpSpeech(adapter, {
        hosts_allowed: [server.host],
        urls: { [adapter.id]: server.url },
        decode: async (bytes) => encodeWav((await decode(bytes, 'strict')).pcm),
        split: splitSentences,
        ...(deadlines && { deadlines }),
      });
    beforeAll(async () => {
      server = await startSpeechEmulator(emulator);
      provider = open();
    });
    beforeEach(() => {
      server.script();
      server.decide(undefined);
      server.requests.length = 0;
    });
    afterAll(async () => {
      await provider.close();
      await server.close();
    });

    const request = (more: Partial<SpeechRequest> = {}): SpeechRequest => ({
      model: emulator.model,
      provider_voice_id: emulator.voice,
      locale_code: emulator.locale,
      text: TEXT,
      speed: 1,
      pitch: 0,
      idempotency_key: 'take-1',
      credentials: emulator.credentials,
      ...more,
    });
    const speak = (more?: Partial<SpeechRequest>, signal = never) =>
      provider.synthesize(request(more), signal);
    const fails = (kind: SpeechErrorKind, message?: RegExp) =>
      expect(speak()).rejects.toMatchObject({
        name: 'ProviderError',
        kind,
        ...(message && { message: expect.stringMatching(message) }),
      });

    test('a line becomes 16-bit mono WAV at the stated rate, with its billed units', async () => {
      const spoken = await speak();
      const { pcm, format } = await decode(spoken.audio);
      expect(format).toBe('wav');
      expect([pcm.channels.length, pcm.sampleRate]).toEqual([1, spoken.sample_rate]);
      expect(new DataView(spoken.audio.buffer).getUint16(34, true)).toBe(16);
      const [sent] = server.requests;
      expect(spoken.sample_rate).toBe(sent && emulator.rateOf(sent));
      expect(spoken.duration_ms).toBe(spokenSeconds(TEXT) * 1_000);
      const { unit, amount } = emulator.billed;
      expect(spoken.billed).toEqual({ unit, amount: amount === 'duration' ? spokenSeconds(TEXT) : amount });
      expect(spoken.dropped).toEqual([]);
    });

    test('the word timestamps are in order and within the audio, if there are any', async () => {
      const { words, duration_ms } = await speak();
      expect(words.map(({ text }) => text)).toEqual(emulator.has_words ? ['Hello', 'there.'] : []);
      const times = words.flatMap(({ start_ms, end_ms }) => [start_ms, end_ms]);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1) ?? 0).toBeLessThanOrEqual(duration_ms);
    });

    test('settings that the model does not support are omitted and reported', async () => {
      const { dropped } = await speak({ speed: 2, pitch: 5 });
      expect(dropped).toEqual(emulator.dropped);
    });

    test('the provider accepts a request with and without every control of the model', async () => {
      for (const { id: model } of adapter.models.filter(({ id }) => id === emulator.model)) {
        const controls = sampleControls(adapter, model);
        const spoken = await speak({ model, ...(controls && { controls }) });
        expect([spoken.dropped, spoken.duration_ms > 0]).toEqual([[], true]);
        expect((await speak({ model })).dropped).toEqual([]);
      }
    });

    test('a text over the limit of one request is split by sentence and becomes one take', async () => {
      const sentence = 'The storm passed over the harbor & nobody slept before the "dawn" came up again. ';
      const text = sentence.repeat(Math.ceil(12_000 / sentence.length)).trim();
      const spoken = await speak({ text });
      const parts = server.requests.map((sent) => emulator.textOf(sent));
      expect(parts.length > 1).toBe(text.length > limit);
      expect(parts.join(' ')).toBe(text);
      const seconds = parts.reduce((sum, part) => sum + spokenSeconds(part), 0);
      expect(spoken.duration_ms / 1_000).toBeCloseTo(seconds, 1);
      if (emulator.has_words) expect(spoken.words.at(-1)?.end_ms).toBeGreaterThan(seconds * 900);
    });

    test('a line with three bytes per character also stays within the limit', async () => {
      const text = '夜明け前に嵐が港を通り過ぎたが、誰も眠れなかった。'.repeat(150);
      await speak({ text });
      expect(server.requests.map((sent) => emulator.textOf(sent).replaceAll(' ', '')).join('')).toBe(text);
    });

    test('a slow response is waited for; one that never ends is aborted', async () => {
      server.script({ act: 'drip' });
      expect((await speak()).duration_ms).toBe(spokenSeconds(TEXT) * 1_000);
      const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 2_000, timeout_ms: 200 });
      server.script({ act: 'drip', endless: true });
      await expect(hasty.synthesize(request(), never)).rejects.toMatchObject({ kind: 'transient' });
      await hasty.close();
    });

    test('a response that does not start is aborted', async () => {
      const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 100, timeout_ms: 20_000 });
      server.script({ act: 'hang' });
      await expect(hasty.synthesize(request(), never)).rejects.toMatchObject({
        kind: 'transient',
        message: 'The response did not start in time.',
      });
      await hasty.close();
    });

    test('a truncated body, a reset and a closed port are transient errors', async () => {
      server.script({ act: 'cut' });
      await fails('transient');
      server.script({ act: 'reset' });
      await fails('transient');
      const nobody = createHttpSpeech(adapter, {
        hosts_allowed: ['127.0.0.1:9'],
        urls: { [adapter.id]: 'http://127.0.0.1:9' },
        decode: () => Promise.reject(new Error('nothing came')),
        split: splitSentences,
      });
      await expect(nobody.synthesize(request(), never)).rejects.toMatchObject({ kind: 'transient' });
      await nobody.close();
    });

    test('a throttled request has the wait that the provider returns, if any', async () => {
      const { response, kind } = emulator.throttled;
      const after = (seconds?: string): EmulatorResponse => ({
        ...response,
        headers: { ...response.headers, ...(seconds && { 'retry-after': seconds }) },
      });
      server.script(
        { act: 'respond', response: after('7') },
        { act: 'respond', response: after() },
        { act: 'respond', response: after(new Date(Date.now() - 5_000).toUTCString()) },
      );
      await expect(speak()).rejects.toMatchObject({ kind, retry_after_ms: 7_000 });
      await expect(speak()).rejects.toMatchObject({ kind, retry_after_ms: undefined });
      await expect(speak()).rejects.toMatchObject({ kind, retry_after_ms: 0 });
    });

    test('a server error is not an error of the line', async () => {
      server.script({ act: 'respond', response: { status: 500, body: 'oh' } });
      await fails('transient');
      server.script({ act: 'respond', response: { status: 502, headers: { 'content-type': 'text/html' } } });
      await fails('transient');
      server.script({ act: 'respond', response: { status: 503 } });
      await fails('busy');
    });

    test('a web page instead of audio is unusable', async () => {
      const headers = { 'content-type': 'text/html' };
      const page = { status: 200, headers, body: '<!DOCTYPE html><p>Maintenance</p>' };
      server.script({ act: 'respond', response: page });
      await fails('unusable', /a web page instead of audio.* Maintenance/);
      expect(server.requests).toHaveLength(1);
    });

    test('a redirect is unusable', async () => {
      server.script({
        act: 'respond',
        response: { status: 302, headers: { location: 'https://example.com' } },
      });
      await fails('unusable', /status 302/);
    });

    test('a retry of a long text requests no part again that was spoken', async () => {
      // Three requests, or four where sentences do not fill them.
      const sentence = 'The storm passed over the harbor. ';
      const text = sentence.repeat(Math.ceil((limit * 2.5) / sentence.length)).trim();
      const long = request({ text });
      const broken: EmulatorResponse = { status: 200, body: '{"message":"No."}' };
      server.script({ act: 'speak' }, { act: 'respond', response: broken });
      const first = provider.synthesize(long, never);
      await expect(first).rejects.toMatchObject({ kind: expect.stringMatching(/unusable/) });
      expect(server.requests).toHaveLength(2);
      server.requests.splice(1);
      const { duration_ms } = await provider.synthesize(long, never);
      const parts = server.requests.map((sent) => emulator.textOf(sent));
      expect(parts.join(' ')).toBe(text);
      const seconds = parts.reduce((sum, part) => sum + spokenSeconds(part), 0);
      expect(duration_ms / 1_000).toBeCloseTo(seconds, 1);
    });

    test('a success without audio is unusable: empty, JSON, a text', async () => {
      const bodies: [string, string][] = [
        ['audio/wav', ''],
        ['application/json', '{"error":"out of order"}'],
        ['audio/mpeg', 'not audio at all'],
      ];
      for (const [type, body] of bodies) {
        server.script({ act: 'respond', response: { status: 200, headers: { 'content-type': type }, body } });
        await fails('unusable', body.includes('order') ? /out of order/ : undefined);
      }
      server.script({ act: 'speak', tone: { empty: true } });
      await fails('unusable');
    });

    test('silence is unusable', async () => {
      server.script({ act: 'speak', tone: { silent: true } });
      await fails('unusable', /silent/);
    });

    // Raw samples have no header that could be wrong.
    const isWav = emulator.container === 'wav';
    const about = (applies: boolean): typeof test | (() => void) => (applies ? test : () => undefined);

    about(isWav)('a header without a length is mended, a header alone is not', async () => {
      server.script({ act: 'speak', tone: { header: 'endless' } });
      expect((await speak()).duration_ms).toBe(spokenSeconds(TEXT) * 1_000);
      server.script({ act: 'speak', tone: { header: 'only' } });
      await fails('unusable', /no audio/);
    });

    about(isWav && emulator.rateIsAsked)('another rate than was asked for is unusable', async () => {
      server.script({ act: 'speak', tone: { rate: 8_000 } });
      await fails('unusable', /8000 Hz/);
    });

    test('an aborted request ends with the reason of its signal, and the provider is disconnected', async () => {
      const controller = new AbortController();
      server.script({ act: 'hang' });
      const spoken = speak({}, controller.signal);
      spoken.catch(() => undefined);
      await expect.poll(() => server.hanging()).toBe(1);
      const reason = new Error('enough');
      controller.abort(reason);
      await expect(spoken).rejects.toBe(reason);
      await expect.poll(() => server.hanging()).toBe(0);
      await expect(speak({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('a rejected key is reported without the key', async () => {
      const bad = Object.fromEntries(
        Object.entries(emulator.credentials).map(([field, value]) => [
          field,
          value === emulator.secret ? 'bad-0123456789-bad' : value,
        ]),
      );
      const error = await speak({ credentials: bad }).catch((error: unknown) => error);
      expect(error).toMatchObject({ kind: 'auth' });
      expect(String(error)).not.toContain('bad-0123456789-bad');
      const { credentials: _none, ...without } = request();
      await expect(provider.synthesize(without, never)).rejects.toMatchObject({ kind: 'auth' });
    });

    test('an error that contains the key is reported without any part of it, in message and stack', async () => {
      const begin = emulator.secret.slice(0, 8);
      for (const before of ['', 'x'.repeat(290)]) {
        const body = JSON.stringify({ message: `${before} ${emulator.secret} was sent` });
        const headers = { 'content-type': 'application/json' };
        server.script({ act: 'respond', response: { status: 500, headers, body } });
        const error = await speak().catch((error: unknown) => error);
        expect(error).toMatchObject({ kind: 'transient' });
        expect(error instanceof Error && `${error.message} ${error.stack}`).not.toContain(begin);
      }
    });

    test('connections are reused', async () => {
      await speak();
      const before = server.connections();
      await speak();
      await speak();
      expect(server.connections()).toBe(before);
    });

    test('an address on this machine is not called unless it is allowed', async () => {
      const guarded = createHttpSpeech(adapter, {
        hosts_allowed: [],
        urls: { [adapter.id]: server.url },
        decode: () => Promise.reject(new Error('nothing may come')),
        split: splitSentences,
      });
      await expect(guarded.synthesize(request(), never)).rejects.toMatchObject({ kind: 'auth' });
      expect(server.requests).toEqual([]);
      await guarded.close();
    });

    test('the voices of the key are listed once each', async () => {
      const voices = (await provider.listVoices?.(emulator.credentials, never)) ?? [];
      const ids = voices.map(({ provider_voice_id }) => provider_voice_id);
      expect(ids).toEqual(expect.arrayContaining(emulator.listed));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { locale_codes } of voices)
        for (const code of locale_codes) expect(code).toMatch(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/);
    });

    test.each(emulator.quirks)('$name: $kind', async ({ response, kind }) => {
      server.script({ act: 'respond', response });
      await fails(kind);
    });
  });
}
