import { type MailContent, mailContent, oneLine } from '../mail/index.ts';
import { formatCount, formatDuration } from '../runs/index.ts';
import type { MailLinks } from './run-mail.ts';
import type { Week } from './week.ts';
import type { WorkspaceWeek } from './weekly-queries.ts';

const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** The mail for one user; `rows` are the user's workspaces, at least one. */
export function weeklyMail(
  rows: readonly [WorkspaceWeek, ...WorkspaceWeek[]],
  week: Week,
  { app_url, base_url, unsubscribe }: MailLinks,
): MailContent {
  const [{ email, workspaces }] = rows;
  const first = longDay.format(week.from);
  const last = longDay.format(week.to.getTime() - DAY_MS);
  const more = workspaces - rows.length;
  const paragraphs = [
    `Runs that ended from Monday, ${first} to Sunday, ${last} (UTC):`,
    ...rows.map(workspaceLines),
    ...(more > 0 ? [`And ${formatCount(more)} more of your workspaces.`] : []),
    ...(app_url === undefined
      ? [`To see more, send this request with your own token:\nGET ${base_url}/api/v1/usage/summary`]
      : []),
  ];
  const action =
    app_url === undefined ? {} : { action: { label: 'See your usage', url: `${app_url}/usage` } };
  return mailContent(email, { subject: `Your week of ${first}`, paragraphs, ...action, unsubscribe });
}

function workspaceLines(row: WorkspaceWeek): string {
  return [
    oneLine(row.name),
    `Runs: ${formatCount(row.runs)}`,
    `Lines delivered: ${formatCount(row.lines)}`,
    `Characters: ${formatCount(row.characters)}`,
    `New audio: ${formatDuration(row.audio_ms)}`,
    `Credits: ${formatCount(row.credits)}`,
  ].join('\n');
}
