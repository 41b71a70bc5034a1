import { describe, expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import { Voiceloom } from '../src/index.ts';
import { createTestServer } from '../src/testing/index.ts';

const NOBODY = '00000000-0000-4000-8000-00000000dead';
const guarded = operations.filter(({ auth }) => auth !== 'none');

/** A server with a key without scopes. */
async function guardedServer() {
  const server = createTestServer({ clock: 'manual' });
  const person = new Voiceloom({ fetch: server.fetch, baseUrl: server.baseUrl, token: server.token });
  const { api_key: bare } = await person.apiKeys.create({ name: 'Bare', scopes: [] });
  /** Calls an operation with unknown IDs, except for the workspace. */
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
  return { server, ask, bare };
}

describe('every operation, by its rights in the contract', () => {
  test('requires a credential that is known', async () => {
    const { ask } = await guardedServer();
    for (const operation of guarded) {
      expect([operation.id, await ask(operation, undefined)]).toEqual([operation.id, 'UNAUTHENTICATED']);
      expect([operation.id, await ask(operation, 'vl_live_nobody')]).toEqual([
        operation.id,
        'INVALID_API_KEY',
      ]);
    }
  });

  test('rejects API keys if it requires a person, and keys without its scope', async () => {
    const { ask, server, bare } = await guardedServer();
    for (const operation of guarded) {
      const { id, auth, scope } = operation;
      if (auth === 'jwt') expect([id, await ask(operation, server.apiKey)]).toEqual([id, 'FORBIDDEN']);
      else if (scope !== null) expect([id, await ask(operation, bare)]).toEqual([id, 'INSUFFICIENT_SCOPE']);
    }
  });

  test('finds no workspace that the caller is not a member of', async () => {
    const { ask, server } = await guardedServer();
    for (const operation of guarded.filter(({ workspace }) => workspace !== 'none')) {
      const code = await ask(operation, server.token, { workspace: NOBODY, ws_id: NOBODY });
      expect([operation.id, code]).toEqual([operation.id, 'NOT_FOUND']);
    }
  });
});
