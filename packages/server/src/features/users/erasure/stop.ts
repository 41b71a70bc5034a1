import { setTimeout as delay } from 'node:timers/promises';
import { countText } from '@voiceloom/text';
import { type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { ApiError } from '../../../errors.ts';
import { deleteJobs } from '../../../jobs/index.ts';
import type { Operator } from '../../../ledger/activity.ts';
import { keyCallersSql } from '../../api-keys/deletion.ts';
import { revokeMemberKeys } from '../../api-keys/index.ts';
import { deleteMailsTo } from '../../mail/index.ts';
import { guestCallersSql } from '../../reviews/deletion.ts';
import { isOfGoneDelivery } from '../../webhook-endpoints/index.ts';
import { disableSchedulesOf } from '../../workflows/deletion.ts';
import { closeWorkspace } from '../../workspaces/deletion.ts';
import type { DataTable, Subject } from '../export/index.ts';
import { suspendUser } from '../suspend.ts';
import { changeInParts } from './pages.ts';
import type { Traces } from './traces.ts';

/**
 * Rejects requests, ends runs and deletes jobs until a second pass finds nothing new, because earlier requests can
 * still start a run. Waits for workers with a running job, because they write rows and objects.
 */
export async function stopAllWork(
  app: Pick<App, 'db' | 'queue' | 'clock'>,
  options: {
    subject: Subject;
    tables: readonly DataTable[];
    operator: Operator;
    now: Date;
    /** How long to wait for workers. */
    timeout_ms: number;
    poll_ms: number;
  },
): Promise<void> {
  const { subject, tables, operator, now, timeout_ms, poll_ms } = options;
  const { user_id, workspace_ids } = subject;
  if (user_id !== null) await suspendUser(app, { id: user_id, is_suspended: true, operator, now });
  // The IDs of the subject and of the rows of the workspaces.
  const ownIds = [...workspace_ids, user_id].filter((id) => id !== null);
  const tablesWithId = tables.filter(({ kind, columns }) => {
    const uuids = columns.filter(({ type }) => type === 'uuid').map(({ name }) => name);
    return kind === 'workspace' && uuids.includes('id') && uuids.includes('workspace_id');
  });
  const isInTable = tablesWithId.map(
    ({ name }) => sql<SqlBool>`exists (select from ${sql.table(name)} own_row
      where own_row.id = named.id and own_row.workspace_id = any(${workspace_ids}::uuid[]))`,
  );
  // A closed workspace has no webhook endpoints, so the rows above do not include these jobs.
  const isOwnJob = sql<SqlBool>`(named.id = any(${ownIds}::uuid[]) or ${sql.join(isInTable, sql` or `)} or ${isOfGoneDelivery})`;
  const until = performance.now() + timeout_ms;
  for (let pass = 1; ; pass++) {
    for (const id of workspace_ids) await closeWorkspace(app, { id, now });
    const { deleted, left: runningJobs } = await deleteJobs(app.db, isOwnJob);
    if (pass > 1 && deleted + runningJobs === 0) return;
    if (runningJobs > 0 && performance.now() >= until) {
      const jobs = countText(runningJobs, 'job');
      throw new ApiError('CONFLICT', `Workers are still running ${jobs}. Repeat the command in a minute.`);
    }
    await delay(poll_ms);
  }
}

/**
 * Deletes what can only be found through rows of the subject, and therefore before these rows: unsent emails, API keys
 * in workspaces of others, rate limits and stored responses.
 */
export async function deleteIndirectData(
  { db, signingSecret }: Pick<App, 'db' | 'signingSecret'>,
  { user_id, workspace_ids, own_emails }: Traces,
  now: Date,
): Promise<void> {
  if (user_id !== null) {
    const memberships = db.selectFrom('workspace_member').select('workspace_id as id');
    for (const { id } of await memberships.where('user_id', '=', user_id).execute())
      await revokeMemberKeys(db, { workspaceId: id, userId: user_id, now });
    await disableSchedulesOf(db, user_id, now);
  }
  for (const email of own_emails) await deleteMailsTo({ db, signingSecret }, email);
  const callers = sql`(
    select 'user:' || ${user_id}::text
    union all ${keyCallersSql(user_id, workspace_ids)}
    union all ${guestCallersSql(workspace_ids)})`;
  await changeInParts(
    db,
    'rate_limit',
    (part) => sql`delete from rate_limit where ${part} and key in ${callers}`,
  );
  await changeInParts(
    db,
    'idempotency_key',
    (part) => sql`delete from idempotency_key where ${part} and caller in ${callers}`,
  );
  // Responses are encrypted and do not contain their workspace, so the responses to all members are deleted. Keys stay,
  // because a repeated request must not run again, least of all in another workspace.
  const members = sql`(select 'user:' || user_id from workspace_member where workspace_id = any(${workspace_ids}::uuid[]))`;
  await changeInParts(
    db,
    'idempotency_key',
    (part) => sql`update idempotency_key set response_headers = null, response_body = null
      where ${part} and response_body is not null and caller in ${members}`,
  );
}
