import { randomBytes } from 'node:crypto';
import type { PutDeliveryTarget } from '@voiceloom/contract';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import {
  allowedTargets,
  checkedLookup,
  findBaseUrlError,
  findTargetError,
  type Guard,
  type Lookup,
  NoResponseError,
} from '../../providers/http.ts';
import {
  BucketError,
  type ForeignBucket,
  type ForeignOptions,
  openForeignBucket,
} from '../../storage/index.ts';
import { lockWorkspace } from '../workspaces/index.ts';
import { notifyEnded } from './ended.ts';
import { failOpen, lockTarget, selectTargets, type TargetRow } from './queries.ts';
import { targetReply } from './view.ts';

/** The maximum number of targets in a workspace. */
export const MAX_TARGETS = 20;
/** The maximum duration of the test before a target is stored. */
const TRIAL_MS = 25_000;
const PREVIEW_LENGTH = 4;
/** The end of a shorter ID would reveal too much. */
const MIN_PREVIEWED_LENGTH = 12;

interface TargetRemoval {
  caller: WorkspaceCaller;
  name: string;
  ifMatch?: string | undefined;
  now: Date;
}

/** Tests a bucket and stores its key. A rejected key changes nothing. */
export async function storeTarget(
  app: Pick<App, 'db' | 'config' | 'queue' | 'secrets'>,
  put: TargetRemoval & { body: PutDeliveryTarget },
  options: BucketOptions = {},
): Promise<TargetRow> {
  const { caller, name, body, now } = put;
  const { access_key_id, secret_access_key } = body;
  const key = { access_key_id, secret_access_key };
  const { endpoint, region, bucket, prefix } = body;
  const location = { endpoint, region, bucket, prefix, path_style: body.path_style ?? endpoint !== null };
  await tryBucket(app, { place: location, key }, options);
  return app.db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, caller.workspace.id);
    const storedTarget = await lockTarget(tx, { workspace_id: caller.workspace.id, name });
    assertMatch(put.ifMatch, storedTarget && targetReply(storedTarget).version, 'delivery target');
    if (!storedTarget && (await selectTargets(tx, caller.workspace.id).execute()).length >= MAX_TARGETS)
      throw new ApiError('CONFLICT', `A workspace can have at most ${MAX_TARGETS} delivery targets.`);
    const ids = { id: storedTarget?.id ?? newId(), workspace_id: caller.workspace.id };
    const encrypted_credentials = app.secrets.encrypt(JSON.stringify(key), targetContext(ids));
    const access_key_preview =
      access_key_id.length < MIN_PREVIEWED_LENGTH ? '••••' : `••••${access_key_id.slice(-PREVIEW_LENGTH)}`;
    const columns = {
      ...location,
      encrypted_credentials,
      access_key_preview,
      checked_at: now,
      updated_at: now,
    };
    await addTargetActivity(tx, { ...put, id: ids.id, kind: 'delivery_target_set' });
    if (!storedTarget)
      return insertRow(tx, 'delivery_target', {
        ...ids,
        name,
        ...columns,
        created_by: caller.user_id,
        created_at: now,
      });
    if (
      storedTarget.endpoint !== endpoint ||
      storedTarget.bucket !== bucket ||
      storedTarget.prefix !== prefix
    )
      await endOpen(app, tx, {
        id: storedTarget.id,
        error: 'The delivery target was changed to another bucket or prefix.',
        now,
      });
    return updateRow(tx, 'delivery_target', { id: storedTarget.id, ...columns });
  });
}

/** Writes a small file where deliveries will go, and deletes it. */
async function tryBucket(
  app: Pick<App, 'config'>,
  trial: { place: BucketPlace & { prefix: string }; key: BucketKey },
  options: BucketOptions,
): Promise<void> {
  const { prefix } = trial.place;
  const marker = `${prefix === '' ? '' : `${prefix}/`}voiceloom-check-${randomBytes(8).toString('hex')}.txt`;
  const signal = AbortSignal.timeout(TRIAL_MS);
  const body = Buffer.from(
    'Voiceloom wrote this file to test its access to the bucket. You can delete it.\n',
  );
  try {
    const bucket = await openBucket(app, trial, { ...options, attempts: 1 });
    try {
      await bucket.put(marker, { body, content_type: 'text/plain', signal });
      await bucket.remove(marker, signal);
    } finally {
      bucket.close();
    }
  } catch (error) {
    const bucketError = toBucketError(error);
    if (bucketError === undefined) throw error;
    const { code, cause, message } = bucketError;
    const isUnknownId = cause instanceof Error && cause.name === 'InvalidAccessKeyId';
    const field = code === 'key' && isUnknownId ? 'access_key_id' : (ERROR_FIELDS[code] ?? 'endpoint');
    throw invalid({ field: `body.${field}`, message });
  }
}

/** The field that an error of the bucket is about. Otherwise, it is the endpoint. */
const ERROR_FIELDS: Partial<Record<BucketError['code'], keyof PutDeliveryTarget>> = {
  key: 'secret_access_key',
  forbidden: 'bucket',
  no_bucket: 'bucket',
  elsewhere: 'region',
  name: 'prefix',
};

/** Deletes a target. Idempotent: only an existing target adds an activity. */
export async function removeTarget(app: Pick<App, 'db' | 'queue'>, removal: TargetRemoval): Promise<void> {
  const { caller, name, now } = removal;
  await app.db.transaction().execute(async (tx) => {
    const row = await lockTarget(tx, { workspace_id: caller.workspace.id, name });
    assertMatch(removal.ifMatch, row && targetReply(row).version, 'delivery target');
    if (!row) return;
    await endOpen(app, tx, { id: row.id, error: 'The delivery target was deleted.', now });
    await tx.deleteFrom('delivery_target').where('id', '=', row.id).execute();
    await addTargetActivity(tx, { ...removal, id: row.id, kind: 'delivery_target_deleted' });
  });
}

/** Fails the open deliveries to a target, and adds their webhook events. */
async function endOpen(
  app: Pick<App, 'queue'>,
  tx: Db,
  { id, error, now }: { id: string; error: string; now: Date },
): Promise<void> {
  for (const row of await failOpen(tx, id, { error, now })) await notifyEnded(app, tx, { row, now });
}

/** Records the change of a target without anything about its key. */
async function addTargetActivity(
  tx: Db,
  change: TargetRemoval & { id: string; kind: 'delivery_target_set' | 'delivery_target_deleted' },
): Promise<void> {
  const { caller, id, name, kind, now } = change;
  const resource = { type: 'delivery_target', id, name };
  await addCallerActivity(tx, caller, { action: 'settings_changed', kind, resource }, now);
}

const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });
type BucketKey = z.infer<typeof Key>;

type BucketPlace = Pick<TargetRow, 'endpoint' | 'region' | 'bucket' | 'path_style'>;

/** The number of attempts and, for tests, a resolver. */
export interface BucketOptions {
  lookup?: Lookup;
  attempts?: number;
}

/** The encryption context of a target's key. A key that is copied to another row cannot be decrypted there. */
export function targetContext({ workspace_id, id }: Pick<TargetRow, 'workspace_id' | 'id'>): string {
  return `delivery_target/${workspace_id}/${id}`;
}

/** The decrypted access key of a target. */
export function openKey({ secrets }: Pick<App, 'secrets'>, row: TargetRow): BucketKey {
  return Key.parse(JSON.parse(secrets.decrypt(row.encrypted_credentials, targetContext(row))));
}

function toEndpointUrl({ endpoint, region }: BucketPlace): URL {
  return new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
}

/** Throws a BucketError if the address is not allowed. Every connection uses a checked address. */
export async function openBucket(
  { config }: Pick<App, 'config'>,
  { place: location, key }: { place: BucketPlace; key: BucketKey },
  { lookup, attempts }: BucketOptions = {},
): Promise<ForeignBucket> {
  const endpoint = toEndpointUrl(location);
  // The address of requests, whose host can contain the bucket.
  const address = toEndpointUrl(location);
  // No certificate matches a bucket name with a dot, so the SDK leaves such a bucket in the path.
  if (!location.path_style && !location.bucket.includes('.'))
    address.hostname = `${location.bucket}.${address.hostname}`;
  const allow = allowedTargets(endpoint, config.provider_allowed_hosts);
  const message =
    findBaseUrlError(location.endpoint ?? endpoint.href, allow) ?? findTargetError(address, allow);
  if (message !== undefined) throw new BucketError('address', message);
  const { region, bucket, path_style } = location;
  const guard: Guard = { allow };
  if (lookup) guard.lookup = lookup;
  const options: ForeignOptions = { lookup: checkedLookup(address, guard) };
  if (attempts) options.attempts = attempts;
  return openForeignBucket({ endpoint: endpoint.href, region, bucket, path_style, ...key }, options);
}

/** Converts an error whose cause is a rejected address into an address error. Undefined for other kinds of errors. */
export function toBucketError(error: unknown): BucketError | undefined {
  if (!(error instanceof BucketError)) return undefined;
  const { cause } = error;
  if (!(cause instanceof NoResponseError) || cause.kind !== 'forbidden') return error;
  return new BucketError('address', cause.message, { cause });
}
