import { sql } from 'kysely';
import type { Db, NewRow, Row, RowChanges } from '../../db/index.ts';
import { notFound } from '../../errors.ts';

export type EndpointRow = Row<'webhook_endpoint'>;
export type EventRow = Row<'webhook_event'>;

const EVENT = [
  'event.id as event_id',
  'event.workspace_id as event_workspace_id',
  'event.type as event_type',
  'event.data as event_data',
  'event.created_at as event_created_at',
] as const;

export function selectEndpoints(db: Db, workspaceId: string) {
  return db.selectFrom('webhook_endpoint').selectAll().where('workspace_id', '=', workspaceId);
}

export async function getEndpoint(db: Db, workspaceId: string, id: string): Promise<EndpointRow> {
  return selectEndpoints(db, workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('webhook endpoint'));
}

/** Lock order: endpoint, then its deliveries. */
export async function lockEndpoint(tx: Db, workspaceId: string, id: string) {
  return selectEndpoints(tx, workspaceId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The deliveries of an endpoint, with their events. */
export function selectDeliveries(db: Db, endpoint: Pick<EndpointRow, 'id' | 'workspace_id'>) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event as event', 'event.id', 'webhook_delivery.event_id')
    .selectAll('webhook_delivery')
    .select(EVENT)
    .where('webhook_delivery.workspace_id', '=', endpoint.workspace_id)
    .where('webhook_delivery.endpoint_id', '=', endpoint.id);
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>;

export async function getDelivery(db: Db, endpoint: Pick<EndpointRow, 'id' | 'workspace_id'>, id: string) {
  return selectDeliveries(db, endpoint)
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('webhook delivery'));
}

/** Locks a delivery until the transaction ends. */
export async function lockDelivery(tx: Db, id: string): Promise<Row<'webhook_delivery'> | undefined> {
  return tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type DeliveryChanges = Omit<
  RowChanges<'webhook_delivery'>,
  'id' | 'workspace_id' | 'endpoint_id' | 'event_id'
>;

/** Changes a delivery if it is open. Returns false if it has ended. */
export async function updateOpenDelivery(tx: Db, id: string, changes: DeliveryChanges): Promise<boolean> {
  const updatedRow = await tx
    .updateTable('webhook_delivery')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return updatedRow !== undefined;
}

/** The final state of a delivery whose endpoint is disabled. */
export const GIVEN_UP = {
  status: 'failed',
  next_attempt_at: null,
  error: 'The endpoint was disabled.',
} as const;

/** Fails all open deliveries of an endpoint. Resolves to the IDs of their jobs, which are no longer needed. */
export async function failOpenDeliveries(tx: Db, endpointId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('webhook_delivery')
    .set(GIVEN_UP)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .returning('job_id')
    .execute();
  return rows.map(({ job_id }) => job_id);
}

export async function insertEvent(tx: Db, row: NewRow<'webhook_event'>): Promise<void> {
  await tx.insertInto('webhook_event').values(row).execute();
}

/** Marks an event as sent and returns it. Returns undefined if it was already sent. */
export async function takeEvent(tx: Db, id: string, now: Date): Promise<EventRow | undefined> {
  return tx
    .updateTable('webhook_event')
    .set({ fanned_out_at: now })
    .where('id', '=', id)
    .where('fanned_out_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Active endpoints that subscribe to an event. */
export async function listReceivers(db: Db, { workspace_id, type }: EventRow): Promise<{ id: string }[]> {
  return selectEndpoints(db, workspace_id)
    .clearSelect()
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`${type} = any(events)`)
    .execute();
}

/** The current data for an attempt: the delivery, its event and the endpoint. */
export async function findAttempt(db: Db, id: string) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event as event', 'event.id', 'webhook_delivery.event_id')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'webhook_delivery.endpoint_id')
    .selectAll('webhook_delivery')
    .select(EVENT)
    .select(['endpoint.url', 'endpoint.active', 'endpoint.secret', 'endpoint.previous_secret'])
    .select('endpoint.previous_secret_until')
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst();
}

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** An open delivery, and the time when its attempt was due. */
export interface OpenDelivery {
  id: string;
  endpoint_id: string;
  attempts: number;
  job_id: string;
  next_attempt_at: Date | null;
  due_at: Date;
}

/** A page of open deliveries that were due before `late`. It begins after the last one of the previous page. */
export async function listLateDeliveries(
  db: Db,
  { late, after, limit }: { late: Date; after: OpenDelivery | undefined; limit: number },
): Promise<OpenDelivery[]> {
  const behind = after
    ? sql`and (coalesce(next_attempt_at, last_attempt_at), id) > (${after.due_at}, ${after.id})`
    : sql``;
  const { rows } = await sql<OpenDelivery>`
    select id, endpoint_id, attempts, job_id, next_attempt_at, coalesce(next_attempt_at, last_attempt_at) as due_at
    from webhook_delivery
    where status = 'pending' and coalesce(next_attempt_at, last_attempt_at) < ${late} ${behind}
    order by coalesce(next_attempt_at, last_attempt_at), id limit ${limit}`.execute(db);
  return rows;
}
