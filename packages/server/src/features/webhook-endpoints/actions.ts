import {
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  WEBHOOK_EVENT_TYPES,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { type Changes, changesNothing, insertRow, updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { changeInWorkspace } from '../../db/own-rows.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { findTargetError } from '../../providers/http.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { endOpenDeliveries, toResource } from './disable.ts';
import { type EndpointRow, selectEndpoints } from './queries.ts';
import { newWebhookSecret } from './signature.ts';
import { endpointReply } from './view.ts';

const MAX_ENDPOINTS = 20;
const OVERLAP_MS = 24 * 3_600_000;

export type EndpointApp = Pick<App, 'db' | 'config' | 'secrets' | 'queue'>;

/** Creates an endpoint. Returns its secret, which later responses do not contain. */
export async function createEndpoint(
  { db, config, secrets }: EndpointApp,
  { caller, body, now }: { caller: WorkspaceCaller; body: CreateWebhookEndpoint; now: Date },
): Promise<{ row: EndpointRow; secret: string }> {
  rejectTarget(body.url, config);
  const id = newId();
  const secret = newWebhookSecret();
  const row = await db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, caller.workspace.id);
    if ((await selectEndpoints(tx, caller.workspace.id).execute()).length >= MAX_ENDPOINTS)
      throw new ApiError('CONFLICT', `A workspace can have at most ${MAX_ENDPOINTS} webhook endpoints.`);
    const newRow = await insertRow(tx, 'webhook_endpoint', {
      id,
      workspace_id: caller.workspace.id,
      created_by: caller.user_id,
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events ?? WEBHOOK_EVENT_TYPES)],
      secret: secrets.encrypt(secret, secretContext(id)),
      created_at: now,
      updated_at: now,
    });
    await addEndpointActivity(tx, { caller, row: newRow, kind: 'webhook_endpoint_created', now });
    return newRow;
  });
  return { row, secret };
}

/** Changes an endpoint. Disabling it ends its open deliveries. */
export async function changeEndpoint(
  app: EndpointApp,
  request: WriteRequest & { body: UpdateWebhookEndpoint },
): Promise<EndpointRow> {
  const { caller, body, now } = request;
  if (body.url !== undefined) rejectTarget(body.url, app.config);
  const { url, description, events, active } = body;
  return withLockedEndpoint(app, request, async (tx, row) => {
    let changes: Changes<'webhook_endpoint'> = { url, description, events: events && [...new Set(events)] };
    if (active === true && !row.active)
      // Enabling an endpoint also clears its failures.
      changes = { ...changes, active, disabled_at: null, disabled_reason: null, failing_since: null };
    if (active === false && row.active)
      changes = { ...changes, active, disabled_at: now, disabled_reason: 'manual' };
    if (changesNothing(changes)) return row;
    const newRow = await updateRow(tx, 'webhook_endpoint', { id: row.id, ...changes, updated_at: now });
    if (row.active && !newRow.active) await endOpenDeliveries(app, tx, row.id);
    await addEndpointActivity(tx, { caller, row: newRow, kind: 'webhook_endpoint_changed', now });
    return newRow;
  });
}

/** Deletes an endpoint, and ends its open deliveries. */
export async function removeEndpoint(app: EndpointApp, request: WriteRequest): Promise<void> {
  const { caller, now } = request;
  await withLockedEndpoint(app, request, async (tx, row) => {
    await endOpenDeliveries(app, tx, row.id);
    await tx.deleteFrom('webhook_endpoint').where('id', '=', row.id).execute();
    await addEndpointActivity(tx, { caller, row, kind: 'webhook_endpoint_deleted', now });
  });
}

/** The old secret stays valid for signatures for a day. A secret that was replaced before ends now. */
export async function rotateSecret(
  app: EndpointApp,
  request: WriteRequest,
): Promise<{ row: EndpointRow; secret: string }> {
  const { caller, now } = request;
  const secret = newWebhookSecret();
  return withLockedEndpoint(app, request, async (tx, row) => {
    const newRow = await updateRow(tx, 'webhook_endpoint', {
      id: row.id,
      secret: app.secrets.encrypt(secret, secretContext(row.id)),
      previous_secret: row.secret,
      previous_secret_until: new Date(now.getTime() + OVERLAP_MS),
      updated_at: now,
    });
    await addEndpointActivity(tx, { caller, row: newRow, kind: 'webhook_secret_rotated', now });
    return { row: newRow, secret };
  });
}

/** Runs `work` in a transaction that has locked an endpoint of the caller's workspace. */
export function withLockedEndpoint<T>(
  app: Pick<App, 'db'>,
  request: WriteRequest,
  work: (tx: Db, row: EndpointRow) => Promise<T>,
): Promise<T> {
  const reply = (row: EndpointRow) => endpointReply(row, request.now);
  return changeInWorkspace(
    app,
    request,
    { table: 'webhook_endpoint', what: 'webhook endpoint', reply },
    work,
  );
}

/** The encryption context of a secret. */
export function secretContext(endpointId: string): string {
  return `webhook_endpoint/${endpointId}`;
}

/** Rejects a forbidden URL by its text. Every attempt also checks the addresses of the host name. */
function rejectTarget(url: string, config: App['config']): void {
  if (url.includes('#')) {
    const message = 'The URL must not have a fragment (#), because fragments are never sent.';
    throw invalid({ field: 'body.url', message });
  }
  const message = findTargetError(new URL(url), { private: config.webhook_allow_private_networks });
  if (message !== undefined) throw invalid({ field: 'body.url', message });
}

/** Adds the change of an endpoint to the activity log. */
async function addEndpointActivity(
  tx: Db,
  change: { caller: WorkspaceCaller; row: EndpointRow; kind: string; now: Date },
): Promise<void> {
  const { caller, row, kind, now } = change;
  const entry = { action: 'settings_changed' as const, kind, resource: toResource(row) };
  await addCallerActivity(tx, caller, entry, now);
}
