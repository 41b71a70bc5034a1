import { AZURE_DIRECTION } from '@voiceloom/contract';
import { listOf, objectOf, text } from '../../json.ts';
import { checkWith, countHanDouble, type PartRequest, type SpeechAdapter } from '../adapter.ts';
import { modelsOf } from '../credits.ts';
import { escapeXml, ssmlText } from '../markup.ts';
import { canonicalLocale, voiceOf } from '../voice.ts';

const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];
/** Azure supports from half to one and a half times the pitch: seven semitones. */
const PITCH = { min: -7, max: 7 };
const VOICES = '/cognitiveservices/voices/list';

/** Azure Speech, which accepts only SSML. */
export const azure: SpeechAdapter = {
  id: 'azure',
  // Azure silently cuts audio at ten minutes, so a request is limited to about four minutes.
  models: modelsOf({ max_characters: 3_000, ...AZURE_DIRECTION }, [
    { id: 'neural', display_name: 'Neural', quality: 3 },
    { id: 'neural-hd', display_name: 'Neural HD', quality: 4 },
  ]),
  initial_slots: 8,
  billing: { unit: 'characters', count: countHanDouble },
  baseUrl: ({ region = '' }) => `https://${region}.tts.speech.microsoft.com`,
  authorization: ({ api_key = '' }) => ({ 'ocp-apim-subscription-key': api_key }),
  keyCheck: checkWith(VOICES),
  sample_rate: 24_000,
  render(request, use) {
    const speed = use.speed({ min: 0.5, max: 2 });
    const pitch = use.pitch(PITCH);
    const inner = ssmlText(request.text, use, SSML_TAGS);
    const attributes = [
      speed === 1 ? '' : ` rate="${speed}"`,
      pitch === 0 ? '' : ` pitch="${pitch > 0 ? '+' : ''}${pitch}st"`,
    ].join('');
    const paced = attributes === '' ? inner : `<prosody${attributes}>${inner}</prosody>`;
    const spoken = expressed(paced, request.controls);
    const namespace = spoken === paced ? '' : ' xmlns:mstts="https://www.w3.org/2001/mstts"';
    const voice = escapeXml(request.provider_voice_id);
    const locale = canonicalLocale(request.locale_code);
    return {
      path: '/cognitiveservices/v1',
      headers: {
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm',
        'user-agent': 'voiceloom',
      },
      body: `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis"${namespace} xml:lang="${locale}"><voice name="${voice}">${spoken}</voice></speak>`,
    };
  },
  async voices(load) {
    return listOf(await load(VOICES))
      .map(objectOf)
      .filter(({ Status }) => Status !== 'Deprecated')
      .map((voice) =>
        voiceOf({
          id: text(voice.ShortName),
          name: text(voice.DisplayName),
          locales: [text(voice.Locale), ...listOf(voice.SecondaryLocaleList).map(text)],
          gender: voice.Gender,
          // `en-US-Ava:DragonHDLatestNeural` is an HD voice.
          models: [/dragonhd/i.test(text(voice.ShortName)) ? 'neural-hd' : 'neural'],
        }),
      );
  },
};

/** Puts a style or a role around the whole line. The degree belongs to a style. */
function expressed(inner: string, { style, style_degree, role }: PartRequest['controls'] = {}): string {
  const attributes = [
    style === undefined ? '' : ` style="${style}"`,
    style === undefined || style_degree === undefined ? '' : ` styledegree="${style_degree}"`,
    role === undefined ? '' : ` role="${role}"`,
  ].join('');
  return attributes === '' ? inner : `<mstts:express-as${attributes}>${inner}</mstts:express-as>`;
}
