import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpTranscription } from '../../src/providers/transcription/http-transcription.ts';
import { ADAPTERS, type TranscriptionProvider } from '../../src/providers/transcription/index.ts';
import { openaiCompatible } from '../../src/providers/transcription/openai-compatible.ts';
import { json } from '../support/transcription-emulators/emulator.ts';
import { TRANSCRIPTION_EMULATORS } from '../support/transcription-emulators/index.ts';
import { openaiCompatibleEmulator } from '../support/transcription-emulators/openai-compatible.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';
import { transcriptionConformance } from './transcription-conformance.ts';

// Every adapter must have a provider to test it.
for (const adapter of ADAPTERS) {
  const emulator = TRANSCRIPTION_EMULATORS.get(adapter.id);
  if (!emulator) throw new Error(`${adapter.id} has no emulator in test/support/transcription-emulators`);
  transcriptionConformance(adapter, emulator);
}

describe('a server with the protocol of OpenAI', () => {
  let server: ListeningServer;
  let provider: TranscriptionProvider;
  beforeAll(async () => {
    server = await startListeningEmulator(openaiCompatibleEmulator);
    provider = createHttpTranscription(openaiCompatible, { hosts_allowed: [server.host], urls: {} });
  });
  beforeEach(() => {
    server.decide(undefined);
    server.requests.length = 0;
  });
  afterAll(async () => {
    await provider.close();
    await server.close();
  });
  const listen = (credentials: Record<string, string>, model: string | null = null, duration_ms?: number) =>
    provider.transcribe({
      audio: Buffer.from('RIFF....'),
      content_type: 'audio/wav; codecs=1',
      locale_code: 'en-us',
      ...{ model, credentials, signal: new AbortController().signal },
      ...(duration_ms !== undefined && { duration_ms }),
    });

  test('never gets the key of another one', async () => {
    server.decide(() => ({ act: 'respond', response: json({ text: 'heard' }) }));
    const main = { base_url: 'https://api.openai.com/v1', api_key: 'sk-main-0123456789' };
    await listen({ ...main, transcription_base_url: server.url });
    await listen({ ...main, transcription_base_url: server.url, transcription_api_key: 'sk-own-0123456789' });
    await listen({ base_url: server.url, api_key: 'sk-main-0123456789' });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer sk-own-0123456789',
      'Bearer sk-main-0123456789',
    ]);
    expect(server.requests.some(({ body }) => body.includes('sk-main'))).toBe(false);
  });

  test('that only speaks is reported as such', async () => {
    server.decide(() => ({ act: 'respond', response: { status: 404, body: 'Not Found' } }));
    await expect(listen({ base_url: server.url })).rejects.toMatchObject({ kind: 'unsupported' });
  });

  test('is asked for times once, and then in the format that it supports', async () => {
    const refusal = json({ error: { message: "Unsupported response_format 'verbose_json'" } }, 400);
    server.decide(({ fields }) =>
      fields.get('response_format')?.[0] === 'verbose_json'
        ? { act: 'respond', response: refusal }
        : { act: 'respond', response: json({ text: 'heard' }) },
    );
    const own = { base_url: server.url };
    const heard = await listen(own, 'my-whisper');
    expect([heard.text, heard.words, heard.model, heard.billed]).toEqual([
      'heard',
      undefined,
      'my-whisper',
      null,
    ]);
    await listen(own, 'my-whisper');
    expect(server.requests.map(({ fields }) => fields.get('response_format')?.[0])).toEqual([
      'verbose_json',
      'json',
      'json',
    ]);
  });

  test('is not asked for word timestamps that its model does not have', async () => {
    const own = { base_url: server.url, api_key: openaiCompatibleEmulator.secret };
    const heard = await listen(own, 'gpt-4o-transcribe');
    expect(heard).toMatchObject({ text: 'Hello there.', billed: { unit: 'tokens', amount: 18 } });
    expect(server.requests).toHaveLength(1);
  });

  test('may return the language as a name or a code, and words within their segments', async () => {
    const response = (language: string) => ({
      act: 'respond' as const,
      response: json({
        ...{ text: 'Guten Tag', language },
        segments: [{ start: 0, end: 1, words: [{ word: ' Guten', start: 0, end: 0.4, probability: 0.9 }] }],
      }),
    });
    for (const [said, code] of [
      ['german', 'de'],
      ['German', 'de'],
      ['de', 'de'],
      ['klingonish', 'en-us'],
    ] as const) {
      server.decide(() => response(said));
      const heard = await listen({ base_url: server.url });
      expect(heard.language).toBe(code);
      expect(heard.words).toEqual([{ text: 'Guten', start_ms: 0, end_ms: 400, confidence: 0.9 }]);
    }
  });

  test('that returns invalid or decreasing times loses them', async () => {
    server.decide(() => ({
      act: 'respond',
      response: json({
        text: 'one two three',
        words: [
          { word: 'one', start: 1, end: 1.5 },
          { word: 'two', start: 0.5, end: 0.4 },
          { word: 'three', start: 'soon', end: null },
          { word: ' ', start: 2, end: 3 },
        ],
      }),
    }));
    expect((await listen({ base_url: server.url })).words).toEqual([
      { text: 'one', start_ms: 1_000, end_ms: 1_500 },
      { text: 'two', start_ms: 1_000, end_ms: 1_000 },
    ]);
  });

  const says = (body: Record<string, unknown>) =>
    server.decide(() => ({ act: 'respond', response: json(body) }));

  test('that has no time for a word returns none', async () => {
    const words = [
      { word: 'one', start: 1, end: 1.5 },
      { word: 'two', start: null, end: null },
    ];
    says({ text: 'one two', words });
    expect((await listen({ base_url: server.url })).words).toEqual([
      { text: 'one', start_ms: 1_000, end_ms: 1_500 },
    ]);
  });

  test('can return text that the database cannot store: it is dropped', async () => {
    says({
      text: 'one\u0000 two\ud800',
      language: 'en',
      words: [{ word: 'one\u0000', start: 0, end: 1 }],
      segments: [{ text: 'two\ud800', start: 0, end: 1 }],
    });
    const heard = await listen({ base_url: server.url });
    expect([heard.text, heard.words?.[0]?.text, heard.segments?.[0]?.text]).toEqual([
      'one two\ufffd',
      'one',
      'two\ufffd',
    ]);
  });

  test('that returns more words than fit into the duration is rejected', async () => {
    says({ text: 'word '.repeat(1_000) });
    await expect(listen({ base_url: server.url }, null, 1_000)).rejects.toMatchObject({ kind: 'unusable' });
    expect((await listen({ base_url: server.url }, null, 60_000)).text).toHaveLength(4_999);
  });

  test('whose words do not match its text is used without them', async () => {
    const word = { word: 'word', start: 0, end: 1 };
    says({ text: 'word', words: Array.from({ length: 1_000 }, () => word) });
    const heard = await listen({ base_url: server.url });
    expect([heard.text, heard.words]).toEqual(['word', undefined]);
  });

  test('that returns the key before or after a long page does not get it into messages', async () => {
    const key = 'sk-quoted-0123456789';
    for (const body of [`No such key ${key} ${'.'.repeat(70_000)}`, `${'.'.repeat(290)} ${key}`]) {
      const headers = { 'content-type': 'text/plain' };
      server.decide(() => ({ act: 'respond', response: { status: 500, headers, body } }));
      const error = await listen({ base_url: server.url, api_key: key }).catch((error: unknown) => error);
      expect(String(error)).toMatch(/It returned status 500/);
      expect(String(error)).not.toContain('sk-');
    }
  });
});
