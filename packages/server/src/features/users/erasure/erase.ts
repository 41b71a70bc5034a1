import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import { clearJobResults } from '../../../jobs/index.ts';
import { addOperatorActivity, type Operator } from '../../../ledger/activity.ts';
import { lockCustomer } from '../../billing/index.ts';
import { getPersonalWorkspaceId, lockOwner } from '../../workspaces/index.ts';
import { type DataTable, getSubject, listObjects, readDataTables, type Subject } from '../export/index.ts';
import { allowErasing } from './pages.ts';
import { hideProfile, keepPseudonym } from './pseudonym.ts';
import {
  type ErasureReach,
  type ErasureTarget,
  findObstacle,
  readReach,
  rejectSubscribed,
  resolveTarget,
} from './reach.ts';
import { countRows, deleteRoots, deleteRows, isKept } from './rows.ts';
import { scrub } from './scrub.ts';
import { deleteIndirectData, stopAllWork } from './stop.ts';
import { buildTracePattern, readTraces, search, type TraceMatch, type Traces } from './traces.ts';

interface Erasure {
  target: ErasureTarget;
  /** Whether to erase workspaces that have other members. */
  with_shared: boolean;
  operator: Operator;
  now: Date;
  /** How long to wait for workers. Default: 30 seconds. */
  timeout_ms?: number;
  /** Default: one second, which is longer than processes cache rights. */
  poll_ms?: number;
}

export interface Erased extends ErasureReach {
  /** Texts of others and of the service that contain an address or a name. An erasure does not change them. */
  mentions: TraceMatch[];
  /** Whether statistics of PostgreSQL can still contain values of deleted rows. */
  has_old_statistics: boolean;
}

/** Shows what `erase` would delete, and what prevents it at the moment. */
export async function readErasure(
  app: Pick<App, 'db' | 'clock' | 'storage'>,
  target: ErasureTarget,
): Promise<ErasureReach & { obstacle: string | null }> {
  const subject = await resolveTarget(app.db, target);
  const obstacle = await findObstacle(app.db, subject, app.clock());
  return { ...(await readReach(app, subject, await readDataTables(app.db))), obstacle };
}

/**
 * Deletes everything that belongs to a person or a workspace, and verifies this. Each step can be repeated:
 * if the process ends or this throws, the same call continues, because the identifying data is deleted last.
 */
export async function erase(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'storage' | 'signingSecret'>,
  erasure: Erasure,
): Promise<Erased> {
  const { target, operator, now, with_shared, timeout_ms = 30_000, poll_ms = 1_000 } = erasure;
  const { db } = app;
  const tables = await readDataTables(db);
  const subject = await resolveTarget(db, target);
  await rejectSubscribed(db, subject, now);
  const traces = await readTraces(db, subject);
  // The reason must not contain the name or address, because it is logged.
  const { emails, name } = traces;
  const text = operator.reason?.toLowerCase() ?? '';
  if ([...emails, name].some((word) => word && text.includes(word.toLowerCase())))
    throw new ApiError('CONFLICT', 'The reason is logged, so it must not name the person.');
  const reach = await readReach(app, subject, tables);
  if (reach.shared.length > 0 && !with_shared)
    throw new ApiError(
      'CONFLICT',
      'Other members would lose a workspace. Add --with-shared to erase it too.',
    );
  await stopAllWork(app, { subject, tables, operator, now, timeout_ms, poll_ms });
  // From here on, no new row contains the name, and the person gets no emails.
  if (subject.user_id !== null) await hideProfile(db, { id: subject.user_id, name: traces.name, now });
  await deleteIndirectData(app, traces, now);
  await deleteObjects(app, subject);
  // Also before the end, because an erasure that has ended cannot be repeated.
  await refreshStatistics(db, tables);
  await db.transaction().execute((tx) => keepOperatorActions(tx, traces));
  await deleteRows(db, tables, subject);
  await clearJobResults(db, buildTracePattern(traces));
  const mentions = await verifyErasure(db, { subject, traces, tables });
  await deleteObjects(app, subject);
  await db.transaction().execute(async (tx) => {
    const { owner_id } = await lockSubject(tx, subject, app.clock());
    // Another operator may have acted in the meantime.
    await keepOperatorActions(tx, traces);
    await deleteRoots(tx, tables, subject);
    if (subject.user_id !== null) await keepPseudonym(tx, subject.user_id, app.clock());
    // The entry has no name. The log of the person is deleted, so the entry belongs to the pseudonym.
    const workspace_id = subject.user_id ?? (await getPersonalWorkspaceId(tx, owner_id));
    const rows = Object.values(reach.rows).reduce((sum, count) => sum + count, 0);
    const entry = { workspace_id, kind: `${target.type}_erased`, resource: target };
    await addOperatorActivity(tx, operator, { ...entry, metadata: { rows, objects: reach.objects } }, now);
  });
  return { ...reach, mentions, has_old_statistics: !(await refreshStatistics(db, tables)) };
}

/**
 * Keeps what operators did, without names. The log of a workspace is deleted with the workspace, so these entries move
 * to the log of its owner. Those of an erased person belong to the pseudonym. The logs of all workspaces of an owner
 * repeat the owner's suspensions, so only those in the log of the personal workspace are kept.
 */
async function keepOperatorActions(tx: Db, traces: Traces): Promise<void> {
  const { user_id, workspace_ids, emails, name } = traces;
  const words = [...emails, name].filter((word) => word !== null).map((word) => word.toLowerCase());
  const owner = sql`(select owner.id from workspace erased
    join workspace owner on owner.owner_id = erased.owner_id and owner.is_personal
    where erased.id = activity.workspace_id)`;
  await allowErasing(tx);
  await sql`
    delete from activity using workspace
    where action = 'operator_acted' and resource_type = 'user' and workspace_id = any(${workspace_ids}::uuid[])
      and workspace.id = workspace_id and not is_personal`.execute(tx);
  // Of the metadata, the operator, a reason that does not name the person, and numbers remain.
  await sql`
    update activity set resource_name = null, workspace_id = ${user_id === null ? owner : sql`${user_id}::uuid`},
      resource_id = case when resource_id = any(${workspace_ids}::uuid[]) then null else resource_id end,
      metadata = jsonb_build_object('operator', metadata -> 'operator', 'reason', case when not exists (
        select from unnest(${words}::text[]) word where strpos(lower(metadata ->> 'reason'), word) > 0
      ) then metadata -> 'reason' end) || coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(metadata) where jsonb_typeof(value) = 'number'), '{}')
    where action = 'operator_acted' and workspace_id = any(${workspace_ids}::uuid[])`.execute(tx);
}

/**
 * Refreshes the statistics of PostgreSQL, because they contain values of columns, such as names. False if this failed:
 * the erasure is complete, and PostgreSQL refreshes them later.
 */
async function refreshStatistics(db: Db, tables: readonly DataTable[]): Promise<boolean> {
  try {
    for (const name of [...tables.map((table) => table.name), 'pgboss.job'])
      await sql`analyze ${sql.table(name)}`.execute(db);
    return true;
  } catch {
    return false;
  }
}

const MAX_PASSES = 3;

/** Deletes the objects of the workspaces until a listing is empty, because workers may still store objects. */
async function deleteObjects({ storage }: Pick<App, 'storage'>, { workspace_ids }: Subject): Promise<void> {
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    let objectCount = 0;
    for await (const keys of listObjects({ storage }, workspace_ids)) {
      await storage.removeMany(keys);
      objectCount += keys.length;
    }
    if (objectCount === 0) return;
  }
  throw new ApiError('CONFLICT', 'The storage still lists objects that were deleted. Repeat the command.');
}

/** Scrubs rows of others until none is left, and searches for traces. Throws if data is left. */
async function verifyErasure(
  db: Db,
  { subject, traces, tables }: { subject: Subject; traces: Traces; tables: readonly DataTable[] },
): Promise<TraceMatch[]> {
  let changedTables = await scrub(db, traces);
  for (let pass = 1; changedTables.length > 0 && pass < MAX_PASSES; pass++)
    changedTables = await scrub(db, traces);
  const erasableTables = tables.filter((table) => !isKept(table));
  const rows = Object.keys(await countRows(db, erasableTables, subject));
  const { remains, mentions } = await search(db, traces, { tables, subject });
  const allPlaces = [...changedTables, ...rows, ...remains.map(({ place }) => place)];
  if (allPlaces.length === 0) return mentions;
  throw new ApiError(
    'CONFLICT',
    `The erasure is incomplete: data is left in ${allPlaces.join(', ')}. Repeat the command.`,
  );
}

/** Checks again for a new subscription or workspace. After these locks, none can be added. */
async function lockSubject(
  tx: Db,
  { user_id, workspace_ids }: Subject,
  now: Date,
): Promise<{ owner_id: string }> {
  if (user_id === null)
    return tx
      .selectFrom('workspace')
      .select('owner_id')
      .where('id', 'in', [...workspace_ids])
      .executeTakeFirstOrThrow();
  await lockCustomer(tx, user_id);
  await lockOwner(tx, user_id);
  await rejectSubscribed(tx, { user_id, workspace_ids }, now);
  const currentSubject = await getSubject(tx, user_id);
  if (currentSubject.workspace_ids.some((id) => !workspace_ids.includes(id)))
    throw new ApiError('CONFLICT', 'The person created a workspace during the erasure. Repeat the command.');
  return { owner_id: user_id };
}
