import {
  KEYED_PROVIDER_IDS,
  type KeyedProviderId,
  PROVIDER_CREDENTIALS,
  sentCredentialsOf,
} from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signRequest } from '../../src/providers/keys/sigv4.ts';
import { createKeyVerifier, type KeyVerifier } from '../../src/providers/verify.ts';
import { GOOD_CREDENTIALS, type KeyEmulators, startKeyEmulators } from '../support/key-emulators.ts';

let emulators: KeyEmulators;
let verifier: KeyVerifier;

beforeAll(async () => {
  emulators = await startKeyEmulators();
  verifier = createKeyVerifier({ urls: emulators.urls, hosts_allowed: [emulators.host], timeout_ms: 2_000 });
});
afterEach(() => {
  for (const provider of KEYED_PROVIDER_IDS) emulators.say(provider, undefined);
});
afterAll(() => emulators.close());

const SECRETS = ['api_key', 'client_secret', 'secret_access_key'];

function credentialsOf(provider: KeyedProviderId, good: boolean): Record<string, string> {
  const entries = Object.entries(GOOD_CREDENTIALS[provider]);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, good || !SECRETS.includes(name) ? value : 'bad']),
  );
}
const verify = (provider: KeyedProviderId, credentials = credentialsOf(provider, true), by = verifier) =>
  by.verify({ provider, credentials, now: new Date() });

/** The tests that every provider must pass. Add a new one to the providers. */
describe.each(KEYED_PROVIDER_IDS)('%s', (provider) => {
  test('has credentials that match its schema', () => {
    const good = GOOD_CREDENTIALS[provider];
    expect(PROVIDER_CREDENTIALS[provider].parse(good)).toEqual(good);
    // Credentials of a newer server are read without their new fields.
    expect(PROVIDER_CREDENTIALS[provider].parse({ ...good, later: 'x' })).toEqual(good);
    expect(sentCredentialsOf(provider).safeParse({ ...good, later: 'x' }).success).toBe(false);
  });

  test('accepts a good key', async () => {
    expect(await verify(provider)).toEqual({ kind: 'accepted' });
  });

  test('rejects a bad key', async () => {
    expect(await verify(provider, credentialsOf(provider, false))).toEqual({ kind: 'rejected' });
  });

  test.each([404, 429, 500, 503])('leaves the key unverified when it returns %i', async (status) => {
    emulators.say(provider, { status });
    expect(await verify(provider)).toMatchObject({ kind: 'unreachable' });
  });

  test('is not followed to another address', async () => {
    const before = emulators.requests.length;
    const location = `http://${emulators.host}/elsewhere`;
    emulators.say(provider, { status: 302, headers: { location } });
    expect((await verify(provider)).kind).toBe('unreachable');
    expect(new Set(emulators.requests.slice(before).map((request) => request.provider))).toEqual(
      new Set([provider]),
    );
  });
});

test('a provider that does not respond is aborted in time', async () => {
  emulators.say('deepgram', { status: 200, silent: true });
  const impatient = createKeyVerifier({
    urls: emulators.urls,
    hosts_allowed: [emulators.host],
    timeout_ms: 50,
  });
  expect(await verify('deepgram', undefined, impatient)).toMatchObject({ kind: 'unreachable' });
});

test('a key of ElevenLabs without access to its user, or without credits, is valid', async () => {
  emulators.say('elevenlabs', { status: 401, body: '{"detail":{"status":"missing_permissions"}}' });
  expect(await verify('elevenlabs')).toEqual({ kind: 'accepted' });
  emulators.say('elevenlabs', { status: 401, body: '{"detail":{"status":"quota_exceeded"}}' });
  expect(await verify('elevenlabs')).toEqual({ kind: 'accepted' });
});

test('a bad request that is not about the key is not a rejection', async () => {
  emulators.say('google', { status: 400, body: '{"error":{"message":"Bad language code."}}' });
  expect((await verify('google')).kind).toBe('unreachable');
});

test.each([
  [200, '{"mos":1.2}', 'accepted'],
  [422, '{"detail":"silence"}', 'accepted'],
  [200, '{"ok":true}', 'unreachable'],
  [405, '', 'unreachable'],
  [415, '', 'unreachable'],
  [403, '', 'rejected'],
])('a scoring endpoint that returns %i %s for a second of silence is %s', async (status, body, kind) => {
  emulators.say('scoring_endpoint', { status, body });
  expect((await verify('scoring_endpoint')).kind).toBe(kind);
});

test('addresses in private networks are not called unless they are allowed', async () => {
  const strict = createKeyVerifier({ urls: {}, hosts_allowed: [] });
  const before = emulators.requests.length;
  for (const base_url of [
    `http://${emulators.host}/v1`,
    `https://${emulators.host}/v1`,
    'https://169.254.169.254/latest',
    'https://10.0.0.7/v1',
    'https://[::1]/v1',
    'https://localhost/v1',
    'https://user:password@example.com/v1',
  ])
    expect([base_url, (await verify('openai_compatible', { base_url }, strict)).kind]).toEqual([
      base_url,
      'forbidden',
    ]);
  expect(emulators.requests.length).toBe(before);
});

test('a name that resolves to a private address is not called', async () => {
  const lookup = (
    _host: string,
    _options: { all: true },
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) => done(null, [{ address: '10.1.2.3', family: 4 }]);
  const strict = createKeyVerifier({ urls: {}, hosts_allowed: [], lookup });
  const verdict = await verify('openai_compatible', { base_url: 'https://voices.example.com/v1' }, strict);
  expect(verdict.kind).toBe('forbidden');
});

test('neither verdicts nor requests to a wrong address contain a key', async () => {
  for (const provider of KEYED_PROVIDER_IDS) {
    emulators.say(provider, { status: 500, body: 'broken' });
    const verdict = JSON.stringify(await verify(provider));
    for (const name of SECRETS) {
      const secret = GOOD_CREDENTIALS[provider][name];
      if (secret !== undefined) expect(verdict).not.toContain(secret);
    }
  }
});

test('a request is signed as in the documentation of AWS', async () => {
  // "get-vanilla" of the Signature Version 4 test suite.
  const key = {
    access_key_id: 'AKIDEXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };
  const headers = await signRequest(
    { url: new URL('https://example.amazonaws.com/'), method: 'GET' },
    key,
    new Date('2015-08-30T12:36:00Z'),
  );
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  );
});
