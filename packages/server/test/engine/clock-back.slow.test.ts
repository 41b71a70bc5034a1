import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createKey, createMember } from '../support/factories.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
});
afterAll(() => server.close());

/** Moves the clock by which the job queue stores and compares times. */
const setQueueClock = (hours: number) =>
  sql`create or replace function pgboss.job_now() returns timestamptz language sql stable as
    ${sql.lit(`select now() + interval '${hours} hours'`)}`.execute(server.app.db);

test('a run goes on at once after the clock of the database went back by an hour', async () => {
  const as = await createMember(server);
  const { db, config } = server.app;
  const definition = shortPipeline({ text: 'Hello.' });
  const made = await server.request('POST', '/api/v1/workflows', { as, body: { name: 'Back', definition } });
  const path = `/api/v1/workflows/${made.body.data.id}/runs`;
  await setQueueClock(1);
  const { id } = (await server.request('POST', path, { as, body: {} })).body.data;
  await sql`update pgboss.queue set monitor_claim_on = pgboss.job_now(), monitor_on = pgboss.job_now()`.execute(
    db,
  );
  await setQueueClock(0);
  const { rows } =
    await sql`select from pgboss.job where start_after > now() + interval '59 minutes'`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  const worker = await startTestApp({
    role: 'worker',
    database_url: config.database_url!,
    config: { data_dir: config.data_dir, storage: config.storage },
  });
  const work = await startWorker(worker.app, runJobs);
  try {
    await expect
      .poll(async () => (await server.request('GET', `${path}/${id}`, { as })).body.data.status)
      .toBe('completed');
    expect((await server.request('GET', '/ready')).body.data.checks.workers).toBe('ok');
  } finally {
    await work.stop(1_000);
    await worker.close();
  }
});

test('a limit that was reached before the clock went back does not last longer than a minute', async () => {
  const key = await createKey(server, await createMember(server), { rate_limit_per_min: 1 });
  const whoami = async () => (await server.request('GET', '/api/v1/auth/whoami', { as: key })).status;
  await whoami();
  expect(await whoami()).toBe(429);
  await sql`update rate_limit set expire = expire + 3600000`.execute(server.app.db);
  const other = await startTestApp({
    database_url: server.app.config.database_url!,
    config: { data_dir: server.app.config.data_dir },
  });
  try {
    expect((await other.request('GET', '/api/v1/auth/whoami', { as: key })).status).toBe(200);
  } finally {
    await other.close();
  }
});
