import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember } from '../support/factories.ts';
import { issuerSettings, startIssuer } from '../support/issuer.ts';

const WHOAMI = '/api/v1/auth/whoami';

let dev: TestApp;

beforeAll(async () => {
  dev = await startTestApp({ checks_ledgers: true });
});
afterAll(() => dev.close());

describe('the development issuer', () => {
  test('signs with a key that only its owner can read', async () => {
    const { mode } = statSync(join(dev.app.config.data_dir, 'dev-issuer.jwk'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('is trusted without a configured provider, and not together with one', async () => {
    const token = await dev.token();
    expect((await dev.request('GET', WHOAMI, { as: { token } })).status).toBe(200);
    const issuer = await startIssuer();
    const other = await startTestApp({
      config: { auth: issuerSettings(issuer.issuer), data_dir: dev.app.config.data_dir },
    });
    try {
      expect((await other.request('GET', WHOAMI, { as: { token } })).status).toBe(401);
    } finally {
      await other.close();
      await issuer.close();
    }
  });

  test('never trusts a token of another machine', async () => {
    const jwk = JSON.parse(readFileSync(join(dev.app.config.data_dir, 'dev-issuer.jwk'), 'utf8'));
    expect(jwk.d).toEqual(expect.any(String));
    const stranger = await startTestApp();
    try {
      const answer = await dev.request('GET', WHOAMI, { as: { token: await stranger.token() } });
      expect(answer.status).toBe(401);
    } finally {
      await stranger.close();
    }
  });

  test('an API key returns its owner and its scopes', async () => {
    const member = await createMember(dev);
    const key = await createKey(dev, member, { scopes: ['voices:read'] });
    const { body } = await dev.request('GET', WHOAMI, { as: key });
    expect(body.data).toEqual({
      auth_kind: 'api_key',
      user_id: member.user_id,
      workspace_id: member.workspace_id,
      api_key_id: key.id,
      scopes: ['voices:read'],
    });
  });
});

describe('the workspace of a request', () => {
  const VOICES = '/api/v1/voices?limit=1';

  test('is the personal one for a token without the header', async () => {
    const { token, workspace_id } = await createMember(dev);
    await dev.request('POST', '/api/v1/workflows', { as: { token }, body: { name: 'Mine' } });
    const { body } = await dev.request('GET', '/api/v1/workflows', { as: { token, workspace_id } });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Mine']);
  });

  test('must be one that the caller is a member of', async () => {
    const { token } = await createMember(dev);
    const other = await createMember(dev);
    for (const workspace_id of [other.workspace_id, randomUUID()]) {
      const { status, body } = await dev.request('GET', VOICES, { as: { token, workspace_id } });
      expect(status).toBe(404);
      expect(body.error.code).toBe('NOT_FOUND');
    }
  });

  test('must be a UUID', async () => {
    const { token } = await createMember(dev);
    const { status, body } = await dev.request('GET', VOICES, { as: { token, workspace_id: 'mine' } });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([{ field: 'headers.x-workspace-id', message: expect.any(String) }]);
  });

  test('is that of an API key, and no other can be selected', async () => {
    const member = await createMember(dev);
    const { token } = await createKey(dev, member);
    const other = await createMember(dev);
    expect((await dev.request('GET', VOICES, { as: { token } })).status).toBe(200);
    const same = { token, workspace_id: member.workspace_id.toUpperCase() };
    expect((await dev.request('GET', VOICES, { as: same })).status).toBe(200);
    for (const workspace_id of [other.workspace_id, randomUUID()]) {
      const { status, body } = await dev.request('GET', VOICES, { as: { token, workspace_id } });
      expect(status).toBe(403);
      expect(body.error.code).toBe('FORBIDDEN');
    }
  });
});
