import { FISH_AUDIO_DIRECTION as S1, FISH_AUDIO_S2_DIRECTION as S2 } from '@voiceloom/contract';
import { toList, toObject, toText } from '../../json.ts';
import { readConcurrencyError } from '../../response-errors.ts';
import {
  addDirection,
  bearer,
  checkKeyWithGet,
  countBytes,
  loadPages,
  type SpeechAdapter,
} from '../adapter.ts';
import { createModels, perMillion } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { ProviderVoice } from '../provider.ts';
import { createVoice } from '../voice.ts';

const RATE = 44_100;
const PAGE = 100;
const MAX_PAGES = 20;

/** Fish Audio, which expects the model in a header and bills bytes. */
export const fishAudio: SpeechAdapter = {
  id: 'fish_audio',
  // 15 dollars per million bytes of UTF-8; a Korean, Japanese or Chinese character has three (Fish Audio's pricing, as
  // saved in 2026). `s1` retires at the end of 2026 (its list of models). No limit per request is documented.
  models: createModels({ max_characters: 3_000, price: perMillion(15, '2026-11-21', 'bytes') }, [
    { id: 's2.1-pro', display_name: 'S2.1 Pro', quality: 4, ...S2 },
    { id: 's2-pro', display_name: 'S2 Pro', quality: 4, ...S2 },
    { id: 's1', display_name: 'S1', quality: 3, retires_at: '2026-12-31', successor: 's2.1-pro', ...S1 },
  ]),
  initial_slots: 5,
  billing: { unit: 'bytes', count: countBytes },
  baseUrl: () => 'https://api.fish.audio',
  authorization: bearer,
  keyCheck: checkKeyWithGet('/wallet/self/api-credit'),
  sample_rate: RATE,
  write(request, settings) {
    const audio_tag = request.model === 's1' ? writeS1Marker : (name: string) => `[${name}]`;
    return addDirection(plainText(request.text, settings, { audio_tag }), request, settings);
  },
  render(request, settings) {
    const speed = settings.speed({ min: 0.5, max: 2 });
    const { instructions: _, ...sampling } = request.controls ?? {};
    const json = {
      text: request.written,
      reference_id: request.provider_voice_id,
      format: 'wav',
      sample_rate: RATE,
      latency: 'normal',
      ...(speed !== 1 && { prosody: { speed } }),
      ...sampling,
    };
    return { path: '/v1/tts', headers: { model: request.model }, json };
  },
  readError: readConcurrencyError,
  /** All voices of the customer, and the most popular ones of the public library, which is too large to list. */
  async voices(load) {
    const loadPage = async (query: string): Promise<unknown[]> =>
      toList(toObject(await load(`/model?page_size=${PAGE}&${query}`)).items);
    const customerVoices = await loadPages(MAX_PAGES, async (cursor) => {
      const number = Number(cursor || 1);
      const items = await loadPage(`self=true&page_number=${number}`);
      return { items, next: items.length < PAGE ? '' : String(number + 1) };
    });
    const voices = new Map<string, ProviderVoice>();
    for (const entry of [...customerVoices, ...(await loadPage('sort_by=score&page_number=1'))]) {
      const { _id, title, type, languages, tags, description } = toObject(entry);
      const id = toText(_id);
      // If a voice occurs twice, the first one is the customer's own.
      if ((type !== undefined && type !== 'tts') || voices.has(id)) continue;
      const labels = toList(tags).map(toText);
      const gender = labels.find((label) => /^(?:fe)?male$/i.test(label));
      const age = labels.find((label) => /^(?:young|middle-aged|old)$/i.test(label));
      const locales = toList(languages).map(toText);
      voices.set(id, createVoice({ id, name: toText(title), locales, gender, age, description }));
    }
    return [...voices.values()];
  },
};

/** S2 follows any words in square brackets, S1 a fixed list in parentheses (Fish Audio's guides, as of 2026). */
const writeS1Marker: WriteAudioTag = (name) => {
  const marker = S1_MARKERS.find((word) => word.slice(0, 5) === name.toLowerCase().slice(0, 5));
  return marker && `(${marker})`;
};

const S1_MARKERS =
  'happy sad angry excited calm nervous confident surprised satisfied delighted scared worried upset frustrated depressed empathetic embarrassed disgusted whispering shouting screaming laughing chuckling sobbing sighing panting groaning crying'.split(
    ' ',
  );
