import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';

const PREFERENCES = '/api/v1/users/me/notification-preferences';
const DEFAULTS = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('emails about runs are on and the others off by default', async () => {
  const member = await createMember(server);
  const { body } = await server.request('GET', PREFERENCES, { as: member });
  expect(body.data).toEqual(DEFAULTS);
});

test('any subset can be changed, and the rest stays', async () => {
  const member = await createMember(server);
  const patch = (body: object) => server.request('PATCH', PREFERENCES, { as: member, body });
  expect((await patch({})).body.data).toEqual(DEFAULTS);
  expect((await patch({ product_updates_email: true })).body.data).toEqual({
    ...DEFAULTS,
    product_updates_email: true,
  });
  const both = { completed_generation_email: false, weekly_usage_summary_email: true };
  await patch(both);
  const { body } = await server.request('GET', PREFERENCES, { as: member });
  expect(body.data).toEqual({ ...DEFAULTS, product_updates_email: true, ...both });
});

test('simultaneous changes do not undo each other', async () => {
  const member = await createMember(server);
  const changes = Object.entries(DEFAULTS).map(([name, value]) => ({ [name]: !value }));
  await Promise.all(changes.map((body) => server.request('PATCH', PREFERENCES, { as: member, body })));
  const { body } = await server.request('GET', PREFERENCES, { as: member });
  expect(body.data).toEqual(Object.assign({}, ...changes));
});

test('null and other values are rejected, and nothing changes', async () => {
  const member = await createMember(server);
  for (const value of [null, 'true', 1]) {
    const body = { completed_generation_email: false, product_updates_email: value };
    const answer = await server.request('PATCH', PREFERENCES, { as: member, body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('body.product_updates_email');
  }
  expect((await server.request('GET', PREFERENCES, { as: member })).body.data).toEqual(DEFAULTS);
});

test('preferences belong to a single user', async () => {
  const [one, other] = [await createMember(server), await createMember(server)];
  await server.request('PATCH', PREFERENCES, { as: one, body: { failed_generation_email: false } });
  expect((await server.request('GET', PREFERENCES, { as: other })).body.data).toEqual(DEFAULTS);
});
