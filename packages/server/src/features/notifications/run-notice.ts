import type { App } from '../../app.ts';
import { postMail } from '../mail/index.ts';
import { findPreferences } from '../users/index.ts';
import { findEndedRun, takeNotice } from './queries.ts';
import { runMail } from './run-mail.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** A later mail would be useless. */
const TOO_OLD_MS = 24 * 3_600_000;

const PREFERENCES = {
  completed: 'completed_generation_email',
  failed: 'failed_generation_email',
} as const;

type NoticeApp = Pick<App, 'db' | 'queue' | 'clock' | 'config' | 'baseUrl' | 'signingSecret' | 'log'>;

/**
 * Notifies the user who started a run of its end, if wanted. The notice is deleted in the transaction that posts the
 * mail, so there is at most one mail.
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
    await postMail(app, tx, { kind: `run_${run.status}`, content, now });
  });
}
