import { setTimeout as delay } from 'node:timers/promises';
import { countText } from '@voiceloom/text';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/index.ts';
import { insertMissing } from '../../../db/upsert.ts';
import { ApiError, notFound } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { deleteJobs } from '../../../jobs/index.ts';
import { addOperatorActivity, type Operator } from '../../../ledger/activity.ts';
import { eraseAccount, eraseWorkspacesOfAccount } from '../../../ledger/erase-account.ts';
import { revokeKeysOf } from '../../api-keys/index.ts';
import { findCustomer, findSubscription } from '../../billing/index.ts';
import { deleteMailsTo } from '../../mail/index.ts';
import { renameAuthor } from '../../reviews/index.ts';
import { closeWorkspace, getPersonalWorkspaceId } from '../../workspaces/index.ts';
import { suspendUser } from '../suspend.ts';
import { type DataTable, readDataTables, type Subject, subjectOf } from './catalog.ts';
import { listObjects } from './objects.ts';
import { countRows, deleteRoots, deleteRows } from './rows.ts';
import { ERASED_NAME, type Erasing, scrub } from './scrub.ts';
import { createPlaces, noteObjects, type Place, readTraces } from './traces.ts';

type ErasureApp = Pick<App, 'db' | 'queue' | 'clock' | 'storage' | 'signingSecret'>;

/** What an erasure deletes. */
export interface ErasureReach {
  workspace_ids: string[];
  /** Rows of each table. */
  rows: Record<string, number>;
  objects: number;
  size_bytes: number;
  /** Workspaces of the person that have other members, who lose them. */
  shared: { id: string; name: string; members: number }[];
  /** Of the payment processor, which keeps its own data. */
  processor_customer_id: string | null;
}

export interface Erased extends ErasureReach {
  /** The ID that stands for the person from now on. Null if a workspace was erased. */
  pseudonym: string | null;
  /** Where the name of the person still is, which another person can have. */
  mentions: Place[];
}

export type ErasureTarget = { type: 'user' | 'workspace'; id: string };

interface Erasure {
  target: ErasureTarget;
  operator: Operator;
  now: Date;
  /** How long to wait for workers that are still at it. */
  patience_ms?: number;
}

/** Shows what `erase` would delete. */
export async function readErasure(app: ErasureApp, target: ErasureTarget): Promise<ErasureReach> {
  const subject = await targetOf(app.db, target);
  if (subject.user_id !== null) await rejectSubscribed(app.db, subject.user_id);
  return readReach(app, subject, await readDataTables(app.db));
}

/**
 * Deletes everything that belongs to a person or a workspace, and proves it. Each step can be repeated: if the process
 * ends, or this throws, the same call continues. What tells the steps what to do, the roots, goes last.
 */
export async function erase(app: ErasureApp, erasure: Erasure): Promise<Erased> {
  const { target, operator, now } = erasure;
  const { db } = app;
  const tables = await readDataTables(db);
  const subject = await targetOf(db, target);
  const { user_id, workspace_ids } = subject;
  if (user_id !== null) await rejectSubscribed(db, user_id);
  const traces = await readTraces(db, subject);
  if ((operator.reason ?? '').search(traces.exact) >= 0)
    throw new ApiError('CONFLICT', 'The reason is logged, so it must not name what you erase.');
  const reach = await readReach(app, subject, tables);
  const owner_id = await stop(app, erasure, subject);
  await waitForWorkers(db, { subject, tables, patience_ms: erasure.patience_ms ?? 30_000 });
  if (user_id !== null) await leave(app, user_id, now);
  await deleteRows(db, tables, subject);
  const pseudonym = user_id === null ? null : await beginPseudonym(db, user_id, now);
  if (user_id !== null && pseudonym !== null)
    await renameAuthor(db, { ids: [user_id, pseudonym], name: ERASED_NAME });
  await db.transaction().execute(async (tx) => {
    if (user_id !== null && pseudonym !== null) await eraseAccount(tx, { user_id, pseudonym });
    else await eraseWorkspacesOfAccount(tx, { account_id: owner_id, workspace_ids });
  });
  const { mentions } = await prove(app, { subject, pseudonym, traces, tables });
  await db.transaction().execute(async (tx) => {
    await endPseudonym(tx, pseudonym);
    await deleteRoots(tx, tables, subject);
    await audit(tx, { erasure, pseudonym, owner_id, reach });
  });
  return { ...reach, pseudonym, mentions };
}

async function targetOf(db: Db, { type, id }: ErasureTarget): Promise<Subject> {
  if (type === 'user') return subjectOf(db, id);
  const workspace = await db
    .selectFrom('workspace')
    .select('is_personal')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!workspace) throw notFound('workspace');
  if (workspace.is_personal)
    throw new ApiError('CONFLICT', 'A personal workspace ends with its owner: erase the user.');
  return { user_id: null, workspace_ids: [id] };
}

async function rejectSubscribed(db: Db, userId: string): Promise<void> {
  const subscription = await findSubscription(db, userId);
  if (!subscription) return;
  const advice = 'Cancel it there at once, not at the end of its period, and repeat the command';
  const gone = 'If the processor no longer has it, use "subscriptions end".';
  throw new ApiError(
    'CONFLICT',
    `The person has a subscription at the payment processor. ${advice}. ${gone}`,
  );
}

async function readReach(
  { db, storage }: ErasureApp,
  subject: Subject,
  tables: readonly DataTable[],
): Promise<ErasureReach> {
  const { user_id } = subject;
  const workspace_ids = [...subject.workspace_ids];
  let objects = 0;
  for await (const keys of listObjects({ storage }, workspace_ids)) objects += keys.length;
  const { rows: sizes } = await sql<{
    size_bytes: number;
  }>`select coalesce(sum(size_bytes), 0)::bigint as size_bytes from (
    select size_bytes from audio where workspace_id = any(${workspace_ids}::uuid[])
    union all select size_bytes from upload where workspace_id = any(${workspace_ids}::uuid[])) stored`.execute(
    db,
  );
  const { rows: shared } = await sql<ErasureReach['shared'][number]>`
    select id, name, count(*)::int as members from workspace join (
      select workspace_id from workspace_member join workspace on workspace.id = workspace_id
      where workspace_id = any(${workspace_ids}::uuid[]) and user_id <> owner_id) other on workspace_id = id
    group by id, name order by id`.execute(db);
  const customer = user_id === null ? undefined : await findCustomer(db, user_id);
  return {
    workspace_ids,
    rows: await countRows(db, tables, subject),
    objects,
    size_bytes: sizes[0]?.size_bytes ?? 0,
    shared,
    processor_customer_id: customer?.processor_customer_id ?? null,
  };
}

/** Rejects requests and ends runs, as a suspension and the deletion by an owner do. Returns the owner. */
async function stop(
  app: ErasureApp,
  { target, operator, now }: Erasure,
  { workspace_ids }: Subject,
): Promise<string> {
  const { type, id } = target;
  if (type === 'user') await suspendUser(app, { id, is_suspended: true, operator, now });
  let owner_id = id;
  for (const workspace_id of workspace_ids)
    ({ owner_id } = await closeWorkspace(app, { id: workspace_id, now }));
  return owner_id;
}

/** Ends what the person can still do elsewhere: API keys in workspaces of others, and mails on their way. */
async function leave({ db, signingSecret }: ErasureApp, userId: string, now: Date): Promise<void> {
  const memberships = await db
    .selectFrom('workspace_member')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .execute();
  for (const { workspace_id } of memberships)
    await revokeKeysOf(db, { workspaceId: workspace_id, userId, now });
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (email !== null) await deleteMailsTo({ db, signingSecret }, email);
}

const POLL_MS = 200;

interface Waiting {
  subject: Subject;
  tables: readonly DataTable[];
  patience_ms: number;
}

/** Deletes the jobs, and waits for those that workers have in hand: they write rows and objects. */
async function waitForWorkers(db: Db, { subject, tables, patience_ms }: Waiting): Promise<void> {
  const isNamed = isNamedBy(subject, tables);
  for (const until = performance.now() + patience_ms; ; await delay(POLL_MS)) {
    const active = await deleteJobs(db, isNamed);
    if (active === 0) return;
    if (performance.now() < until) continue;
    const jobs = countText(active, 'job');
    throw new ApiError('CONFLICT', `Workers are still running ${jobs}. Repeat the command in a minute.`);
  }
}

/** Whether `named.id` is an ID of the subject, or of a row of its workspaces. */
function isNamedBy({ user_id, workspace_ids }: Subject, tables: readonly DataTable[]): RawBuilder<SqlBool> {
  const own = [...workspace_ids, ...(user_id === null ? [] : [user_id])];
  const rows = tables
    .filter(({ path, columns }) => {
      const hasId = columns.some(
        ({ name, type, is_unique }) => name === 'id' && type === 'uuid' && is_unique,
      );
      return hasId && path?.column === 'workspace_id';
    })
    .map(({ name }) => {
      const table = sql.table(name);
      return sql<SqlBool>`exists (select from ${table} own_row
        where own_row.id = named.id and own_row.workspace_id = any(${workspace_ids}::uuid[]))`;
    });
  return sql<SqlBool>`(named.id = any(${own}::uuid[]) or ${sql.join(rows, sql` or `)})`;
}

/** No identity provider has this issuer: theirs are addresses. */
const UNFINISHED = 'erasing';
const FINISHED = 'erased';

/** The person's stand-in, for rows that stay. Until the end, its subject tells a repeated call whose it is. */
async function beginPseudonym(db: Db, userId: string, now: Date): Promise<string> {
  const [first_name, last_name] = ERASED_NAME.split(' ');
  const names = { first_name: first_name ?? '', last_name: last_name ?? '' };
  const row = {
    id: newId(),
    issuer: UNFINISHED,
    subject: userId,
    ...names,
    created_at: now,
    updated_at: now,
  };
  await insertMissing(db, 'app_user', [row]);
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('issuer', '=', UNFINISHED)
    .where('subject', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

async function endPseudonym(tx: Db, pseudonym: string | null): Promise<void> {
  if (pseudonym === null) return;
  const finished = { issuer: FINISHED, subject: pseudonym };
  await tx.updateTable('app_user').set(finished).where('id', '=', pseudonym).execute();
}

/** Only objects that no other workspace names. */
async function deleteObjects({ db, storage }: ErasureApp, workspaceIds: readonly string[]): Promise<void> {
  for await (const page of listObjects({ storage }, workspaceIds))
    for (const keys of inBatches(page, 1_000)) {
      const { rows } = await sql<{ key: string }>`
        select object_key as key from audio where object_key = any(${keys})
        union all select object_key from upload where object_key = any(${keys})
        union all select sample_key from voice where sample_key = any(${keys})`.execute(db);
      const used = new Set(rows.map(({ key }) => key));
      await storage.removeMany(keys.filter((key) => !used.has(key)));
    }
}

/** Running work can write once more what was just removed, so a few passes may be needed. */
const MOST_PASSES = 5;

/** Removes what is left in rows of others, until a pass through everything finds nothing. */
async function prove(app: ErasureApp, erasing: Erasing): Promise<{ mentions: Place[] }> {
  for (let pass = 1; ; pass++) {
    const { changed, left, mentions } = await scrub(app.db, erasing);
    await deleteObjects(app, erasing.subject.workspace_ids);
    if (changed > 0 && pass < MOST_PASSES) continue;
    const objects = createPlaces();
    await noteObjects(app, objects, erasing.traces);
    const places = [...left, ...objects.list()];
    if (changed === 0 && places.length === 0) return { mentions };
    const named = places.map(({ place, count }) => `${place} (${count})`).join(', ');
    const what = named || 'rows that are written again and again';
    throw new ApiError(
      'CONFLICT',
      `The erasure is not complete. Traces are left in: ${what}. Repeat the command.`,
    );
  }
}

interface Audited {
  erasure: Erasure;
  pseudonym: string | null;
  owner_id: string;
  reach: ErasureReach;
}

/** Names nobody. The log of a person is gone with the workspaces, so the entry is in one under the pseudonym. */
async function audit(tx: Db, { erasure, pseudonym, owner_id, reach }: Audited): Promise<void> {
  const { operator, now, target } = erasure;
  const workspace_id = pseudonym ?? (await getPersonalWorkspaceId(tx, owner_id));
  const rows = Object.values(reach.rows).reduce((sum, count) => sum + count, 0);
  const metadata = { rows, objects: reach.objects, size_bytes: reach.size_bytes };
  const entry = {
    workspace_id,
    kind: `${target.type}_erased`,
    resource: { type: target.type, id: pseudonym },
  };
  await addOperatorActivity(tx, operator, { ...entry, metadata }, now);
}
