import { setTimeout as delay } from 'node:timers/promises';
import type { contract } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import type { Db } from '../db/index.ts';
import { LATEST_MIGRATION } from '../db/migrate.ts';
import { findMissingRingKeys } from '../db/ring-keys.ts';
import { ApiError, type FieldError } from '../errors.ts';
import type { Handlers } from '../handler/handler.ts';
import { areWorkersThere } from '../jobs/index.ts';
import { type StorageState, storageState } from '../storage/index.ts';

/** Readiness is checked at most once per `KEEP_MS`, because load balancers ask often. */
export function healthRoutes(app: App, version: string): Handlers<typeof contract.health> {
  let last: { at: number; parts: Promise<Parts> } | undefined;
  const partsAt = (now: Date) => {
    const at = now.getTime();
    if (last === undefined || Math.abs(at - last.at) >= KEEP_MS) last = { at, parts: checkParts(app) };
    return last.parts;
  };
  return {
    live: async () => ({ data: { status: 'ok', version } }),
    ready: async ({ now }) => {
      const { failing: details, storage, workers } = await partsAt(now);
      if (details.length > 0) {
        throw new ApiError('UNAVAILABLE', 'The service is not ready.', { details, retryAfterSeconds: 2 });
      }
      return { data: { status: 'ready', checks: { database: 'ok', storage, workers } } };
    },
  };
}

const DEADLINE_MS = 2_000;

/** How long a result is reused, so that anonymous callers cannot overload the database and the storage. */
const KEEP_MS = 1_000;

interface Parts {
  /** The failed checks, with messages for people. Empty if all checks pass. */
  failing: FieldError[];
  /** Does not affect readiness: most requests need no storage, and a proxy must not remove all processes. */
  storage: StorageState;
  /** Whether a worker runs. Without a worker, this process is still healthy, and jobs wait. */
  workers: 'ok' | 'none';
}

/**
 * Checks all parts at once, each with a deadline. Storage and workers are reported, but do not make the service
 * unready.
 */
async function checkParts(app: Pick<App, 'db' | 'storage' | 'secrets'>): Promise<Parts> {
  const { db, storage } = app;
  const jobs = areWorkersThere(db);
  const room = Promise.race([
    storageState(storage),
    delay(DEADLINE_MS, 'unavailable' as const, { ref: false }),
  ]);
  const secrets = findMissingRingKeys(app).then((missing) => {
    if (missing.length > 0)
      throw new MissingKeyError(
        `Stored secrets need keys that are not in ENCRYPTION_KEYS: ${missing.join(', ')}.`,
      );
  });
  const checks = { database: checkDatabase(db), workers: jobs, secrets };
  const errors = await Promise.all(
    Object.entries(checks).map(async ([field, check]): Promise<FieldError | undefined> => {
      const end = check.then(
        () => 'ok',
        (error: unknown) => error,
      );
      const result = await Promise.race([end, delay(DEADLINE_MS, 'late', { ref: false })]);
      if (result === 'ok') return undefined;
      if (result instanceof MissingKeyError) return { field, message: result.message };
      const message = `The ${field} check failed: no response in time, read-only, or not up to date.`;
      return { field, message };
    }),
  );
  const failing = errors.filter((error) => error !== undefined);
  if (failing.length > 0) return { failing, storage: 'ok', workers: 'none' };
  return { failing, storage: await room, workers: (await jobs) ? 'ok' : 'none' };
}

/** Stored secrets need keys that are not in the key ring. */
class MissingKeyError extends Error {}

/** Also fails for a standby, which serves queries but rejects everything else. */
async function checkDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ writable: boolean; migrated: boolean }>`
    select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as writable,
      exists (select from kysely_migration where name = ${LATEST_MIGRATION}) as migrated`.execute(db);
  if (!rows[0]?.writable) throw new Error('The database is read-only.');
  if (!rows[0].migrated) throw new Error('The database is not migrated.');
}
