import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import type { AnyCaller } from '../../handler/handler.ts';
import { decrypt, encrypt } from '../../secrets/encrypt.ts';
import type { Headers } from './reply.ts';

export interface StoredResponse {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface IdempotentRequest {
  caller: AnyCaller;
  key: string;
  method: string;
  /** Includes the query string. */
  path: string;
  bytes: Buffer;
}

const KEEP_MS = 24 * 3_600_000;
/** After a crash, the key can be used again after this time. A request that is still running renews its lock. */
const LOCK_MS = 60_000;
const RENEW_MS = 20_000;

type KeyApp = Pick<App, 'db' | 'clock' | 'log' | 'signingSecret'>;

/**
 * Runs `work` once per Idempotency-Key and returns the same response to every repetition. Does not store responses with
 * 5xx or 429. A single statement takes the row of the key, so only one of two concurrent requests runs.
 */
export async function runOncePerKey(
  app: KeyApp,
  request: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { caller, method, path, bytes } = request;
  const hash = createHash('sha256').update(`${method} ${path} ${caller.workspace?.id ?? ''}\n`);
  // `{}` and an empty body count as the same request.
  hash.update(bytes.toString('latin1').trim() === '{}' ? '' : bytes);
  let callerName: string;
  if (caller.kind === 'guest') callerName = `guest:${caller.guest.id}`;
  else if (caller.api_key_id === null) callerName = `user:${caller.user_id}`;
  else callerName = `key:${caller.api_key_id}`;
  const row: KeyRow = {
    caller: callerName,
    key: request.key,
    fingerprint: hash.digest(),
    taken_at: app.clock(),
  };
  if (!(await takeKey(app.db, row))) return readStoredResponse(app, row);
  const renewing = setInterval(async () => {
    const locked_until = new Date(app.clock().getTime() + LOCK_MS);
    const renewal = updateOwnRow(app, row).set({ locked_until }).where('response_status', 'is', null);
    await renewal.execute().catch((error: unknown) => {
      app.log.warn({ err: error }, 'idempotency key not renewed');
    });
  }, RENEW_MS);
  let response: StoredResponse;
  try {
    response = await work();
  } catch (error) {
    await releaseKey(app, row);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  if (response.status >= 500 || response.status === 429) {
    await releaseKey(app, row);
    return response;
  }
  const change = updateOwnRow(app, row).set({
    locked_until: null,
    response_status: response.status,
    response_headers: JSON.stringify(response.headers),
    response_body: encrypt(response.body, encryptionContext(app, row)),
  });
  // If it cannot be stored, the caller still gets the response, because the work is done.
  await change.execute().catch((error: unknown) => {
    app.log.error({ err: error }, 'response for an idempotency key not stored');
  });
  return response;
}

interface KeyRow {
  caller: string;
  key: string;
  fingerprint: Buffer;
  /**
   * Identifies the request that holds the row. A request that takes over an expired lock has a later time.
   */
  taken_at: Date;
}

/** Whether this request runs: its key is new, has expired, or was left by a crash. */
async function takeKey(db: Db, row: KeyRow): Promise<boolean> {
  const now = row.taken_at;
  const locked = new Date(now.getTime() + LOCK_MS);
  const { rows } = await sql`
    insert into idempotency_key as kept (caller, key, fingerprint, locked_until, created_at, expires_at)
    values (${row.caller}, ${row.key}, ${row.fingerprint}, ${locked}, ${now}, ${new Date(now.getTime() + KEEP_MS)})
    on conflict (caller, key) do update set
      fingerprint = excluded.fingerprint, locked_until = excluded.locked_until, response_status = null,
      response_headers = null, response_body = null, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    where kept.expires_at <= ${now}
      or (kept.response_status is null and kept.locked_until <= ${now} and kept.fingerprint = excluded.fingerprint)
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * The response of the first request with this key. Throws if that request was another one, is still running, or has
 * none.
 */
async function readStoredResponse(app: KeyApp, row: KeyRow): Promise<StoredResponse> {
  const stored = await app.db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .executeTakeFirst();
  if (stored && !row.fingerprint.equals(stored.fingerprint)) {
    throw new ApiError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used for a different request.',
      {
        details: [{ field: 'headers.idempotency-key', message: 'Was already used for a different request.' }],
      },
    );
  }
  if (stored && stored.response_status !== null && !stored.response_body) {
    const message =
      'The first request with this Idempotency-Key has ended, but its response was erased. Check its result before you use a new key.';
    throw new ApiError('IDEMPOTENCY_KEY_REUSED', message);
  }
  if (!stored?.response_body || stored.response_status === null) {
    const message = 'The first request with this Idempotency-Key is still running.';
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS', message, { retryAfterSeconds: 1 });
  }
  return {
    status: stored.response_status,
    headers: { ...stored.response_headers, 'Idempotent-Replayed': 'true' },
    body: decrypt(stored.response_body, encryptionContext(app, row)),
  };
}

/** Updates the row if this request still holds it. */
function updateOwnRow({ db }: KeyApp, row: KeyRow) {
  return db
    .updateTable('idempotency_key')
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .where('created_at', '=', row.taken_at);
}

/** Encrypts responses, because a body can contain a secret that is shown only once. */
function encryptionContext({ signingSecret }: KeyApp, { caller, key }: KeyRow) {
  return { secret: signingSecret, context: `idempotency:${caller}:${key}` };
}

/** Deletes a key whose request failed, so that the next request with it runs. */
async function releaseKey(app: KeyApp, row: KeyRow): Promise<void> {
  const deletion = app.db
    .deleteFrom('idempotency_key')
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .where('created_at', '=', row.taken_at)
    .where('response_status', 'is', null);
  await deletion.execute().catch((error: unknown) => {
    app.log.warn({ err: error }, 'idempotency key not released');
  });
}

export async function sweepIdempotencyKeys({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('idempotency_key').where('expires_at', '<=', clock()).execute();
}
