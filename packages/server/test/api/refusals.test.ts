import { randomUUID } from 'node:crypto';
import { type AnyRoute, MAX_BODY_BYTES } from '@voiceloom/contract';
import type { StripeEmulator } from '@voiceloom/stripe-emulator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeatureHandlers } from '../../src/http/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member, type TestKey } from '../support/factories.ts';
import {
  exampleBody,
  fillPath,
  forgetRequests,
  type OwnedIds,
  ownedIds,
  requiredQuery,
} from '../support/matrix.ts';
import { startPayments } from '../support/payments.ts';
import { ROUTES } from '../support/routes.ts';

/*
 * Tests the errors that every operation of the contract returns in the same way: unreadable bodies, too many
 * requests, an unavailable database, an internal error, and a repeated POST whose first request is in
 * progress.
 */
const operations = ROUTES.map((route) => ({ name: route.metadata.operationId, route }));
const guarded = operations.filter(({ route }) => route.metadata.auth !== 'none');
const declares = (route: AnyRoute, status: number): boolean =>
  Object.keys(route.responses).includes(String(status));
const withStatus = (status: number) => operations.filter(({ route }) => declares(route, status));

/** Replaces the work of the handlers. */
let fault: (() => Promise<void>) | undefined;

function faulty(handlers: FeatureHandlers): FeatureHandlers {
  const wrapArea = (area: Record<string, (input: never) => Promise<unknown>>) =>
    Object.fromEntries(
      Object.entries(area).map(([name, handler]) => [
        name,
        async (input: never) => {
          await fault?.();
          return handler(input);
        },
      ]),
    );
  return Object.fromEntries(
    Object.entries(handlers).map(([area, own]) => [area, wrapArea(own as never)]),
  ) as unknown as FeatureHandlers;
}

let server: TestApp;
let payments: StripeEmulator;
let owner: Member;
let ids: OwnedIds;

beforeAll(async () => {
  const { processor, config } = await startPayments();
  server = await startTestApp({ wrap: faulty, config, checks_ledgers: true });
  payments = processor;
  owner = await createMember(server);
  ids = await ownedIds(server, owner);
});
beforeEach(() => forgetRequests(server, `user:${owner.user_id}`));
afterAll(async () => {
  await server.close();
  await payments.close();
});

function pathOf(route: AnyRoute): string {
  return `${fillPath(route, { ...ids })}${requiredQuery(route)}`;
}

function send(
  route: AnyRoute,
  options: { headers?: Record<string, string>; body?: unknown; as?: { token: string }; path?: string } = {},
) {
  const body = 'body' in options ? options.body : exampleBody(route, { ...ids });
  const path = options.path ?? pathOf(route);
  const as = options.as ?? (route.metadata.auth === 'none' ? undefined : owner);
  return server.request(route.method, path, {
    ...(as && { as }),
    ...(body !== undefined && { body }),
    ...(options.headers && { headers: options.headers }),
  });
}

describe.each(withStatus(400))('$name', ({ route }) => {
  test.each([
    ['{"name": ', 'The body is not JSON.'],
    ['{"name": "x",}', 'The body is not JSON. See line 1, column 14.'],
  ])('rejects a body that is not JSON, %s, and names the position', async (text, message) => {
    const { status, body } = await send(route, {
      body: text,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([status, body.error.code, body.error.message]).toEqual([400, 'BAD_REQUEST', message]);
  });

  test('rejects another media type', async () => {
    const { status, body } = await send(route, { body: 'name=x', headers: { 'Content-Type': 'text/plain' } });
    expect([status, body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('rejects a body over the limit of the operation', async () => {
    const most = route.metadata.maxBodyBytes ?? MAX_BODY_BYTES;
    const { status, body } = await send(route, { body: JSON.stringify({ name: 'x'.repeat(most) }) });
    expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe.each(operations)('$name', ({ route }) => {
  test('returns an internal error without its cause', async () => {
    fault = () => Promise.reject(new Error('secret detail'));
    const { status, body, text } = await send(route).finally(() => {
      fault = undefined;
    });
    expect([status, body.error.code]).toEqual([500, 'SERVER_ERROR']);
    expect(text).not.toContain('secret');
  });

  test('returns Retry-After while the database is unavailable', async () => {
    fault = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const { status, body, headers } = await send(route).finally(() => {
      fault = undefined;
    });
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.each(operations)('$name rejects a query that contains U+0000 in any parameter', async ({ route }) => {
  const path = pathOf(route);
  const { status, body } = await send(route, { path: `${path}${path.includes('?') ? '&' : '?'}other=%00` });
  expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  expect(body.error.details).toContainEqual(expect.objectContaining({ field: 'query.other' }));
});

test.each(operations.filter(({ route }) => route.metadata.workspace === 'header'))(
  '$name rejects a workspace that is not a UUID',
  async ({ route }) => {
    const { status, body } = await send(route, { headers: { 'X-Workspace-Id': 'mine' } });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toContainEqual(expect.objectContaining({ field: 'headers.x-workspace-id' }));
  },
);

test.each(operations.filter(({ route }) => route.metadata.paged !== undefined))(
  '$name rejects a page of more than 100 items, and a cursor with an offset',
  async ({ route }) => {
    const path = pathOf(route);
    const query = 'limit=101&offset=5&cursor=abc';
    const { status, body } = await send(route, { path: `${path}${path.includes('?') ? '&' : '?'}${query}` });
    expect(status).toBe(422);
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['query.limit', 'query.cursor']));
  },
);

describe.each(operations.filter(({ route }) => route.metadata.idempotent))('$name', ({ route }) => {
  test('rejects a second request with the key of a running one, or of a different one', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    // The same path each time, even if its IDs are random.
    const path = pathOf(route);
    let release = (): void => undefined;
    const entered = new Promise<void>((resolve) => {
      fault = () => {
        fault = undefined;
        resolve();
        return new Promise((go) => {
          release = go;
        });
      };
    });
    const first = send(route, { headers, path });
    await entered;
    const second = await send(route, { headers, path });
    expect([second.status, second.body.error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    expect(second.headers.get('retry-after')).not.toBeNull();
    release();
    await first;
    const other = await send(route, { headers, path, body: { other: true } });
    expect(other.status).toBe(422);
  });
});

describe('the rate limit', () => {
  let limited: TestKey;
  let tired: Member;
  beforeAll(async () => {
    limited = await createKey(server, owner, { rate_limit_per_min: 1 });
    await server.request('GET', '/api/v1/auth/whoami', { as: limited });
    tired = await createMember(server);
    const whoami = () => server.request('GET', '/api/v1/auth/whoami', { as: tired });
    for (let sent = 0; sent < 1_210; sent += 110) await Promise.all(Array.from({ length: 110 }, whoami));
  }, 60_000);

  test.each(guarded)('rejects one request too many to $name and returns Retry-After', async ({ route }) => {
    const as = route.metadata.auth === 'jwt' ? { token: tired.token } : { token: limited.token };
    const { status, body, headers } = await send(route, { as });
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit')).not.toBeNull();
  });
});
