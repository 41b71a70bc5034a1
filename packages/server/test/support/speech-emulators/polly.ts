import { createHash, createHmac } from 'node:crypto';
import { type EmulatorRequest, json, jsonBody, type SpeechEmulator } from './emulator.ts';

const SECRET = 'good-polly-0123456789';
const REGION = 'eu-west-1';
const error = (status: number, type: string, message: string) => ({
  ...json({ message }, status),
  headers: {
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-errortype': `${type}:http://internal.amazon.com/`,
  },
});

/** Signature Version 4, verified as its documentation describes it for the service. */
function isSigned({ method, target, headers, body }: EmulatorRequest): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=AKIAGOOD\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const signedNames = names.split(';');
  if (!['host', 'x-amz-date'].every((name) => signedNames.includes(name))) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const [path = '', query = ''] = target.path.split('?');
  const lines = signedNames.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${names}\n${hash(body)}`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash(canonical)}`;
  let key: Buffer | string = `AWS4${SECRET}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  return (
    scope.endsWith(`/${REGION}/polly/aws4_request`) &&
    createHmac('sha256', key).update(text).digest('hex') === signature
  );
}

const plain = (ssml: string) =>
  ssml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const textOf = (request: EmulatorRequest): string => {
  const { Text, TextType } = jsonBody(request);
  return TextType === 'ssml' ? plain(String(Text)) : String(Text);
};

export const pollyEmulator: SpeechEmulator = {
  id: 'polly',
  credentials: { access_key_id: 'AKIAGOOD', secret_access_key: SECRET, region: REGION },
  secret: SECRET,
  model: 'neural',
  voice: 'Joanna',
  locale: 'en-us',
  container: 'pcm',
  isSpeech: ({ method, path }) => `${method} ${path}` === 'POST /v1/speech',
  refuse(request) {
    if (!isSigned(request)) return error(403, 'InvalidSignatureException', 'The signature does not match.');
    const { Engine, OutputFormat, SampleRate, VoiceId, Text } = jsonBody(request);
    if (!['standard', 'neural', 'generative', 'long-form'].includes(String(Engine)) || VoiceId !== 'Joanna')
      return error(400, 'ValidationException', 'engine or voice');
    if (OutputFormat !== 'pcm' || !['8000', '16000'].includes(String(SampleRate)))
      return error(400, 'InvalidSampleRateException', 'The rate is not valid.');
    if (Engine !== 'standard' && /pitch=/.test(String(Text)))
      return error(400, 'InvalidSsmlException', 'pitch');
    const long = textOf(request).length > 3_000 || String(Text).length > 6_000;
    return long
      ? error(400, 'TextLengthExceededException', 'Maximum text length has been exceeded')
      : undefined;
  },
  textOf,
  rateOf: (request) => Number(jsonBody(request).SampleRate),
  rateIsAsked: true,
  speech: ({ bytes, text }) => ({
    status: 200,
    headers: {
      'content-type': 'audio/pcm',
      'x-amzn-requestid': 'aws_1',
      'x-amzn-requestcharacters': String(text.length),
    },
    body: bytes,
  }),
  throttled: { response: error(400, 'ThrottlingException', 'Rate exceeded'), kind: 'busy' },
  quirks: [
    {
      name: 'a text that is too long',
      response: error(400, 'TextLengthExceededException', 'Maximum text length has been exceeded'),
      kind: 'invalid_input',
    },
    {
      name: 'a voice without this engine',
      response: error(400, 'EngineNotSupportedException', 'This voice does not support the selected engine.'),
      kind: 'unsupported',
    },
    {
      name: 'an access key that is not known',
      response: error(403, 'UnrecognizedClientException', 'The security token is invalid.'),
      kind: 'auth',
    },
  ],
  dropped: ['pitch'],
  billed: { unit: 'characters', amount: 12 },
  has_words: false,
  list(request) {
    if (`${request.method} ${request.path}` !== 'GET /v1/voices') return undefined;
    if (!isSigned(request)) return error(403, 'InvalidSignatureException', 'The signature does not match.');
    const voice = (Id: string) => ({
      Id,
      Name: Id,
      Gender: 'Female',
      LanguageCode: 'en-US',
      SupportedEngines: ['neural', 'standard'],
    });
    return request.query.get('NextToken') === 'a/b+c='
      ? json({ Voices: [voice('Ruth')] })
      : json({ Voices: [voice('Joanna')], NextToken: 'a/b+c=' });
  },
  listed: ['Joanna', 'Ruth'],
};
