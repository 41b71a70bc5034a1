import type { KeyedProviderId } from '@voiceloom/contract';
import type { GuardedResponse } from '../http.ts';
import { objectOf } from '../json.ts';
import { addressOf } from '../scoring/address.ts';
import { wavOf } from '../speech/wav.ts';
import type { Credentials, KeyCheck, KeyRequest } from './key-check.ts';
import { signRequest } from './sigv4.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const keyOf = ({ api_key = '' }: Credentials): string => api_key;
const bearer = (credentials: Credentials) => ({ authorization: `Bearer ${keyOf(credentials)}` });
const get = (path: string, headers: Record<string, string>): KeyRequest => ({ method: 'GET', path, headers });

/** A provider with a fixed URL whose key goes into one header of a GET. */
function simple(base: string, path: string, headers: (credentials: Credentials) => Record<string, string>) {
  return {
    baseUrl: () => base,
    requests: (credentials: Credentials) => [get(path, headers(credentials))],
  } satisfies KeyCheck;
}

/** The relevant part of a response in lowercase. */
const textOf = ({ body }: GuardedResponse): string => body.subarray(0, 4_096).toString('utf8').toLowerCase();

/** Some compatible servers have no list of models, and some need no key. */
const openaiCompatible: KeyCheck = {
  baseUrl: ({ base_url = '' }) => base_url,
  requests(credentials) {
    const headers = credentials.api_key === undefined ? {} : bearer(credentials);
    return [get('/models', headers), get('/audio/voices', headers)];
  },
};

/**
 * A key without permission to read its user may still be able to speak, and used-up credits do not make it
 * invalid.
 */
const elevenlabs: KeyCheck = {
  baseUrl: () => 'https://api.elevenlabs.io',
  requests(credentials) {
    const headers = { 'xi-api-key': keyOf(credentials) };
    return [get('/v1/user', headers), get('/v1/models', headers)];
  },
  judge: (response) => {
    if (response.status !== 401 && response.status !== 403) return undefined;
    const text = textOf(response);
    return text.includes('quota_exceeded') || text.includes('missing_permissions') ? 'accepted' : undefined;
  },
};

const google: KeyCheck = {
  ...simple('https://texttospeech.googleapis.com', '/v1/voices', (credentials) => ({
    'x-goog-api-key': keyOf(credentials),
  })),
  judge: (response) =>
    response.status === 400 && /api[_ ]key/.test(textOf(response)) ? 'rejected' : undefined,
};

const azure: KeyCheck = {
  baseUrl: ({ region = '' }) => `https://${region}.tts.speech.microsoft.com`,
  requests: (credentials) => [
    get('/cognitiveservices/voices/list', { 'ocp-apim-subscription-key': keyOf(credentials) }),
  ],
};

/** An empty text is rejected only after the key was accepted, and costs nothing. */
const naver: KeyCheck = {
  baseUrl: () => 'https://naveropenapi.apigw.ntruss.com',
  requests: ({ client_id = '', client_secret = '' }) => [
    {
      method: 'POST',
      path: '/tts-premium/v1/tts',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-ncp-apigw-api-key-id': client_id,
        'x-ncp-apigw-api-key': client_secret,
      },
      body: 'speaker=nara&text=',
    },
  ],
  judge: ({ status }) => (status === 400 ? 'accepted' : undefined),
};

/** The list of voices needs no key, so the check synthesizes one word. */
const rime: KeyCheck = {
  baseUrl: () => 'https://users.rime.ai',
  requests: (credentials) => [
    {
      method: 'POST',
      path: '/v1/rime-tts',
      headers: { ...JSON_TYPE, ...bearer(credentials), accept: 'audio/mp3' },
      body: JSON.stringify({ speaker: 'cove', modelId: 'mist', text: 'a' }),
    },
  ],
};

const polly: KeyCheck = {
  baseUrl: ({ region = '' }) => `https://polly.${region}.amazonaws.com`,
  async requests({ access_key_id = '', secret_access_key = '', region = '' }, { url, now }) {
    const key = { access_key_id, secret_access_key, region, service: 'polly' };
    const request = { url: new URL(`${url}/v1/voices`), method: 'GET' };
    return [get('/v1/voices', await signRequest(request, key, now))];
  },
};

/** It always returns status 200; the body contains the error. */
const minimax: KeyCheck = {
  baseUrl: () => 'https://api.minimax.io',
  requests: (credentials) => [
    {
      method: 'POST',
      path: `/v1/get_voice?GroupId=${encodeURIComponent(credentials.group_id ?? '')}`,
      headers: { ...JSON_TYPE, ...bearer(credentials) },
      body: JSON.stringify({ voice_type: 'system' }),
    },
  ],
  judge(response) {
    if (response.status !== 200) return undefined;
    const code = /"status_code"\s*:\s*(\d+)/.exec(textOf(response))?.[1];
    // The list of voices is long; an error is short.
    if (code === undefined)
      return response.truncated || response.body.length > 4_096 ? 'accepted' : 'unclear';
    if (code === '0') return 'accepted';
    return ['1004', '2049'].includes(code) ? 'rejected' : 'unclear';
  },
};

/** One second of silence. A scoring endpoint either scores it or rejects the silence, not the request. */
const scoringEndpoint: KeyCheck = {
  baseUrl: (credentials) => addressOf(credentials).origin,
  requests: (credentials) => [
    {
      method: 'POST',
      path: addressOf(credentials).path,
      headers: {
        'content-type': 'audio/wav',
        accept: 'application/json',
        ...(credentials.api_key !== undefined && bearer(credentials)),
      },
      body: wavOf({ samples: new Int16Array(16_000), sample_rate: 16_000 }),
    },
  ],
  judge(response) {
    if (response.status === 400 || response.status === 422) return 'accepted';
    if (response.status < 200 || response.status >= 300) return undefined;
    return typeof objectOf(response.body).mos === 'number' ? 'accepted' : 'unclear';
  },
};

/** The key check of each provider. */
export const KEY_CHECKS: Readonly<Record<KeyedProviderId, KeyCheck>> = {
  openai_compatible: openaiCompatible,
  elevenlabs,
  google,
  azure,
  cartesia: simple('https://api.cartesia.ai', '/voices?limit=1', (credentials) => ({
    ...bearer(credentials),
    'cartesia-version': '2025-04-16',
  })),
  naver,
  fish_audio: simple('https://api.fish.audio', '/wallet/self/api-credit', bearer),
  rime,
  respeecher: simple('https://api.respeecher.com', '/v1/public/tts/en/voices', (credentials) => ({
    'x-api-key': keyOf(credentials),
  })),
  deepgram: simple('https://api.deepgram.com', '/v1/auth/token', (credentials) => ({
    authorization: `Token ${keyOf(credentials)}`,
  })),
  polly,
  inworld: simple('https://api.inworld.ai', '/voices/v1/voices?pageSize=1', (credentials) => ({
    authorization: `Basic ${keyOf(credentials)}`,
  })),
  minimax,
  deepl: {
    baseUrl: ({ api_key = '' }) =>
      api_key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com',
    requests: (credentials) => [get('/v2/usage', { authorization: `DeepL-Auth-Key ${keyOf(credentials)}` })],
  },
  anthropic: simple('https://api.anthropic.com', '/v1/models?limit=1', (credentials) => ({
    'x-api-key': keyOf(credentials),
    'anthropic-version': '2023-06-01',
  })),
  scoring_endpoint: scoringEndpoint,
};
