import {
  type AskedText,
  type EmulatorRequest,
  json,
  jsonBody,
  type TranslationEmulator,
} from './emulator.ts';
import { translateWords } from './lexicon.ts';

const OPENAI_KEY = 'sk-openai-0123456789';
const ANTHROPIC_KEY = 'sk-ant-0123456789';
const openaiError = (status: number, code: string, message: string) =>
  json({ error: { message, type: 'invalid_request_error', param: null, code } }, status);
const anthropicError = (status: number, type: string, message: string) =>
  json({ type: 'error', error: { type, message } }, status);

type Message = { role: string; content: string };
const messagesOf = (request: EmulatorRequest): Message[] => (jsonBody(request).messages ?? []) as Message[];
const userText = (request: EmulatorRequest): string =>
  messagesOf(request).find(({ role }) => role === 'user')?.content ?? '{}';
/** A model reads the lines and the notes about them. */
const textsOf = (request: EmulatorRequest): AskedText[] => JSON.parse(userText(request)).lines ?? [];

/** The requested language in the instructions: `into German (Germany) (de-de)`. */
function languageIn(system: string): string {
  return /into .*?\(([a-z]{2})(?:-[a-z0-9]+)*\)/.exec(system)?.[1] ?? '';
}

export const openaiEmulator: TranslationEmulator = {
  id: 'openai_compatible',
  address: 'openai_compatible',
  credentials: { base_url: 'https://replaced.example.com/v1', api_key: OPENAI_KEY },
  secret: OPENAI_KEY,
  by_place: false,
  refuse(request) {
    const body = jsonBody(request);
    if (`${request.method} ${request.path}` !== 'POST /chat/completions')
      return openaiError(404, 'unknown_url', 'Unknown request URL');
    if (request.headers.authorization !== `Bearer ${OPENAI_KEY}`)
      return openaiError(401, 'invalid_api_key', `Incorrect API key: ${request.headers.authorization}`);
    const schema = (body.response_format as { json_schema?: { strict?: boolean; schema?: unknown } })
      ?.json_schema;
    if (schema?.strict !== true || !schema.schema) return openaiError(400, 'invalid', 'No schema');
    return messagesOf(request)
      .map(({ role }) => role)
      .join() === 'system,user'
      ? undefined
      : openaiError(400, 'invalid', 'No messages');
  },
  textsOf,
  languageOf: (request) => languageIn(messagesOf(request)[0]?.content ?? ''),
  translate: translateWords,
  response: (translations) =>
    json({
      id: 'chatcmpl-1',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: JSON.stringify({ translations }) },
        },
      ],
      usage: { prompt_tokens: 200, completion_tokens: 31, total_tokens: 231 },
    }),
  throttled: { response: openaiError(429, 'rate_limit_exceeded', 'Rate limit reached'), kind: 'busy' },
  quirks: [
    {
      name: 'a used-up account responses 429 as well',
      response: openaiError(429, 'insufficient_quota', 'You exceeded your current quota.'),
      kind: 'quota',
    },
    {
      name: 'a model that is no longer there',
      response: openaiError(404, 'model_not_found', 'The model `gpt-0` does not exist'),
      kind: 'gone',
    },
  ],
  billed: { unit: 'tokens', amount: 231 },
};

export const anthropicEmulator: TranslationEmulator = {
  id: 'anthropic',
  address: 'anthropic',
  credentials: { api_key: ANTHROPIC_KEY },
  secret: ANTHROPIC_KEY,
  by_place: false,
  refuse(request) {
    const { system, max_tokens, tools, tool_choice } = jsonBody(request);
    if (`${request.method} ${request.path}` !== 'POST /v1/messages')
      return anthropicError(404, 'not_found_error', 'Not found');
    if (request.headers['x-api-key'] !== ANTHROPIC_KEY)
      return anthropicError(401, 'authentication_error', `invalid x-api-key ${request.headers['x-api-key']}`);
    if (!request.headers['anthropic-version'])
      return anthropicError(400, 'invalid_request_error', 'No version');
    const [tool] = (tools ?? []) as { name: string; input_schema?: unknown }[];
    const isForced = (tool_choice as { name?: string } | undefined)?.name === tool?.name;
    return typeof system === 'string' && Number(max_tokens) > 0 && tool?.input_schema && isForced
      ? undefined
      : anthropicError(400, 'invalid_request_error', 'Incomplete');
  },
  textsOf,
  languageOf: (request) => languageIn(String(jsonBody(request).system)),
  translate: translateWords,
  response: (translations) =>
    json({
      id: 'msg_1',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'return_translations', input: { translations } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 300, output_tokens: 40 },
    }),
  throttled: { response: anthropicError(429, 'rate_limit_error', 'Too many tokens'), kind: 'busy' },
  quirks: [
    {
      name: 'an account without money responses 400',
      response: anthropicError(400, 'invalid_request_error', 'Your credit balance is too low'),
      kind: 'quota',
    },
    { name: 'an overload', response: anthropicError(529, 'overloaded_error', 'Overloaded'), kind: 'busy' },
    {
      name: 'a model that is no longer there',
      response: anthropicError(404, 'not_found_error', 'model: claude-1'),
      kind: 'gone',
    },
  ],
  billed: { unit: 'tokens', amount: 340 },
};
