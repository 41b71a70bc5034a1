import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEYED_PROVIDER_IDS, type KeyedProviderId } from '@voiceloom/contract';
import { SPEECH_EMULATORS } from './speech-emulators/index.ts';

/** The response of a provider to the check of a key. */
interface EmulatorResponse {
  status: number;
  body?: string;
  /** Never responds. */
  silent?: boolean;
  headers?: Record<string, string>;
}

interface EmulatorRequest {
  provider: string;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Emulator = (request: EmulatorRequest) => EmulatorResponse;

/**
 * Credentials that the providers accept. Speech providers use those of the conformance tests, with these
 * exceptions.
 */
export const GOOD_CREDENTIALS = Object.fromEntries<Record<string, string>>([
  ...Array.from(SPEECH_EMULATORS, ([id, { credentials }]) => [id, credentials] as const),
  ['inworld', { api_key: 'good-inworld-0123456789' }],
  ['deepl', { api_key: 'good-deepl-0123456789' }],
  ['anthropic', { api_key: 'good-anthropic-0123456789' }],
  ['scoring_endpoint', { api_key: 'good-scoring-0123456789', url: 'https://replaced.example.com/score' }],
]) as Record<KeyedProviderId, Record<string, string>>;

const key = (provider: KeyedProviderId) => GOOD_CREDENTIALS[provider].api_key ?? '';
const response = (accepted: boolean, body = '{}'): EmulatorResponse =>
  accepted ? { status: 200, body } : { status: 401, body: '{"error":"unauthorized"}' };

/** Expects one request line, and one header with the key. */
function plain(
  line: string,
  header: string,
  value: string,
  more?: (request: EmulatorRequest) => boolean,
): Emulator {
  return (request) => {
    if (`${request.method} ${request.path}` !== line) return { status: 404 };
    return response(request.headers[header] === value && (more?.(request) ?? true));
  };
}

const naver: Emulator = ({ method, path, headers, body }) => {
  if (`${method} ${path}` !== 'POST /tts-premium/v1/tts') return { status: 404 };
  const { client_id, client_secret } = GOOD_CREDENTIALS.naver;
  const known =
    headers['x-ncp-apigw-api-key-id'] === client_id && headers['x-ncp-apigw-api-key'] === client_secret;
  if (!known) return { status: 401 };
  return new URLSearchParams(body).get('text')
    ? { status: 200 }
    : { status: 400, body: '{"errorCode":"VS02"}' };
};

const google: Emulator = ({ method, path, headers }) => {
  if (`${method} ${path}` !== 'GET /v1/voices') return { status: 404 };
  if (headers['x-goog-api-key'] === key('google')) return { status: 200, body: '{"voices":[]}' };
  return { status: 400, body: '{"error":{"message":"API key not valid.","status":"INVALID_ARGUMENT"}}' };
};

const minimax: Emulator = ({ method, path, headers }) => {
  if (`${method} ${path}` !== 'POST /v1/get_voice?GroupId=group-1') return { status: 404 };
  const code = headers.authorization === `Bearer ${key('minimax')}` ? 0 : 1004;
  return { status: 200, body: JSON.stringify({ system_voice: [], base_resp: { status_code: code } }) };
};

/** Signature Version 4, verified as its documentation describes it for the service. */
const polly: Emulator = ({ method, path, headers }) => {
  const stamp = String(headers['x-amz-date']);
  const { secret_access_key, region } = GOOD_CREDENTIALS.polly;
  const scope = `${stamp.slice(0, 8)}/${region}/polly/aws4_request`;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  // Here, the provider has its own path prefix, which the caller also signs.
  const request = `${method}\n/polly${path}\n\nhost:${headers.host}\nx-amz-date:${stamp}\n\nhost;x-amz-date\n${hash('')}`;
  let signing: Buffer | string = `AWS4${secret_access_key}`;
  for (const part of scope.split('/')) signing = createHmac('sha256', signing).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash(request)}`;
  const signature = createHmac('sha256', signing).update(text).digest('hex');
  const good = String(headers.authorization).endsWith(`Signature=${signature}`);
  return good && path === '/v1/voices' ? { status: 200 } : { status: 403 };
};

/** The providers whose keys are not checked with their list of voices. */
const EMULATORS: Partial<Record<KeyedProviderId, Emulator>> = {
  openai_compatible: plain('GET /models', 'authorization', `Bearer ${key('openai_compatible')}`),
  elevenlabs: plain('GET /v1/user', 'xi-api-key', key('elevenlabs')),
  google,
  cartesia: plain('GET /voices?limit=1', 'authorization', `Bearer ${key('cartesia')}`, ({ headers }) =>
    /^\d{4}-\d\d-\d\d$/.test(String(headers['cartesia-version'])),
  ),
  naver,
  fish_audio: plain('GET /wallet/self/api-credit', 'authorization', `Bearer ${key('fish_audio')}`),
  rime: plain('POST /v1/rime-tts', 'authorization', `Bearer ${key('rime')}`),
  respeecher: plain('GET /v1/public/tts/en/voices', 'x-api-key', key('respeecher')),
  deepgram: plain('GET /v1/auth/token', 'authorization', `Token ${key('deepgram')}`),
  polly,
  inworld: plain('GET /voices/v1/voices?pageSize=1', 'authorization', `Basic ${key('inworld')}`),
  minimax,
  deepl: plain('GET /v2/usage', 'authorization', `DeepL-Auth-Key ${key('deepl')}`),
  anthropic: plain('GET /v1/models?limit=1', 'x-api-key', key('anthropic'), ({ headers }) =>
    /^\d{4}-\d\d-\d\d$/.test(String(headers['anthropic-version'])),
  ),
  scoring_endpoint: ({ method, headers, body }) => {
    if (headers.authorization !== `Bearer ${key('scoring_endpoint')}`) return { status: 401 };
    if (method !== 'POST') return { status: 405 };
    if (headers['content-type'] !== 'audio/wav' || !body.startsWith('RIFF')) return { status: 415 };
    return { status: 200, body: '{"mos":1.1,"model":"utmos"}' };
  },
};

/** A speech provider that lists its voices. */
const listVoices: Emulator = ({ provider, path, ...request }) => {
  const url = new URL(path, 'http://emulator');
  const target = { path, host: url.host };
  const emulator = SPEECH_EMULATORS.get(provider as KeyedProviderId);
  const response = emulator?.list({ ...request, path: url.pathname, query: url.searchParams, target });
  return response ? { ...response, body: String(response.body ?? '') } : { status: 404 };
};

export interface KeyEmulators {
  /** The address of each provider. */
  urls: Record<string, string>;
  host: string;
  requests: EmulatorRequest[];
  /** Sets the response of a provider for any key. undefined: its normal response. */
  say(provider: KeyedProviderId, response: EmulatorResponse | undefined): void;
  close(): Promise<void>;
}

/** A local server that behaves like every provider during the check of a key, each below its own path. */
export async function startKeyEmulators(): Promise<KeyEmulators> {
  const said = new Map<string, EmulatorResponse>();
  const requests: EmulatorRequest[] = [];
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    const [, provider = '', path = ''] = /^\/([a-z_]+)(\/.*)?$/.exec(req.url ?? '') ?? [];
    const body = Buffer.concat(parts).toString();

    const request = { provider, method: req.method ?? '', path, headers: req.headers, body };
    requests.push(request);
    const emulator = EMULATORS[provider as KeyedProviderId] ?? listVoices;
    const { status, body: text = '', silent, headers } = said.get(provider) ?? emulator(request);
    if (!silent) res.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urls: Object.fromEntries(KEYED_PROVIDER_IDS.map((id) => [id, `http://${host}/${id}`])),
    host,
    requests,
    say: (provider, next) => void (next ? said.set(provider, next) : said.delete(provider)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
