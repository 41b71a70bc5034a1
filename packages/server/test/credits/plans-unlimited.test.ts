import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { UNLIMITED_CREDITS } from '../../src/engine/credit-periods.ts';
import { DEFAULT_PLANS_FILE, readPlans } from '../../src/plans-file.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const UNLIMITED = fileURLToPath(new URL('../../data/plans-unlimited.json', import.meta.url));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** What a start with this file of plans does. */
const startWith = (file: string) =>
  server.app.db.transaction().execute((tx) => seedPlans(tx, readPlans(file), server.app.clock()));

test('the plans without limits hold at once for whoever is there, and the shipped ones do again after them', async () => {
  const as = { token: await server.token({ sub: 'newcomer' }) };
  const data = async (path: string) =>
    (await server.request('GET', `/api/v1/users/me/${path}`, { as })).body.data;
  const before = await data('credits');
  expect([before.remaining, (await data('limits')).concurrent_runs_per_user]).toEqual([1_000, 1]);

  await startWith(UNLIMITED);
  const limits = await data('limits');
  expect(limits).toMatchObject({
    monthly_credits: 'unlimited',
    concurrent_runs_per_user: 'unlimited',
    workspaces_per_owner: 'unlimited',
    seats: 'unlimited',
    byok_enabled: 1,
  });
  expect(await data('credits')).toMatchObject({ plan_grant: 'unlimited', remaining: UNLIMITED_CREDITS });

  await startWith(DEFAULT_PLANS_FILE);
  expect((await data('limits')).concurrent_runs_per_user).toBe(1);
  expect((await data('credits')).plan_grant).toBe(1_000);
});
