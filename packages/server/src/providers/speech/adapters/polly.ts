import { POLLY_NEURAL_DIRECTION, POLLY_STANDARD_DIRECTION } from '@voiceloom/contract';
import { fault, wordsOf } from '../../faults.ts';
import { listOf, objectOf, text } from '../../json.ts';
import { signRequest } from '../../keys/sigv4.ts';
import { allPages, checkWith, type PartRequest, type Settings, type SpeechAdapter } from '../adapter.ts';
import { modelsOf, perMillion } from '../credits.ts';
import { hasMarkup, plainText, ssmlText } from '../markup.ts';
import type { ProviderVoice } from '../provider.ts';
import { voiceOf } from '../voice.ts';

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
  models: modelsOf({ max_characters: 3_000 }, [
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
  keyCheck: checkWith('/v1/voices'),
  sample_rate: RATE,
  render(request, use) {
    const json = {
      Engine: request.model,
      OutputFormat: 'pcm',
      SampleRate: String(RATE),
      VoiceId: request.provider_voice_id,
      ...textOf(request, use),
    };
    return { path: '/v1/speech', json };
  },
  read: ({ body, headers }) => ({ audio: body, pcm: true, billed: headers['x-amzn-requestcharacters'] }),
  /** Throttling has status 400; a header contains the kind of error. */
  fault(answer) {
    if (answer.status < 400) return undefined;
    const type = String(answer.headers['x-amzn-errortype'] ?? '').toLowerCase() || wordsOf(answer);
    if (/throttling|toomanyrequests|limitexceeded/.test(type)) return fault('busy', answer);
    if (/engine.?not.?supported|languagenotsupported/.test(type)) return fault('unsupported', answer);
    if (/unrecognizedclient|invalidsignature|signaturedoesnotmatch|accessdenied|expiredtoken/.test(type))
      return fault('auth', answer);
    return undefined;
  },
  voices: (load) =>
    allPages(MAX_PAGES, async (token) => {
      const next = token && `?NextToken=${encodeURIComponent(token)}`;
      const body = objectOf(await load(`/v1/voices${next}`));
      return { items: listOf(body.Voices).map(toVoice), next: text(body.NextToken) };
    }),
};

/** Plain text, unless the request needs markup. Markup costs nothing, but may be rejected. */
function textOf(request: PartRequest, use: Settings): { Text: string; TextType: 'text' | 'ssml' } {
  const speed = use.speed({ min: 0.2, max: 2 });
  // From two thirds to one and a half times the pitch, as in Polly's reference.
  const pitch = request.model === 'standard' ? use.pitch({ min: -7, max: 7 }) : 0;
  if (speed === 1 && pitch === 0 && !request.controls && !hasMarkup(request.text))
    return { Text: plainText(request.text, use), TextType: 'text' };
  const inner = ssmlText(request.text, use, TAGS[request.model] ?? []);
  const percent = Math.round((2 ** (pitch / 12) - 1) * 100);
  const attributes = [
    speed === 1 ? '' : ` rate="${Math.round(speed * 100)}%"`,
    percent === 0 ? '' : ` pitch="${percent > 0 ? '+' : ''}${percent}%"`,
  ].join('');
  const spoken = attributes === '' ? inner : `<prosody${attributes}>${inner}</prosody>`;
  const { effect, domain } = request.controls ?? {};
  const kind = effect === 'soft' ? 'phonation' : 'name';
  const said = effect === undefined ? spoken : `<amazon:effect ${kind}="${effect}">${spoken}</amazon:effect>`;
  const read = domain === undefined ? said : `<amazon:domain name="${domain}">${said}</amazon:domain>`;
  return { Text: `<speak>${read}</speak>`, TextType: 'ssml' };
}

function toVoice(entry: unknown): ProviderVoice {
  const { Id, Name, Gender, LanguageCode, AdditionalLanguageCodes, SupportedEngines } = objectOf(entry);
  const locales = [LanguageCode, ...listOf(AdditionalLanguageCodes)].map(text);
  const models = listOf(SupportedEngines).map(text);
  return voiceOf({ id: text(Id), name: text(Name), locales, gender: Gender, models });
}
