import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyRunEnded } from '../../src/features/notifications/index.ts';
import { decodeBase62, encodeBase62 } from '../../src/secrets/base62.ts';
import { signTicket } from '../../src/storage/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  createReader,
  insertEndedRun,
  leaveNotice,
  onlyMail,
  type Reader,
  unsubscribeUrl,
} from '../support/notifications.ts';

const PREFERENCES = '/api/v1/users/me/notification-preferences';
const DEFAULTS = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

let server: TestApp;
let reader: Reader;
let url: string;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  reader = await createReader(server);
  const run = await insertEndedRun(server, reader, { status: 'failed' });
  await leaveNotice(server.app, run);
  await notifyRunEnded(server.app, run.id);
  url = unsubscribeUrl(await onlyMail(server, reader.email));
});
afterAll(() => server.close());

const preferences = async (as = reader) => (await server.request('GET', PREFERENCES, { as })).body.data;
/** The address with another ticket, of the same or another purpose. */
const addressOf = (claims: object, { purpose = 'unsubscribe', expires_at = new Date('2999-01-01') } = {}) =>
  `/notifications/unsubscribe/${signTicket({ purpose, expires_at, claims }, server.app.signingSecret)}`;

test('one POST without a login turns off that kind of email for that user, and nothing else', async () => {
  const other = await createReader(server);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await server.request('POST', url, { body: 'List-Unsubscribe=One-Click', headers });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('You no longer receive emails about failed runs.');
  expect(await preferences()).toEqual({ ...DEFAULTS, failed_generation_email: false });
  expect(await preferences(other)).toEqual(DEFAULTS);
  expect((await server.request('POST', url)).status).toBe(200);
});

test('the email can be turned on again', async () => {
  await server.request('POST', url);
  await server.request('PATCH', PREFERENCES, { as: reader, body: { failed_generation_email: true } });
  expect(await preferences()).toEqual(DEFAULTS);
});

test('opening the page changes nothing, because it only shows a button', async () => {
  const page = await server.request('GET', url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; form-action 'self'");
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.text).toContain('<form method="post">');
  expect(page.text).not.toContain(reader.email);
  expect((await server.request('HEAD', url)).status).toBe(200);
  expect(await preferences()).toEqual(DEFAULTS);
});

test('a forged, a foreign and an expired link return 404, and change nothing', async () => {
  const claims = { user_id: reader.user_id, preference: 'failed_generation_email' };
  const [body = '', signature = ''] = url.split('/').at(-1)?.split('.') ?? [];
  const other = encodeBase62(Buffer.from(JSON.stringify([Date.now() + 1e9, claims])));
  const bad = [
    `/notifications/unsubscribe/${body}.${signature.slice(0, -2)}AA`,
    `/notifications/unsubscribe/${other}.${signature}`,
    '/notifications/unsubscribe/none',
    addressOf(claims, { purpose: 'export' }),
    addressOf(claims, { expires_at: new Date(Date.now() - 1) }),
  ];
  for (const path of bad) {
    for (const method of ['GET', 'POST']) {
      const { status, body: answer } = await server.request(method, path);
      expect([path, method, status, answer?.error?.code]).toEqual([path, method, 404, 'NOT_FOUND']);
    }
  }
  expect(await preferences()).toEqual(DEFAULTS);
});

test('a link is valid for a year', async () => {
  const [body = ''] = url.split('/').at(-1)?.split('.') ?? [];
  const [expires_ms] = JSON.parse(String(decodeBase62(body)));
  expect(Math.round((expires_ms - Date.now()) / 86_400_000)).toBe(365);
});

test('other methods are rejected, with the allowed ones', async () => {
  const answer = await server.request('DELETE', url);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});
