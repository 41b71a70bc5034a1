import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepNotifications } from '../../src/features/notifications/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { mailsTo } from '../support/mail.ts';
import {
  createReader,
  htmlOf,
  insertEndedRun,
  onlyMail,
  type Reader,
  textOf,
  unsubscribeUrl,
} from '../support/notifications.ts';

const PREFERENCES = '/api/v1/users/me/notification-preferences';
/** Monday, March 16, 2026 to Sunday, March 22, 2026. */
const FIRST = new Date('2026-03-16T00:00:00.000Z');
const LAST = new Date('2026-03-22T23:59:59.999Z');
const MONDAY = new Date('2026-03-23T00:20:00.000Z');
const FACTS = { lines_delivered: 1_000, characters: 40_000, audio_ms: 7_500_000, credits: 600 };

let server: TestApp;
let reader: Reader;
beforeEach(async () => {
  server = await startTestApp();
  reader = await subscriber();
});
afterEach(() => server.close());

async function subscriber(): Promise<Reader> {
  const made = await createReader(server);
  await prefer(made, true);
  return made;
}

const prefer = (as: Reader, weekly_usage_summary_email: boolean) =>
  server.request('PATCH', PREFERENCES, { as, body: { weekly_usage_summary_email } });
const ended = (completed_at: Date, as = reader, facts = FACTS) =>
  insertEndedRun(server, as, { status: 'completed', completed_at, facts });
const sweep = (now = MONDAY) => sweepNotifications(server.app, now);
const mails = (to = reader) => mailsTo(server, to.email);

describe('a weekly summary', () => {
  test('adds up the runs that ended from Monday to Sunday (UTC), by workspace', async () => {
    await ended(FIRST);
    await ended(LAST);
    await ended(new Date(FIRST.getTime() - 1));
    await ended(new Date(LAST.getTime() + 1));
    await sweep();
    const mail = await onlyMail(server, reader.email);
    expect(mail).toContain('Subject: Your week of March 16, 2026');
    const text = textOf(mail);
    expect(text).toContain('from Monday, March 16, 2026 to Sunday, March 22, 2026 (UTC)');
    expect(text).toContain(
      'Personal workspace\nRuns: 2\nLines delivered: 2,000\nCharacters: 80,000\nNew audio: 4 h 10 min\nCredits: 1,200\n',
    );
    expect(unsubscribeUrl(mail)).toContain('/notifications/unsubscribe/');
  });

  test('counts runs of any outcome and of any member', async () => {
    const colleague = await createMember(server, { workspace_id: reader.workspace_id });
    const at = { completed_at: FIRST, facts: FACTS };
    await insertEndedRun(server, reader, { status: 'cancelled', ...at });
    await insertEndedRun(server, colleague, { status: 'failed', ...at });
    await sweep();
    expect(textOf(await onlyMail(server, reader.email))).toContain('Runs: 2\n');
  });

  test('lists every workspace of the user, the most expensive first, and none of others', async () => {
    const [second, strange] = [await createMember(server), await createMember(server)];
    const { db } = server.app;
    const rename = (id: string, name: string) =>
      db.updateTable('workspace').set({ name }).where('id', '=', id).execute();
    await rename(reader.workspace_id, 'A small <b>one</b>');
    await rename(second.workspace_id, 'A large one');
    await rename(strange.workspace_id, 'A strange one');
    await db
      .insertInto('workspace_member')
      .values({
        id: crypto.randomUUID(),
        workspace_id: second.workspace_id,
        user_id: reader.user_id,
        role: 'viewer',
        created_at: new Date(),
      })
      .execute();
    await ended(FIRST);
    await insertEndedRun(server, second, {
      status: 'completed',
      completed_at: FIRST,
      facts: { credits: 601 },
    });
    await insertEndedRun(server, strange, { status: 'completed', completed_at: FIRST, facts: FACTS });
    await sweep();
    const mail = await onlyMail(server, reader.email);
    const names = textOf(mail).match(/^A (?:small|large|strange) .*$/gm);
    expect(names).toEqual(['A large one', 'A small <b>one</b>']);
    expect(htmlOf(mail)).toContain('A small &lt;b&gt;one&lt;/b&gt;');
  });

  test('lists 20 workspaces and the number of the others', async () => {
    for (let n = 0; n < 22; n++) {
      const owner = await createMember(server);
      const row = { workspace_id: owner.workspace_id, user_id: reader.user_id, role: 'viewer' };
      const id = crypto.randomUUID();
      await server.app.db
        .insertInto('workspace_member')
        .values({ ...row, id, created_at: new Date() })
        .execute();
      await insertEndedRun(server, owner, { status: 'completed', completed_at: FIRST });
    }
    await sweep();
    const text = textOf(await onlyMail(server, reader.email));
    expect(text.match(/^Runs: /gm)).toHaveLength(20);
    expect(text).toContain('And 2 more of your workspaces.');
  });
});

describe('a summary is sent', () => {
  test('once, regardless of the number of sweeps and workers', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, subscriber));
    for (const one of [reader, ...others]) await ended(FIRST, one);
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    await sweep();
    await sweep(new Date('2026-03-29T23:50:00.000Z'));
    for (const one of [reader, ...others]) expect(await mails(one)).toHaveLength(1);
  });

  test('to everybody, even if they are more than one batch', async () => {
    await ended(FIRST);
    const { db } = server.app;
    const at = { created_at: FIRST, updated_at: FIRST };
    const users = Array.from({ length: 450 }, (_, n) => ({ id: crypto.randomUUID(), n }));
    await db
      .insertInto('app_user')
      .values(
        users.map(({ id, n }) => ({
          id,
          issuer: 'test',
          subject: id,
          email: `many-${n}@example.com`,
          email_verified: true,
          ...at,
        })),
      )
      .execute();
    const preference = {
      completed_generation_email: true,
      failed_generation_email: true,
      weekly_usage_summary_email: true,
      product_updates_email: false,
      updated_at: FIRST,
    };
    await db
      .insertInto('notification_preference')
      .values(users.map(({ id }) => ({ user_id: id, ...preference })))
      .execute();
    const { workspace_id } = reader;
    const member = { workspace_id, role: 'viewer', created_at: FIRST };
    await db
      .insertInto('workspace_member')
      .values(users.map(({ id }) => ({ id: crypto.randomUUID(), user_id: id, ...member })))
      .execute();
    await sweep();
    const posted = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('kind', '=', 'weekly_summary')
      .execute();
    expect(posted).toHaveLength(451);
  });

  test('only after the figures of Sunday are complete, on Monday', async () => {
    await ended(FIRST);
    await sweep(new Date('2026-03-23T00:14:59.999Z'));
    expect(await mails()).toEqual([]);
    await sweep(new Date('2026-03-23T00:15:00.000Z'));
    expect(await mails()).toHaveLength(1);
  });

  test('late, if no worker ran on Monday, but only for the last week', async () => {
    await ended(new Date('2026-03-12T12:00:00.000Z'));
    await sweep(new Date('2026-03-29T23:59:59.000Z'));
    expect(await mails()).toEqual([]);
    const late = await subscriber();
    await ended(FIRST, late);
    await sweep(new Date('2026-03-29T23:59:59.000Z'));
    expect(await mails(late)).toHaveLength(1);
  });

  test('for each week', async () => {
    await ended(FIRST);
    await ended(new Date('2026-03-25T12:00:00.000Z'));
    await sweep();
    await sweep(new Date('2026-03-30T00:20:00.000Z'));
    const subjects = (await mails()).map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1]).sort();
    expect(subjects).toEqual(['Your week of March 16, 2026', 'Your week of March 23, 2026']);
  });

  test('again with the next sweep if it could not be queued', async () => {
    await ended(FIRST);
    const add = () => Promise.reject(new Error('The connection is gone.'));
    const broken = { ...server.app, queue: { ...server.app.queue, add } };
    await expect(sweepNotifications(broken, MONDAY)).rejects.toThrow('The connection is gone.');
    expect(await mails()).toEqual([]);
    await sweep();
    expect(await mails()).toHaveLength(1);
  });
});

describe('no summary is sent', () => {
  const nothing = async () => {
    await sweep();
    expect(await mails()).toEqual([]);
  };

  test('to a user who turned it off or never turned it on', async () => {
    await ended(FIRST);
    await prefer(reader, false);
    const silent = await createReader(server);
    await ended(FIRST, silent);
    await nothing();
    expect(await mails(silent)).toEqual([]);
  });

  test('if no run ended in the week', nothing);

  test('to an address that is not verified', async () => {
    await ended(FIRST);
    const { db } = server.app;
    await db
      .updateTable('app_user')
      .set({ email_verified: false })
      .where('id', '=', reader.user_id)
      .execute();
    await nothing();
  });

  test('for a workspace that the user has left, or a deleted one', async () => {
    const other = await subscriber();
    await ended(FIRST);
    await ended(FIRST, other);
    const { db } = server.app;
    await db.deleteFrom('workspace_member').where('user_id', '=', reader.user_id).execute();
    const deleted_at = new Date();
    await db.updateTable('workspace').set({ deleted_at }).where('id', '=', other.workspace_id).execute();
    await nothing();
    expect(await mails(other)).toEqual([]);
  });
});

test('records of processed users are deleted after 60 days', async () => {
  await sweep();
  const weeks = async () =>
    (await server.app.db.selectFrom('weekly_summary').select('user_id').execute()).length;
  expect(await weeks()).toBe(1);
  await prefer(reader, false);
  await sweep(new Date('2026-05-15T00:20:00.000Z'));
  expect(await weeks()).toBe(1);
  await sweep(new Date('2026-05-18T00:20:00.000Z'));
  expect(await weeks()).toBe(0);
});
