import { openaiFault } from '../faults.ts';
import { listOf, objectOf, text } from '../json.ts';
import { answerSchema, billedTokens, systemPrompt, translationsIn, userPrompt } from './prompt.ts';
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
  most_texts: 20,
  most_characters: 4_000,
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
        json_schema: { name: 'translations', strict: true, schema: answerSchema(request) },
      },
    },
  }),
  read(answer) {
    const body = objectOf(answer.body);
    const choice = objectOf(listOf(body.choices)[0]);
    const { content, refusal } = objectOf(choice.message);
    if (typeof content !== 'string' && typeof refusal !== 'string')
      throw new ProviderError('unusable', 'Its response has no message.');
    const { prompt_tokens, completion_tokens } = objectOf(body.usage);
    return {
      texts: translationsIn(Buffer.from(unfenced(text(content)))),
      remark: text(refusal) || (choice.finish_reason === 'length' ? 'the response was cut off' : null),
      billed: billedTokens(prompt_tokens, completion_tokens),
      request_id: text(body.id) || null,
    };
  },
  fault: openaiFault,
};

/** Without an enforced schema, models may put their JSON into a code block. */
const unfenced = (content: string): string =>
  content.replace(/^\s*```(?:json)?\s*|(?:(?<!\s)\s+)?```\s*$/g, '');
