import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';

/** One file per migration, in order. Never edit a released migration; correct it in a new one. */
const migrationFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** How long a migration waits for the lock of a table, or for another process that migrates. */
const LOCK_TIMEOUT = '50s';
/** The ID of the lock of Kysely's own migrator, so that its tools wait for this one. */
const MIGRATION_LOCK = 3853314791062309107n;
const QUERY_CANCELED = '57014';

/** The migrations of this release, in order. */
const MIGRATIONS = readdirSync(migrationFolder)
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .map((file) => path.parse(file).name);

/** The newest migration of this release, for readiness checks. */
export const LATEST_MIGRATION = MIGRATIONS.at(-1) ?? '';

/** What a start changed in the database, and what it found there. */
export interface Migrated {
  /** The migrations that the start applied, in order. */
  applied: string[];
  /** Migrations in the database that only a newer release knows. */
  newer: string[];
}

/** The database and this release do not match, so a person must act. */
export class MigrationError extends Error {}

/**
 * Updates the database to the newest schema. If several processes start at once, one migrates and the others wait.
 * Statements have no timeout, because a statement that exceeds it would do so at every start. The lock and the settings
 * are local to the transaction, because a pooler would pass those of a session to other clients.
 */
export async function migrate({ options }: Pick<pg.Pool, 'options'>): Promise<Migrated> {
  const pool = new pg.Pool({ ...options, max: 1, query_timeout: undefined, statement_timeout: undefined });
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  const load = (file: string) => import(pathToFileURL(file).href);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder, import: load });
  try {
    return await db.transaction().execute(async (tx) => {
      // Roles and databases may have limits of their own.
      await sql`
        select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx);
      // Reads without the lock, so that a process whose migrations are complete does not wait while a newer
      // release migrates.
      const complete = await findComplete(tx);
      if (complete) return complete;
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
      const migrated = await findComplete(tx);
      return (
        migrated ?? {
          applied: getMigrationNames(await new Migrator({ db: tx, provider }).migrateToLatest()),
          newer: [],
        }
      );
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Undefined if the database lacks migrations of this release. Migrations of a newer release are allowed, because this
 * release works with them, but older migrations must not run after them: that throws.
 */
async function findComplete(db: Kysely<unknown>): Promise<Migrated | undefined> {
  const table = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!table.rows[0]?.is_there) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const appliedNames = new Set(rows.map(({ name }) => name));
  const newer = [...appliedNames].filter((name) => !MIGRATIONS.includes(name));
  const missingNames = MIGRATIONS.filter((name) => !appliedNames.has(name));
  if (missingNames.length === 0) return { applied: [], newer };
  if (newer.length === 0) return undefined;
  throw new MigrationError(
    `The database has ${newer.join(', ')} of another release, but not ${missingNames.join(', ')}: start a release that has all of them.`,
  );
}

/** Leaves the lock to the caller, because Kysely's lock belongs to a session and outlives the transaction. */
class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}

class LockedAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * The names of the applied migrations. Throws a MigrationError if one was canceled, because the process would treat
 * the original database error as an outage and retry.
 */
export function getMigrationNames({ error, results = [] }: MigrationResultSet): string[] {
  if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) {
    const name = results.find(({ status }) => status === 'Error')?.migrationName;
    const subject = name ? `The migration "${name}"` : 'The migration';
    throw new MigrationError(`${subject} was canceled and changed nothing (${error.message}).`, {
      cause: error,
    });
  }
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
