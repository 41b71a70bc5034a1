import { fault } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, bytesOf, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { FISH_AUDIO_MODELS } from '../models/fish-audio.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

const RATE = 44_100;

/** Fish Audio, where the model is a header and bytes are billed. */
export const fishAudio: SpeechAdapter = {
  id: 'fish_audio',
  models: FISH_AUDIO_MODELS,
  starting_places: 5,
  billing: { unit: 'bytes', count: bytesOf },
  baseUrl: () => 'https://api.fish.audio',
  render(request) {
    const use = settings(request);
    const speed = use.speed({ min: 0.5, max: 2 });
    use.noPitch();
    const body = {
      text: plainText(request.text, use),
      reference_id: request.provider_voice_id,
      format: 'wav',
      sample_rate: RATE,
      latency: 'normal',
      ...(speed !== 1 && { prosody: { speed } }),
    };
    return {
      path: '/v1/tts',
      headers: {
        'content-type': 'application/json',
        model: request.model,
        ...authorization(request.credentials),
      },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  fault: (answer: Parameters<FaultReader>[0]) =>
    answer.status === 429 ? fault('concurrency', answer) : undefined,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ authorization: `Bearer ${api_key}` });

const PAGE = 100;
const MOST_PAGES = 20;

/**
 * All of the customer's own voices, and the most popular ones of the public library, which is too large to
 * list.
 */
async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const headers = authorization(credentials);
  const page = async (query: string): Promise<ProviderVoice[]> => {
    const answer = await ask({ method: 'GET', path: `/model?page_size=${PAGE}&${query}`, headers });
    return listOf(objectOf(answer.body).items).flatMap(toVoice);
  };
  const voices: ProviderVoice[] = [];
  for (let number = 1; number <= MOST_PAGES; number++) {
    const own = await page(`self=true&page_number=${number}`);
    voices.push(...own);
    if (own.length < PAGE) break;
  }
  const known = new Set(voices.map(({ provider_voice_id }) => provider_voice_id));
  const liked = await page('sort_by=score&page_number=1');
  return [...voices, ...liked.filter(({ provider_voice_id }) => !known.has(provider_voice_id))];
}

function toVoice(entry: unknown): ProviderVoice[] {
  const { _id, title, type, languages, tags, description } = objectOf(entry);
  if (type !== undefined && type !== 'tts') return [];
  const marks = listOf(tags).map(text);
  const gender = marks.find((mark) => /^(?:fe)?male$/i.test(mark));
  const age = marks.find((mark) => /^(?:young|middle-aged|old)$/i.test(mark));
  return [
    voiceOf({
      id: text(_id),
      name: text(title),
      locales: listOf(languages).map(text),
      gender,
      age,
      description,
    }),
  ];
}
