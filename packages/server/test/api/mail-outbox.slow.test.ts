import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enqueueMail, mailContent, postMails } from '../../src/features/mail/index.ts';
import { mailJob, sweepMails } from '../../src/features/mail/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startSmtp, type TestSmtp } from '../support/mail.ts';
import { spawnWorker, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';

const SIGNING_SECRET = 'a secret that several processes of a test share';

let sent = 0;
const anyone = () => `reader-${++sent}@example.com`;

/** Posts an email in its own transaction. */
function post({ app }: TestApp, to: string, now = new Date()): Promise<string> {
  const content = mailContent(to, { subject: 'News', paragraphs: [`For ${to}.`] });
  return app.db.transaction().execute((tx) => enqueueMail(app, tx, { kind: 'weekly_summary', content, now }));
}

const rowOf = ({ app }: TestApp, id: string) =>
  app.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst();
const isSent = async (server: TestApp, id: string) => (await rowOf(server, id))?.sent_at != null;

describe('a worker', () => {
  let server: TestApp;
  let smtp: TestSmtp;
  let worker: Worker | undefined;
  const children: WorkerProcess[] = [];
  beforeEach(async () => {
    smtp = await startSmtp();
    const mail = { kind: 'smtp' as const, url: smtp.url, from: 'us@example.com' };
    server = await startTestApp({ role: 'all', config: { mail, signing_secret: SIGNING_SECRET } });
  });
  afterEach(async () => {
    await worker?.stop(1_000);
    worker = undefined;
    for (const child of children.splice(0)) await child.kill();
    await server.close();
    await smtp.close();
  });

  async function startHere(): Promise<void> {
    worker = await startWorker(server.app, [mailJob]);
  }

  test('sends queued emails, and retries those that were not sent', async () => {
    let refusals = 0;
    smtp.refuse = () => (refusals++ === 0 ? 451 : undefined);
    await startHere();
    const id = await post(server, anyone());
    await until(() => isSent(server, id), 30_000);
    expect([smtp.messages.length, (await rowOf(server, id))?.attempts]).toEqual([1, 2]);
  }, 40_000);

  test('sends an email to one user before many older ones to another', async () => {
    const { app } = server;
    const contents = ['many-1', 'many-2', 'many-3'].map((name) =>
      mailContent(`${name}@example.com`, { subject: 'News', paragraphs: [] }),
    );
    const now = new Date();
    const ids = await app.db
      .transaction()
      .execute((tx) => postMails(app, tx, { kind: 'weekly_summary', contents, now }));
    const urgent = await post(server, 'one@example.com');
    await startHere();
    for (const id of [...ids, urgent]) await until(() => isSent(server, id), 30_000);
    expect(smtp.messages[0]).toContain('To: one@example.com');
    expect(smtp.messages).toHaveLength(4);
  }, 40_000);

  test('sends emails whose jobs were lost after the sweep has found them', async () => {
    const long = new Date(Date.now() - 3_600_000);
    const ids = [await post(server, anyone(), long), await post(server, anyone(), long)];
    await server.app.db
      .deleteFrom('pgboss.job' as never)
      .where('name' as never, '=', 'mail' as never)
      .execute();
    await sweepMails(server.app, new Date());
    await sweepMails(server.app, new Date());
    await startHere();
    for (const id of ids) await until(() => isSent(server, id), 30_000);
    expect(smtp.messages.length).toBe(2);
  }, 40_000);

  test('that is killed while it sends loses nothing: another one sends the email', async () => {
    let entered = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      entered = resolve;
    });
    smtp.hold = () => {
      entered();
      return new Promise(() => undefined);
    };
    const { app } = server;
    const child = spawnWorker({
      DATABASE_URL: String(app.config.database_url),
      DATA_DIR: app.config.data_dir,
      SIGNING_SECRET,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'us@example.com',
    });
    children.push(child);
    const id = await post(server, anyone());
    await sending;
    await child.kill();
    smtp.hold = undefined;
    expect(await isSent(server, id)).toBe(false);
    await startHere();
    await until(() => isSent(server, id), 60_000);
    expect(smtp.messages.length).toBe(1);
  }, 90_000);
});
