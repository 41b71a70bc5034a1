import { describe, expect, test } from 'vitest';
import { ADAPTERS, createHttpTranslation } from '../../src/providers/translation/index.ts';
import { openaiCompatible } from '../../src/providers/translation/openai-compatible.ts';
import { TRANSLATION_EMULATORS } from '../support/translation-emulators/index.ts';
import { openaiEmulator } from '../support/translation-emulators/language-models.ts';
import { startTranslationEmulator } from '../support/translation-emulators/server.ts';
import { textOf, translationConformance } from './translation-conformance.ts';

// Every adapter must have a provider to test it.
for (const adapter of ADAPTERS) {
  const emulator = TRANSLATION_EMULATORS.get(adapter.id);
  if (!emulator) throw new Error(`${adapter.id} has no emulator in test/support/translation-emulators`);
  translationConformance(adapter, emulator);
}

describe('the key for another server of the customer', () => {
  test('is not the main key', async () => {
    const server = await startTranslationEmulator({ ...openaiEmulator, refuse: () => undefined });
    const provider = createHttpTranslation(openaiCompatible, { hosts_allowed: [server.host], urls: {} });
    const texts = [textOf('Hello there.')];
    const request = {
      ...{ model: 'local-model', source_locale: 'en-us', target_locale: 'de-de', texts },
      ...{ context: { before: [], after: [] }, formality: 'default' as const, instructions: '' },
    };
    const main = { base_url: 'https://api.example.com/v1', api_key: 'sk-main-0123456789' };
    const signal = new AbortController().signal;
    for (const chat_api_key of [undefined, 'sk-chat-0123456789']) {
      const credentials = { ...main, chat_base_url: server.url, chat_api_key };
      const { texts: translated } = await provider.translate({ ...request, credentials }, signal);
      expect(translated).toEqual([{ id: '1', text: 'Hallo zusammen.' }]);
      const sent = server.requests.at(-1);
      expect(sent?.headers.authorization).toBe(chat_api_key && `Bearer ${chat_api_key}`);
      expect(JSON.parse(sent?.body ?? '{}').model).toBe('local-model');
    }
    await provider.close();
    await server.close();
  });
});
