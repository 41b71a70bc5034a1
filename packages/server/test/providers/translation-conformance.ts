import { fixedPieces } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deadlines } from '../../src/providers/http-provider.ts';
import type {
  ProviderErrorKind,
  TranslationProvider,
  TranslationRequest,
  TranslationText,
} from '../../src/providers/translation/index.ts';
import { createHttpTranslation } from '../../src/providers/translation/index.ts';
import type { TranslationAdapter } from '../../src/providers/translation/translator.ts';
import {
  type EmulatorResponse,
  json,
  type TranslationEmulator,
} from '../support/translation-emulators/emulator.ts';
import { startTranslationEmulator, type TranslationServer } from '../support/translation-emulators/server.ts';

const never = new AbortController().signal;

export const textOf = (text: string, index = 0): TranslationText => ({
  id: String(index + 1),
  text,
  pieces: fixedPieces(text),
  ...{ terms: [], character_name: null, notes: null, max_length: 100, refused: null },
});

/** The tests that every adapter must pass, with a server that speaks its provider's protocol. */
export function translationConformance(adapter: TranslationAdapter, emulator: TranslationEmulator): void {
  describe(`${adapter.id} translates`, () => {
    let server: TranslationServer;
    let provider: TranslationProvider;
    const open = (deadlines?: Deadlines, hosts_allowed = [server.host]) =>
      createHttpTranslation(adapter, {
        hosts_allowed,
        urls: { [emulator.address]: server.url },
        ...(deadlines && { deadlines }),
      });
    beforeAll(async () => {
      server = await startTranslationEmulator(emulator);
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

    const request = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
      model: adapter.models.find(({ is_default }) => is_default)?.id ?? '',
      ...{ source_locale: 'en-us', target_locale: 'de-de', texts: [textOf('Hello there.')] },
      context: { before: ['The ferry leaves.'], after: [] },
      ...{ formality: 'formal' as const, instructions: 'For children.', credentials: emulator.credentials },
      ...more,
    });
    const ask = (more?: Partial<TranslationRequest>, signal = never) =>
      provider.translate(request(more), signal);
    const fails = (kind: ProviderErrorKind) =>
      expect(ask()).rejects.toMatchObject({ name: 'ProviderError', kind });

    test('texts are returned by their ids, with the billed units', async () => {
      const one = await ask();
      expect(one).toMatchObject({ texts: [{ id: '1', text: 'Hallo zusammen.' }], billed: emulator.billed });
      const texts = ['Good night.', 'Hello there.', 'The storm is over.'].map(textOf);
      expect((await ask({ texts })).texts).toEqual([
        { id: '1', text: 'Guten Abend.' },
        { id: '2', text: 'Hallo zusammen.' },
        { id: '3', text: 'Der Sturm ist vorbei.' },
      ]);
    });

    test('regions are requested if the provider supports them, and are no error otherwise', async () => {
      for (const target_locale of ['en-gb', 'pt-br', 'zh-tw', 'zh-cn', 'es-419', 'fr-ca', 'ja-jp'])
        expect((await ask({ source_locale: 'de-at', target_locale })).texts).toHaveLength(1);
    });

    test.each([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: that is a placeholder of scripts.
      'Hello {name}, {{there}} is ${x} & %s of %1$d {ph:1}.',
      'The <b>storm</b> is <break time="1s"/> over [laughs], 1 < 2 > 0.',
      '<i><b>Hello</b> there</i> &amp; "good" night',
    ])('placeholders and markup are returned unchanged: %s', async (text) => {
      const { texts } = await ask({ texts: [textOf(text)] });
      const pieces = (of: string) => fixedPieces(of).map((piece) => piece.text);
      expect(pieces(texts[0]?.text ?? '')).toEqual(pieces(text));
      expect(texts[0]?.text).not.toBe(text);
    });

    test('missing texts are not replaced by those of others', async () => {
      server.script({ act: 'say', say: (asked, said) => (asked.text.startsWith('Good') ? undefined : said) });
      const texts = ['Hello there.', 'Good night.'].map(textOf);
      const response = await ask({ texts });
      expect(response.texts).toEqual(emulator.by_place ? [] : [{ id: '1', text: 'Hallo zusammen.' }]);
      if (emulator.by_place) expect(response.remark).toContain('2 translations');
    });

    test('a slow response is waited for; one that does not start or never ends is aborted', async () => {
      server.script({ act: 'drip' });
      expect((await ask()).texts).toHaveLength(1);
      const hasty = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 2_000, timeout_ms: 200 });
      server.script({ act: 'drip', endless: true });
      await expect(hasty.translate(request(), never)).rejects.toMatchObject({ kind: 'transient' });
      const hastier = open({ connect_timeout_ms: 2_000, first_byte_timeout_ms: 100, timeout_ms: 20_000 });
      server.script({ act: 'hang' });
      await expect(hastier.translate(request(), never)).rejects.toMatchObject({ kind: 'transient' });
      await Promise.all([hasty.close(), hastier.close()]);
    });

    test('a truncated body, a reset and a closed port are transient errors', async () => {
      server.script({ act: 'cut' }, { act: 'reset' });
      await fails('transient');
      await fails('transient');
      const urls = { [emulator.address]: 'http://127.0.0.1:9' };
      const nobody = createHttpTranslation(adapter, { hosts_allowed: ['127.0.0.1:9'], urls });
      await expect(nobody.translate(request(), never)).rejects.toMatchObject({ kind: 'transient' });
      await nobody.close();
    });

    test('a throttled request has the wait that the provider returns, if any', async () => {
      const { response, kind } = emulator.throttled;
      const after = (seconds?: string): EmulatorResponse => ({
        ...response,
        headers: { ...response.headers, ...(seconds && { 'retry-after': seconds }) },
      });
      server.script({ act: 'respond', response: after('7') }, { act: 'respond', response: after() });
      await expect(ask()).rejects.toMatchObject({ kind, retry_after_ms: 7_000 });
      await expect(ask()).rejects.toMatchObject({ kind, retry_after_ms: undefined });
    });

    test.each([
      [{ status: 500, body: 'oh' }, 'transient'],
      [{ status: 502, headers: { 'content-type': 'text/html' } }, 'transient'],
      [{ status: 503 }, 'busy'],
      [{ status: 200, body: '' }, 'unusable'],
      [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Maintenance</p>' }, 'unusable'],
      [json({ error: { message: 'out of order' } }), 'unusable'],
      [json([]), 'unusable'],
      [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"tran' }, 'unusable'],
    ] as [EmulatorResponse, ProviderErrorKind][])('%j is %s', async (response, kind) => {
      server.script({ act: 'respond', response });
      await fails(kind);
    });

    test.each(emulator.quirks)('$name: $kind', async ({ response, kind }) => {
      server.script({ act: 'respond', response });
      await fails(kind);
    });

    test('an aborted request ends with the reason of its signal, and the provider is disconnected', async () => {
      const controller = new AbortController();
      server.script({ act: 'hang' });
      const asked = ask({}, controller.signal);
      asked.catch(() => undefined);
      await expect.poll(() => server.hanging()).toBe(1);
      const reason = new Error('enough');
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
      await expect.poll(() => server.hanging()).toBe(0);
      await expect(ask({}, AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('a rejected key is reported without the key; without one nothing is sent', async () => {
      const credentials = { ...emulator.credentials, api_key: 'bad-0123456789-bad' };
      const error = await ask({ credentials }).catch((error: unknown) => error);
      expect(error).toMatchObject({ kind: 'auth' });
      expect(String(error)).not.toContain('bad-0123456789-bad');
      server.requests.length = 0;
      await expect(ask({ credentials: undefined })).rejects.toMatchObject({ kind: 'auth' });
      expect(server.requests).toEqual([]);
    });

    test('an address on this machine is not called unless it is allowed', async () => {
      const guarded = open(undefined, []);
      await expect(guarded.translate(request(), never)).rejects.toMatchObject({ kind: 'auth' });
      expect(server.requests).toEqual([]);
      await guarded.close();
    });
  });
}
