import type { KeyCheck } from '../http-provider.ts';
import { toList, toObject, toText } from '../json.ts';
import { readKeywords, toProviderError } from '../response-errors.ts';
import { billedTokens, readTranslations, responseSchema, systemPrompt, userPrompt } from './prompt.ts';
import { otherModel, ProviderError, type TranslationAdapter } from './translator.ts';

const TOOL = 'return_translations';

/** Anthropic's language models, which return translations through a tool call. */
export const anthropic: TranslationAdapter & { keyCheck: KeyCheck } = {
  id: 'anthropic',
  models: [
    { id: 'claude-sonnet-4-6', display_name: 'Claude Sonnet 4.6', is_default: true },
    { id: 'claude-haiku-4-5', display_name: 'Claude Haiku 4.5', is_default: false },
  ],
  otherModel,
  initial_slots: 4,
  max_texts: 20,
  max_characters: 4_000,
  baseUrl: () => 'https://api.anthropic.com',
  authorization: ({ api_key = '' }) => ({ 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }),
  keyCheck: { calls: () => [{ method: 'GET', path: '/v1/models?limit=1' }] },
  render(request) {
    const { model, texts } = request;
    // In the worst case, every letter is a token.
    const letters = texts.reduce((sum, { max_length }) => sum + max_length, 0);
    const json = {
      model,
      max_tokens: Math.min(16_000, 500 + 2 * letters + 40 * texts.length),
      system: systemPrompt(request),
      messages: [{ role: 'user', content: userPrompt(request) }],
      tools: [{ name: TOOL, description: 'Takes the translations.', input_schema: responseSchema(request) }],
      tool_choice: { type: 'tool', name: TOOL },
    };
    return { path: '/v1/messages', json };
  },
  read(response) {
    const body = toObject(response.body);
    if (!Array.isArray(body.content)) throw new ProviderError('unusable', 'Its response has no message.');
    const parts = toList(body.content).map(toObject);
    const toolUse = parts.find(({ type, name }) => type === 'tool_use' && name === TOOL);
    const { input_tokens, output_tokens } = toObject(body.usage);
    return {
      texts: readTranslations(toolUse?.input),
      remark: REMARKS.get(toText(body.stop_reason)) ?? null,
      billed: billedTokens(input_tokens, output_tokens),
      request_id: toText(body.id) || null,
    };
  },
  readError(response) {
    if (response.status < 400) return undefined;
    const words = readKeywords(response);
    if (/credit balance|billing_error/.test(words)) return toProviderError('quota', response);
    if (response.status === 404 && /not_found_error/.test(words)) return toProviderError('gone', response);
    if (/overloaded_error/.test(words)) return toProviderError('busy', response);
    return undefined;
  },
};

const REMARKS = new Map([
  ['refusal', 'the model declined the request'],
  ['max_tokens', 'the response was cut off'],
]);
