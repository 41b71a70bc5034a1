import { MINIMAX_DIRECTION, MINIMAX_2_6_DIRECTION as V2_6 } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { decodeBytes, toList, toObject, toText } from '../../json.ts';
import type { ProviderErrorKind } from '../../provider-error.ts';
import { parseJson, readKeywords, toProviderError } from '../../response-errors.ts';
import { bearer, countHanDouble, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { createVoice } from '../voice.ts';

const RATE = 32_000;

/** MiniMax, which returns audio in hexadecimal, and errors with status 200. */
export const minimax: SpeechAdapter = {
  id: 'minimax',
  // Models and limit per request (below 10,000 characters): MiniMax's reference of T2A over HTTP, as of 2026. It
  // sells characters by subscription and on demand, so no price is given here.
  models: createModels({ max_characters: 9_000, ...MINIMAX_DIRECTION }, [
    { id: 'speech-2.8-hd', display_name: 'Speech 2.8 HD', quality: 4 },
    { id: 'speech-2.8-turbo', display_name: 'Speech 2.8 Turbo', quality: 3 },
    { id: 'speech-2.6-hd', display_name: 'Speech 2.6 HD', quality: 4, ...V2_6 },
    { id: 'speech-2.6-turbo', display_name: 'Speech 2.6 Turbo', quality: 3, ...V2_6 },
    { id: 'speech-02-hd', display_name: 'Speech 02 HD', quality: 3 },
    { id: 'speech-02-turbo', display_name: 'Speech 02 Turbo', quality: 3 },
  ]),
  initial_slots: 3,
  billing: { unit: 'characters', count: countHanDouble },
  baseUrl: () => 'https://api.minimax.io',
  authorization: bearer,
  keyCheck: {
    calls: (credentials) => [{ path: inGroup('/v1/get_voice', credentials), json: { voice_type: 'system' } }],
    /** The status is always 200, and the body contains the error. */
    judge(response) {
      if (response.status !== 200) return undefined;
      const code = /"status_code"\s*:\s*(\d+)/.exec(readKeywords(response))?.[1];
      // The list of voices is long, but an error is short.
      const isLong = response.truncated || response.body.length > 4_096;
      if (code === '0' || (code === undefined && isLong)) return 'accepted';
      return code === '1004' || code === '2049' ? 'rejected' : 'unclear';
    },
  },
  sample_rate: RATE,
  write({ model, text }, settings) {
    const audio_tag = model.startsWith('speech-2.8') ? writeSound : undefined;
    return plainText(text, settings, { audio_tag });
  },
  render(request, settings) {
    const speed = settings.speed({ min: 0.5, max: 2 });
    const requestedPitch = settings.pitch({ min: -12, max: 12 });
    const pitch = Math.round(requestedPitch);
    if (pitch !== requestedPitch) settings.drop('pitch');
    const { locale_code, written: text } = request;
    const language = locale_code === 'zh-hk' ? 'yue' : languageOf(locale_code);
    const json = {
      model: request.model,
      text,
      stream: false,
      output_format: 'hex',
      language_boost: LANGUAGE_NAMES.get(language) ?? 'auto',
      voice_setting: { voice_id: request.provider_voice_id, speed, vol: 1, pitch, ...request.controls },
      audio_setting: { sample_rate: RATE, format: 'wav', channel: 1 },
    };
    return { path: inGroup('/v1/t2a_v2', request.credentials), json };
  },
  read({ body }) {
    const { data, extra_info, trace_id } = toObject(body);
    return {
      audio: decodeBytes(toObject(data).audio, 'hex'),
      request_id: toText(trace_id) || null,
      billed: toObject(extra_info).usage_characters,
    };
  },
  readError(response) {
    const { status_code: code, status_msg } = toObject(toObject(parseJson(response)).base_resp);
    if (typeof code !== 'number' || code === 0) return undefined;
    const kind = KINDS[code] ?? 'unusable';
    const reason = `${toText(status_msg).slice(0, 200)} (${code})`;
    return toProviderError(kind, response, kind === 'auth' ? undefined : reason);
  },
  async voices(load, credentials) {
    const body = toObject(await load(inGroup('/v1/get_voice', credentials), { voice_type: 'all' }));
    const { system_voice, voice_cloning, voice_generation } = body;
    const voices: ProviderVoice[] = [];
    for (const voice of [system_voice, voice_cloning, voice_generation].flatMap(toList).map(toObject)) {
      const id = toText(voice.voice_id);
      if (id === '') continue;
      // The ID of a platform voice begins with its language, as in `English_expressive_narrator`.
      const locale = findLocale(id.split('_', 1)[0] ?? '');
      const description = toList(voice.description).map(toText).join(' ');
      voices.push(
        createVoice({
          id,
          name: toText(voice.voice_name),
          locales: locale ? [locale] : [],
          description,
        }),
      );
    }
    return voices;
  },
};

const inGroup = (path: string, { group_id = '' }: Credentials) =>
  `${path}?GroupId=${encodeURIComponent(group_id)}`;

/** The meaning of `base_resp` codes. */
const KINDS: Readonly<Record<number, ProviderErrorKind>> = {
  1000: 'transient',
  1001: 'transient',
  1002: 'busy',
  1004: 'auth',
  1008: 'quota',
  1013: 'transient',
  1026: 'invalid_input',
  1027: 'invalid_input',
  1039: 'busy',
  1041: 'concurrency',
  1042: 'invalid_input',
  2013: 'invalid_input',
  2042: 'invalid_input',
  2045: 'busy',
  2049: 'auth',
  2056: 'quota',
  20132: 'invalid_input',
};

/** The languages of `language_boost`, from MiniMax's T2A HTTP reference of 2026. */
const LANGUAGES =
  'af ar bg ca cs da de el en es fi fr he hi hr hu id it ja ko ms nl no pl pt ro ru sk sl sv th tr uk vi zh';
const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });
const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ...LANGUAGES.split(' ').map((code): [string, string] => [code, ENGLISH.of(code) ?? code]),
  ['nb', 'Norwegian'],
  ['nn', 'Nynorsk'],
  ['yue', 'Chinese,Yue'],
]);

/** The locale of a language, such as `English` or `Chinese (Mandarin)`. */
function findLocale(language: string): string | undefined {
  if (language === 'Cantonese') return 'yue';
  const languageName = language.endsWith(')') ? (language.split('(', 1)[0] ?? '').trimEnd() : language;
  return [...LANGUAGE_NAMES.keys()].sort().find((code) => LANGUAGE_NAMES.get(code) === languageName);
}

/** The sounds of Speech 2.8, by how their names begin (MiniMax's documentation of `t2a_v2`, as of 2026). */
const SOUNDS =
  'laughs chuckle coughs clear-throat groans breath pant inhale exhale gasps sniffs sighs snorts burps lip-smacking humming hissing emm sneezes'.split(
    ' ',
  );

const writeSound: WriteAudioTag = (name) => {
  const [first = ''] = name
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .split(/-(?!throat|smack)/);
  const stem = first.replace(/(?:ling|les|ing|es|s|e)$/, '');
  const sound = SOUNDS.find((candidate) => candidate.startsWith(stem) && stem.length > 2);
  return sound && `(${sound})`;
};
