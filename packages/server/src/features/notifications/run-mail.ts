import type { App } from '../../app.ts';
import { buildStudioPage, enqueueMail, type MailContent, mailContent, toSingleLine } from '../mail/index.ts';
import { formatCount, formatDuration } from '../runs/index.ts';
import { findPreferences } from '../users/index.ts';
import { type EndedRun, findEndedRun, takeNotice } from './queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** After this time, the email is no longer useful. */
const TOO_OLD_MS = 24 * 3_600_000;

const PREFERENCES = {
  completed: 'completed_generation_email',
  failed: 'failed_generation_email',
} as const;

/**
 * Sends an email about the end of a run to the user who started it, if the user wants it. Deletes the notice in the
 * transaction that adds the email, so there is at most one email.
 */
export async function notifyRunEnded(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'config' | 'baseUrl' | 'signingSecret' | 'log'>,
  runId: string,
): Promise<void> {
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const notice = await takeNotice(tx, runId);
    if (!notice) return;
    if (now.getTime() - notice.created_at.getTime() > TOO_OLD_MS) {
      app.log.warn({ run_id: runId }, 'run notice too old');
      return;
    }
    const run = await findEndedRun(tx, runId);
    if (!run) return;
    const preference = PREFERENCES[run.status];
    const preferences = await findPreferences(tx, run.user_id);
    if (!preferences[preference]) return;
    const unsubscribe = unsubscribeLink(app, { user_id: run.user_id, preference, now });
    const page = buildStudioPage(app, `/productions/${run.workflow_id}/runs/${run.id}`, run.workspace_id);
    const links = { page, base_url: app.baseUrl(), unsubscribe };
    const content = buildRunMail(run, links);
    await enqueueMail(app, tx, { kind: `run_${run.status}`, content, now });
  });
}

/** The maximum number of fields that the email lists for an error, and the maximum length of each. */
const MAX_DETAILS = 3;
const MAX_REASON_LENGTH = 300;
const MAX_NAME_LENGTH = 120;

export interface MailLinks {
  /** The page of the studio; undefined if the email must name the API call. */
  page: string | undefined;
  base_url: string;
  unsubscribe: { label: string; url: string };
}

/** The email about the end of a run. Names and reasons are texts of customers and providers. */
function buildRunMail(run: EndedRun, links: MailLinks): MailContent {
  const { page, base_url, unsubscribe } = links;
  const title = `Run ${run.run_number} of "${shorten(run.workflow_name, MAX_NAME_LENGTH)}"`;
  const end = run.status === 'completed' ? 'is done' : 'failed';
  const workspace = shorten(run.workspace_name, MAX_NAME_LENGTH);
  const paragraphs = [`${title} in the workspace "${workspace}" ${end}.`];
  if (run.status === 'failed' && run.error) {
    const { message, details } = run.error;
    const fields = details.slice(0, MAX_DETAILS).map((detail) => `${detail.field}: ${detail.message}`);
    const reasons = [message, ...fields].map((reason) => shorten(reason, MAX_REASON_LENGTH));
    const more = details.length - fields.length;
    if (more > 0) reasons.push(`and ${formatCount(more)} more`);
    paragraphs.push(reasons.join('\n'));
  }
  const { lines_delivered, lines_dropped, lines_failed, lines_skipped, started_at, completed_at } = run;
  let lines = `${formatCount(lines_delivered)} delivered, ${formatCount(lines_dropped)} dropped, ${formatCount(lines_failed)} failed`;
  if (lines_skipped > 0) lines += `, ${formatCount(lines_skipped)} skipped`;
  const figures = [`Lines: ${lines}`, `Credits: ${formatCount(run.credits)}`];
  if (started_at && completed_at) {
    const elapsed = Math.max(0, completed_at.getTime() - started_at.getTime());
    figures.push(`Duration: ${formatDuration(elapsed)}`);
  }
  paragraphs.push(figures.join('\n'));
  if (page === undefined)
    paragraphs.push(
      `To see it, send this request with your own token and X-Workspace-Id: ${run.workspace_id}\nGET ${base_url}/api/v1/workflows/${run.workflow_id}/runs/${run.id}`,
    );
  paragraphs.push('You receive this email because you started the run.');
  const action = page === undefined ? undefined : { label: 'Open the run', url: page };
  return mailContent(run.email, { subject: `${title} ${end}`, paragraphs, action, unsubscribe });
}

/** A text on one line, with an ellipsis if it was longer. */
function shorten(text: string, maxLength: number): string {
  const characters = [...toSingleLine(text)];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
