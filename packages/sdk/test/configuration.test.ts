import { afterEach, expect, test, vi } from 'vitest';
import { methodName } from '../src/client/method-name.ts';
import { OPTION_NAMES } from '../src/core/environment.ts';
import { allCalls } from '../src/generated/calls.ts';
import { ConnectionError, connect, InputError, Voiceloom, type VoiceloomOptions } from '../src/index.ts';
import { data, scripted } from './support/scripted-server.ts';

const VARIABLES = ['API_KEY', 'TOKEN', 'BASE_URL', 'WORKSPACE_ID'].map((name) => `VOICELOOM_${name}`);

/** Only these variables are set. */
function environment(values: Record<string, string>) {
  for (const name of VARIABLES) vi.stubEnv(name, values[name]);
}

function asPage() {
  vi.stubGlobal('document', {});
  vi.stubGlobal('location', { origin: 'https://app.example.com' });
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const make = (options: object = {}) => new Voiceloom(options as VoiceloomOptions);

/** The credential and headers that the only request sends. */
async function sent(options: object, env: Record<string, string> = {}) {
  const { url, seen } = await scripted(data({}));
  environment({ VOICELOOM_BASE_URL: url, ...env });
  await make(options).workflows.get('w');
  return seen[0]?.headers.authorization;
}

test('an API key in the environment overrides a token there, and explicit options override both', async () => {
  const both = { VOICELOOM_API_KEY: 'key', VOICELOOM_TOKEN: 'token' };
  expect(await sent({}, both)).toBe('Bearer key');
  expect(await sent({}, { VOICELOOM_TOKEN: 'token' })).toBe('Bearer token');
  expect(await sent({}, { VOICELOOM_API_KEY: '', VOICELOOM_TOKEN: 'token' })).toBe('Bearer token');
  expect(await sent({ token: 'mine' }, both)).toBe('Bearer mine');
  expect(await sent({ apiKey: 'mine' }, both)).toBe('Bearer mine');
  expect(await sent({ apiKey: undefined, token: undefined }, both)).toBe('Bearer key');
  expect(await sent({ headers: { Authorization: 'Bearer own' } }, both)).toBe('Bearer own');
});

test('creating a client without a credential fails, and the error names the options', () => {
  environment({});
  expect(() => make()).toThrow(InputError);
  expect(() => make({ apiKey: undefined })).toThrow(/apiKey or token.*VOICELOOM_API_KEY or VOICELOOM_TOKEN/);
  // The client of single operations reads no environment.
  environment({ VOICELOOM_TOKEN: 'token' });
  expect(() => connect()).toThrow(InputError);
  expect(() => connect({ token: null })).not.toThrow();
});

test('token: null makes a client without a credential, regardless of the environment', async () => {
  const { url, seen } = await scripted(data([]));
  environment({ VOICELOOM_API_KEY: 'key' });
  const client = make({ token: null, baseUrl: url });
  expect(await client.nodes.list()).toEqual([]);
  expect(seen[0]?.headers.authorization).toBeUndefined();
  await expect(client.auth.whoami()).rejects.toThrow(/apiKey or token/);
  expect(seen).toHaveLength(1);
});

test('a page reads no environment, even if a bundler put one there', () => {
  environment({ VOICELOOM_TOKEN: 'token' });
  vi.stubGlobal('process', { env: { VOICELOOM_TOKEN: 'token' } });
  expect(() => make()).not.toThrow();
  asPage();
  expect(() => make()).toThrow(/no credential/);
  expect(() => make({ token: 'token' })).not.toThrow();
});

test('a runtime that forbids access to the environment behaves like one without', () => {
  const forbidden = new Proxy(
    {},
    {
      get: () => {
        throw new Error('NotCapable');
      },
    },
  );
  vi.stubGlobal('process', { env: forbidden, versions: { node: '24' } });
  expect(() => make()).toThrow(/no credential/);
  expect(make({ apiKey: 'k' }).baseUrl).toBe('http://127.0.0.1:8080');
});

test.each([
  ['an option that there is not', { apikey: 'k' }, /no option apikey.*apiKey/],
  ['a key in place of options', 'vl_live_key', /options/],
  ['no options at all', null, /options/],
  ['an empty key', { apiKey: '' }, /^apiKey is empty: it must be a non-empty string/],
  ['an empty token', { token: '  ' }, /^token is empty: it must be a non-empty string/],
  ['an invalid key', { apiKey: 7 }, /^apiKey must be a non-empty string/],
  ['null as a key', { apiKey: null }, /^apiKey must be a non-empty string/],
  ['an empty base address', { apiKey: 'k', baseUrl: '' }, /^baseUrl is empty: /],
  ['an empty workspace', { apiKey: 'k', workspaceId: '' }, /^workspaceId is empty: /],
  ['an invalid base URL', { apiKey: 'k', baseUrl: 7 }, /baseUrl/],
  ['an invalid timeout', { apiKey: 'k', timeoutMs: 'soon' }, /timeoutMs/],
  ['an invalid fetch', { apiKey: 'k', fetch: {} }, /fetch must be a function/],
  [
    'another way with fields',
    { apiKey: 'k', unknownFields: 'warm' },
    /unknownFields must be ignore, warn or error/,
  ],
  ['no headers', { apiKey: 'k', headers: null }, /headers must be an object/],
  ['headers of another kind', { apiKey: 'k', headers: new Headers({ a: 'b' }) }, /headers must be an object/],
  ['a list of headers', { apiKey: 'k', headers: [['a', 'b']] }, /headers must be an object/],
  ['middleware that is no list', { apiKey: 'k', middleware: () => {} }, /middleware must be a list/],
])('%s is rejected with a readable error', (_name, options, sentence) => {
  const wrong = () => make(options as object);
  expect(wrong).toThrow(InputError);
  expect(wrong).toThrow(sentence);
});

test.each(['VOICELOOM_API_KEY', 'VOICELOOM_TOKEN'])(
  '%s set to an empty value is reported as empty',
  (name) => {
    vi.stubGlobal('process', { env: { [name]: '' }, versions: { node: '24' } });
    expect(() => make()).toThrow(`${name} is empty. Set apiKey or token`);
  },
);

test.each([
  ['https://voice.example.com', 'https://voice.example.com'],
  ['https://voice.example.com/api/v1', 'https://voice.example.com'],
  ['https://voice.example.com/api/v1/', 'https://voice.example.com'],
  ['https://example.com/voice/api/v1', 'https://example.com/voice'],
  ['https://example.com/api', 'https://example.com/api'],
  ['https://example.com/my-api/v1', 'https://example.com/my-api/v1'],
])('calls to the base address %s go to /api/v1 below %s', (baseUrl, expected) => {
  expect(make({ apiKey: 'k', baseUrl }).baseUrl).toBe(expected);
});

test('every option is known, and the client has every group of operations', () => {
  type Named = { [K in keyof Required<VoiceloomOptions>]: true };
  const all: Named = {
    ...{ apiKey: true, token: true, baseUrl: true, workspaceId: true, timeoutMs: true, idleTimeoutMs: true },
    ...{ maxRetries: true, fetch: true, headers: true, middleware: true, logger: true, pacing: true },
    ...{ inspect: true, unknownFields: true, dangerouslyAllowBrowser: true },
  };
  expect(OPTION_NAMES.split(' ').sort()).toEqual(Object.keys(all).sort());
  const client = make({ apiKey: 'k', baseUrl: 'https://example.com' });
  for (const { group } of allCalls.map(({ id }) => methodName(id))) expect(client).toHaveProperty(group);
});

test('a request that a page cannot make reports both origins and the setting that allows them', async () => {
  vi.stubGlobal('process', undefined);
  asPage();
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const options = { token: 't', baseUrl: 'https://voice.example.com', fetch, maxRetries: 0 };
  const failed = make(options).workflows.get('w');
  await expect(failed).rejects.toBeInstanceOf(ConnectionError);
  await expect(failed).rejects.toThrow(
    /voice\.example\.com does not allow requests from https:\/\/app\.example\.com.*CORS_ORIGINS/,
  );
  const same = make({ ...options, baseUrl: 'https://app.example.com/api' }).workflows.get('w');
  await expect(same).rejects.not.toThrow(/CORS/);
});

test('errors outside of pages do not mention origins', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const failed = make({ token: 't', fetch, maxRetries: 0 }).workflows.get('w');
  await expect(failed).rejects.toThrow('workflows.get failed: fetch failed.');
});
