import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { addActivity } from '../../../ledger/activity.ts';
import { addWebhookEvent } from '../../../ledger/webhook-events.ts';
import { buildStudioPage, mailContent, postMails, toSingleLine } from '../../mail/index.ts';
import type { ScheduleRow } from './queries.ts';

/** After so many failed starts in a row, a schedule is disabled. */
export const MAX_FAILURES = 5;

/** How long after an email about a schedule no email about a first failure follows. */
const QUIET_MS = 24 * 3_600_000;

export interface ScheduleFailure {
  /** After the failure. */
  schedule: ScheduleRow;
  due_at: Date;
  code: string;
  message: string;
  now: Date;
}

/**
 * Reports a start that failed, in the transaction that records it: each one as a webhook event, the first one in a row
 * and the one that disables the schedule also by email, to its creator and the owner of the workspace.
 */
export async function reportFailure(
  app: Pick<App, 'queue' | 'signingSecret' | 'config' | 'baseUrl'>,
  tx: Db,
  failure: ScheduleFailure,
): Promise<void> {
  const { schedule, due_at, code, message, now } = failure;
  const { id: schedule_id, workspace_id, workflow_id, name, failures_count } = schedule;
  const isDisabled = schedule.disabled_reason !== null;
  const data = {
    schedule_id,
    workflow_id,
    name,
    due_at: due_at.toISOString(),
    code,
    message,
    failures_count,
    disabled: isDisabled,
  };
  await addWebhookEvent(app, tx, { workspace_id, event: { type: 'schedule.failed', data }, now });
  if (isDisabled) {
    const resource = { type: 'schedule', id: schedule_id, name };
    const metadata = { workflow_id, reason: 'failures', code };
    const action = 'settings_changed' as const;
    const entry = { workspace_id, user_id: null, action, kind: 'schedule_disabled', resource, metadata };
    await addActivity(tx, entry, now);
  }
  const isQuiet = schedule.mailed_at !== null && now.getTime() - schedule.mailed_at.getTime() < QUIET_MS;
  if (!isDisabled && (failures_count > 1 || isQuiet)) return;
  await tx.updateTable('schedule').set({ mailed_at: now }).where('id', '=', schedule_id).execute();
  await mailFailure(app, tx, failure);
}

async function mailFailure(
  app: Pick<App, 'queue' | 'signingSecret' | 'config' | 'baseUrl'>,
  tx: Db,
  { schedule, message, now }: ScheduleFailure,
): Promise<void> {
  const { workspace_id, workflow_id, created_by, failures_count, disabled_reason } = schedule;
  const people = await tx
    .selectFrom('workspace')
    .innerJoin('workspace_member as member', 'member.workspace_id', 'workspace.id')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .innerJoin('workflow', 'workflow.workspace_id', 'workspace.id')
    .select(['app_user.email', 'workspace.name as workspace_name', 'workflow.name as workflow_name'])
    .distinct()
    .where('workspace.id', '=', workspace_id)
    .where('workspace.deleted_at', 'is', null)
    .where('workflow.id', '=', workflow_id)
    .where('app_user.email_verified', '=', true)
    .where((eb) =>
      eb.or([eb('app_user.id', '=', eb.ref('workspace.owner_id')), eb('app_user.id', '=', created_by)]),
    )
    .execute();
  const page = buildStudioPage(app, `/productions/${workflow_id}/schedules`, workspace_id);
  const name = toSingleLine(schedule.name);
  let subject = `Schedule "${name}": a run could not start`;
  let effect = 'The schedule tries again at its next time.';
  if (disabled_reason !== null) {
    subject = `Schedule "${name}" was disabled`;
    effect = `It is disabled, because ${failures_count} starts in a row failed. Enable it again when the reason is gone.`;
  }
  const contents = people.flatMap(({ email, workspace_name, workflow_name }) => {
    if (email === null) return [];
    const paragraphs = [
      `The schedule "${name}" of "${toSingleLine(workflow_name)}" in the workspace "${toSingleLine(workspace_name)}" could not start a run: ${toSingleLine(message)}`,
      effect,
    ];
    const action = page === undefined ? undefined : { label: 'Open the schedules', url: page };
    return mailContent(email, { subject, paragraphs, action });
  });
  await postMails(app, tx, { kind: 'schedule_failed', contents, now });
}
