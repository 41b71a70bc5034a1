import { fault, wordsOf } from '../faults.ts';
import type { KeyCheck } from '../http-partner.ts';
import { listOf, objectOf, text } from '../json.ts';
import { answerSchema, billedTokens, systemPrompt, translationsIn, userPrompt } from './prompt.ts';
import { type AdapterRequest, otherModel, ProviderError, type TranslationAdapter } from './translator.ts';

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
  most_texts: 20,
  most_characters: 4_000,
  baseUrl: () => 'https://api.anthropic.com',
  authorization: ({ api_key = '' }) => ({ 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }),
  keyCheck: { calls: () => [{ method: 'GET', path: '/v1/models?limit=1' }] },
  render: (request) => ({
    path: '/v1/messages',
    json: {
      model: request.model,
      max_tokens: mostTokens(request),
      system: systemPrompt(request),
      messages: [{ role: 'user', content: userPrompt(request) }],
      tools: [{ name: TOOL, description: 'Takes the translations.', input_schema: answerSchema(request) }],
      tool_choice: { type: 'tool', name: TOOL },
    },
  }),
  read(answer) {
    const body = objectOf(answer.body);
    if (!Array.isArray(body.content)) throw new ProviderError('unusable', 'Its response has no message.');
    const parts = listOf(body.content).map(objectOf);
    const used = parts.find(({ type, name }) => type === 'tool_use' && name === TOOL);
    const { input_tokens, output_tokens } = objectOf(body.usage);
    return {
      texts: translationsIn(used?.input),
      remark: REMARKS[text(body.stop_reason)] ?? null,
      billed: billedTokens(input_tokens, output_tokens),
      request_id: text(body.id) || null,
    };
  },
  fault(answer) {
    if (answer.status < 400) return undefined;
    const words = wordsOf(answer);
    if (/credit balance|billing_error/.test(words)) return fault('quota', answer);
    if (answer.status === 404 && /not_found_error/.test(words)) return fault('gone', answer);
    return /overloaded_error/.test(words) ? fault('busy', answer) : undefined;
  },
};

const REMARKS: Readonly<Record<string, string>> = {
  refusal: 'the model declined the request',
  max_tokens: 'the response was cut off',
};

/** In the worst case, every letter is a token. */
function mostTokens({ texts }: AdapterRequest): number {
  const letters = texts.reduce((sum, { max_length }) => sum + max_length, 0);
  return Math.min(16_000, 500 + 2 * letters + 40 * texts.length);
}
