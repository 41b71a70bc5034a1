import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';

const KEY = 'good-minimax-0123456789';
const RATES = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100];
/** Every error has status 200. The body contains the error. */
const error = (status_code: number, status_msg: string) =>
  json({ data: null, trace_id: 'trace-1', base_resp: { status_code, status_msg } });

interface Body {
  model?: string;
  text?: string;
  stream?: boolean;
  output_format?: string;
  voice_setting?: { voice_id?: string; speed?: number; vol?: number; pitch?: number };
  audio_setting?: { sample_rate?: number; format?: string; channel?: number };
}
const bodyOf = (request: EmulatorRequest): Body => jsonBody(request) as Body;
const within = (value: number | undefined, low: number, high: number) =>
  value === undefined || (value >= low && value <= high);

function strangerTo({ headers, query }: EmulatorRequest) {
  if (headers.authorization !== `Bearer ${KEY}`) return error(2049, 'invalid api key');
  return query.get('GroupId') === 'group-1' ? undefined : error(1004, 'token not match group');
}

export const minimaxEmulator: SpeechEmulator = {
  id: 'minimax',
  credentials: { api_key: KEY, group_id: 'group-1' },
  secret: KEY,
  model: 'speech-2.8-hd',
  voice: 'English_expressive_narrator',
  locale: 'en-us',
  container: 'wav',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/t2a_v2',
  refuse(request) {
    const stranger = strangerTo(request);
    if (stranger) return stranger;
    const {
      model,
      text = '',
      stream,
      output_format,
      voice_setting = {},
      audio_setting = {},
    } = bodyOf(request);
    const { voice_id, speed, vol, pitch } = voice_setting;
    if (!/^speech-(?:2\.[68]|02)-(?:hd|turbo)$/.test(model ?? ''))
      return error(2013, 'invalid params, model');
    if (voice_id !== 'English_expressive_narrator') return error(20132, 'voice id not exist');
    if (text === '' || [...text].length >= 10_000) return error(2013, 'invalid params, text');
    if (stream !== false || output_format !== 'hex') return error(2013, 'invalid params, output_format');
    if (!within(speed, 0.5, 2) || !within(vol, 0.01, 10) || !within(pitch, -12, 12))
      return error(2013, 'invalid params, voice_setting');
    if (!Number.isInteger(pitch ?? 0)) return error(2013, 'invalid params, pitch');
    const { sample_rate = 0, format } = audio_setting;
    return RATES.includes(sample_rate) && format === 'wav'
      ? undefined
      : error(2013, 'invalid params, audio_setting');
  },
  textOf: (request) => bodyOf(request).text ?? '',
  rateOf: (request) => bodyOf(request).audio_setting?.sample_rate ?? 32_000,
  rateIsAsked: true,
  speech: ({ bytes, text, duration_s }) =>
    json({
      data: { audio: bytes.toString('hex'), status: 2 },
      extra_info: { audio_length: Math.round(duration_s * 1_000), usage_characters: [...text].length },
      trace_id: 'trace-1',
      base_resp: { status_code: 0, status_msg: 'success' },
    }),
  throttled: { response: error(1002, 'rate limit exceeded(RPM)'), kind: 'busy' },
  quirks: [
    { name: '200 that means money', response: error(1008, 'insufficient balance'), kind: 'quota' },
    { name: '200 that means too many at once', response: error(1041, 'conn limit'), kind: 'concurrency' },
    {
      name: '200 that means a text it does not speak',
      response: error(1026, 'sensitive'),
      kind: 'invalid_input',
    },
    { name: '200 that means its own error', response: error(1013, 'unknown error'), kind: 'transient' },
    { name: 'a voice that is gone', response: error(20132, 'voice id not exist'), kind: 'invalid_input' },
  ],
  dropped: [],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list(request) {
    if (`${request.method} ${request.path}` !== 'POST /v1/get_voice') return undefined;
    const stranger = strangerTo(request);
    if (stranger) return stranger;
    if (jsonBody(request).voice_type !== 'all') return error(2013, 'invalid params, voice_type');
    return json({
      system_voice: [
        {
          voice_id: 'English_expressive_narrator',
          voice_name: 'Expressive Narrator',
          description: ['An expressive adult voice.'],
        },
        { voice_id: 'Chinese (Mandarin)_Lyrical_Voice', voice_name: 'Lyrical Voice', description: [] },
      ],
      voice_cloning: [{ voice_id: 'mine-1', description: [], created_time: '2026-01-01' }],
      voice_generation: null,
      base_resp: { status_code: 0, status_msg: 'success' },
    });
  },
  listed: ['English_expressive_narrator', 'Chinese (Mandarin)_Lyrical_Voice', 'mine-1'],
};
