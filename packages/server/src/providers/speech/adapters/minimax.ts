import { fault, jsonOf } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import type { ProviderErrorKind } from '../../provider-error.ts';
import { type Ask, charactersHanTwice, type FaultReader, type SpeechAdapter } from '../adapter.ts';
import { plainText } from '../markup.ts';
import { MINIMAX_MODELS } from '../models/minimax.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';
import { languageName, localeOfName } from './minimax-languages.ts';

const RATE = 32_000;

/** MiniMax, which returns audio in hexadecimal and its errors with status 200. */
export const minimax: SpeechAdapter = {
  id: 'minimax',
  models: MINIMAX_MODELS,
  starting_places: 3,
  billing: { unit: 'characters', count: charactersHanTwice },
  baseUrl: () => 'https://api.minimax.io',
  render(request) {
    const use = settings(request);
    const speed = use.speed({ min: 0.5, max: 2 });
    const wanted = use.pitch({ min: -12, max: 12 });
    const pitch = Math.round(wanted);
    if (pitch !== wanted) use.drop('pitch');
    const body = {
      model: request.model,
      text: innerPauses(plainText(request.text, use, pause), use.drop),
      stream: false,
      output_format: 'hex',
      language_boost: languageName(request.locale_code),
      voice_setting: { voice_id: request.provider_voice_id, speed, vol: 1, pitch },
      audio_setting: { sample_rate: RATE, format: 'wav', channel: 1 },
    };
    return {
      path: `/v1/t2a_v2${groupOf(request.credentials)}`,
      headers: { 'content-type': 'application/json', ...authorization(request.credentials) },
      body: JSON.stringify(body),
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  read(answer) {
    const { data, extra_info, trace_id } = objectOf(answer.body);
    const billed = Number(objectOf(extra_info).usage_characters);
    return {
      audio: Buffer.from(text(objectOf(data).audio), 'hex'),
      request_id: text(trace_id) || null,
      ...(Number.isFinite(billed) && billed > 0 && { billed }),
    };
  },
  fault: minimaxFault,
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ authorization: `Bearer ${api_key}` });
const groupOf = ({ group_id = '' }: Credentials) => `?GroupId=${encodeURIComponent(group_id)}`;

const pause = (ms: number): string => `<#${Math.max(0.01, ms / 1_000).toFixed(2)}#>`;

/**
 * Pauses must be between texts: those at the ends are dropped, and only the first of several adjacent ones
 * counts.
 */
function innerPauses(spoken: string, drop: (setting: string) => void): string {
  const inner = spoken
    .replace(/^(?:\s*<#[\d.]+#>)+\s*/, '')
    .replace(/\s*(?:<#[\d.]+#>\s*)+$/, '')
    .replace(/(<#[\d.]+#>)(?:\s*<#[\d.]+#>)+/g, '$1');
  if (inner !== spoken) drop('markup.break');
  return inner;
}

/** Codes of `base_resp`. All others are temporary errors of the provider. */
const KINDS: Readonly<Record<number, ProviderErrorKind>> = {
  1002: 'busy',
  1004: 'auth',
  1008: 'quota',
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

function minimaxFault(answer: Parameters<FaultReader>[0]) {
  const { status_code: code, status_msg } = objectOf(objectOf(jsonOf(answer)).base_resp);
  if (typeof code !== 'number' || code === 0) return undefined;
  const kind = KINDS[code] ?? 'transient';
  return fault(kind, answer, kind === 'auth' ? undefined : `${text(status_msg).slice(0, 200)} (${code})`);
}

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const answer = await ask({
    path: `/v1/get_voice${groupOf(credentials)}`,
    headers: { 'content-type': 'application/json', ...authorization(credentials) },
    body: JSON.stringify({ voice_type: 'all' }),
  });
  const { system_voice, voice_cloning, voice_generation } = objectOf(answer.body);
  return [system_voice, voice_cloning, voice_generation].flatMap(listOf).flatMap(toVoice);
}

/** The id of a platform voice begins with its language, such as `English_expressive_narrator`. */
function toVoice(entry: unknown): ProviderVoice[] {
  const { voice_id, voice_name, description } = objectOf(entry);
  const id = text(voice_id);
  if (id === '') return [];
  const locale = localeOfName(id.split('_', 1)[0] ?? '');
  const said = listOf(description).map(text).join(' ');
  return [voiceOf({ id, name: text(voice_name), locales: locale ? [locale] : [], description: said })];
}
