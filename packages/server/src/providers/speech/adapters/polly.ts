import { POLLY_NEURAL_DIRECTION, POLLY_STANDARD_DIRECTION } from '@voiceloom/contract';
import { toList, toObject, toText } from '../../json.ts';
import { signRequest } from '../../keys/sigv4.ts';
import { readKeywords, toProviderError } from '../../response-errors.ts';
import {
  checkKeyWithGet,
  countCodePoints,
  loadPages,
  type Settings,
  type SpeechAdapter,
  type TextRequest,
} from '../adapter.ts';
import { createModels, perMillion } from '../credits.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import { createVoice } from '../voice.ts';

/** The highest sample rate of Polly's lossless format. */
const RATE = 16_000;
const MAX_PAGES = 20;
const TAGS: Readonly<Record<string, readonly string[]>> = {
  standard: ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'],
  neural: ['phoneme', 'say-as', 'sub', 'lang', 'p', 's'],
  'long-form': ['phoneme', 'say-as', 'sub', 'lang', 'p', 's'],
  generative: ['say-as', 'sub', 'p', 's'],
};

const per = (usd: number) => ({ price: perMillion(usd, '2026-11-21') });

/** Amazon Polly, with signed requests. */
export const polly: SpeechAdapter = {
  id: 'polly',
  // A model is an engine. Dollars per million characters, and 3,000 billed characters per request (Amazon Polly's
  // pricing and quotas, as of 2026).
  models: createModels({ max_characters: 3_000 }, [
    { id: 'neural', display_name: 'Neural', quality: 3, ...per(16), ...POLLY_NEURAL_DIRECTION },
    { id: 'generative', display_name: 'Generative', quality: 4, ...per(30) },
    { id: 'long-form', display_name: 'Long-form', quality: 4, ...per(100) },
    { id: 'standard', display_name: 'Standard', quality: 2, ...per(4), ...POLLY_STANDARD_DIRECTION },
  ]),
  // Polly allows eight requests per second for its better voices.
  initial_slots: 8,
  baseUrl: ({ region = '' }) => `https://polly.${region}.amazonaws.com`,
  sign({ body, ...request }, { access_key_id = '', secret_access_key = '', region = '' }, now) {
    const key = { access_key_id, secret_access_key, region, service: 'polly' };
    return signRequest({ ...request, ...(typeof body === 'string' && { body }) }, key, now);
  },
  keyCheck: checkKeyWithGet('/v1/voices'),
  sample_rate: RATE,
  billing: { unit: 'characters', count: countWithoutTags },
  write: writeText,
  render({ model, provider_voice_id, written }) {
    const json = {
      Engine: model,
      OutputFormat: 'pcm',
      SampleRate: String(RATE),
      VoiceId: provider_voice_id,
      Text: written,
      TextType: isSsml(written) ? 'ssml' : 'text',
    };
    return { path: '/v1/speech', json };
  },
  read: ({ body, headers }) => ({ audio: body, pcm: true, billed: headers['x-amzn-requestcharacters'] }),
  /** Throttling has status 400; a header contains the kind of error. */
  readError(response) {
    if (response.status < 400) return undefined;
    const type = String(response.headers['x-amzn-errortype'] ?? '').toLowerCase() || readKeywords(response);
    if (/throttling|toomanyrequests|limitexceeded/.test(type)) return toProviderError('busy', response);
    if (/engine.?not.?supported|languagenotsupported/.test(type))
      return toProviderError('unsupported', response);
    if (/unrecognizedclient|invalidsignature|signaturedoesnotmatch|accessdenied|expiredtoken/.test(type))
      return toProviderError('auth', response);
    return undefined;
  },
  voices: (load) =>
    loadPages(MAX_PAGES, async (token) => {
      const query = token && `?NextToken=${encodeURIComponent(token)}`;
      const body = toObject(await load(`/v1/voices${query}`));
      const items = toList(body.Voices).map((entry) => {
        const { Id, Name, Gender, LanguageCode, AdditionalLanguageCodes, SupportedEngines } = toObject(entry);
        const locales = [LanguageCode, ...toList(AdditionalLanguageCodes)].map(toText);
        const models = toList(SupportedEngines).map(toText);
        return createVoice({ id: toText(Id), name: toText(Name), locales, gender: Gender, models });
      });
      return { items, next: toText(body.NextToken) };
    }),
};

const isSsml = (written: string): boolean => written.startsWith('<speak>');

/** Polly does not bill the tags of SSML (its limits of `SynthesizeSpeech`, as of 2026). */
function countWithoutTags(written: string): number {
  if (!isSsml(written)) return countCodePoints(written);
  const content = written.replace(/<[^<>]*>/g, '');
  return countCodePoints(content.replace(/&(?:amp|lt|gt|quot|apos);/g, '&'));
}

/** Plain text, unless the request needs markup. Markup costs nothing, but may be rejected. */
function writeText(request: TextRequest, settings: Settings): string {
  const speed = settings.speed({ min: 0.2, max: 2 });
  // From two thirds to one and a half times the pitch, as in Polly's reference.
  const pitch = request.model === 'standard' ? settings.pitch({ min: -7, max: 7 }) : 0;
  if (speed === 1 && pitch === 0 && !request.controls && !hasMarkup(request.text))
    return plainText(request.text, settings);
  const percent = Math.round((2 ** (pitch / 12) - 1) * 100);
  let prosody = '';
  if (speed !== 1) prosody += ` rate="${Math.round(speed * 100)}%"`;
  if (percent !== 0) prosody += ` pitch="${percent > 0 ? '+' : ''}${percent}%"`;
  let content = ssmlText(request.text, settings, TAGS[request.model] ?? []);
  if (prosody !== '') content = `<prosody${prosody}>${content}</prosody>`;
  const { effect, domain } = request.controls ?? {};
  const kind = effect === 'soft' ? 'phonation' : 'name';
  if (effect !== undefined) content = `<amazon:effect ${kind}="${effect}">${content}</amazon:effect>`;
  if (domain !== undefined) content = `<amazon:domain name="${domain}">${content}</amazon:domain>`;
  return `<speak>${content}</speak>`;
}
