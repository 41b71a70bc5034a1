import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { KEYED_PROVIDER_IDS, type KeyedProviderId } from '@voiceloom/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerKeyContext } from '../../src/engine/index.ts';
import { rewrapProviderKeys } from '../../src/features/provider-keys/index.ts';
import { verifyWaitingKeys } from '../../src/features/provider-keys/jobs.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { GOOD_CREDENTIALS, type KeyEmulators, startKeyEmulators } from '../support/key-emulators.ts';
import { fieldsOf } from '../support/workflows.ts';

const KEYS = '/api/v1/provider-keys';

let server: TestApp;
let emulators: KeyEmulators;
let admin: Member;
let logged = '';

beforeAll(async () => {
  emulators = await startKeyEmulators();
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const config = {
    provider_urls: emulators.urls,
    provider_allowed_hosts: [emulators.host],
    log_level: 'trace' as const,
  };
  server = await startTestApp({ config, logTo });
  await allow(true);
});
beforeEach(async () => {
  admin = await createMember(server);
});
afterEach(() => {
  for (const provider of KEYED_PROVIDER_IDS) emulators.say(provider, undefined);
});
afterAll(async () => {
  await server.close();
  await emulators.close();
});

/** Sets whether the default plan allows own keys. */
async function allow(included: boolean) {
  const { db } = server.app;
  const plan = await db
    .selectFrom('plan')
    .selectAll()
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const limits = JSON.stringify({ ...plan.limits, byok_enabled: included ? 1 : 0 });
  await db.updateTable('plan').set({ limits }).where('id', '=', plan.id).execute();
}

const put = (provider: string, body: unknown, as = admin) =>
  server.request('PUT', `${KEYS}/${provider}`, { as, body });
const remove = (provider: string, as = admin) => server.request('DELETE', `${KEYS}/${provider}`, { as });
const rowOf = (provider: string, member = admin) =>
  server.app.db
    .selectFrom('provider_key')
    .selectAll()
    .where('workspace_id', '=', member.workspace_id)
    .where('provider', '=', provider)
    .executeTakeFirst();
async function stateOf(provider: string, as = admin) {
  const { body } = await server.request('GET', KEYS, { as });
  return body.data.providers.find((status: { provider: string }) => status.provider === provider);
}

test('every provider that accepts a key is listed with the fields that it needs', async () => {
  const { status, body } = await server.request('GET', KEYS, { as: admin });
  expect(status).toBe(200);
  expect(body.data.providers.map(({ provider }: { provider: string }) => provider)).toEqual(
    KEYED_PROVIDER_IDS,
  );
  const azure = await stateOf('azure');
  expect(azure).toMatchObject({
    configured: false,
    is_valid: false,
    validated_at: null,
    key_preview: '',
    status: 'not_configured',
    credentials_schema: { title: 'Azure Speech', type: 'object', required: ['api_key', 'region'] },
  });
  expect(Object.keys(azure.credentials_schema.properties)).toEqual(['api_key', 'region']);
});

describe('a key', () => {
  test.each(KEYED_PROVIDER_IDS)(
    'of %s is tested, encrypted and shown only by its last characters',
    async (provider) => {
      const credentials = GOOD_CREDENTIALS[provider];
      const { status, body } = await put(provider, credentials);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ provider, configured: true, is_valid: true, status: 'valid' });
      expect(body.data.key_preview).toBe('••••6789');
      expect(body.data.validated_at).not.toBeNull();
      expect(await stateOf(provider)).toEqual(body.data);
      const row = await rowOf(provider);
      const opened = server.app.secrets.decrypt(row!.encrypted_credentials, providerKeyContext(row!));
      expect(JSON.parse(opened)).toEqual(credentials);
      for (const secret of Object.values(credentials).filter((value) => value.includes('good')))
        expect(row!.encrypted_credentials.includes(secret)).toBe(false);
    },
  );

  test('that the provider rejects is rejected, and the previous one stays', async () => {
    await put('deepgram', GOOD_CREDENTIALS.deepgram);
    const before = await rowOf('deepgram');
    const refused = await put('deepgram', { api_key: 'wrong-deepgram-key-0000' });
    expect([refused.status, fieldsOf(refused.body)]).toEqual([422, ['body.api_key']]);
    expect(refused.text).not.toContain('wrong-deepgram');
    expect(await rowOf('deepgram')).toEqual(before);
  });

  test('with a misspelled field is rejected before the provider is called, and the previous one stays', async () => {
    await put('openai_compatible', GOOD_CREDENTIALS.openai_compatible);
    const before = await rowOf('openai_compatible');
    const asked = emulators.requests.length;
    const { api_key } = GOOD_CREDENTIALS.openai_compatible;
    const refused = await put('openai_compatible', { api_key, baseurl: 'https://own.example.com/v1' });
    expect([refused.status, fieldsOf(refused.body)]).toEqual([422, ['body.baseurl']]);
    expect(refused.body.error.details[0].message).toMatch(
      /^OpenAI compatible has no such field\. .* base_url,/,
    );
    expect(refused.text).not.toContain('own.example.com');
    expect(emulators.requests.length).toBe(asked);
    expect(await rowOf('openai_compatible')).toEqual(before);
  });

  test('of an unavailable provider is stored unverified, and tested again later', async () => {
    emulators.say('cartesia', { status: 503 });
    const { status, body } = await put('cartesia', GOOD_CREDENTIALS.cartesia);
    expect([status, body.data.status, body.data.is_valid]).toEqual([200, 'unverified', false]);
    expect(body.data.validated_at).toBeNull();
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await verifyWaitingKeys(server.app, later(0));
    expect((await stateOf('cartesia')).status).toBe('unverified');
    await verifyWaitingKeys(server.app, later(6));
    expect((await stateOf('cartesia')).status).toBe('unverified');
    emulators.say('cartesia', undefined);
    await verifyWaitingKeys(server.app, later(12));
    expect(await stateOf('cartesia')).toMatchObject({ status: 'valid', is_valid: true });
  });

  test('that is rejected later becomes invalid', async () => {
    emulators.say('rime', { status: 500 });
    await put('rime', { api_key: 'wrong-rime-key-0000000' });
    emulators.say('rime', undefined);
    await verifyWaitingKeys(server.app, new Date(Date.now() + 6 * 60_000));
    expect(await stateOf('rime')).toMatchObject({ status: 'invalid', is_valid: false, configured: true });
  });

  test('is deleted, and deleting can be repeated', async () => {
    await put('google', GOOD_CREDENTIALS.google);
    for (let n = 0; n < 2; n++) {
      const { status, body } = await remove('google');
      expect([status, body.data.configured, body.data.status]).toEqual([200, false, 'not_configured']);
    }
    expect(await rowOf('google')).toBeUndefined();
  });

  test('belongs to one workspace', async () => {
    await put('google', GOOD_CREDENTIALS.google);
    const stranger = await createMember(server);
    expect((await stateOf('google', stranger)).configured).toBe(false);
    await remove('google', stranger);
    expect((await stateOf('google')).configured).toBe(true);
    const row = await rowOf('google');
    const moved = providerKeyContext({ ...row!, workspace_id: stranger.workspace_id });
    expect(() => server.app.secrets.decrypt(row!.encrypted_credentials, moved)).toThrow(
      'belong to another record',
    );
  });

  test('makes its provider available in the catalog', async () => {
    await put('elevenlabs', GOOD_CREDENTIALS.elevenlabs);
    const { body } = await server.request('GET', '/api/v1/providers/elevenlabs', { as: admin });
    expect(body.data.key_status).toBe('valid');
  });

  test('of a short kind shows nothing', async () => {
    emulators.say('elevenlabs', { status: 200 });
    expect((await put('elevenlabs', { api_key: 'short' })).body.data.key_preview).toBe('••••');
  });
});

test.each<[string, KeyedProviderId, unknown, string[]]>([
  ['nothing', 'elevenlabs', {}, ['body.api_key']],
  ['no body', 'elevenlabs', undefined, ['body.api_key']],
  ['a number', 'elevenlabs', { api_key: 5 }, ['body.api_key']],
  ['an empty key', 'elevenlabs', { api_key: '  ' }, ['body.api_key', 'body.api_key']],
  ['a line break', 'deepgram', { api_key: 'one\r\nx-evil: two' }, ['body.api_key']],
  ['half of what is needed', 'polly', { access_key_id: 'AKIA' }, ['body.secret_access_key', 'body.region']],
  ['a region that is a host', 'azure', { api_key: 'k', region: 'evil.example.com/' }, ['body.region']],
  ['an invalid address', 'openai_compatible', { base_url: 'nowhere' }, ['body.base_url']],
])('%s is not a valid credential', async (_name, provider, body, fields) => {
  const answer = await put(provider, body);
  expect(answer.status).toBe(422);
  expect(fieldsOf(answer.body)).toEqual(fields);
});

test('a provider that takes no key, or is unknown, is rejected', async () => {
  for (const provider of ['espeak', 'nobody']) {
    expect(fieldsOf((await put(provider, { api_key: 'x' })).body)).toEqual(['params.provider']);
    expect((await remove(provider)).status).toBe(422);
  }
});

test('a plan without own keys rejects new ones, and allows deleting existing ones', async () => {
  await put('google', GOOD_CREDENTIALS.google);
  await allow(false);
  const asked = emulators.requests.length;
  try {
    const refused = await put('deepgram', GOOD_CREDENTIALS.deepgram);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
    expect(refused.body.error.message).toContain('PLANS_FILE');
    expect(emulators.requests.length).toBe(asked);
    expect((await remove('google')).status).toBe(200);
  } finally {
    await allow(true);
  }
});

test('a custom server address must be allowed, and the error names the setting', async () => {
  const strict = await startTestApp({ database_url: server.app.config.database_url! });
  try {
    // Starting the service resets the plans.
    await allow(true);
    const as = await createMember(strict);
    const store = (provider: string, body: unknown) =>
      strict.request('PUT', `${KEYS}/${provider}`, { as, body });
    for (const origin of ['https://169.254.169.254', 'https://10.0.0.7', 'http://127.0.0.1:9']) {
      const speech = await store('openai_compatible', { base_url: `${origin}/v1`, api_key: 'x' });
      const scoring = await store('scoring_endpoint', { url: `${origin}/score` });
      for (const [refused, field] of [
        [speech, 'body.base_url'],
        [scoring, 'body.url'],
      ] as const) {
        expect([refused.status, fieldsOf(refused.body)]).toEqual([422, [field]]);
        expect(refused.body.error.message).toContain('PROVIDER_ALLOWED_HOSTS');
      }
    }
    expect(await rowOf('openai_compatible', as)).toBeUndefined();
    expect(await rowOf('scoring_endpoint', as)).toBeUndefined();
  } finally {
    await strict.close();
  }
});

describe('every address in a key is checked when it is stored', () => {
  const FIELDS = [
    ['openai_compatible', 'base_url'],
    ['openai_compatible', 'transcription_base_url'],
    ['openai_compatible', 'chat_base_url'],
    ['scoring_endpoint', 'url'],
  ] as const;
  const ADDRESSES = [
    'http://api.example.com/v1',
    'https://127.0.0.1/v1',
    'https://127.1/v1',
    'https://2130706433/v1',
    'https://0x7f.1/v1',
    'https://0177.0.0.1/v1',
    'https://10.0.0.7/v1',
    'https://169.254.169.254/latest',
    'https://169.254.169.254./latest',
    'https://2852039166/latest',
    'https://0xa9fea9fe/latest',
    'https://0251.0376.0251.0376/latest',
    'https://１６９.２５４.１６９.２５４/latest',
    'https://①②⑦.0.0.1/v1',
    'https://169。254。169。254/latest',
    'https://[::1]/v1',
    'https://[::ffff:169.254.169.254]/latest',
    'https://[::ffff:a9fe:a9fe]/latest',
    'https://[fd00:ec2::254]/latest',
    'https://[fd20:ce::254]/latest',
    'https://metadata.google.internal./latest',
    'https://localhost./v1',
    'https://localhost../v1',
    'https://ｌｏｃａｌｈｏｓｔ/v1',
    'https://user:pass@api.example.com/v1',
    'https://user@api.example.com/v1',
    'https://api.example.com/v1?to=',
    'https://api.example.com/v1?',
    'https://api.example.com/v1#part',
  ];

  test.each(FIELDS)('%s: %s', async (provider, field) => {
    const strict = await startTestApp({ database_url: server.app.config.database_url! });
    try {
      await allow(true);
      const as = await createMember(strict);
      for (const address of ADDRESSES) {
        const rest = provider === 'openai_compatible' ? { base_url: 'https://api.example.com/v1' } : {};
        const body = { api_key: 'key-of-the-test', ...rest, [field]: address };
        const answer = await strict.request('PUT', `${KEYS}/${provider}`, { as, body });
        expect([address, answer.status, answer.status === 422 && fieldsOf(answer.body)]).toEqual([
          address,
          422,
          [`body.${field}`],
        ]);
        expect(await rowOf(provider, as)).toBeUndefined();
      }
    } finally {
      await strict.close();
    }
  });
});

describe('a new key of the key ring', () => {
  const key = (id: string) => ({ id, key: randomBytes(32) });

  test('rewraps every stored provider key in batches, without decrypting one', async () => {
    const { db } = server.app;
    await db.deleteFrom('provider_key').execute();
    const [old, next] = [key('old'), key('next')];
    const before = createSecrets([old]);
    const template = {
      status: 'valid',
      created_by: admin.user_id,
      key_preview: '',
      encryption_key_id: 'old',
    };
    const now = new Date();
    const times = { checked_at: now, created_at: now, updated_at: now };
    const members = await Promise.all(Array.from({ length: 9 }, () => createMember(server)));
    const places = members.flatMap(({ workspace_id }) =>
      KEYED_PROVIDER_IDS.map((provider) => ({ workspace_id, provider })),
    );
    expect(places.length).toBeGreaterThan(100);
    await db
      .insertInto('provider_key')
      .values(
        places.map((place) => ({
          ...template,
          ...times,
          ...place,
          encrypted_credentials: before.encrypt(
            `${place.workspace_id}/${place.provider}`,
            providerKeyContext(place),
          ),
        })),
      )
      .execute();
    const ring = createSecrets([next, old]);
    const done = await Promise.all([1, 2].map(() => rewrapProviderKeys({ db, secrets: ring })));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(places.length);
    expect(await rewrapProviderKeys({ db, secrets: ring })).toBe(0);
    const alone = createSecrets([next]);
    for (const row of await db.selectFrom('provider_key').selectAll().execute()) {
      expect(row.encryption_key_id).toBe('next');
      expect(alone.decrypt(row.encrypted_credentials, providerKeyContext(row))).toBe(
        `${row.workspace_id}/${row.provider}`,
      );
    }
    await db.deleteFrom('provider_key').execute();
  });
});

test('the activity log shows that a key was set and deleted, and no part of the key', async () => {
  const entries = async () => {
    const { body } = await server.request('GET', '/api/v1/usage/activity', { as: admin });
    return body.data;
  };
  const wrong = { ...GOOD_CREDENTIALS.deepgram, api_key: 'wrong-deepgram' };
  expect((await put('deepgram', wrong)).status).toBe(422);
  await remove('deepgram');
  expect(await entries()).toEqual([]);
  expect((await put('deepgram', GOOD_CREDENTIALS.deepgram)).status).toBe(200);
  await remove('deepgram');
  await remove('deepgram');
  const told = await entries();
  const same = {
    action: 'settings_changed',
    user: { id: admin.user_id },
    resource: { type: 'provider_key', id: null, name: 'Deepgram' },
    metadata: { provider: 'deepgram' },
  };
  expect(told).toMatchObject([
    { kind: 'provider_key_deleted', ...same },
    { kind: 'provider_key_set', ...same },
  ]);
  expect(JSON.stringify(told)).not.toContain('0123456789');
});

test('no log line carries any part of a key', async () => {
  expect(logged).toContain(KEYS);
  for (const credentials of Object.values(GOOD_CREDENTIALS)) {
    for (const value of Object.values(credentials).filter((text) => /good/i.test(text)))
      expect(logged).not.toContain(value);
  }
  for (const sent of ['wrong-deepgram', 'wrong-rime', 'x-evil']) expect(logged).not.toContain(sent);
});
