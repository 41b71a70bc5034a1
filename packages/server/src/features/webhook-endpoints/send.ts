import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import type { WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { type EndpointApp, withLockedEndpoint } from './actions.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  getDelivery,
  insertEvent,
  listReceivers,
  lockDelivery,
  takeEvent,
  updateOpenDelivery,
} from './queries.ts';
import { enqueueDeliveries, webhookDeliveryJobRef } from './queue.ts';

/** Inserts deliveries and enqueues their first attempts. */
async function send(
  { queue }: Pick<App, 'queue'>,
  tx: Db,
  sending: {
    workspace_id: string;
    event_id: string;
    endpoint_ids: string[];
    redelivery_of?: string;
    now: Date;
  },
): Promise<string[]> {
  const { workspace_id, event_id, endpoint_ids, redelivery_of, now } = sending;
  const newDeliveries = await insertMissing(
    tx,
    'webhook_delivery',
    endpoint_ids.map((endpoint_id) => ({
      id: newId(),
      workspace_id,
      endpoint_id,
      event_id,
      redelivery_of: redelivery_of ?? null,
      job_id: randomUUID(),
      next_attempt_at: now,
      created_at: now,
    })),
  );
  await enqueueDeliveries(queue, tx, newDeliveries, now);
  return newDeliveries.map(({ id }) => id);
}

/** Sends an event once to each of its subscribers. */
export async function fanOutEvent(app: Pick<App, 'db' | 'queue' | 'clock'>, eventId: string): Promise<void> {
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const event = await takeEvent(tx, eventId, now);
    if (!event) return;
    const endpoints = await listReceivers(tx, event);
    const { id: event_id, workspace_id } = event;
    await send(app, tx, { workspace_id, event_id, endpoint_ids: endpoints.map(({ id }) => id), now });
  });
}

/** Sends a test event to one endpoint. */
export async function testEndpoint(app: EndpointApp, request: WriteRequest): Promise<DeliveryRow> {
  const { now } = request;
  return withLockedEndpoint(app, request, async (tx, endpoint) => {
    rejectDisabled(endpoint);
    const { id, workspace_id } = endpoint;
    const event_id = newId();
    const data = JSON.stringify({ endpoint_id: id });
    const event = {
      id: event_id,
      workspace_id,
      type: 'webhook.test',
      data,
      created_at: now,
      fanned_out_at: now,
    };
    await insertEvent(tx, event);
    const [deliveryId = ''] = await send(app, tx, { workspace_id, event_id, endpoint_ids: [id], now });
    return getDelivery(tx, endpoint, deliveryId);
  });
}

/** Sends the event of a delivery again. If an attempt is pending, it is made now instead. */
export async function redeliver(app: EndpointApp, request: WriteRequest & { delivery_id: string }) {
  const { now, delivery_id } = request;
  return withLockedEndpoint(app, request, async (tx, endpoint) => {
    const existingDelivery = await getDelivery(tx, endpoint, delivery_id);
    rejectDisabled(endpoint);
    const row = await lockDelivery(tx, delivery_id);
    if (row?.status === 'pending' && row.next_attempt_at !== null) {
      const job_id = randomUUID();
      await updateOpenDelivery(tx, row.id, { job_id, next_attempt_at: now });
      await app.queue.cancel(tx, webhookDeliveryJobRef, [row.job_id]);
      await enqueueDeliveries(app.queue, tx, [{ ...row, job_id }], now);
      return getDelivery(tx, endpoint, delivery_id);
    }
    const { workspace_id, event_id } = existingDelivery;
    const sending = { workspace_id, event_id, endpoint_ids: [endpoint.id], redelivery_of: delivery_id, now };
    const [newDeliveryId = ''] = await send(app, tx, sending);
    return getDelivery(tx, endpoint, newDeliveryId);
  });
}

function rejectDisabled(endpoint: EndpointRow): void {
  if (endpoint.active) return;
  throw new ApiError('CONFLICT', 'The endpoint is disabled; enable it first.');
}
