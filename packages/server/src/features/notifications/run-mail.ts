import type { App } from '../../app.ts';
import type { RunFailure } from '../../db/rows.ts';
import { enqueueMail, type MailContent, mailContent, toSingleLine } from '../mail/index.ts';
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

type NoticeApp = Pick<App, 'db' | 'queue' | 'clock' | 'config' | 'baseUrl' | 'signingSecret' | 'log'>;

/**
 * Sends an email about the end of a run to the user who started it, if wanted. Deletes the notice in the transaction
 * that adds the email, so there is at most one email.
 */
export async function notifyRunEnded(app: NoticeApp, runId: string): Promise<void> {
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
    const wanted = await findPreferences(tx, run.user_id);
    if (!wanted[preference]) return;
    const unsubscribe = unsubscribeLink(app, { user_id: run.user_id, preference, now });
    const content = runMail(run, { app_url: app.config.app_url, base_url: app.baseUrl(), unsubscribe });
    await enqueueMail(app, tx, { kind: `run_${run.status}`, content, now });
  });
}

/** The maximum number of fields that the email lists for an error, and the maximum length of each. */
const NAMED_PLACES = 3;
const LONGEST_REASON = 300;
const LONGEST_NAME = 120;

export interface MailLinks {
  /** The URL of the user interface; undefined if there is only the API. */
  app_url: string | undefined;
  base_url: string;
  unsubscribe: { label: string; url: string };
}

/** The email about the end of a run. Names and reasons are texts of customers and providers. */
function runMail(run: EndedRun, links: MailLinks): MailContent {
  const { app_url, base_url, unsubscribe } = links;
  const what = `Run ${run.run_number} of "${clip(run.workflow_name, LONGEST_NAME)}"`;
  const end = run.status === 'completed' ? 'is done' : 'failed';
  const path = `/workflows/${run.workflow_id}/runs/${run.id}`;
  const paragraphs = [
    `${what} in the workspace "${clip(run.workspace_name, LONGEST_NAME)}" ${end}.`,
    ...(run.status === 'failed' && run.error ? [reasons(run.error)] : []),
    figures(run),
    ...(app_url === undefined
      ? [
          `To see it, send this request with your own token and X-Workspace-Id: ${run.workspace_id}\nGET ${base_url}/api/v1${path}`,
        ]
      : []),
    'You receive this email because you started the run.',
  ];
  const action = app_url === undefined ? undefined : { label: 'Open the run', url: `${app_url}${path}` };
  return mailContent(run.email, { subject: `${what} ${end}`, paragraphs, action, unsubscribe });
}

function figures(run: EndedRun): string {
  const { lines_delivered, lines_dropped, lines_failed, lines_skipped, started_at, completed_at } = run;
  const lines = `${formatCount(lines_delivered)} delivered, ${formatCount(lines_dropped)} dropped, ${formatCount(lines_failed)} failed`;
  const skipped = lines_skipped === 0 ? '' : `, ${formatCount(lines_skipped)} skipped`;
  const took = started_at && completed_at ? completed_at.getTime() - started_at.getTime() : undefined;
  return [
    `Lines: ${lines}${skipped}`,
    `Credits: ${formatCount(run.credits)}`,
    ...(took === undefined ? [] : [`Duration: ${formatDuration(Math.max(0, took))}`]),
  ].join('\n');
}

function reasons({ message, details }: RunFailure): string {
  const places = details.slice(0, NAMED_PLACES).map((place) => `${place.field}: ${place.message}`);
  const more = details.length - places.length;
  return [
    ...[message, ...places].map((reason) => clip(reason, LONGEST_REASON)),
    ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
  ].join('\n');
}

function clip(text: string, longest: number): string {
  const characters = [...toSingleLine(text)];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
