import type { App } from '../../app.ts';
import { runNotificationJobRef } from '../../engine/index.ts';
import { defineHousekeeping, defineJob } from '../../jobs/index.ts';
import { type BudgetAlert, budgetAlertJobRef } from '../../ledger/budgets.ts';
import { notifyBudgetReached } from './budget-mail.ts';
import { forgetSummaries, listLateNotices } from './queries.ts';
import { sendWeeklySummaries } from './weekly.ts';

const LATE_MS = 600_000;
const KEEP_MS = 60 * 86_400_000;
const BATCH = 1_000;

/** Enqueues notices whose job was lost, and sends the summaries of the last week. */
export async function sweepNotifications(
  app: Pick<App, 'db' | 'queue' | 'config' | 'baseUrl' | 'signingSecret'>,
  now: Date,
): Promise<void> {
  const late = await listLateNotices(app.db, new Date(now.getTime() - LATE_MS), BATCH);
  await app.queue.add(
    app.db,
    runNotificationJobRef,
    late.map((id) => ({ id })),
  );
  await sendWeeklySummaries(app, now);
  await forgetSummaries(app.db, new Date(now.getTime() - KEEP_MS));
}

export const budgetAlertJob = defineJob<BudgetAlert>({
  name: budgetAlertJobRef.name,
  handle: (app, { data }) => notifyBudgetReached(app, data),
  retry: { limit: 20 },
  expires_s: 60,
});

export const notifications = defineHousekeeping('notifications', sweepNotifications);
