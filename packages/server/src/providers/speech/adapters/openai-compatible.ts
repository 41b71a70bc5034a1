import { OPENAI_DIRECTION, OTHER_SERVER_DIRECTION as OTHER } from '@voiceloom/contract';
import { toList, toObject } from '../../json.ts';
import { parseJson, readOpenaiError } from '../../response-errors.ts';
import type { SpeechAdapter } from '../adapter.ts';
import { createModels, perMillion, rates } from '../credits.ts';
import { plainText } from '../markup.ts';
import { type ProviderVoice, SpeechError } from '../provider.ts';
import { createVoice } from '../voice.ts';

// Prices and the limit of 4,096 characters: OpenAI's pricing and reference of `audio/speech`, as of 2026. The
// price of gpt-4o-mini-tts is per token, so it is not given here.
const commonFacts = { max_characters: 4_096, locales: null };

/** OpenAI, and customers' servers with the same API. */
export const openaiCompatible: SpeechAdapter = {
  id: 'openai_compatible',
  models: createModels(commonFacts, [
    { id: 'gpt-4o-mini-tts', display_name: 'GPT-4o mini TTS', quality: 4, ...OPENAI_DIRECTION },
    { id: 'tts-1', display_name: 'TTS-1', quality: 3, price: perMillion(15, '2026-11-21') },
    { id: 'tts-1-hd', display_name: 'TTS-1 HD', quality: 3, price: perMillion(30, '2026-11-21') },
  ]),
  /** A model of a customer's own server, of which only the name is known. */
  otherModel: (id) => ({
    ...{ id, display_name: id, is_default: false },
    ...OTHER,
    ...commonFacts,
    ...rates(),
  }),
  // A customer's server usually has one GPU. OpenAI limits requests per minute.
  initial_slots: 4,
  baseUrl: ({ base_url = '' }) => base_url,
  authorization: ({ api_key }): Record<string, string> =>
    api_key === undefined ? {} : { authorization: `Bearer ${api_key}` },
  keyCheck: {
    // Some compatible servers have no list of models, and some require no key.
    calls: () => [
      { method: 'GET', path: '/models' },
      { method: 'GET', path: '/audio/voices' },
    ],
  },
  write: ({ text }, settings) => plainText(text, settings),
  render({ model, provider_voice_id: voice, written: input, controls }, settings) {
    // The newest model takes instructions in words, but ignores `speed`.
    const speed = model === 'gpt-4o-mini-tts' ? 1 : settings.speed({ min: 0.25, max: 4 });
    const json = { model, voice, input, response_format: 'wav', ...(speed !== 1 && { speed }), ...controls };
    return { path: '/audio/speech', json };
  },
  readError: readOpenaiError,
  /** Assumes OpenAI's voices for a server without a list of voices. */
  async voices(load) {
    try {
      const names = listNames(parseJson({ body: await load('/audio/voices') }));
      if (names.length > 0) return names.map(createServerVoice);
    } catch (error) {
      const isMissing =
        error instanceof SpeechError && (error.kind === 'invalid_input' || error.kind === 'gone');
      if (!isMissing) throw error;
    }
    return [
      ...OPENAI_VOICES.map((id) => createVoice({ id })),
      ...NEWEST_ONLY.map((id) => createVoice({ id, models: ['gpt-4o-mini-tts'] })),
    ];
  },
};

/** From OpenAI's guide, because the API has no list of voices. A line with a removed voice fails. */
const OPENAI_VOICES = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'];
const NEWEST_ONLY = ['ballad', 'verse', 'marin', 'cedar'];

/** Reads `{ voices: ["a", { id: "b" }] }`, `{ data: … }` or a bare list. */
function listNames(body: unknown): string[] {
  const { voices, data } = toObject(body);
  const names: string[] = [];
  for (const entry of toList(Array.isArray(body) ? body : (voices ?? data))) {
    const { id, voice_id, name } = toObject(entry);
    const label = [id, voice_id, name].find((value) => typeof value === 'string' && value !== '') ?? entry;
    if (typeof label === 'string') names.push(label);
  }
  return names;
}

const KOKORO_LOCALES: Readonly<Record<string, string>> = {
  a: 'en-us',
  b: 'en-gb',
  e: 'es-es',
  f: 'fr-fr',
  h: 'hi-in',
  i: 'it-it',
  j: 'ja-jp',
  p: 'pt-br',
  z: 'zh-cn',
};

/** Names of Kokoro contain language and gender: `af_heart` is an American woman. */
function createServerVoice(id: string): ProviderVoice {
  const [, language = '', gender, name] = /^([abefhijpz])([fm])_([a-z]+)$/.exec(id) ?? [];
  if (name === undefined) return createVoice({ id });
  const locale = KOKORO_LOCALES[language];
  return createVoice({
    id,
    name,
    locales: locale ? [locale] : [],
    gender: gender === 'f' ? 'female' : 'male',
  });
}
