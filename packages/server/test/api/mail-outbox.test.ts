import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { enqueueMail, mailContent } from '../../src/features/mail/index.ts';
import { mailJob, sweepMails } from '../../src/features/mail/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mailsTo, startSmtp, type TestSmtp } from '../support/mail.ts';
import { runJob } from '../support/run-job.ts';

const DAY_MS = 86_400_000;

let sent = 0;
const anyone = () => `reader-${++sent}@example.com`;

/** Posts an email in its own transaction. */
function post({ app }: TestApp, to: string, now = new Date()): Promise<string> {
  const content = mailContent(to, { subject: 'News', paragraphs: [`For ${to}.`] });
  return app.db.transaction().execute((tx) => enqueueMail(app, tx, { kind: 'weekly_summary', content, now }));
}

const rowOf = ({ app }: TestApp, id: string) =>
  app.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst();
const _isSent = async (server: TestApp, id: string) => (await rowOf(server, id))?.sent_at != null;

describe('an email', () => {
  let server: TestApp;
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startTestApp({
      config: { mail: { kind: 'smtp', url: smtp.url, from: 'us@example.com' } },
    });
  });
  afterEach(() => {
    smtp.refuse = undefined;
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });
  const copies = (to: string) => smtp.messages.filter((message) => message.includes(`To: ${to}`)).length;

  test('of a transaction that fails is never sent', async () => {
    const { app } = server;
    const content = mailContent(anyone(), { subject: 'Never', paragraphs: [] });
    const now = new Date();
    const failing = app.db.transaction().execute(async (tx) => {
      await enqueueMail(app, tx, { kind: 'weekly_summary', content, now });
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    const rows = await app.db.selectFrom('mail_outbox').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('is sent once, however often its job runs, and then deleted', async () => {
    const to = anyone();
    const id = await post(server, to);
    await runJob(server.app, mailJob, { id });
    await runJob(server.app, mailJob, { id });
    expect(copies(to)).toBe(1);
    expect(await rowOf(server, id)).toMatchObject({ content: null, attempts: 1, last_error: null });
  });

  test('with a temporary rejection is retried with the same Message-ID', async () => {
    const to = anyone();
    const id = await post(server, to);
    smtp.refuse = () => 451;
    await expect(runJob(server.app, mailJob, { id })).rejects.toThrow();
    expect(await rowOf(server, id)).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
    smtp.refuse = undefined;
    await runJob(server.app, mailJob, { id });
    expect(copies(to)).toBe(1);
    expect(smtp.messages.at(-1)).toContain(`Message-ID: <${id}@example.com>`);
  });

  test('with a permanent rejection fails, with the reason', async () => {
    const id = await post(server, anyone());
    smtp.refuse = () => 550;
    await runJob(server.app, mailJob, { id });
    const row = await rowOf(server, id);
    expect(row).toMatchObject({ content: null, sent_at: null, failed_at: expect.any(Date) });
    expect(row?.last_error).toContain('550');
  });

  test('fails after a day', async () => {
    const id = await post(server, anyone(), new Date(Date.now() - DAY_MS - 1));
    smtp.refuse = () => 451;
    await runJob(server.app, mailJob, { id });
    expect(await rowOf(server, id)).toMatchObject({ failed_at: expect.any(Date) });
  });

  test('that cannot be decrypted any more fails', async () => {
    const id = await post(server, anyone());
    await runJob({ ...server.app, signingSecret: new TextEncoder().encode('another one') }, mailJob, { id });
    expect(await rowOf(server, id)).toMatchObject({ failed_at: expect.any(Date), content: null });
  });

  test('that ended is deleted after 30 days, and an open one never', async () => {
    const [ended, open] = [await post(server, anyone()), await post(server, anyone())];
    await runJob(server.app, mailJob, { id: ended });
    await sweepMails(server.app, new Date(Date.now() + 29 * DAY_MS));
    expect(await rowOf(server, ended)).toBeDefined();
    await sweepMails(server.app, new Date(Date.now() + 31 * DAY_MS));
    expect([await rowOf(server, ended), (await rowOf(server, open))?.id]).toEqual([undefined, open]);
  });
});

describe('without a mail server', () => {
  test('emails are written to the folder of the data directory', async () => {
    const server = await startTestApp();
    try {
      const to = anyone();
      await post(server, to);
      expect(await mailsTo(server, to)).toEqual([expect.stringContaining(`For ${to}.`)]);
    } finally {
      await server.close();
    }
  });
});
