import type { App } from '../../app.ts';
import { buildStudioPage, type MailContent, mailContent, postMails, toSingleLine } from '../mail/index.ts';
import { formatCount, formatDuration } from '../runs/index.ts';
import { claimReaders, listWorkspaceWeeks, type WorkspaceWeek } from './queries.ts';
import type { MailLinks } from './run-mail.ts';
import { unsubscribeLink } from './unsubscribe.ts';
import { type Week, weekBefore } from './week.ts';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type WeeklyApp = Pick<App, 'db' | 'queue' | 'config' | 'baseUrl' | 'signingSecret'>;

/** Sends the missing summaries of the last week, but never those of earlier weeks. */
export async function sendWeeklySummaries(app: WeeklyApp, now: Date): Promise<void> {
  const week = weekBefore(now);
  if (!week) return;
  let after: string | undefined = FIRST_ID;
  while (after !== undefined) after = await sendBatch(app, week, { after, now });
}

/** Inserts the claims and emails of a batch in one transaction. Returns where the next batch starts. */
async function sendBatch(
  app: WeeklyApp,
  week: Week,
  { after, now }: { after: string; now: Date },
): Promise<string | undefined> {
  return app.db.transaction().execute(async (tx) => {
    const readers = await claimReaders(tx, { week, after, limit: BATCH, now });
    if (readers.length === 0) return undefined;
    const rows = await listWorkspaceWeeks(tx, readers, week);
    const contents: MailContent[] = [];
    for (const [user_id, workspaceWeeks] of Map.groupBy(rows, (row) => row.user_id)) {
      const unsubscribe = unsubscribeLink(app, { user_id, preference: 'weekly_usage_summary_email', now });
      const links = { page: buildStudioPage(app, '/usage'), base_url: app.baseUrl(), unsubscribe };
      const content = buildWeeklyMail(workspaceWeeks, week, links);
      if (content) contents.push(content);
    }
    await postMails(app, tx, { kind: 'weekly_summary', contents, now });
    return readers.at(-1);
  });
}

const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** The email for one user; `rows` are the user's workspaces. Undefined if there are none. */
function buildWeeklyMail(
  rows: readonly WorkspaceWeek[],
  week: Week,
  { page, base_url, unsubscribe }: MailLinks,
): MailContent | undefined {
  if (!rows[0]) return undefined;
  const { email, workspaces } = rows[0];
  const first = longDay.format(week.from);
  const last = longDay.format(week.to.getTime() - DAY_MS);
  const paragraphs = [`Runs that ended from Monday, ${first} to Sunday, ${last} (UTC):`];
  for (const row of rows) {
    const lines = [
      toSingleLine(row.name),
      `Runs: ${formatCount(row.runs)}`,
      `Lines delivered: ${formatCount(row.lines)}`,
      `Characters: ${formatCount(row.characters)}`,
      `New audio: ${formatDuration(row.audio_ms)}`,
      `Credits: ${formatCount(row.credits)}`,
    ];
    paragraphs.push(lines.join('\n'));
  }
  const more = workspaces - rows.length;
  if (more > 0) paragraphs.push(`And ${formatCount(more)} more of your workspaces.`);
  if (page === undefined)
    paragraphs.push(
      `To see more, send this request with your own token:\nGET ${base_url}/api/v1/usage/summary`,
    );
  const action = page === undefined ? undefined : { label: 'See your usage', url: page };
  return mailContent(email, { subject: `Your week of ${first}`, paragraphs, action, unsubscribe });
}
