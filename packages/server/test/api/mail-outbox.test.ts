import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverMail } from '../../src/features/mail/actions.ts';
import { enqueueMail, mailContent, postMails } from '../../src/features/mail/index.ts';
import { mailJob, sweepMails } from '../../src/features/mail/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mailsTo, startSmtp, type TestSmtp } from '../support/mail.ts';
import { spawnWorker, type WorkerProcess } from '../support/processes.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const SIGNING_SECRET = 'a secret that several processes of a test share';

let sent = 0;
const anyone = () => `reader-${++sent}@example.com`;

/** Posts an email in its own transaction. */
function post({ app }: TestApp, to: string, now = new Date()): Promise<string> {
  const content = mailContent(to, { subject: 'News', paragraphs: [`For ${to}.`] });
  return app.db.transaction().execute((tx) => enqueueMail(app, tx, { kind: 'news', content, now }));
}

const rowOf = ({ app }: TestApp, id: string) =>
  app.db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst();
const isSent = async (server: TestApp, id: string) => (await rowOf(server, id))?.sent_at != null;

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
      await enqueueMail(app, tx, { kind: 'news', content, now });
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    const rows = await app.db.selectFrom('mail_outbox').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('is sent once, however often its job runs, and then deleted', async () => {
    const to = anyone();
    const id = await post(server, to);
    await deliverMail(server.app, id);
    await deliverMail(server.app, id);
    expect(copies(to)).toBe(1);
    expect(await rowOf(server, id)).toMatchObject({ content: null, attempts: 1, last_error: null });
  });

  test('with a temporary rejection is retried with the same Message-ID', async () => {
    const to = anyone();
    const id = await post(server, to);
    smtp.refuse = () => 451;
    await expect(deliverMail(server.app, id)).rejects.toThrow();
    expect(await rowOf(server, id)).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
    smtp.refuse = undefined;
    await deliverMail(server.app, id);
    expect(copies(to)).toBe(1);
    expect(smtp.messages.at(-1)).toContain(`Message-ID: <${id}@example.com>`);
  });

  test('with a permanent rejection fails, with the reason', async () => {
    const id = await post(server, anyone());
    smtp.refuse = () => 550;
    await deliverMail(server.app, id);
    const row = await rowOf(server, id);
    expect(row).toMatchObject({ content: null, sent_at: null, failed_at: expect.any(Date) });
    expect(row?.last_error).toContain('550');
  });

  test('fails after a day', async () => {
    const id = await post(server, anyone(), new Date(Date.now() - DAY_MS - 1));
    smtp.refuse = () => 451;
    await deliverMail(server.app, id);
    expect(await rowOf(server, id)).toMatchObject({ failed_at: expect.any(Date) });
  });

  test('that cannot be decrypted any more fails', async () => {
    const id = await post(server, anyone());
    await deliverMail({ ...server.app, signingSecret: new TextEncoder().encode('another one') }, id);
    expect(await rowOf(server, id)).toMatchObject({ failed_at: expect.any(Date), content: null });
  });

  test('that ended is deleted after 30 days, and an open one never', async () => {
    const [ended, open] = [await post(server, anyone()), await post(server, anyone())];
    await deliverMail(server.app, ended);
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
      .execute((tx) => postMails(app, tx, { kind: 'news', contents, now }));
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
