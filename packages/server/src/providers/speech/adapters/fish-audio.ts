import { FISH_AUDIO_DIRECTION as S1, FISH_AUDIO_S2_DIRECTION as S2 } from '@voiceloom/contract';
import { limitsConcurrency } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { allPages, bearer, bytesOf, checkWith, directed, type SpeechAdapter } from '../adapter.ts';
import { modelsOf, perMillion } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { ProviderVoice } from '../provider.ts';
import { voiceOf } from '../voice.ts';

const RATE = 44_100;
const PAGE = 100;
const MAX_PAGES = 20;

/** Fish Audio, which expects the model in a header and bills bytes. */
export const fishAudio: SpeechAdapter = {
  id: 'fish_audio',
  // 15 dollars per million bytes of UTF-8; a Korean, Japanese or Chinese character has three (Fish Audio's pricing, as
  // saved in 2026). `s1` retires at the end of 2026 (its list of models). No limit per request is documented.
  models: modelsOf({ max_characters: 3_000, price: perMillion(15, '2026-11-21', 'bytes') }, [
    { id: 's2.1-pro', display_name: 'S2.1 Pro', quality: 4, ...S2 },
    { id: 's2-pro', display_name: 'S2 Pro', quality: 4, ...S2 },
    { id: 's1', display_name: 'S1', quality: 3, retires_at: '2026-12-31', successor: 's2.1-pro', ...S1 },
  ]),
  initial_slots: 5,
  billing: { unit: 'bytes', count: bytesOf },
  baseUrl: () => 'https://api.fish.audio',
  authorization: bearer,
  keyCheck: checkWith('/wallet/self/api-credit'),
  sample_rate: RATE,
  render(request, use) {
    const speed = use.speed({ min: 0.5, max: 2 });
    const { instructions: _, ...sampling } = request.controls ?? {};
    const json = {
      text: directed(plainText(request.text, use, { audio_tag: marker(request.model) }), request, use),
      reference_id: request.provider_voice_id,
      format: 'wav',
      sample_rate: RATE,
      latency: 'normal',
      ...(speed !== 1 && { prosody: { speed } }),
      ...sampling,
    };
    return { path: '/v1/tts', headers: { model: request.model }, json };
  },
  fault: limitsConcurrency,
  /** All voices of the customer, and the most popular ones of the public library, which is too large to list. */
  async voices(load) {
    const page = async (query: string): Promise<unknown[]> =>
      listOf(objectOf(await load(`/model?page_size=${PAGE}&${query}`)).items);
    const own = await allPages(MAX_PAGES, async (cursor) => {
      const number = Number(cursor || 1);
      const items = await page(`self=true&page_number=${number}`);
      return { items, next: items.length < PAGE ? '' : String(number + 1) };
    });
    const voices = [...own, ...(await page('sort_by=score&page_number=1'))].flatMap(toVoice);
    // If a voice occurs twice, the first one is the customer's own.
    return [...Map.groupBy(voices, ({ provider_voice_id }) => provider_voice_id).values()].flatMap(
      ([first]) => first ?? [],
    );
  },
};

function toVoice(entry: unknown): ProviderVoice[] {
  const { _id, title, type, languages, tags, description } = objectOf(entry);
  if (type !== undefined && type !== 'tts') return [];
  const marks = listOf(tags).map(text);
  const gender = marks.find((mark) => /^(?:fe)?male$/i.test(mark));
  const age = marks.find((mark) => /^(?:young|middle-aged|old)$/i.test(mark));
  const locales = listOf(languages).map(text);
  return [voiceOf({ id: text(_id), name: text(title), locales, gender, age, description })];
}

/** S2 follows any words in square brackets, S1 a fixed list in parentheses (Fish Audio's guides, as of 2026). */
const marker =
  (model: string): WriteAudioTag =>
  (name) => {
    if (model !== 's1') return `[${name}]`;
    const word = S1_MARKERS.find((one) => one.slice(0, 5) === name.toLowerCase().slice(0, 5));
    return word && `(${word})`;
  };

const S1_MARKERS =
  'happy sad angry excited calm nervous confident surprised satisfied delighted scared worried upset frustrated depressed empathetic embarrassed disgusted whispering shouting screaming laughing chuckling sobbing sighing panting groaning crying'.split(
    ' ',
  );
