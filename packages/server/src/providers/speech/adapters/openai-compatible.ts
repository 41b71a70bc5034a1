import { jsonOf } from '../../faults.ts';
import { openaiFault } from '../../openai-fault.ts';
import { type Ask, codePoints, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { OPENAI_MODELS, otherModel } from '../models/openai-compatible.ts';
import { type Credentials, type ProviderVoice, SpeechError } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

/** OpenAI, and customers' servers with the same API. */
export const openaiCompatible: SpeechAdapter = {
  id: 'openai_compatible',
  models: OPENAI_MODELS,
  otherModel,
  // A customer's server usually has one GPU; OpenAI limits requests per minute.
  starting_places: 4,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: ({ base_url = '' }) => base_url,
  render(request) {
    const use = settings(request);
    const text = plainText(request.text, use);
    // The newest model takes instructions in words and ignores `speed`.
    const speed = use.speed(request.model === 'gpt-4o-mini-tts' ? undefined : { min: 0.25, max: 4 });
    use.noPitch();
    const { model, provider_voice_id: voice } = request;
    return {
      path: '/audio/speech',
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify({
        model,
        voice,
        input: text,
        response_format: 'wav',
        ...(speed !== 1 && { speed }),
      }),
      dropped: use.dropped,
    };
  },
  fault: openaiFault,
  voices: listVoices,
};

const authorization = ({ api_key }: Credentials): Record<string, string> =>
  api_key === undefined ? {} : { authorization: `Bearer ${api_key}` };

/** From OpenAI's guide, because the API has no list. A voice that no longer exists fails its line. */
const OPENAI_VOICES = ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'];
const NEWEST_ONLY = ['ballad', 'verse', 'marin', 'cedar'];

/** A server without a voice list is assumed to have OpenAI's voices. */
async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  try {
    const headers = authorization(credentials);
    const answer = await ask({ method: 'GET', path: '/audio/voices', headers });
    const listed = namesIn(jsonOf(answer));
    if (listed.length > 0) return listed.map(serverVoice);
  } catch (error) {
    const known = error instanceof SpeechError && (error.kind === 'invalid_input' || error.kind === 'gone');
    if (!known) throw error;
  }
  return [
    ...OPENAI_VOICES.map((id) => voiceOf({ id })),
    ...NEWEST_ONLY.map((id) => voiceOf({ id, models: ['gpt-4o-mini-tts'] })),
  ];
}

/** `{ voices: ["a", { id: "b" }] }`, `{ data: … }` or the bare list. */
function namesIn(body: unknown): string[] {
  const box = body as { voices?: unknown; data?: unknown } | undefined;
  const list = Array.isArray(body) ? body : (box?.voices ?? box?.data);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    const { id, voice_id, name } = (entry ?? {}) as Record<string, unknown>;
    const found = [id, voice_id, name].find((value) => typeof value === 'string' && value !== '');
    return typeof found === 'string' ? [found] : [];
  });
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

/** Kokoro's names encode language and gender: `af_heart` is an American woman. */
function serverVoice(id: string): ProviderVoice {
  const [, language = '', gender, name] = /^([abefhijpz])([fm])_([a-z]+)$/.exec(id) ?? [];
  if (name === undefined) return voiceOf({ id });
  const locale = KOKORO_LOCALES[language];
  return voiceOf({ id, name, locales: locale ? [locale] : [], gender: gender === 'f' ? 'female' : 'male' });
}
