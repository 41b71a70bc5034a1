import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember } from '../support/factories.ts';

const WHOAMI = '/api/v1/auth/whoami';

let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
  second = await startTestApp({
    database_url: server.app.config.database_url!,
    config: { data_dir: server.app.config.data_dir },
  });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

test('the limit of a key applies exactly over all server processes together', async () => {
  const key = await createKey(server, await createMember(server), { rate_limit_per_min: 40 });
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, n) => (n % 2 ? server : second).request('GET', WHOAMI, { as: key })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(40);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(80);
  for (const { headers, body } of refused) {
    expect(body.error.code).toBe('RATE_LIMITED');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  }
});

test('every authenticated response contains its policy and the remaining requests', async () => {
  const member = await createMember(server);
  const key = await createKey(server, member);
  const limited = await createKey(server, member, { rate_limit_per_min: 5 });
  const policy = async (as: { token: string }) => {
    const { headers } = await server.request('GET', WHOAMI, { as });
    return [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/;t=\d+/, '')];
  };
  expect(await policy(key)).toEqual(['"key";q=600;w=60', '"key";r=599']);
  expect(await policy(key)).toEqual(['"key";q=600;w=60', '"key";r=598']);
  expect(await policy(limited)).toEqual(['"key";q=5;w=60', '"key";r=4']);
  expect((await policy(member))[0]).toBe('"user";q=1200;w=60');
  const missing = await server.request('GET', '/api/v1/workflows?limit=0', { as: key });
  expect(missing.status).toBe(422);
  expect(missing.headers.get('ratelimit')).toMatch(/^"key";r=597/);
});

test('a caller over its limit does not affect another', async () => {
  const member = await createMember(server);
  const [busy, calm] = [
    await createKey(server, member, { rate_limit_per_min: 1 }),
    await createKey(server, member, { rate_limit_per_min: 1 }),
  ];
  await server.request('GET', WHOAMI, { as: busy });
  expect((await server.request('GET', WHOAMI, { as: busy })).status).toBe(429);
  expect((await server.request('GET', WHOAMI, { as: calm })).status).toBe(200);
});

test('a raised limit applies at once to a caller that was rejected before', async () => {
  const member = await createMember(server);
  const key = await createKey(server, member, { rate_limit_per_min: 1 });
  await server.request('GET', WHOAMI, { as: key });
  expect((await second.request('GET', WHOAMI, { as: key })).status).toBe(429);
  const body = { rate_limit_per_min: 100 };
  await server.request('PATCH', `/api/v1/api-keys/${key.id}`, { as: member, body });
  await expect
    .poll(async () => (await second.request('GET', WHOAMI, { as: key })).status, { timeout: 1_500 })
    .toBe(200);
});

test('after 300 wrong credentials per minute an address is rejected, and a valid one still works', async () => {
  const other = await startTestApp();
  try {
    const wrong = { token: `vl_live_${'0'.repeat(32)}` };
    const answers = await Promise.all(
      Array.from({ length: 310 }, () => other.request('GET', WHOAMI, { as: wrong })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBe(300);
    expect(answers.filter(({ status }) => status === 429).length).toBe(10);
    expect((await other.request('GET', WHOAMI, { as: { token: await other.token() } })).status).toBe(200);
    expect((await other.request('GET', WHOAMI)).status).toBe(401);
  } finally {
    await other.close();
  }
});

test('limits count the clients behind a trusted proxy, and each connection of other clients', async () => {
  const behind = await startTestApp({ config: { trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] } });
  const enter = (to: TestApp, forwarded: string) =>
    to.request('POST', '/api/v1/review-links/enter', {
      body: { token: 'x'.repeat(40), name: 'Ada' },
      headers: { 'X-Forwarded-For': forwarded },
    });
  const left = async (to: TestApp, forwarded: string) =>
    Number(/;r=(\d+)/.exec((await enter(to, forwarded)).headers.get('ratelimit') ?? '')?.[1]);
  try {
    expect(await left(behind, '203.0.113.7')).toBe(19);
    expect(await left(behind, '203.0.113.8, 10.1.2.3')).toBe(19);
    // What the client itself claims, in front of the address that the proxy added, changes nothing.
    expect(await left(behind, '198.51.100.1, 203.0.113.7')).toBe(18);
    expect(await left(behind, 'not an address')).toBe(19);
    expect(await left(server, '203.0.113.7')).toBe(19);
    expect(await left(server, '203.0.113.8')).toBe(18);
  } finally {
    await behind.close();
  }
});
