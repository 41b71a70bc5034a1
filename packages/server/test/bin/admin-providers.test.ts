import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformKeyContext } from '../../src/engine/index.ts';
import { rewrapPlatformKeys } from '../../src/features/provider-keys/index.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

const ID = 'openai_compatible';
const SECRET = emulator.secret;

let provider: EmulatorServer;
let server: TestApp;
let member: Member;
/** The whole log of the service. */
let log = '';
let isAway = false;
beforeAll(async () => {
  const list: typeof emulator.list = (request) =>
    isAway ? json({ error: { message: 'Later.' } }, 503) : emulator.list(request);
  provider = await startSpeechEmulator({ ...emulator, list });
  const logTo = new PassThrough();
  logTo.on('data', (chunk) => {
    log += chunk;
  });
  const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
  server = await startTestApp({ config, logTo });
});
beforeEach(async () => {
  member = await createMember(server);
});
afterEach(async () => {
  isAway = false;
  await admin(server, ['providers', 'remove', ID, '--yes']);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const set = (input = SECRET, more: string[] = []) =>
  admin(server, ['providers', 'set', ID, '--json', ...more], input);
const storedRow = () => server.app.db.selectFrom('platform_provider_key').selectAll().executeTakeFirst();
const listKeys = async () => (await admin(server, ['providers', 'list', '--json'])).json.providers;

describe('admin providers', () => {
  test('stores a tested key from standard input encrypted, with its voices', async () => {
    const { code, output } = await set();
    expect(code).toBe(0);
    expect(output).not.toContain(SECRET);
    expect(await listKeys()).toMatchObject([
      { provider: ID, status: 'valid', key_preview: `••••${SECRET.slice(-4)}`, voices: 3, plans: [] },
    ]);
    const row = await storedRow();
    expect(row?.encrypted_credentials.includes(SECRET)).toBe(false);
    const { secrets } = server.app;
    const bytes = row?.encrypted_credentials ?? Buffer.alloc(0);
    expect(JSON.parse(secrets.decrypt(bytes, platformKeyContext({ provider: ID })))).toMatchObject({
      api_key: SECRET,
    });
    expect(() => secrets.decrypt(bytes, platformKeyContext({ provider: 'elevenlabs' }))).toThrow();
  });

  test('accepts all fields as JSON, and rejects unknown ones without repeating values', async () => {
    expect((await set(JSON.stringify({ api_key: SECRET }))).code).toBe(0);
    const { code, errors } = await set(JSON.stringify({ api_key: SECRET, bse_url: 'https://a.example' }));
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/has no such field\. Allowed fields: base_url/),
    ]);
    expect(errors).not.toContain(SECRET);
  });

  test('does not replace a key that works by one that the provider rejects', async () => {
    await set();
    const before = await storedRow();
    const { code, errors } = await set('sk-wrong-key-that-is-long-enough');
    expect([code, errors]).toEqual([1, 'OpenAI compatible does not accept this key.\n']);
    expect(errors).not.toContain('sk-wrong');
    expect(await storedRow()).toEqual(before);
  });

  test('stores a key as unverified while the provider is away, and tests it later', async () => {
    isAway = true;
    expect((await set()).json.key.status).toBe('unverified');
    isAway = false;
    expect((await admin(server, ['providers', 'test', ID, '--json'])).json.key.status).toBe('valid');
    expect(await listKeys()).toMatchObject([{ voices: 3 }]);
  });

  test('makes a key available again that passes the test', async () => {
    await set();
    const unavailable_until = new Date(Date.now() + 3_600_000);
    await server.app.db
      .updateTable('platform_provider_key')
      .set({ unavailable_until, unavailable_reason: 'quota' })
      .execute();
    expect((await admin(server, ['providers', 'list'])).output).toMatch(/ quota /);
    await admin(server, ['providers', 'test', ID]);
    expect(await listKeys()).toMatchObject([{ unavailable_until: null, unavailable_reason: null }]);
  });

  test('removes a key with its voices only with --yes', async () => {
    await set();
    const dryRun = await admin(server, ['providers', 'remove', ID]);
    expect(dryRun.output).toMatch(/is used by: no plan\.\nNothing was changed/);
    expect(await listKeys()).toHaveLength(1);
    expect((await admin(server, ['providers', 'remove', ID, '--yes'])).code).toBe(0);
    expect(await listKeys()).toEqual([]);
    const voices = await server.app.db
      .selectFrom('voice')
      .select('id')
      .where('provider', '=', ID)
      .where('is_active', '=', true)
      .execute();
    expect(voices).toEqual([]);
  });

  test('records who set and removed a key where only operators can read it', async () => {
    await set(SECRET, ['--reason', 'Contract with the provider']);
    await admin(server, ['providers', 'remove', ID, '--yes']);
    const { json: listed } = await admin(server, ['activity', 'list', '--limit', '2', '--json']);
    expect(listed.actions).toMatchObject([
      { kind: 'platform_key_removed', operator: 'ada', resource_name: 'OpenAI compatible' },
      { kind: 'platform_key_set', operator: 'ada', reason: 'Contract with the provider' },
    ]);
    const { body } = await server.request('GET', '/api/v1/usage/activity', { as: member });
    expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain('platform_key_set');
  });

  test.each([
    ['an unknown provider', 'acme'],
    ['the embedded engine', 'espeak'],
    ['a provider that does not speak', 'deepl'],
  ])('rejects %s', async (_, id) => {
    const { code, errors } = await admin(server, ['providers', 'set', id], SECRET);
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/^The provider must be one of openai_compatible,/),
    ]);
  });

  test('rejects an empty input with the fields of the provider', async () => {
    const { code, errors } = await admin(server, ['providers', 'set', 'polly'], ' ');
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/access_key_id, secret_access_key, region, as JSON/),
    ]);
  });

  test('has keys that are rewrapped with a new encryption key', async () => {
    await set();
    const { db, secrets } = server.app;
    const { encryption_keys } = server.app.config;
    expect(encryption_keys).toBeUndefined();
    const newKey = { id: 'new', key: Buffer.alloc(32, 7) };
    const context = platformKeyContext({ provider: ID });
    const row = await storedRow();
    const plaintext = secrets.decrypt(row?.encrypted_credentials ?? Buffer.alloc(0), context);
    const oldKey = { id: 'old', key: Buffer.alloc(32, 3) };
    const oldRow = createSecrets([oldKey]).encrypt(plaintext, context);
    await db
      .updateTable('platform_provider_key')
      .set({ encrypted_credentials: oldRow, encryption_key_id: 'old' })
      .execute();
    expect(await rewrapPlatformKeys({ db, secrets: createSecrets([newKey, oldKey]) })).toBe(1);
    expect(await rewrapPlatformKeys({ db, secrets: createSecrets([newKey, oldKey]) })).toBe(0);
    const { encrypted_credentials = Buffer.alloc(0) } = (await storedRow()) ?? {};
    expect(createSecrets([newKey]).decrypt(encrypted_credentials, context)).toBe(plaintext);
  });

  test('leaves no key in the log', () => {
    expect(log).not.toBe('');
    expect(log).not.toContain(SECRET);
  });
});
