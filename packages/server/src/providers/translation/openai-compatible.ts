import { toList, toObject, toText } from '../json.ts';
import { readOpenaiError } from '../response-errors.ts';
import { billedTokens, readTranslations, responseSchema, systemPrompt, userPrompt } from './prompt.ts';
import { otherModel, ProviderError, type TranslationAdapter } from './translator.ts';

/** Language models of OpenAI, and of customers' servers with the same API. */
export const openaiCompatible: TranslationAdapter = {
  id: 'openai_compatible',
  models: [
    { id: 'gpt-4.1-mini', display_name: 'GPT-4.1 mini', is_default: true },
    { id: 'gpt-4.1', display_name: 'GPT-4.1', is_default: false },
  ],
  otherModel,
  initial_slots: 4,
  max_texts: 20,
  max_characters: 4_000,
  baseUrl: ({ base_url = '', chat_base_url }) => chat_base_url ?? base_url,
  ownAddress: ({ chat_base_url }) => chat_base_url !== undefined,
  /** The main key must not be sent to another server. */
  authorization({ api_key, chat_base_url, chat_api_key }): Record<string, string> {
    const key = chat_api_key ?? (chat_base_url === undefined ? api_key : undefined);
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  },
  render: (request) => ({
    path: '/chat/completions',
    json: {
      model: request.model,
      messages: [
        { role: 'system', content: systemPrompt(request) },
        { role: 'user', content: userPrompt(request) },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'translations', strict: true, schema: responseSchema(request) },
      },
    },
  }),
  read(response) {
    const body = toObject(response.body);
    const choice = toObject(toList(body.choices)[0]);
    const { content, refusal } = toObject(choice.message);
    if (typeof content !== 'string' && typeof refusal !== 'string')
      throw new ProviderError('unusable', 'Its response has no message.');
    const { prompt_tokens, completion_tokens } = toObject(body.usage);
    // Without an enforced schema, models may put their JSON into a code block.
    const json = toText(content).replace(/^\s*```(?:json)?\s*|(?:(?<!\s)\s+)?```\s*$/g, '');
    return {
      texts: readTranslations(Buffer.from(json)),
      remark: toText(refusal) || (choice.finish_reason === 'length' ? 'the response was cut off' : null),
      billed: billedTokens(prompt_tokens, completion_tokens),
      request_id: toText(body.id) || null,
    };
  },
  readError: readOpenaiError,
};
