import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { OPEN_STATUSES } from '../../../engine/index.ts';
import { ApiError, notFound } from '../../../errors.ts';
import { keysCreatedBySql } from '../../api-keys/deletion.ts';
import { findSubscription, mayBeCharged } from '../../billing/index.ts';
import { linksCreatedBySql } from '../../reviews/deletion.ts';
import { endpointsCreatedBySql } from '../../webhook-endpoints/deletion.ts';
import { type DataTable, getSubject, listObjects, type Subject } from '../export/index.ts';
import { ERASED_ISSUER } from './pseudonym.ts';
import { countRows } from './rows.ts';
import { readTraces } from './traces.ts';

export interface ErasureTarget {
  type: 'user' | 'workspace';
  id: string;
}

/** The scope of an erasure. */
export interface ErasureReach {
  workspace_ids: string[];
  /** The number of rows of each table. */
  rows: Record<string, number>;
  objects: number;
  /** The workspaces with other members, who lose access to them. */
  shared: { id: string; name: string; members: number }[];
  /** The API keys of the person in workspaces of others. They are revoked. */
  keys_elsewhere: Elsewhere[];
  /** The active share links of the person in workspaces of others. They stay. */
  links_elsewhere: Elsewhere[];
  /** The active webhook endpoints of the person in workspaces of others, with their URLs as names. They stay. */
  webhooks_elsewhere: Elsewhere[];
  /** The current address of the person and earlier ones. */
  emails: string[];
  /** The number of runs that are canceled. */
  open_runs: number;
  /** The customer's ID at the payment processor, which keeps its own data. */
  processor_customer_id: string | null;
}

/** Something that the person created in a workspace of others. */
interface Elsewhere {
  id: string;
  name: string;
  workspace_id: string;
  workspace_name: string;
}

/**
 * Whose data is erased: a person with their workspaces, or one workspace. Rejects targets that must not be erased.
 */
export async function resolveTarget(db: Db, { type, id }: ErasureTarget): Promise<Subject> {
  if (type === 'user') {
    const user = db.selectFrom('app_user').select('issuer').where('id', '=', id);
    if ((await user.executeTakeFirst())?.issuer === ERASED_ISSUER)
      throw new ApiError('CONFLICT', 'The person has already been erased.');
    return getSubject(db, id);
  }
  const workspace = await db
    .selectFrom('workspace')
    .select('is_personal')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!workspace) throw notFound('workspace');
  if (workspace.is_personal)
    throw new ApiError('CONFLICT', 'A personal workspace is erased with its owner. Erase the user instead.');
  return { user_id: null, workspace_ids: [id] };
}

/** Rejects a person with a subscription, because the payment processor would continue to charge them. */
export async function rejectSubscribed(db: Db, subject: Subject, now: Date): Promise<void> {
  const obstacle = await findObstacle(db, subject, now);
  if (obstacle !== null) throw new ApiError('CONFLICT', obstacle);
}

/** Why the person cannot be erased yet, or null. */
export async function findObstacle(db: Db, { user_id }: Subject, now: Date): Promise<string | null> {
  if (user_id === null) return null;
  if (await findSubscription(db, user_id))
    return (
      'The person has a subscription. Cancel it at the payment processor immediately, not at the end of its period, ' +
      'and repeat the command. If the processor no longer has it, use "subscriptions end".'
    );
  if (await mayBeCharged(db, user_id, now))
    return (
      'The person may be paying right now: a checkout stays open for up to 25 hours. End it at the payment processor, or ' +
      'wait, and repeat the command.'
    );
  return null;
}

/** What an erasure would remove, counted, and what stays elsewhere. Changes nothing. */
export async function readReach(
  { db, storage, clock }: Pick<App, 'db' | 'storage' | 'clock'>,
  subject: Subject,
  tables: readonly DataTable[],
): Promise<ErasureReach> {
  const { user_id } = subject;
  const workspace_ids = [...subject.workspace_ids];
  let objects = 0;
  for await (const keys of listObjects({ storage }, workspace_ids)) objects += keys.length;
  const { rows: sharedRows } = await sql<ErasureReach['shared'][number]>`
    select workspace.id, name, count(*)::int as members
    from workspace join workspace_member on workspace_member.workspace_id = workspace.id
    where workspace.id = any(${workspace_ids}::uuid[]) and user_id <> owner_id and deleted_at is null
    group by workspace.id order by workspace.id`.execute(db);
  const erasableTables = tables.filter(({ kind, name }) => kind !== 'ledger' && name !== 'app_user');
  const rows = await countRows(db, erasableTables, subject);
  const { emails, customer_id } = await readTraces(db, subject);
  const findElsewhere = async (query: RawBuilder<unknown>): Promise<Elsewhere[]> => {
    const result = await sql<Elsewhere>`
      select own.id, own.name, workspace_id, workspace.name as workspace_name
      from (${query}) own join workspace on workspace.id = workspace_id
      where workspace_id <> all(${workspace_ids}::uuid[]) and workspace.deleted_at is null
      order by own.id`.execute(db);
    return result.rows;
  };
  const { rows: openRuns } = await sql<{ count: number }>`
    select count(*)::int as count from run
    where workspace_id = any(${workspace_ids}::uuid[]) and status in (${sql.join(OPEN_STATUSES)})`.execute(
    db,
  );
  return {
    workspace_ids,
    rows,
    objects,
    shared: sharedRows,
    emails: [...emails],
    keys_elsewhere: await findElsewhere(keysCreatedBySql(user_id)),
    links_elsewhere: await findElsewhere(linksCreatedBySql(user_id, clock())),
    webhooks_elsewhere: await findElsewhere(endpointsCreatedBySql(user_id)),
    open_runs: openRuns[0]?.count ?? 0,
    processor_customer_id: customer_id,
  };
}
