import {
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  WEBHOOK_EVENT_TYPES,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { type Changes, changesNothing, insertRow, updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { changeOwn } from '../../db/own-rows.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import { targetFault } from '../../providers/http.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { endOpenDeliveries, resourceOf } from './disable.ts';
import { type EndpointRow, selectEndpoints } from './queries.ts';
import { newWebhookSecret } from './signature.ts';
import { endpointReply } from './view.ts';

const MAX_ENDPOINTS = 20;
const OVERLAP_MS = 24 * 3_600_000;

export type EndpointApp = Pick<App, 'db' | 'config' | 'secrets' | 'queue'>;

type Creation = { caller: WorkspaceCaller; body: CreateWebhookEndpoint; now: Date };

export async function createEndpoint(
  { db, config, secrets }: EndpointApp,
  { caller, body, now }: Creation,
): Promise<{ row: EndpointRow; secret: string }> {
  rejectTarget(body.url, config);
  const id = newId();
  const secret = newWebhookSecret();
  const row = await db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, caller.workspace.id);
    if ((await selectEndpoints(tx, caller.workspace.id).execute()).length >= MAX_ENDPOINTS)
      throw new ApiError('CONFLICT', `A workspace can have at most ${MAX_ENDPOINTS} webhook endpoints.`);
    const made = await insertRow(tx, 'webhook_endpoint', {
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
    await note(tx, { caller, row: made, kind: 'webhook_endpoint_created', now });
    return made;
  });
  return { row, secret };
}

export async function changeEndpoint(
  app: EndpointApp,
  request: WriteRequest & { body: UpdateWebhookEndpoint },
): Promise<EndpointRow> {
  const { caller, body, now } = request;
  if (body.url !== undefined) rejectTarget(body.url, app.config);
  return changing(app, request, async (tx, row) => {
    const changes = changesOf(row, body, now);
    if (changesNothing(changes)) return row;
    const changed = await updateRow(tx, 'webhook_endpoint', { id: row.id, ...changes, updated_at: now });
    if (row.active && !changed.active) await endOpenDeliveries(app, tx, row.id);
    await note(tx, { caller, row: changed, kind: 'webhook_endpoint_changed', now });
    return changed;
  });
}

function changesOf(row: EndpointRow, body: UpdateWebhookEndpoint, now: Date): Changes<'webhook_endpoint'> {
  const { url, description, events, active } = body;
  const changes: Changes<'webhook_endpoint'> = { url, description, events: events && [...new Set(events)] };
  if (active === undefined || active === row.active) return changes;
  // Enabling an endpoint also clears its failures.
  if (active) return { ...changes, active, disabled_at: null, disabled_reason: null, failing_since: null };
  return { ...changes, active, disabled_at: now, disabled_reason: 'manual' };
}

export async function removeEndpoint(app: EndpointApp, request: WriteRequest): Promise<void> {
  const { caller, now } = request;
  await changing(app, request, async (tx, row) => {
    await endOpenDeliveries(app, tx, row.id);
    await tx.deleteFrom('webhook_endpoint').where('id', '=', row.id).execute();
    await note(tx, { caller, row, kind: 'webhook_endpoint_deleted', now });
  });
}

/** The old secret stays valid for signatures for a day. A secret that was replaced before ends now. */
export async function rotateSecret(
  app: EndpointApp,
  request: WriteRequest,
): Promise<{ row: EndpointRow; secret: string }> {
  const { caller, now } = request;
  const secret = newWebhookSecret();
  return changing(app, request, async (tx, row) => {
    const changed = await updateRow(tx, 'webhook_endpoint', {
      id: row.id,
      secret: app.secrets.encrypt(secret, secretContext(row.id)),
      previous_secret: row.secret,
      previous_secret_until: new Date(now.getTime() + OVERLAP_MS),
      updated_at: now,
    });
    await note(tx, { caller, row: changed, kind: 'webhook_secret_rotated', now });
    return { row: changed, secret };
  });
}

/** Runs `work` in a transaction that has locked an endpoint of the caller's workspace. */
export function changing<T>(
  app: Pick<App, 'db'>,
  request: WriteRequest,
  work: (tx: Db, row: EndpointRow) => Promise<T>,
): Promise<T> {
  const reply = (row: EndpointRow) => endpointReply(row, request.now);
  return changeOwn(app, request, { table: 'webhook_endpoint', what: 'webhook endpoint', reply }, work);
}

/** The encryption context of a secret. */
export function secretContext(endpointId: string): string {
  return `webhook_endpoint/${endpointId}`;
}

/** Rejects a forbidden URL by its text. Every attempt also checks the addresses of the host name. */
function rejectTarget(url: string, config: App['config']): void {
  const fault = url.includes('#')
    ? 'The URL must not have a fragment (#), because fragments are never sent.'
    : targetFault(new URL(url), { private: config.webhook_allow_private_networks });
  if (fault !== undefined) throw invalid({ field: 'body.url', message: fault });
}

type Noted = { caller: WorkspaceCaller; row: EndpointRow; kind: string; now: Date };

async function note(tx: Db, { caller, row, kind, now }: Noted): Promise<void> {
  const entry = { action: 'settings_changed' as const, kind, resource: resourceOf(row) };
  await addCallerActivity(tx, caller, entry, now);
}
