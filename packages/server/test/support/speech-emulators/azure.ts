import { type EmulatorRequest, json, type SpeechEmulator, wavResponse } from './emulator.ts';

const KEY = 'good-azure-0123456789';
const RATES: Record<string, number> = {
  'riff-24khz-16bit-mono-pcm': 24_000,
  'riff-48khz-16bit-mono-pcm': 48_000,
};

/** The text that an SSML document speaks. */
function textOf({ body }: EmulatorRequest): string {
  return body
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Mismatched tags or an unescaped ampersand are invalid XML. */
function isXml(body: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = '', , empty] of body.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (slash) {
      if (open.pop() !== name) return false;
    } else if (!empty) open.push(name);
  }
  return open.length === 0 && !/&(?!(?:amp|lt|gt|quot|apos);)/.test(body);
}

export const azureEmulator: SpeechEmulator = {
  id: 'azure',
  credentials: { api_key: KEY, region: 'westeurope' },
  secret: KEY,
  model: 'neural',
  voice: 'en-US-JennyNeural',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /cognitiveservices/v1',
  refuse({ headers, body }) {
    if (headers['ocp-apim-subscription-key'] !== KEY) return { status: 401 };
    if (headers['content-type'] !== 'application/ssml+xml') return { status: 415 };
    if (!headers['user-agent']) return { status: 400 };
    if (RATES[String(headers['x-microsoft-outputformat'])] === undefined) return { status: 400 };
    const [, locale = '', voice = ''] =
      /^<speak version="1\.0" xmlns="http:\/\/www\.w3\.org\/2001\/10\/synthesis"(?: xmlns:mstts="https:\/\/www\.w3\.org\/2001\/mstts")? xml:lang="([\w-]+)"><voice name="([^"]+)">/.exec(
        body,
      ) ?? [];
    if (body.includes('<mstts:') && !body.includes(' xmlns:mstts=')) return { status: 400 };
    return locale === 'en-US' && voice.startsWith('en-US-') && isXml(body) ? undefined : { status: 400 };
  },
  textOf,
  rateOf: ({ headers }) => RATES[String(headers['x-microsoft-outputformat'])] ?? 0,
  rateIsAsked: true,
  speech: (audio) => wavResponse(audio, { 'x-requestid': 'az_1' }),
  throttled: { response: { status: 429 }, kind: 'busy' },
  quirks: [{ name: 'SSML that it does not like', response: { status: 400 }, kind: 'invalid_input' }],
  dropped: [],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list({ method, path, headers }) {
    if (`${method} ${path}` !== 'GET /cognitiveservices/voices/list') return undefined;
    if (headers['ocp-apim-subscription-key'] !== KEY) return { status: 401 };
    const voice = (ShortName: string, Status = 'GA') => ({
      ShortName,
      DisplayName: 'Jenny',
      Gender: 'Female',
      Locale: 'en-US',
      SecondaryLocaleList: ['de-DE'],
      Status,
      WordsPerMinute: '152',
    });
    return json([
      voice('en-US-JennyNeural'),
      voice('en-US-Ava:DragonHDLatestNeural'),
      voice('en-US-Old', 'Deprecated'),
    ]);
  },
  listed: ['en-US-JennyNeural', 'en-US-Ava:DragonHDLatestNeural'],
};
