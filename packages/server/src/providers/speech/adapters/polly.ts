import { fault, wordsOf } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { signRequest } from '../../keys/sigv4.ts';
import { type Ask, codePoints, type FaultReader, type PartRequest, type SpeechAdapter } from '../adapter.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import { POLLY_MODELS } from '../models/polly.ts';
import type { ProviderVoice } from '../provider.ts';
import { type Settings, settings } from '../settings.ts';
import { voiceOf } from '../voice.ts';

/** The highest sample rate of its lossless format. */
const RATE = 16_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const TAGS: Readonly<Record<string, readonly string[]>> = {
  standard: ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'],
  neural: ['phoneme', 'say-as', 'sub', 'lang', 'p', 's'],
  'long-form': ['phoneme', 'say-as', 'sub', 'lang', 'p', 's'],
  generative: ['say-as', 'sub', 'p', 's'],
};

/** Amazon Polly, with signed requests. */
export const polly: SpeechAdapter = {
  id: 'polly',
  models: POLLY_MODELS,
  // Eight requests per second for its better voices.
  starting_places: 8,
  billing: { unit: 'characters', count: codePoints },
  baseUrl: ({ region = '' }) => `https://polly.${region}.amazonaws.com`,
  render(request) {
    const use = settings(request);
    const { model } = request;
    const body = {
      Engine: model,
      OutputFormat: 'pcm',
      SampleRate: String(RATE),
      VoiceId: request.provider_voice_id,
      ...textOf(request, use),
    };
    const dropped = use.dropped;
    return { path: '/v1/speech', headers: JSON_TYPE, body: JSON.stringify(body), dropped, sample_rate: RATE };
  },
  read(answer) {
    const billed = Number(answer.headers['x-amzn-requestcharacters']);
    return { audio: answer.body, pcm: true, ...(Number.isFinite(billed) && billed > 0 && { billed }) };
  },
  fault: pollyFault,
  voices: listVoices,
  sign({ url, method = 'POST', headers, body }, credentials, now) {
    const { access_key_id = '', secret_access_key = '', region = '' } = credentials;
    const key = { access_key_id, secret_access_key, region, service: 'polly' };
    return signRequest({ url, method, headers, ...(body !== undefined && { body }) }, key, now);
  },
};

/** Plain text unless markup is needed. Markup is free, but may be rejected. */
function textOf(request: PartRequest, use: Settings): { Text: string; TextType: 'text' | 'ssml' } {
  const hasPitch = request.model === 'standard';
  const speed = use.speed({ min: 0.2, max: 2 });
  // Half to one and a half times, as its reference has it.
  const pitch = use.pitch(hasPitch ? { min: -7, max: 7 } : { min: 0, max: 0 });
  if (speed === 1 && pitch === 0 && !hasMarkup(request.text))
    return { Text: plainText(request.text, use), TextType: 'text' };
  const inner = ssmlText(request.text, use, TAGS[request.model] ?? []);
  const percent = Math.round((2 ** (pitch / 12) - 1) * 100);
  const attributes = [
    speed === 1 ? '' : ` rate="${Math.round(speed * 100)}%"`,
    percent === 0 ? '' : ` pitch="${percent > 0 ? '+' : ''}${percent}%"`,
  ].join('');
  const spoken = attributes === '' ? inner : `<prosody${attributes}>${inner}</prosody>`;
  return { Text: `<speak>${spoken}</speak>`, TextType: 'ssml' };
}

/** Throttling has status 400, and a header contains the kind of error. */
function pollyFault(answer: Parameters<FaultReader>[0]) {
  if (answer.status < 400) return undefined;
  const type = String(answer.headers['x-amzn-errortype'] ?? '').toLowerCase() || wordsOf(answer);
  if (/throttling|toomanyrequests|limitexceeded/.test(type)) return fault('busy', answer);
  if (/engine.?not.?supported|languagenotsupported/.test(type)) return fault('unsupported', answer);
  if (/unrecognizedclient|invalidsignature|signaturedoesnotmatch|accessdenied|expiredtoken/.test(type))
    return fault('auth', answer);
  return undefined;
}

const MOST_PAGES = 20;

async function listVoices(ask: Ask): Promise<ProviderVoice[]> {
  const voices: ProviderVoice[] = [];
  let token = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `/v1/voices${token && `?NextToken=${encodeURIComponent(token)}`}`;
    const body = objectOf((await ask({ method: 'GET', path, headers: {} })).body);
    voices.push(...listOf(body.Voices).map(toVoice));
    token = text(body.NextToken);
    if (token === '') break;
  }
  return voices;
}

function toVoice(entry: unknown): ProviderVoice {
  const { Id, Name, Gender, LanguageCode, AdditionalLanguageCodes, SupportedEngines } = objectOf(entry);
  const locales = [LanguageCode, ...listOf(AdditionalLanguageCodes)].map(text);
  const models = listOf(SupportedEngines).map(text);
  return voiceOf({ id: text(Id), name: text(Name), locales, gender: Gender, models });
}
