import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  type OpenIdProvider,
  OTHER_RESOURCE,
  RESOURCE,
  startOpenIdProvider,
  TOKEN_TTL_S,
} from '../support/openid-provider.ts';

// The library warns that it keeps state only in memory, which is fine in a test.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const DISCOVERY = '/.well-known/openid-configuration';
const KEYS = '/jwks';

const startServer = ({ issuer }: OpenIdProvider): Promise<TestApp> =>
  startTestApp({
    config: { auth: { issuer, audience: RESOURCE, jwks_url: undefined, max_token_age_s: 86_400 } },
  });

const whoami = (server: TestApp, token: string) =>
  server.request('GET', '/api/v1/auth/whoami', { as: { token } });

async function expectRefused(server: TestApp, token: string): Promise<void> {
  const { status, body } = await whoami(server, token);
  expect([status, body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
}

/** Moves the clocks of the service and the provider; both run in this process. */
const travel = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });

afterEach(() => {
  vi.useRealTimers();
});

describe('with a complete OpenID provider', () => {
  let provider: OpenIdProvider;
  let server: TestApp;
  beforeAll(async () => {
    provider = await startOpenIdProvider();
    server = await startServer(provider);
  });
  afterAll(async () => {
    await server.close();
    await provider.stop();
  });

  test('a person who signed in there gets a user with a personal workspace', async () => {
    const { access_token } = await provider.signIn('Ada');
    expect(decodeJwt(access_token)).toMatchObject({ iss: provider.issuer, aud: RESOURCE, sub: 'Ada' });
    const { status, body } = await whoami(server, access_token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ auth_kind: 'jwt', api_key_id: null });
    const { db } = server.app;
    const user = await db
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', body.data.user_id)
      .executeTakeFirst();
    const profile = { first_name: 'Ada', email: 'ada@example.test', email_verified: true };
    expect(user).toMatchObject({ issuer: provider.issuer, subject: 'Ada', ...profile });
    const workspaces = await server.request('GET', '/api/v1/workspaces', { as: { token: access_token } });
    expect(workspaces.body.data).toEqual([
      expect.objectContaining({ id: body.data.workspace_id, name: "Ada's workspace" }),
    ]);
  });

  test('the next sign-in of the same person finds the same user', async () => {
    const [first, second] = [await provider.signIn('Grace'), await provider.signIn('Grace')];
    expect(first.access_token).not.toBe(second.access_token);
    const answers = [await whoami(server, first.access_token), await whoami(server, second.access_token)];
    expect(answers[0]?.body.data.user_id).toBe(answers[1]?.body.data.user_id);
  });

  test('a client credentials token is a separate user', async () => {
    const { status, body } = await whoami(server, await provider.clientToken());
    expect(status).toBe(200);
    const person = await whoami(server, (await provider.signIn('Ada')).access_token);
    expect(body.data.user_id).not.toBe(person.body.data.user_id);
  });

  test('a token for another service is rejected', async () => {
    await expectRefused(server, await provider.clientToken(OTHER_RESOURCE));
  });

  test('an ID token is rejected, because it is meant for the client', async () => {
    const { id_token } = await provider.signIn('Ada');
    expect(decodeJwt(id_token)).toMatchObject({ iss: provider.issuer, aud: 'studio', sub: 'Ada' });
    await expectRefused(server, id_token);
  });

  test('an expired token is rejected', async () => {
    const token = await provider.clientToken();
    travel(TOKEN_TTL_S + 59);
    expect((await whoami(server, token)).status).toBe(200);
    const other = await provider.clientToken();
    travel(TOKEN_TTL_S + 61);
    await expectRefused(server, other);
  });
});

describe('when the provider changes', () => {
  let provider: OpenIdProvider;
  let server: TestApp;
  beforeEach(async () => {
    provider = await startOpenIdProvider();
    server = await startServer(provider);
  });
  afterEach(async () => {
    await server.close();
    await provider.stop();
  });

  test('discovery and keys are fetched once for many simultaneous requests', async () => {
    const people = await Promise.all(['Alan', 'Edsger', 'Barbara'].map((name) => provider.signIn(name)));
    const answers = await Promise.all(people.map(({ access_token }) => whoami(server, access_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const asked = (path: string) => provider.requests.filter((request) => request === path).length;
    expect([asked(DISCOVERY), asked(KEYS)]).toEqual([1, 1]);
  });

  test('a new key is used, and tokens of the old one stay valid while it is published', async () => {
    const { access_token: before } = await provider.signIn('Ada');
    expect((await whoami(server, before)).status).toBe(200);
    await provider.rotate();
    // The service looks for an unknown key at most once in 30 seconds.
    travel(31);
    const { access_token: after } = await provider.signIn('Grace');
    expect((await whoami(server, after)).status).toBe(200);
    expect((await whoami(server, before)).status).toBe(200);
  });

  test('a withdrawn key becomes invalid with the next refresh of the keys', async () => {
    const [ada, edsger] = [await provider.signIn('Ada'), await provider.signIn('Edsger')];
    expect((await whoami(server, ada.access_token)).status).toBe(200);
    await provider.rotate({ withdraw: true });
    travel(31);
    const { access_token: after } = await provider.signIn('Grace');
    expect((await whoami(server, after)).status).toBe(200);
    await expectRefused(server, edsger.access_token);
  });

  test('requests return 503 if it stops before its keys are known, and succeed when it is back', async () => {
    const { access_token } = await provider.signIn('Ada');
    await provider.stop();
    const { status, headers, body } = await whoami(server, access_token);
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await provider.start();
    expect((await whoami(server, access_token)).status).toBe(200);
  });

  test('the known keys keep working if it stops later', async () => {
    const [ada, grace] = [await provider.signIn('Ada'), await provider.signIn('Grace')];
    expect((await whoami(server, ada.access_token)).status).toBe(200);
    await provider.stop();
    expect((await whoami(server, grace.access_token)).status).toBe(200);
  });
});
