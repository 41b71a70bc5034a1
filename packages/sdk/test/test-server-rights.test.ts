import { describe, expect, test } from 'vitest';
import { Voiceloom } from '../src/index.ts';
import { createTestServer } from '../src/testing/index.ts';
import { operations } from '../src/testing/operations.ts';

const NOBODY = '00000000-0000-4000-8000-00000000dead';
const guarded = operations.filter(({ auth }) => auth !== 'none');

/** A server with its keys and people: a key of no scope but one, and a viewer of the workspace. */
async function guardedServer() {
  const server = createTestServer({ clock: 'manual' });
  const person = new Voiceloom({ fetch: server.fetch, baseUrl: server.baseUrl, token: server.token });
  const invite = { email: 'viewer@example.com', role: 'viewer' } as const;
  await person.members.createInvite(server.workspaceId, invite);
  const { token: viewer } = server.addPerson({ email: invite.email });
  const client = new Voiceloom({ fetch: server.fetch, baseUrl: server.baseUrl, token: viewer });
  await client.members.acceptInvite(server.mails[0]?.token ?? '');
  const { api_key: bare } = await person.apiKeys.create({ name: 'Bare', scopes: [] });
  /** Asks an operation, with ids that name nothing but the workspace. */
  const ask = async (
    { method, path }: (typeof operations)[number],
    credential: string | undefined,
    more: Record<string, string> = {},
  ) => {
    const place = path.replace(':ws_id', more.ws_id ?? server.workspaceId).replaceAll(/:\w+/g, NOBODY);
    const headers = new Headers({ 'content-type': 'application/json' });
    if (credential !== undefined) headers.set('authorization', `Bearer ${credential}`);
    if (more.workspace !== undefined) headers.set('x-workspace-id', more.workspace);
    const init = { method, headers, ...(method !== 'GET' && { body: '{}' }) };
    const response = await server.fetch(`${server.baseUrl}${place}`, init);
    const text = await response.text();
    const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: { code: string } };
    return error?.code;
  };
  return { server, ask, viewer, bare };
}

describe('every operation, by what the contract says of its rights', () => {
  test('asks for a credential, and for one that is known', async () => {
    const { ask } = await guardedServer();
    for (const operation of guarded) {
      expect([operation.id, await ask(operation, undefined)]).toEqual([operation.id, 'UNAUTHENTICATED']);
      expect([operation.id, await ask(operation, 'vl_live_nobody')]).toEqual([
        operation.id,
        'INVALID_API_KEY',
      ]);
    }
  });

  test('refuses API keys where it wants a person, and keys without its scope', async () => {
    const { ask, server, bare } = await guardedServer();
    for (const operation of guarded) {
      const { id, auth, scope } = operation;
      if (auth === 'jwt') expect([id, await ask(operation, server.apiKey)]).toEqual([id, 'FORBIDDEN']);
      else if (scope !== null) expect([id, await ask(operation, bare)]).toEqual([id, 'INSUFFICIENT_SCOPE']);
    }
  });

  test('refuses a viewer where an editor or an admin is needed, before it reads anything', async () => {
    const { ask, server, viewer } = await guardedServer();
    const needs = guarded.filter(({ role }) => role === 'editor' || role === 'admin');
    expect(needs.length).toBeGreaterThan(30);
    for (const operation of needs) {
      const code = await ask(operation, viewer, { workspace: server.workspaceId });
      expect([operation.id, code]).toEqual([operation.id, 'FORBIDDEN']);
    }
  });

  test('knows no workspace that the caller is not in', async () => {
    const { ask, server, viewer } = await guardedServer();
    const person = new Voiceloom({ fetch: server.fetch, baseUrl: server.baseUrl, token: server.token });
    const { id: foreign } = await person.workspaces.create({ name: 'Theirs' });
    for (const operation of guarded.filter(({ workspace }) => workspace !== 'none')) {
      const code = await ask(operation, viewer, { workspace: foreign, ws_id: foreign });
      expect([operation.id, code]).toEqual([operation.id, 'NOT_FOUND']);
    }
  });
});
