import { randomUUID } from 'node:crypto';
import { type AnyRoute, SCOPES, type Scope } from '@voiceloom/contract';
import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member, type TestKey } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import {
  exampleBody,
  fillPath,
  forgetRequests,
  idsOf,
  type OwnedIds,
  ownedIds,
  SILENT,
} from '../support/matrix.ts';
import { startPayments } from '../support/payments.ts';
import { ROUTES } from '../support/routes.ts';
import { until } from '../support/until.ts';

/*
 * Tests every operation of the contract with every kind of caller, so a new operation is covered immediately.
 * The service checks rights before it reads the input, so most requests need no valid body.
 */
const operations = ROUTES.map((route) => ({ name: route.metadata.operationId, route }));
const guarded = operations.filter(({ route }) => route.metadata.auth !== 'none');
const where = (test: (route: AnyRoute) => boolean) => guarded.filter(({ route }) => test(route));

let server: TestApp;
let payments: StripeEmulator;
let owner: Member;
let viewer: Member;
let editor: Member;
let key: TestKey;
let revoked: TestKey;

beforeAll(async () => {
  const { processor, config } = await startPayments();
  // The embedded engine would need seconds on a busy machine, and has no rights to check.
  server = await startTestApp({ config, speech: scriptedSpeech().providers });
  payments = processor;
  owner = await createMember(server);
  viewer = await createMember(server, { workspace_id: owner.workspace_id, role: 'viewer' });
  editor = await createMember(server, { workspace_id: owner.workspace_id, role: 'editor' });
  key = await createKey(server, owner, { scopes: SCOPES });
  revoked = await createKey(server, owner);
  await server.request('DELETE', `/api/v1/api-keys/${revoked.id}`, { as: owner });
  const whoami = () => server.request('GET', '/api/v1/auth/whoami', { as: revoked });
  await until(async () => (await whoami()).status === 401);
});
afterAll(async () => {
  await server.close();
  await payments.close();
});

function send(route: AnyRoute, as?: Credential, ids: Record<string, string> = {}) {
  const body = exampleBody(route, ids);
  return server.request(route.method, fillPath(route, { ws_id: owner.workspace_id, ...ids }), {
    ...(as && { as }),
    ...(body !== undefined && { body }),
  });
}

async function expectRefusal(answer: ReturnType<typeof send>, status: number, code: string) {
  const { status: got, body } = await answer;
  expect([got, body?.error?.code]).toEqual([status, code]);
}

describe.each(guarded)('$name', ({ route }) => {
  beforeEach(() => forgetRequests(server, 'ip:127.0.0.1'));

  test('rejects a request without a credential', () => expectRefusal(send(route), 401, 'UNAUTHENTICATED'));

  test('rejects a token with an invalid signature', () =>
    expectRefusal(send(route, { token: 'eyJhbGciOiJub25lIn0.e30.' }), 401, 'UNAUTHENTICATED'));

  test('rejects an expired token', async () => {
    const token = await server.token({ now: new Date(Date.now() - 90_000_000), ttl_s: 3_600 });
    await expectRefusal(send(route, { token }), 401, 'UNAUTHENTICATED');
  });

  test('rejects a revoked key', () => expectRefusal(send(route, revoked), 401, 'INVALID_API_KEY'));
});

test.each(where(({ metadata }) => metadata.auth === 'jwt'))('$name rejects an API key', ({ route }) =>
  expectRefusal(send(route, key), 403, 'FORBIDDEN'),
);

describe.each(where(({ metadata }) => metadata.auth === 'jwt_or_key' && metadata.scope !== null))(
  '$name with a key',
  ({ route }) => {
    const needed = route.metadata.scope as Scope;

    test('that lacks the scope is rejected, and the scope is named', async () => {
      const scopes = SCOPES.filter((scope) => scope !== needed);
      const answer = await send(route, await createKey(server, owner, { scopes }));
      expect([answer.status, answer.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect(answer.body.error.message).toContain(needed);
    });

    test('that has only this scope passes the permission check', async () => {
      const answer = await send(route, await createKey(server, owner, { scopes: [needed] }));
      expect([200, 201, 202, 404, 409, 422]).toContain(answer.status);
    });
  },
);

test.each(where(({ metadata }) => metadata.role === 'editor' || metadata.role === 'admin'))(
  '$name rejects a viewer',
  ({ route }) => expectRefusal(send(route, viewer), 403, 'FORBIDDEN'),
);

test.each(where(({ metadata }) => metadata.role === 'admin'))('$name rejects an editor', ({ route }) =>
  expectRefusal(send(route, editor), 403, 'FORBIDDEN'),
);

test.each(where(({ metadata }) => metadata.role === 'viewer'))(
  '$name accepts a viewer',
  async ({ route }) => {
    expect([200, 404, 422]).toContain((await send(route, viewer)).status);
  },
);

test.each(where(({ metadata }) => metadata.workspace === 'header'))(
  '$name rejects a workspace that the caller is not a member of, and a key of another one',
  async ({ route }) => {
    const other = await createMember(server);
    const stranger = { token: other.token, workspace_id: owner.workspace_id };
    await expectRefusal(send(route, stranger), 404, 'NOT_FOUND');
    if (route.metadata.auth === 'jwt') return;
    await expectRefusal(
      send(route, { token: key.token, workspace_id: other.workspace_id }),
      403,
      'FORBIDDEN',
    );
  },
);

describe('ids of another workspace', () => {
  let theirs: OwnedIds;
  let mine: OwnedIds;
  let stranger: Member;

  beforeAll(async () => {
    theirs = await ownedIds(server, owner);
    stranger = await createMember(server);
    mine = await ownedIds(server, stranger);
  });

  const withIds = where((route) => idsOf(route).length > 0);
  const telling = withIds.filter(({ name }) => !SILENT.has(name));

  test.each(telling)('$name does not find them', async ({ route }) => {
    await expectRefusal(send(route, stranger, { ...theirs }), 404, 'NOT_FOUND');
  });

  test.each(withIds.filter(({ route }) => idsOf(route).length > 1))(
    '$name does not find them below an id of the caller either',
    async ({ route }) => {
      const [first = ''] = idsOf(route);
      const ids = { ...theirs, [first]: mine[first as keyof OwnedIds] };
      await expectRefusal(send(route, stranger, ids), 404, 'NOT_FOUND');
    },
  );

  test.each(telling)('$name returns the same error for ids that never existed', async ({ route }) => {
    const never = Object.fromEntries(
      Object.keys(theirs).map((name) => [
        name,
        name === 'audio_id' ? newId().slice(-12).padEnd(16, '0') : randomUUID(),
      ]),
    );
    const [unknown, foreign] = [
      await send(route, stranger, never),
      await send(route, stranger, { ...theirs }),
    ];
    expect(unknown.status).toBe(404);
    expect(unknown.body.error).toEqual(foreign.body.error);
  });

  test.each(withIds)('$name rejects malformed ids', async ({ route }) => {
    const broken = Object.fromEntries(Object.keys(theirs).map((name) => [name, 'not-an-id']));
    // The workspace in the path decides the rights, before the service reads the other IDs.
    const below = route.metadata.workspace === 'path' && idsOf(route).length > 1;
    const { status, body } = await send(route, stranger, below ? { ...broken, ws_id: mine.ws_id } : broken);
    expect(status).toBe(422);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    const expected = idsOf(route).filter((name) => !below || name !== 'ws_id');
    for (const name of expected) expect(fields).toContain(`params.${name}`);
  });
});

// URLs that are sent to others contain their credential: a signature or the secret of a link.
test.each(operations.filter(({ route }) => route.metadata.auth === 'none' && route.method === 'GET'))(
  '$name needs no credential',
  async ({ route }) => {
    expect((await send(route)).status).toBe(200);
  },
);

test('an operation id names one operation, and its area', () => {
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, route } of operations) expect(name.split('.')[0]).toBe(route.metadata.area);
});
