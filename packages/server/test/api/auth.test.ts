import { createHmac, randomUUID } from 'node:crypto';
import { SCOPES } from '@voiceloom/contract';
import { exportSPKI, generateKeyPair, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { AUDIENCE, issuerSettings, startIssuer, type TestIssuer } from '../support/issuer.ts';

const WHOAMI = '/api/v1/auth/whoami';

let issuer: TestIssuer;
let server: TestApp;

beforeAll(async () => {
  issuer = await startIssuer();
  server = await startTestApp({ config: { auth: issuerSettings(issuer.issuer) } });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
});

const whoami = (token: string) => server.request('GET', WHOAMI, { as: { token } });
const now = () => Math.floor(Date.now() / 1_000);

async function expectRefused(token: string, code = 'UNAUTHENTICATED') {
  const { status, body, headers } = await whoami(token);
  expect(status).toBe(401);
  expect(body.error.code).toBe(code);
  expect(headers.get('www-authenticate')).toBe('Bearer');
}

describe('tokens of an identity provider', () => {
  test('the first token of a subject creates a user with a personal workspace', async () => {
    const sub = randomUUID();
    const { status, body } = await whoami(
      await issuer.sign({ sub, given_name: 'Ada', email: 'ada@example.test', email_verified: true }),
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ auth_kind: 'jwt', api_key_id: null, scopes: [...SCOPES].sort() });
    const user = await server.app.db
      .selectFrom('app_user')
      .selectAll()
      .where('subject', '=', sub)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ id: body.data.user_id, email: 'ada@example.test', first_name: 'Ada' });
    const workspace = await server.app.db
      .selectFrom('workspace')
      .selectAll()
      .where('owner_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(workspace).toMatchObject({
      id: body.data.workspace_id,
      is_personal: true,
      name: "Ada's workspace",
    });
  });

  test('twenty first requests at once create one user and one workspace', async () => {
    const sub = randomUUID();
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, n) => issuer.sign({ sub, jti: String(n) })),
    );
    const answers = await Promise.all(tokens.map(whoami));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.data.user_id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.data.workspace_id)).size).toBe(1);
  });

  test('a changed profile is stored, and claims that a token omits keep their value', async () => {
    const sub = randomUUID();
    await whoami(await issuer.sign({ sub, email: 'old@example.test', family_name: 'Kept' }));
    await whoami(await issuer.sign({ sub, email: 'new@example.test' }));
    const user = await server.app.db
      .selectFrom('app_user')
      .select(['email', 'last_name'])
      .where('subject', '=', sub)
      .executeTakeFirstOrThrow();
    expect(user).toEqual({ email: 'new@example.test', last_name: 'Kept' });
  });

  test('a name of a token with invisible characters counts as missing', async () => {
    const token = await issuer.sign({ sub: 'bidi', given_name: 'Eve\u202e', family_name: 'Adams' });
    await whoami(token);
    const { first_name, last_name } = await server.app.db
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('subject', '=', 'bidi')
      .executeTakeFirstOrThrow();
    expect([first_name, last_name]).toEqual([null, 'Adams']);
  });

  test.each([
    ['just expired, within the skew', { exp: () => now() - 30 }],
    ['valid only from soon on, within the skew', { nbf: () => now() + 30 }],
    ['for several audiences', { aud: () => ['other', AUDIENCE] }],
  ])('a token %s is accepted', async (_name, claims: Record<string, () => unknown>) => {
    const made = Object.fromEntries(Object.entries(claims).map(([name, make]) => [name, make()]));
    expect((await whoami(await issuer.sign(made))).status).toBe(200);
  });

  test.each([
    ['expired', { exp: () => now() - 120 }],
    ['not valid yet', { nbf: () => now() + 120 }],
    ['from the future', { iat: () => now() + 3_600, exp: () => now() + 7_200 }],
    ['too old, whatever its expiry says', { iat: () => now() - 7_200 }],
    ['without expiry', { exp: () => undefined }],
    ['valid beyond every date', { exp: () => 1e308 }],
    ['valid for more than 8,000 years', { exp: () => 253_402_300_800 }],
    ['without time of issue', { iat: () => undefined }],
    ['without subject', { sub: () => undefined }],
    ['with an empty subject', { sub: () => '' }],
    ['with a subject that cannot be stored', { sub: () => 'a\u0000b' }],
    ['for another audience', { aud: () => 'other' }],
    ['without audience', { aud: () => undefined }],
    ['of another issuer', { iss: () => 'https://other.example' }],
    ['of the issuer with a slash behind it', { iss: () => `${issuer.issuer}/` }],
  ])('a token that is %s is rejected', async (_name, claims: Record<string, () => unknown>) => {
    const made = Object.fromEntries(Object.entries(claims).map(([name, make]) => [name, make()]));
    await expectRefused(await issuer.sign(made));
  });
});

describe('the typ header of a token', () => {
  test.each([undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'application/JWT'])(
    '%s is accepted',
    async (typ) => {
      const token = await issuer.sign({}, { header: typ === undefined ? {} : { typ } });
      const headers = { Authorization: `Bearer ${token}` };
      expect((await server.request('GET', '/api/v1/auth/whoami', { headers })).status).toBe(200);
    },
  );

  test.each([
    'id_token',
    'dpop+jwt',
    'logout+jwt',
    'secevent+jwt',
    'token-introspection+jwt',
    'rt+jwt',
    'at+jwt ',
    'application/application/at+jwt',
    '',
  ])('%j is rejected', async (typ) => {
    await expectRefused(await issuer.sign({}, { header: { typ } }));
  });
});

describe('forged tokens', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = () => ({ iss: issuer.issuer, aud: AUDIENCE, sub: 'x', iat: now(), exp: now() + 300 });

  test('a token without a signature is rejected', async () => {
    for (const alg of ['none', 'None', 'NONE'])
      await expectRefused(`${encode({ alg })}.${encode(claims())}.`);
  });

  test('a token signed with the public key as a shared secret is rejected', async () => {
    const { keys } = (await (await fetch(`${issuer.issuer}/keys`)).json()) as { keys: object[] };
    const publicKey = await importJWK({ ...keys[0] }, 'ES256', { extractable: true });
    const pem = await exportSPKI(publicKey as Exclude<typeof publicKey, Uint8Array>);
    const text = `${encode({ alg: 'HS256', kid: 'first' })}.${encode(claims())}`;
    const signature = createHmac('sha256', pem).update(text).digest('base64url');
    await expectRefused(`${text}.${signature}`);
  });

  test('a token signed with another key under a published name is rejected', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    await expectRefused(await issuer.sign({}, { key: privateKey }));
  });

  test('a key embedded in the token is not used', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { exportJWK, SignJWT } = await import('jose');
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey);
    await expectRefused(token);
  });

  test('an algorithm that is not allowed is rejected, even if the key is published', async () => {
    const { privateKey } = await generateKeyPair('ES384');
    await expectRefused(await issuer.sign({}, { alg: 'ES384', key: privateKey }));
  });

  test.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d.e', '....', 'e30.e30.e30', 'ü'.normalize('NFD')])(
    'the text %j is not a token',
    async (token) => {
      const headers = { Authorization: `Bearer ${encodeURIComponent(token)}` };
      expect((await server.request('GET', WHOAMI, { headers })).status).toBe(401);
    },
  );

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'Token x'])(
    'the header %j is rejected',
    async (header) => {
      const { status, body } = await server.request('GET', WHOAMI, { headers: { Authorization: header } });
      expect(status).toBe(401);
      expect(body.error.code).toBe('UNAUTHENTICATED');
    },
  );
});

test('a rotated key is fetched when it is needed, and unknown key ids do not flood the provider', async () => {
  const rotating = await startIssuer();
  const other = await startTestApp({ config: { auth: issuerSettings(rotating.issuer) } });
  try {
    const ask = (token: string) => other.request('GET', WHOAMI, { as: { token } });
    expect((await ask(await rotating.sign())).status).toBe(200);
    expect(rotating.fetches).toEqual({ discovery: 1, keys: 1 });
    const { privateKey } = await generateKeyPair('ES256');
    for (let n = 0; n < 10; n++) {
      const token = await rotating.sign({ sub: `flood-${n}` }, { kid: `unknown-${n}`, key: privateKey });
      expect((await ask(token)).status).toBe(401);
    }
    expect(rotating.fetches.keys).toBe(1);
  } finally {
    await other.close();
    await rotating.close();
  }
});

test('while a provider is unavailable, its tokens return 503 instead of 401', async () => {
  const away = await startIssuer();
  away.break(true);
  const other = await startTestApp({ config: { auth: issuerSettings(away.issuer) } });
  try {
    const token = await away.sign();
    const refused = await other.request('GET', WHOAMI, { as: { token } });
    expect(refused.status).toBe(503);
    expect(refused.body.error.code).toBe('UNAVAILABLE');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    away.break(false);
    expect((await other.request('GET', WHOAMI, { as: { token } })).status).toBe(200);
    away.break(true);
    expect(
      (await other.request('GET', WHOAMI, { as: { token: await away.sign({ sub: 'b' }) } })).status,
    ).toBe(200);
  } finally {
    await other.close();
    await away.close();
  }
});

describe.each(['RS256', 'EdDSA'])('a provider that signs with %s', (alg) => {
  test('is supported', async () => {
    const provider = await startIssuer(alg);
    const other = await startTestApp({ config: { auth: issuerSettings(provider.issuer) } });
    try {
      const token = await provider.sign();
      expect((await other.request('GET', WHOAMI, { as: { token } })).status).toBe(200);
    } finally {
      await other.close();
      await provider.close();
    }
  });
});
