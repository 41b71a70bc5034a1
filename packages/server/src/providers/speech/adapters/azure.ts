import { listOf, objectOf, text } from '../../json.ts';
import { type Ask, charactersHanTwice, type SpeechAdapter } from '../adapter.ts';
import { escapeXml, ssmlText } from '../markup.ts';
import { AZURE_MODELS, azureModelOf } from '../models/azure.ts';
import type { Credentials, ProviderVoice } from '../provider.ts';
import { settings } from '../settings.ts';
import { canonicalLocale, voiceOf } from '../voice.ts';

const RATE = 24_000;
const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];
/** It supports half to one and a half times the pitch: seven semitones. */
const PITCH = { min: -7, max: 7 };

/** Azure Speech, which accepts SSML only. */
export const azure: SpeechAdapter = {
  id: 'azure',
  models: AZURE_MODELS,
  starting_places: 8,
  billing: { unit: 'characters', count: charactersHanTwice },
  baseUrl: ({ region = '' }) => `https://${region}.tts.speech.microsoft.com`,
  render(request) {
    const use = settings(request);
    const speed = use.speed({ min: 0.5, max: 2 });
    const pitch = use.pitch(PITCH);
    const inner = ssmlText(request.text, use, SSML_TAGS);
    const attributes = [
      speed === 1 ? '' : ` rate="${speed}"`,
      pitch === 0 ? '' : ` pitch="${pitch > 0 ? '+' : ''}${pitch}st"`,
    ].join('');
    const spoken = attributes === '' ? inner : `<prosody${attributes}>${inner}</prosody>`;
    const voice = escapeXml(request.provider_voice_id);
    const locale = canonicalLocale(request.locale_code);
    return {
      path: '/cognitiveservices/v1',
      headers: {
        ...authorization(request.credentials),
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm',
        'user-agent': 'voiceloom',
      },
      body: `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${locale}"><voice name="${voice}">${spoken}</voice></speak>`,
      dropped: use.dropped,
      sample_rate: RATE,
    };
  },
  voices: listVoices,
};

const authorization = ({ api_key = '' }: Credentials) => ({ 'ocp-apim-subscription-key': api_key });

async function listVoices(ask: Ask, credentials: Credentials): Promise<ProviderVoice[]> {
  const headers = authorization(credentials);
  const answer = await ask({ method: 'GET', path: '/cognitiveservices/voices/list', headers });
  return listOf(answer.body)
    .map(objectOf)
    .filter(({ Status }) => Status !== 'Deprecated')
    .map((voice) =>
      voiceOf({
        id: text(voice.ShortName),
        name: text(voice.DisplayName),
        locales: [text(voice.Locale), ...listOf(voice.SecondaryLocaleList).map(text)],
        gender: voice.Gender,
        models: [azureModelOf(text(voice.ShortName))],
      }),
    );
}
