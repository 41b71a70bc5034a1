import { AZURE_DIRECTION } from '@voiceloom/contract';
import { toList, toObject, toText } from '../../json.ts';
import { checkKeyWithGet, countHanDouble, type SpeechAdapter } from '../adapter.ts';
import { createModels } from '../credits.ts';
import { escapeXml, ssmlText } from '../markup.ts';
import { canonicalLocale, createVoice } from '../voice.ts';

const SSML_TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];
/** Azure supports from half to one and a half times the pitch: seven semitones. */
const PITCH = { min: -7, max: 7 };
const VOICES = '/cognitiveservices/voices/list';

/** Azure Speech, which accepts only SSML. It bills all tags in the voice's content (Azure's pricing note, as of 2026). */
export const azure: SpeechAdapter = {
  id: 'azure',
  // Azure silently cuts audio at ten minutes, so a request is limited to about four minutes.
  models: createModels({ max_characters: 3_000, ...AZURE_DIRECTION }, [
    { id: 'neural', display_name: 'Neural', quality: 3 },
    { id: 'neural-hd', display_name: 'Neural HD', quality: 4 },
  ]),
  initial_slots: 8,
  billing: { unit: 'characters', count: countHanDouble },
  baseUrl: ({ region = '' }) => `https://${region}.tts.speech.microsoft.com`,
  authorization: ({ api_key = '' }) => ({ 'ocp-apim-subscription-key': api_key }),
  keyCheck: checkKeyWithGet(VOICES),
  sample_rate: 24_000,
  write(request, settings) {
    const speed = settings.speed({ min: 0.5, max: 2 });
    const pitch = settings.pitch(PITCH);
    let prosody = '';
    // Rounded, so that every speed has about the same price.
    if (speed !== 1) prosody += ` rate="${Math.round(speed * 1_000) / 1_000}"`;
    if (pitch !== 0) prosody += ` pitch="${pitch > 0 ? '+' : ''}${pitch}st"`;
    let content = ssmlText(request.text, settings, SSML_TAGS);
    if (prosody !== '') content = `<prosody${prosody}>${content}</prosody>`;
    // A style or a role is around the whole line. The degree belongs to a style.
    const { style, style_degree, role } = request.controls ?? {};
    let expression = '';
    if (style !== undefined) expression += ` style="${style}"`;
    if (style !== undefined && style_degree !== undefined) expression += ` styledegree="${style_degree}"`;
    if (role !== undefined) expression += ` role="${role}"`;
    return expression === '' ? content : `<mstts:express-as${expression}>${content}</mstts:express-as>`;
  },
  render(request) {
    const content = request.written;
    const namespace = content.startsWith('<mstts:') ? ' xmlns:mstts="https://www.w3.org/2001/mstts"' : '';
    const voice = escapeXml(request.provider_voice_id);
    const locale = canonicalLocale(request.locale_code);
    return {
      path: '/cognitiveservices/v1',
      headers: {
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm',
        'user-agent': 'voiceloom',
      },
      body: `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis"${namespace} xml:lang="${locale}"><voice name="${voice}">${content}</voice></speak>`,
    };
  },
  async voices(load) {
    return toList(await load(VOICES))
      .map(toObject)
      .filter(({ Status }) => Status !== 'Deprecated')
      .map((voice) =>
        createVoice({
          id: toText(voice.ShortName),
          name: toText(voice.DisplayName),
          locales: [toText(voice.Locale), ...toList(voice.SecondaryLocaleList).map(toText)],
          gender: voice.Gender,
          // `en-US-Ava:DragonHDLatestNeural` is an HD voice.
          models: [/dragonhd/i.test(toText(voice.ShortName)) ? 'neural-hd' : 'neural'],
        }),
      );
  },
};
