import type { ActivityAction } from '@voiceloom/contract';
import { sql } from 'kysely';
import { deleteInBatches } from '../db/batches.ts';
import type { Db } from '../db/index.ts';
import type { JsonObject } from '../db/rows.ts';
import type { ReviewCaller } from '../handler/handler.ts';
import { newId } from '../ids.ts';

export interface NewActivity {
  workspace_id: string;
  /** Null if the service itself acted. */
  user_id: string | null;
  action: ActivityAction;
  /** The exact action: `<what>_<happened>`. */
  kind: string;
  resource: { type: string; id?: string | null; name?: string | null };
  metadata?: JsonObject;
  /** The address that the request came from. */
  ip?: string | null;
}

/** Writes what a caller did in a workspace. A guest of a review is not a user, but has a name. */
export async function addCallerActivity(
  tx: Db,
  caller: ReviewCaller,
  entry: Omit<NewActivity, 'workspace_id' | 'user_id' | 'ip'>,
  now: Date,
): Promise<void> {
  const origin = { workspace_id: caller.workspace.id, ip: caller.ip };
  if (caller.kind !== 'guest') return addActivity(tx, { ...entry, ...origin, user_id: caller.user_id }, now);
  const metadata = { ...entry.metadata, guest: caller.guest.name, link_id: caller.guest.link_id };
  await addActivity(tx, { ...entry, ...origin, user_id: null, metadata }, now);
}

/** Writes an entry of the activity log in the transaction of the change. */
export async function addActivity(tx: Db, entry: NewActivity, now: Date): Promise<void> {
  const { resource, metadata, ip, ...rest } = entry;
  await tx
    .insertInto('activity')
    .values({
      ...rest,
      id: newId(),
      resource_type: resource.type,
      resource_id: resource.id ?? null,
      resource_name: resource.name ?? null,
      metadata: metadata ? JSON.stringify(metadata) : null,
      ip: ip ?? null,
      created_at: now,
    })
    .execute();
}

/** A person who runs the service, and why that person acts. */
export interface Operator {
  name: string;
  reason: string | null;
}

/** Writes what an operator did. Members of the workspace see it, because it affects them. */
export async function addOperatorActivity(
  tx: Db,
  { name: operator, reason }: Operator,
  entry: Pick<NewActivity, 'workspace_id' | 'kind' | 'resource' | 'metadata'>,
  now: Date,
): Promise<void> {
  const metadata = { ...entry.metadata, operator, reason };
  await addActivity(tx, { ...entry, action: 'operator_acted', user_id: null, metadata }, now);
}

/** The workspace of entries about the service itself. It does not exist, so only operators can read them. */
const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

/** Writes what an operator changed in the service itself. Customers cannot see it. */
export function addServiceActivity(
  tx: Db,
  operator: Operator,
  entry: Pick<NewActivity, 'kind' | 'resource' | 'metadata'>,
  now: Date,
): Promise<void> {
  return addOperatorActivity(tx, operator, { ...entry, workspace_id: NO_WORKSPACE }, now);
}

/** The person that an entry is about, as the account is now. Null if it is not about a person. */
const person = sql<{ email: string | null; name: string } | null>`(
  select jsonb_build_object('email', email, 'name', concat_ws(' ', first_name, last_name))
  from app_user where app_user.id = resource_id)`.as('person');

/** What operators did, the latest first. Includes actions on people and workspaces that were erased. */
export async function listOperatorActivity(db: Db, { limit }: { limit: number }) {
  return (
    db
      .selectFrom('activity')
      .select(['id', 'created_at', 'kind', 'resource_type', 'resource_id', 'resource_name', 'workspace_id'])
      .select(sql<string | null>`metadata ->> 'operator'`.as('operator'))
      .select(sql<string | null>`metadata ->> 'reason'`.as('reason'))
      .select(['metadata', person])
      .where('action', '=', 'operator_acted')
      // The logs of a person's other workspaces repeat what the log of the personal one says about the person.
      .where(
        sql<boolean>`not (resource_type = 'user' and exists (
        select from workspace where workspace.id = workspace_id and not is_personal))`,
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}

const KEEP_MS = 400 * 86_400_000;

/** Removes entries that are too old for any query of the log, one batch per statement. */
export async function sweepActivity(db: Db, now: Date): Promise<void> {
  const deletedBefore = new Date(now.getTime() - KEEP_MS);
  await deleteInBatches(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from activity where id in (
        select id from activity where created_at < ${deletedBefore} order by created_at limit ${limit}
      )`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/** Replaces the addresses of invites, which are in lower case, by a name. */
export const renamedInvitesSql = (addresses: readonly string[], name: string) => ({
  table: 'activity',
  rows: sql`resource_type = 'invite' and lower(resource_name) = any(${addresses}::text[])`,
  set: sql`resource_name = ${name}`,
});

/** Removes the IP addresses of a person. */
export const hiddenAddressesSql = (userId: string) => ({
  table: 'activity',
  rows: sql`user_id = ${userId} and ip is not null`,
  set: sql`ip = null`,
});
