import { MINIMAX_DIRECTION, MINIMAX_2_6_DIRECTION as V2_6 } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { fault, jsonOf, wordsOf } from '../../faults.ts';
import type { GuardedResponse } from '../../http.ts';
import type { KeyResponse } from '../../http-partner.ts';
import { bytesIn, listOf, objectOf, text } from '../../json.ts';
import type { ProviderErrorKind } from '../../provider-error.ts';
import { bearer, countHanDouble, type SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { plainText, type WriteAudioTag } from '../markup.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { voiceOf } from '../voice.ts';

const RATE = 32_000;

/** MiniMax, which returns audio in hexadecimal, and errors with status 200. */
export const minimax: SpeechAdapter = {
  id: 'minimax',
  // Models and limit per request (below 10,000 characters): MiniMax's reference of T2A over HTTP, as of 2026. It
  // sells characters by subscription and on demand, so no price is given here.
  models: modelsOf({ max_characters: 9_000, ...MINIMAX_DIRECTION }, [
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
    judge: judgeKey,
  },
  sample_rate: RATE,
  render(request, use) {
    const speed = use.speed({ min: 0.5, max: 2 });
    const wanted = use.pitch({ min: -12, max: 12 });
    const pitch = Math.round(wanted);
    if (pitch !== wanted) use.drop('pitch');
    const json = {
      model: request.model,
      text: innerPauses(
        plainText(request.text, use, { pause, audio_tag: interjection(request.model) }),
        use.drop,
      ),
      stream: false,
      output_format: 'hex',
      language_boost: languageName(request.locale_code),
      voice_setting: { voice_id: request.provider_voice_id, speed, vol: 1, pitch, ...request.controls },
      audio_setting: { sample_rate: RATE, format: 'wav', channel: 1 },
    };
    return { path: inGroup('/v1/t2a_v2', request.credentials), json };
  },
  read({ body }) {
    const { data, extra_info, trace_id } = objectOf(body);
    return {
      audio: bytesIn(objectOf(data).audio, 'hex'),
      request_id: text(trace_id) || null,
      billed: objectOf(extra_info).usage_characters,
    };
  },
  fault(answer) {
    const { status_code: code, status_msg } = objectOf(objectOf(jsonOf(answer)).base_resp);
    if (typeof code !== 'number' || code === 0) return undefined;
    const kind = KINDS[code] ?? 'unusable';
    return fault(kind, answer, kind === 'auth' ? undefined : `${text(status_msg).slice(0, 200)} (${code})`);
  },
  async voices(load, credentials) {
    const body = objectOf(await load(inGroup('/v1/get_voice', credentials), { voice_type: 'all' }));
    const { system_voice, voice_cloning, voice_generation } = body;
    return [system_voice, voice_cloning, voice_generation].flatMap(listOf).flatMap(toVoice);
  },
};

const inGroup = (path: string, { group_id = '' }: Credentials) =>
  `${path}?GroupId=${encodeURIComponent(group_id)}`;

/** The status is always 200, and the body contains the error. */
function judgeKey(response: GuardedResponse): KeyResponse | undefined {
  if (response.status !== 200) return undefined;
  const code = /"status_code"\s*:\s*(\d+)/.exec(wordsOf(response))?.[1];
  // The list of voices is long, but an error is short.
  if (code === undefined) return response.truncated || response.body.length > 4_096 ? 'accepted' : 'unclear';
  if (code === '0') return 'accepted';
  return ['1004', '2049'].includes(code) ? 'rejected' : 'unclear';
}

const pause = (ms: number): string => `<#${Math.max(0.01, ms / 1_000).toFixed(2)}#>`;

/**
 * MiniMax requires pauses between texts. Drops pauses at the ends, and keeps only the first of several adjacent ones.
 */
function innerPauses(spoken: string, drop: (setting: string) => void): string {
  const inner = spoken
    .replace(/(<#[\d.]+#>)(?:\s*<#[\d.]+#>)+/g, '$1')
    .replace(/^\s*<#[\d.]+#>\s*/, '')
    .replace(/(?:(?<!\s)\s+)?<#[\d.]+#>\s*$/, '');
  if (inner !== spoken) drop('markup.break');
  return inner;
}

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
const NAMES: ReadonlyMap<string, string> = new Map([
  ...LANGUAGES.split(' ').map((code): [string, string] => [code, ENGLISH.of(code) ?? code]),
  ['nb', 'Norwegian'],
  ['nn', 'Nynorsk'],
  ['yue', 'Chinese,Yue'],
]);

/** Returns `auto` for a language that the provider does not know. */
function languageName(locale: string): string {
  return NAMES.get(locale === 'zh-hk' ? 'yue' : languageOf(locale)) ?? 'auto';
}

/** The locale of the language that a voice ID begins with, such as `English` or `Chinese (Mandarin)`. */
function localeOfName(name: string): string | undefined {
  if (name === 'Cantonese') return 'yue';
  const plain = name.endsWith(')') ? (name.split('(', 1)[0] ?? '').trimEnd() : name;
  return [...NAMES.keys()].sort().find((code) => NAMES.get(code) === plain);
}

/** The ID of a platform voice begins with its language, as in `English_expressive_narrator`. */
function toVoice(entry: unknown): ProviderVoice[] {
  const { voice_id, voice_name, description } = objectOf(entry);
  const id = text(voice_id);
  if (id === '') return [];
  const locale = localeOfName(id.split('_', 1)[0] ?? '');
  const said = listOf(description).map(text).join(' ');
  return [voiceOf({ id, name: text(voice_name), locales: locale ? [locale] : [], description: said })];
}

/** The sounds of Speech 2.8, by how their names begin (MiniMax's documentation of `t2a_v2`, as of 2026). */
const SOUNDS =
  'laughs chuckle coughs clear-throat groans breath pant inhale exhale gasps sniffs sighs snorts burps lip-smacking humming hissing emm sneezes'.split(
    ' ',
  );

function interjection(model: string): WriteAudioTag | undefined {
  if (!model.startsWith('speech-2.8')) return undefined;
  return (name) => {
    const [first = ''] = name
      .toLowerCase()
      .replace(/[_ ]/g, '-')
      .split(/-(?!throat|smack)/);
    const stem = first.replace(/(?:ling|les|ing|es|s|e)$/, '');
    const sound = SOUNDS.find((one) => one.startsWith(stem) && stem.length > 2);
    return sound && `(${sound})`;
  };
}
