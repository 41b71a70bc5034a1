import { languageOf } from '@voiceloom/text';
import { fault, wordsOf } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, codePoints, type FaultReader, type PartRequest, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { ELEVENLABS_MODELS } from '../models/elevenlabs.ts';
import type { Credentials, ProviderVoice, SpeechWord } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 24_000;
const LONGEST_BREAK_S = 3;

/** Returns JSON with the audio and character timings. */
export const elevenlabs: SpeechAdapter = {
  id: 'elevenlabs',
  models: ELEVENLABS_MODELS,
  // The smallest plan allows two; higher limits are learned.
  starting_places: 2,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: () => 'https://api.elevenlabs.io',
  render(request) {
    const use = settings(request);
    const { model, seed, provider_voice_id: voice } = request;
    const speed = use.speed({ min: 0.7, max: 1.2 });
    use.noPitch();
    const body = {
      text: plainText(request.text, use, model === 'eleven_v3' ? undefined : pause),
      model_id: model,
      ...languageFor(request),
      ...(speed !== 1 && { voice_settings: { speed } }),
      ...(seed !== undefined && { seed }),
    };
    return {
      path: `/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=pcm_${RATE}`,
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  read(answer) {
    const { audio_base64, alignment } = objectOf(answer.body);
    const cost = Number(answer.headers['character-cost']);
    return {
      audio: Buffer.from(text(audio_base64), 'base64'),
      pcm: true,
      words: wordsIn(alignment),
      ...(Number.isFinite(cost) && cost > 0 && { billed: cost }),
    };
  },
  fault: elevenlabsFault,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ 'xi-api-key': api_key });
const pause = (ms: number): string => `<break time="${Math.min(LONGEST_BREAK_S, ms / 1_000)}s" />`;

/** Only the fast models accept a language; the others detect it and reject the parameter. */
function languageFor({ model, locale_code }: PartRequest): { language_code?: string } {
  return model === 'eleven_flash_v2_5' ? { language_code: languageOf(locale_code) } : {};
}

/**
 * Missing credits are a 401. One kind of 429 means too many concurrent requests, the other an overloaded
 * service.
 */
function elevenlabsFault(answer: Parameters<FaultReader>[0]) {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (/quota_exceeded|payment_required/.test(words)) return fault('quota', answer);
  if (/too_many_concurrent_requests|concurrent_limit/.test(words)) return fault('concurrency', answer);
  if (answer.status === 429) return fault('busy', answer);
  if (/model_not_found|model_deprecated/.test(words)) return fault('gone', answer);
  if (/voice_not_found|voice_does_not_exist/.test(words)) return fault('invalid_input', answer);
  return undefined;
}

/** Letters up to a space form a word. */
function wordsIn(alignment: unknown): SpeechWord[] {
  const {
    characters,
    character_start_times_seconds: starts,
    character_end_times_seconds: ends,
  } = objectOf(alignment);
  const words: SpeechWord[] = [];
  let open: SpeechWord | undefined;
  for (const [index, character] of listOf(characters).entries()) {
    if (/^\s*$/.test(text(character))) {
      open = undefined;
      continue;
    }
    const end_ms = Math.round(Number(listOf(ends)[index] ?? 0) * 1_000);
    if (open) {
      open.text += text(character);
      open.end_ms = end_ms;
    } else {
      open = {
        text: text(character),
        start_ms: Math.round(Number(listOf(starts)[index] ?? 0) * 1_000),
        end_ms,
      };
      words.push(open);
    }
  }
  return words;
}

const MOST_PAGES = 50;

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const voices: ProviderVoice[] = [];
  let token = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = token && `&next_page_token=${encodeURIComponent(token)}`;
    const path = `/v2/voices?page_size=100${next}`;
    const answer = await ask({ method: 'GET', path, headers: authorization(credentials) });
    const body = objectOf(answer.body);
    voices.push(...listOf(body.voices).map(toVoice));
    token = body.has_more === true ? text(body.next_page_token) : '';
    if (token === '') break;
  }
  return voices;
}

function toVoice(entry: unknown): ProviderVoice {
  const voice = objectOf(entry);
  const labels = objectOf(voice.labels);
  const spoken = listOf(voice.verified_languages).map(
    (language) => objectOf(language).locale ?? objectOf(language).language,
  );
  return voiceOf({
    id: text(voice.voice_id),
    name: text(voice.name),
    locales: [...spoken.map(text), text(labels.language)],
    gender: labels.gender,
    age: labels.age,
    accent: labels.accent,
    category: labels.use_case,
    description: voice.description,
    preview: voice.preview_url,
  });
}
