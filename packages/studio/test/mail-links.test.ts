import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS, type MailKind } from '../../server/src/features/mail/index.ts';
import { notifyBudgetReached, notifyRunEnded } from '../../server/src/features/notifications/index.ts';
import { sweepNotifications } from '../../server/src/features/notifications/jobs.ts';
import { scheduleJob } from '../../server/src/features/workflows/jobs.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { limitSeats, mailsTo } from '../../server/test/support/mail.ts';
import {
  createReader,
  htmlOf,
  insertEndedRun,
  leaveNotice,
  type Reader,
} from '../../server/test/support/notifications.ts';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { runJob } from '../../server/test/support/run-job.ts';
import { webhookScene } from '../../server/test/support/webhooks.ts';
import { PATHS } from '../src/paths.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: { webhook_allow_private_networks: true } });
  await limitSeats(server, 'unlimited');
});
afterAll(() => server.close());

const endRun = async (reader: Reader, status: 'completed' | 'failed') => {
  const run = await insertEndedRun(server, reader, { status });
  await leaveNotice(server.app, run);
  await notifyRunEnded(server.app, run.id);
};

/** How an email of each kind gets to the reader, and the page of its link. */
const EMAILS: Record<MailKind, { page: keyof typeof PATHS; send: (reader: Reader) => Promise<unknown> }> = {
  invite: {
    page: 'invite',
    send: (reader) =>
      server.request('POST', `/api/v1/workspaces/${reader.workspace_id}/invites`, {
        as: reader,
        body: { email: `invited-${reader.email}`, role: 'viewer' },
      }),
  },
  run_completed: { page: 'run', send: (reader) => endRun(reader, 'completed') },
  run_failed: { page: 'run', send: (reader) => endRun(reader, 'failed') },
  weekly_summary: {
    page: 'usage',
    send: async (reader) => {
      const body = { weekly_usage_summary_email: true };
      await server.request('PATCH', '/api/v1/users/me/notification-preferences', { as: reader, body });
      const completed_at = new Date('2026-03-16T00:00:00.000Z');
      await insertEndedRun(server, reader, { status: 'completed', completed_at });
      await sweepNotifications(server.app, new Date('2026-03-23T00:20:00.000Z'));
    },
  },
  webhook_endpoint_disabled: {
    page: 'settings',
    send: async (reader) => {
      const receiver = await startReceiver();
      receiver.answers = [{ status: 410 }];
      const scene = await webhookScene(server, reader, receiver.url);
      const data = { balance: 99, threshold: 100, monthly_credits: 1_000 };
      await scene.attempt(await scene.announce({ type: 'credits.low', data }));
      await receiver.close();
    },
  },
  budget_reached: {
    page: 'usage',
    send: async (reader) => {
      const { app } = server;
      const limit = { name: 'Small', limit_credits: 5 };
      const { body } = await server.request('POST', '/api/v1/budgets', { as: reader, body: limit });
      const { id: budget_id, current } = body.data;
      // The transaction that reaches the percentage stores it, and adds the job.
      await app.db
        .updateTable('budget_period')
        .set({ credits: 4, alerted_percent: 80 })
        .where('budget_id', '=', budget_id)
        .execute();
      const alert = { budget_id, starts_at: current.starts_at, percent: 80 };
      await notifyBudgetReached(app, alert);
      // A repeated job sends nothing.
      await notifyBudgetReached(app, alert);
    },
  },
  schedule_failed: {
    page: 'schedules',
    send: async (reader) => {
      const { app } = server;
      const workflow = { name: 'Empty', definition: { graph: { nodes: [] } } };
      const created = await server.request('POST', '/api/v1/workflows', { as: reader, body: workflow });
      const times = { workflow_id: created.body.data.id, name: 'Nightly', cron: '0 2 * * *' };
      const { body } = await server.request('POST', '/api/v1/schedules', { as: reader, body: times });
      const { id: schedule_id, next_run_at } = body.data;
      const data = { schedule_id, due_at: next_run_at };
      await runJob({ ...app, clock: () => new Date(next_run_at) }, scheduleJob, { data });
    },
  },
};

test.each(MAIL_KINDS)('the link of the email %s opens a page of the studio', async (kind) => {
  const reader = await createReader(server);
  const { page, send } = EMAILS[kind];
  await send(reader);
  const rows = server.app.db.selectFrom('mail_outbox').select('kind').where('sent_at', 'is', null);
  expect(await rows.execute()).toEqual([{ kind }]);
  const recipient = kind === 'invite' ? `invited-${reader.email}` : reader.email;
  const [mail = ''] = await mailsTo(server, recipient);
  const links = [...htmlOf(mail).matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => new URL(url));
  const pages = links.filter(({ pathname }) => !pathname.startsWith('/notifications/unsubscribe/'));
  expect(pages.map(({ origin }) => origin)).toEqual([server.url]);
  expect(pages[0]?.pathname).toMatch(new RegExp(`^/studio${PATHS[page].replace(/\$\w+/g, '[\\w-]+')}$`));
  expect([null, reader.workspace_id]).toContain(pages[0]?.searchParams.get('workspace'));
  for (const link of links) expect((await fetch(link)).status).toBe(200);
});
