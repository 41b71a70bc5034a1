import { encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deadlines } from '../../src/providers/http-partner.ts';
import type { ProviderErrorKind } from '../../src/providers/provider-error.ts';
import { createHttpTranscription } from '../../src/providers/transcription/http-transcription.ts';
import type { TranscriptionProvider, TranscriptionRequest } from '../../src/providers/transcription/index.ts';
import type { TranscriptionAdapter } from '../../src/providers/transcription/transcriber.ts';
import type { PartnerAnswer, TranscriptionPartner } from '../support/transcription-partners/partner.ts';
import { type ListeningServer, startListeningPartner } from '../support/transcription-partners/server.ts';

const AUDIO = encodeWav({ channels: [new Float32Array(8_000).fill(0.1)], sampleRate: 16_000 });
const never = new AbortController().signal;

/** The tests that every adapter must pass, with a server that speaks its provider's protocol. */
export function transcriptionConformance(adapter: TranscriptionAdapter, partner: TranscriptionPartner): void {
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
      server = await startListeningPartner(partner);
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
      model: partner.model,
      credentials: partner.credentials,
      signal: never,
      duration_ms: 500,
      ...more,
    });
    const listen = (more?: Partial<TranscriptionRequest>) => provider.transcribe(request(more));
    const fails = (kind: ProviderErrorKind) =>
      expect(listen()).rejects.toMatchObject({ name: 'ProviderError', kind });

    test('audio becomes text with word timestamps, the language, the model and the billed units', async () => {
      const heard = await listen();
      expect(heard).toMatchObject({ text: 'Hello there.', model: partner.model });
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
      expect(told && partner.languageOf(told)).toBe('de');
      expect(untold && partner.languageOf(untold)).toBeUndefined();
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
      const most = adapter.models.find(({ id }) => id === partner.model)?.max_bytes ?? 0;
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
      const { answer, kind } = partner.throttled;
      const after = (seconds?: string): PartnerAnswer => ({
        ...answer,
        headers: { ...answer.headers, ...(seconds && { 'retry-after': seconds }) },
      });
      server.script({ act: 'answer', answer: after('7') }, { act: 'answer', answer: after() });
      await expect(listen()).rejects.toMatchObject({ kind, retry_after_ms: 7_000 });
      await expect(listen()).rejects.toMatchObject({ kind, retry_after_ms: undefined });
    });

    test('a server error is not an error of the audio', async () => {
      server.script({ act: 'answer', answer: { status: 500, body: 'oh' } });
      await fails('transient');
      server.script({ act: 'answer', answer: { status: 502, headers: { 'content-type': 'text/html' } } });
      await fails('transient');
      server.script({ act: 'answer', answer: { status: 503 } });
      await fails('busy');
    });

    test('a success without a transcript is unusable: empty, a page, truncated JSON, an error', async () => {
      const bodies: PartnerAnswer[] = [
        { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
        { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><p>Maintenance</p>' },
        { status: 200, headers: { 'content-type': 'application/json' }, body: '{"text": "Hel' },
        ...partner.empty,
      ];
      for (const answer of bodies) {
        server.script({ act: 'answer', answer });
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
      const bad = { ...partner.credentials, api_key: 'bad-0123456789-bad' };
      const fault = await listen({ credentials: bad }).catch((error: unknown) => error);
      expect(fault).toMatchObject({ kind: 'auth' });
      expect(String(fault)).not.toContain('bad-0123456789-bad');
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

    test.each(partner.quirks)('$name: $kind', async ({ answer, kind }) => {
      server.script({ act: 'answer', answer });
      await fails(kind);
    });
  });
}
