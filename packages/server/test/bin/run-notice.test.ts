import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followEndedRun } from '../../src/features/runs/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mailsTo } from '../support/mail.ts';
import { createReader, insertEndedRun, leaveNotice } from '../support/notifications.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

async function areFiguresStored(id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from run where id = ${id} and aggregates is not null`.execute(
    server.app.db,
  );
  return rows.length > 0;
}

test('run figures that cannot be stored do not delay an email, and a repeated job queues no second one', async () => {
  const reader = await createReader(server);
  const run = await insertEndedRun(server, reader, { status: 'completed' });
  await leaveNotice(server.app, run);
  await sql`alter table run add constraint no_figures check (aggregates is null)`.execute(server.app.db);
  await followEndedRun(server.app, run.id);
  expect(await mailsTo(server, reader.email)).toHaveLength(1);
  expect(await areFiguresStored(run.id)).toBe(false);
  await sql`alter table run drop constraint no_figures`.execute(server.app.db);
  await followEndedRun(server.app, run.id);
  expect(await mailsTo(server, reader.email)).toHaveLength(1);
  expect(await areFiguresStored(run.id)).toBe(true);
});
