import { encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deadlines } from '../../src/providers/http-provider.ts';
import type { ProviderErrorKind } from '../../src/providers/provider-error.ts';
import { createHttpTranscription } from '../../src/providers/transcription/http-transcription.ts';
import type { TranscriptionProvider, TranscriptionRequest } from '../../src/providers/transcription/index.ts';
import type { TranscriptionAdapter } from '../../src/providers/transcription/transcriber.ts';
import type { EmulatorResponse, TranscriptionEmulator } from '../support/transcription-emulators/emulator.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

const AUDIO = encodeWav({ channels: [new Float32Array(8_000).fill(0.1)], sampleRate: 16_000 });
const never = new AbortController().signal;

/** The tests that every adapter must pass, with a server that speaks its provider's protocol. */
export function transcriptionConformance(
  adapter: TranscriptionAdapter,
  emulator: TranscriptionEmulator,
): void {
  describe(`${adapter.id} transcribes`, () => {
    let server: ListeningServer;
    let provider: TranscriptionProvider;
    const open = (deadlines?: Deadlines, more: { hosts_allowed?: string[]; url?: string } = {}) =>
      createHttpTranscription(adapter, {
        hosts_allowed: more.hosts_allowed ?? [server.host],
        urls: { [adapter.id]: more.url ?? server.url },
        ...(deadlines && { deadlines }),
      });
    beforeAll(async () => {
      server = await startListeningEmulator(emulator);
      provider = open();
    });
    beforeEach(() => {
      server.script();
      server.decide(undefined);
      server.hear(() => 'Hello there.');
      server.requests.length = 0;
    });
    afterAll(async () => {
      await provider.close();
      await server.close();
    });

    const request = (more: Partial<TranscriptionRequest> = {}): TranscriptionRequest => ({
      audio: AUDIO,
      content_type: 'audio/wav',
      locale_code: 'en-us',
      model: emulator.model,
      credentials: emulator.credentials,
      signal: never,
      duration_ms: 500,
      ...more,
    });
    const listen = (more?: Partial<TranscriptionRequest>) => provider.transcribe(request(more));
    const fails = (kind: ProviderErrorKind) =>
      expect(listen()).rejects.toMatchObject({ name: 'ProviderError', kind });

    test('audio becomes text with word timestamps, the language, the model and the billed units', async () => {
      const heard = await listen();
      expect(heard).toMatchObject({ text: 'Hello there.', model: emulator.model });
      expect(heard.language).toMatch(/^en(?:-us)?$/);
      expect(
        heard.words?.map(({ text, start_ms, end_ms }) => [text.replace('.', ''), start_ms, end_ms]),
      ).toEqual([
        ['Hello', 0, 400],
        ['there', 500, 900],
      ]);
      for (const { confidence } of heard.words ?? [])
        if (confidence !== undefined) expect(confidence).toBeGreaterThan(0.5);
      expect(heard.billed?.unit).toBe('seconds');
      expect(heard.billed?.amount).toBeGreaterThan(0);
    });

    test('the audio is sent unchanged, with the language without its region, and without the expected text', async () => {
      await listen({ locale_code: 'de-at' });
      await listen({ locale_code: null });
      const [told, untold] = server.requests;
      expect(Buffer.compare(told?.audio ?? Buffer.alloc(0), Buffer.from(AUDIO))).toBe(0);
      expect(told && emulator.languageOf(told)).toBe('de');
      expect(untold && emulator.languageOf(untold)).toBeUndefined();
      for (const name of [...(told?.fields.keys() ?? []), ...(told?.query.keys() ?? [])])
        expect(name).not.toMatch(/prompt|keyterm|keyword|hint|search/i);
    });

    test('no model means the default one, and a missing model is reported', async () => {
      expect((await listen({ model: null })).model).toBe(
        adapter.models.find(({ is_default }) => is_default)?.id,
      );
      if (!adapter.otherModel)
        await expect(listen({ model: 'no-such' })).rejects.toMatchObject({ kind: 'unsupported' });
    });

    test('audio without speech is not an error', async () => {
      server.hear(() => '');
      const heard = await listen();
      expect([heard.text, heard.words]).toEqual(['', undefined]);
    });

    test('a file that is too large is not sent', async () => {
      const most = adapter.models.find(({ id }) => id === emulator.model)?.max_bytes ?? 0;
      await expect(listen({ audio: new Uint8Array(most + 1) })).rejects.toMatchObject({
        kind: 'invalid_input',
      });
      expect(server.requests).toEqual([]);
    });

    test('a slow response is waited for; one that never ends is aborted', async () => {
      server.script({ act: 'drip' });
      expect((await listen()).text).toBe('Hello there.');
      const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 2_000, timeout_ms: 200 });
      server.script({ act: 'drip', endless: true });
      await expect(hasty.transcribe(request())).rejects.toMatchObject({ kind: 'transient' });
      await hasty.close();
    });

    test('a response that does not start is aborted', async () => {
      const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 100, timeout_ms: 20_000 });
      server.script({ act: 'hang' });
      await expect(hasty.transcribe(request())).rejects.toMatchObject({ kind: 'transient' });
      await hasty.close();
    });

    test('a truncated body, a reset and a closed port are transient errors', async () => {
      server.script({ act: 'cut' });
      await fails('transient');
      server.script({ act: 'reset' });
      await fails('transient');
      const nobody = open(undefined, { hosts_allowed: ['127.0.0.1:9'], url: 'http://127.0.0.1:9' });
      await expect(nobody.transcribe(request())).rejects.toMatchObject({ kind: 'transient' });
      await nobody.close();
    });

    test('a throttled request has the wait that the provider returns, if any', async () => {
      const { response, kind } = emulator.throttled;
      const after = (seconds?: string): EmulatorResponse => ({
        ...response,
        headers: { ...response.headers, ...(seconds && { 'retry-after': seconds }) },
      });
      server.script({ act: 'respond', response: after('7') }, { act: 'respond', response: after() });
      await expect(listen()).rejects.toMatchObject({ kind, retry_after_ms: 7_000 });
      await expect(listen()).rejects.toMatchObject({ kind, retry_after_ms: undefined });
    });

    test('a server error is not an error of the audio', async () => {
      server.script({ act: 'respond', response: { status: 500, body: 'oh' } });
      await fails('transient');
      server.script({ act: 'respond', response: { status: 502, headers: { 'content-type': 'text/html' } } });
      await fails('transient');
      server.script({ act: 'respond', response: { status: 503 } });
      await fails('busy');
    });

    test('a success without a transcript is unusable: empty, a page, truncated JSON, an error', async () => {
      const bodies: EmulatorResponse[] = [
        { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
        { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><p>Maintenance</p>' },
        { status: 200, headers: { 'content-type': 'application/json' }, body: '{"text": "Hel' },
        ...emulator.empty,
      ];
      for (const response of bodies) {
        server.script({ act: 'respond', response });
        await fails('unusable');
      }
    });

    test('an aborted request ends with the reason of its signal, and the provider is disconnected', async () => {
      const controller = new AbortController();
      server.script({ act: 'hang' });
      const heard = listen({ signal: controller.signal });
      heard.catch(() => undefined);
      await expect.poll(() => server.hanging()).toBe(1);
      const reason = new Error('enough');
      controller.abort(reason);
      await expect(heard).rejects.toBe(reason);
      await expect.poll(() => server.hanging()).toBe(0);
      await expect(listen({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('a rejected key is reported without the key', async () => {
      const bad = { ...emulator.credentials, api_key: 'bad-0123456789-bad' };
      const error = await listen({ credentials: bad }).catch((error: unknown) => error);
      expect(error).toMatchObject({ kind: 'auth' });
      expect(String(error)).not.toContain('bad-0123456789-bad');
      await expect(listen({ credentials: undefined })).rejects.toMatchObject({ kind: 'auth' });
    });

    test('connections are reused', async () => {
      await listen();
      const before = server.connections();
      await listen();
      await listen();
      expect(server.connections()).toBe(before);
    });

    test('an address on this machine is not called unless it is allowed', async () => {
      const guarded = open(undefined, { hosts_allowed: [] });
      await expect(guarded.transcribe(request())).rejects.toMatchObject({ kind: 'auth' });
      expect(server.requests).toEqual([]);
      await guarded.close();
    });

    test.each(emulator.quirks)('$name: $kind', async ({ response, kind }) => {
      server.script({ act: 'respond', response });
      await fails(kind);
    });
  });
}
