import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { notifyRunEnded } from '../../src/features/notifications/index.ts';
import { sweepNotifications } from '../../src/features/notifications/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { mailsTo } from '../support/mail.ts';
import {
  createReader,
  htmlOf,
  insertEndedRun,
  leaveNotice,
  noticesOf,
  onlyMail,
  type Reader,
  textOf,
  unsubscribeUrl,
} from '../support/notifications.ts';

const PREFERENCES = '/api/v1/users/me/notification-preferences';
const DAY_MS = 86_400_000;
const COUNTS = { lines_delivered: 1_040, lines_dropped: 2, lines_failed: 3, credits: 12_345 };
const STARTED = new Date('2026-03-01T10:00:00.000Z');
const ENDED = new Date('2026-03-01T10:03:04.000Z');

let server: TestApp;
let reader: Reader;
beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  reader = await createReader(server);
});
afterAll(() => server.close());

const prefer = (body: object, as = reader) => server.request('PATCH', PREFERENCES, { as, body });
const change = (values: { email?: string | null; email_verified?: boolean }) =>
  server.app.db.updateTable('app_user').set(values).where('id', '=', reader.user_id).execute();

/** Ends a run and sends its notification. */
async function tellOf(plan: Parameters<typeof insertEndedRun>[2], app: App = server.app) {
  const run = await insertEndedRun(server, reader, plan);
  await leaveNotice(app, run);
  await notifyRunEnded(app, run.id);
  return run;
}

describe('the email about a run', () => {
  test('says how a completed run ended, and what to call if nobody can sign in to the studio', async () => {
    const times = { started_at: STARTED, completed_at: ENDED };
    const plan = { status: 'completed', workflow: 'Trailer', run_number: 12, facts: COUNTS } as const;
    const auth = { issuer: 'https://id.example.com', audience: 'voices', jwks_url: undefined };
    const config = { ...server.app.config, auth: { ...auth, max_token_age_s: 86_400 } };
    const run = await tellOf({ ...plan, ...times }, { ...server.app, config });
    const mail = await onlyMail(server, reader.email);
    expect(mail).toContain('Subject: Run 12 of "Trailer" is done');
    const text = textOf(mail);
    expect(text).toContain(
      'Lines: 1,040 delivered, 2 dropped, 3 failed\nCredits: 12,345\nDuration: 3 min 04 s',
    );
    expect(text).toContain(`X-Workspace-Id: ${reader.workspace_id}\nGET ${server.url}${run.path}`);
  });

  test('links to the web application if there is one', async () => {
    const app = { ...server.app, config: { ...server.app.config, app_url: 'https://app.example.com' } };
    const run = await tellOf({ status: 'completed' }, app);
    const text = textOf(await onlyMail(server, reader.email));
    expect(text).toContain(
      `https://app.example.com/productions/${run.workflow.id}/runs/${run.id}?workspace=${reader.workspace_id}\n`,
    );
    expect(text).not.toContain('/api/v1/');
  });

  test('says why a run failed, with its first errors', async () => {
    const details = [1, 2, 3, 4, 5].map((n) => ({ field: `lines.a${n}.de-de`, message: `Fault ${n}.` }));
    const error = { code: 'lines_failed', message: '5 of 9 lines failed.', node_id: null, details };
    await tellOf({
      status: 'failed',
      workflow: 'Trailer',
      run_number: 3,
      facts: { error: JSON.stringify(error) },
    });
    const mail = await onlyMail(server, reader.email);
    expect(mail).toContain('Subject: Run 3 of "Trailer" failed');
    const places = 'lines.a1.de-de: Fault 1.\nlines.a2.de-de: Fault 2.\nlines.a3.de-de: Fault 3.\nand 2 more';
    expect(textOf(mail)).toContain(`5 of 9 lines failed.\n${places}\n`);
  });

  test('omits the duration if a run never started', async () => {
    await tellOf({ status: 'failed', started_at: null, completed_at: ENDED });
    expect(textOf(await onlyMail(server, reader.email))).not.toContain('Duration');
  });

  test('cannot contain markup, headers or extra lines from texts of customers and providers', async () => {
    const workflow = 'One\r\nBcc: eve@example.org\n<script>alert("x")</script>\u202Egnp';
    const message = `Refused.\r\n\r\nGo to <a href="https://evil.example">here</a>${'!'.repeat(2_000)}`;
    const error = { code: 'node_failed', message, node_id: null, details: [] };
    await tellOf({ status: 'failed', workflow, facts: { error: JSON.stringify(error) } });
    const mail = await onlyMail(server, reader.email);
    expect(mail).not.toMatch(/^Bcc:/m);
    expect(mail).not.toContain('\u202E');
    expect(htmlOf(mail)).not.toMatch(/<script|<a href="https:\/\/evil/);
    expect(htmlOf(mail)).toContain('One Bcc: eve@example.org &lt;script&gt;');
    const [line = ''] = /^Refused\..*$/m.exec(textOf(mail)) ?? [];
    expect(line.length).toBe(300);
  });

  test('contains an unsubscribe link in its text and its header', async () => {
    await tellOf({ status: 'completed' });
    const mail = await onlyMail(server, reader.email);
    const url = unsubscribeUrl(mail);
    expect(url.startsWith(`${server.url}/notifications/unsubscribe/`)).toBe(true);
    expect(textOf(mail)).toContain(`Turn off emails about completed runs:\n${url}`);
    // One-click unsubscribe requires https (RFC 8058).
    expect(mail).not.toContain('List-Unsubscribe-Post');
  });
});

describe('no email is sent', () => {
  const nothing = async (plan: Parameters<typeof insertEndedRun>[2]) => {
    const run = await tellOf(plan);
    expect(await mailsTo(server, reader.email)).toEqual([]);
    expect(await noticesOf(server, run)).toEqual([]);
  };

  test('about completed runs to a user who turned them off, and failed runs are still reported', async () => {
    await prefer({ completed_generation_email: false });
    await nothing({ status: 'completed' });
    await tellOf({ status: 'failed' });
    expect(await mailsTo(server, reader.email)).toHaveLength(1);
  });

  test('about failed runs to a user who turned them off, and completed runs are still reported', async () => {
    await prefer({ failed_generation_email: false });
    await nothing({ status: 'failed' });
    await tellOf({ status: 'completed' });
    expect(await mailsTo(server, reader.email)).toHaveLength(1);
  });

  test('about a canceled run', async () => {
    await nothing({ status: 'cancelled' });
  });

  test('to an address that is not verified', async () => {
    await change({ email_verified: false });
    await nothing({ status: 'completed' });
  });

  test('without an address', async () => {
    await change({ email: null });
    const posted = () => server.app.db.selectFrom('mail_outbox').select('id').execute();
    const before = await posted();
    await nothing({ status: 'completed' });
    expect(await posted()).toEqual(before);
  });

  test('to a user who left the workspace', async () => {
    const other = await createMember(server);
    await nothing({ status: 'completed', workspace_id: other.workspace_id });
  });

  test('about a run in a deleted workspace', async () => {
    const deleted_at = new Date();
    const { db } = server.app;
    await db.updateTable('workspace').set({ deleted_at }).where('id', '=', reader.workspace_id).execute();
    await nothing({ status: 'completed' });
  });

  test('about a run of a deleted workflow', async () => {
    const run = await insertEndedRun(server, reader, { status: 'completed' });
    const { db } = server.app;
    await db
      .updateTable('workflow')
      .set({ deleted_at: new Date() })
      .where('id', '=', run.workflow.id)
      .execute();
    await leaveNotice(server.app, run);
    await notifyRunEnded(server.app, run.id);
    expect(await mailsTo(server, reader.email)).toEqual([]);
  });

  test('about a run that ended more than a day ago', async () => {
    const run = await insertEndedRun(server, reader, { status: 'completed' });
    await leaveNotice(server.app, run, new Date(Date.now() - DAY_MS - 60_000));
    await notifyRunEnded(server.app, run.id);
    expect([await mailsTo(server, reader.email), await noticesOf(server, run)]).toEqual([[], []]);
  });
});

describe('a notice', () => {
  test('becomes one email, even if many workers process it', async () => {
    const run = await insertEndedRun(server, reader, { status: 'completed' });
    await leaveNotice(server.app, run);
    await Promise.all(Array.from({ length: 6 }, () => notifyRunEnded(server.app, run.id)));
    await notifyRunEnded(server.app, run.id);
    expect(await mailsTo(server, reader.email)).toHaveLength(1);
  });

  test('stays if its email could not be queued, and the next attempt queues it', async () => {
    const run = await insertEndedRun(server, reader, { status: 'completed' });
    await leaveNotice(server.app, run);
    const add = () => Promise.reject(new Error('The connection is gone.'));
    const broken = { ...server.app, queue: { ...server.app.queue, add } };
    await expect(notifyRunEnded(broken, run.id)).rejects.toThrow('The connection is gone.');
    expect(await mailsTo(server, reader.email)).toEqual([]);
    await notifyRunEnded(server.app, run.id);
    expect(await mailsTo(server, reader.email)).toHaveLength(1);
  });

  test('whose job was lost gets a new one from the sweep unless it is recent', async () => {
    const run = await insertEndedRun(server, reader, { status: 'completed' });
    await leaveNotice(server.app, run);
    const job = sql`from pgboss.job where name = 'run.notification' and id = ${run.id}`;
    await sql`delete ${job}`.execute(server.app.db);
    const jobs = async () => (await sql`select id ${job}`.execute(server.app.db)).rows.length;
    await sweepNotifications(server.app, new Date());
    expect(await jobs()).toBe(0);
    const later = new Date(Date.now() + 11 * 60_000);
    await sweepNotifications(server.app, later);
    await sweepNotifications(server.app, later);
    expect(await jobs()).toBe(1);
  });
});
