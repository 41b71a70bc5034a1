import type { App } from '../../app.ts';
import { postMails } from '../mail/index.ts';
import { unsubscribeLink } from './unsubscribe.ts';
import { type Week, weekBefore } from './week.ts';
import { weeklyMail } from './weekly-mail.ts';
import { claimReaders, listWorkspaceWeeks, type WorkspaceWeek } from './weekly-queries.ts';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type WeeklyApp = Pick<App, 'db' | 'queue' | 'config' | 'baseUrl' | 'signingSecret'>;

/** Sends the missing summaries of the last week. Summaries of earlier weeks are never sent. */
export async function sendWeeklySummaries(app: WeeklyApp, now: Date): Promise<void> {
  const week = weekBefore(now);
  let after: string | undefined = week && FIRST_ID;
  while (week && after !== undefined) after = await sendBatch(app, { week, after, now });
}

type Batch = { week: Week; after: string; now: Date };

/** Inserts claims and mails in one transaction. Returns where the next batch starts. */
async function sendBatch(app: WeeklyApp, { week, after, now }: Batch): Promise<string | undefined> {
  return app.db.transaction().execute(async (tx) => {
    const readers = await claimReaders(tx, { week, after, limit: BATCH, now });
    if (readers.length === 0) return undefined;
    const rows = await listWorkspaceWeeks(tx, readers, week);
    const contents = [...Map.groupBy(rows, (row) => row.user_id)].flatMap(([user_id, [first, ...rest]]) => {
      if (!first) return [];
      const own: [WorkspaceWeek, ...WorkspaceWeek[]] = [first, ...rest];
      const unsubscribe = unsubscribeLink(app, { user_id, preference: 'weekly_usage_summary_email', now });
      return [weeklyMail(own, week, { app_url: app.config.app_url, base_url: app.baseUrl(), unsubscribe })];
    });
    await postMails(app, tx, { kind: 'weekly_summary', contents, now });
    return readers.at(-1);
  });
}
