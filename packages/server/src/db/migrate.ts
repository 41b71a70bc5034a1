import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';

/** A file for each, in order; a released migration is never edited, the next one corrects it. */
const migrationFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** How long a migration waits for a lock, of a table or of the process that migrates. */
const LOCK_TIMEOUT = '50s';
/** The lock of Kysely's own migrations, which earlier releases take. */
const MIGRATION_LOCK = 3853314791062309107n;
const QUERY_CANCELED = '57014';

/** The migrations of this release, in order. */
const MIGRATIONS = readdirSync(migrationFolder)
  .filter((file) => file.endsWith('.ts'))
  .sort()
  .map((file) => path.parse(file).name);

/** The newest migration of this release, for readiness checks. */
export const LATEST_MIGRATION = MIGRATIONS.at(-1) ?? '';

/** The state of the database at a start, and the changes of the start. */
export interface Migrated {
  /** The migrations that it applied, in order. */
  applied: string[];
  /** Migrations in the database that only a newer release knows. */
  newer: string[];
}

/** The database and this release do not fit together; a person has to act. */
export class MigrationError extends Error {}

/**
 * Brings the database to the newest schema. If several processes start at once, one migrates and the others wait. Statements
 * have no time limit, because a statement that reaches one would reach it at every start. Lock and limits belong to the
 * transaction, because a pooler would give those of a session to other clients.
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
          applied: namesOf(await new Migrator({ db: tx, provider }).migrateToLatest()),
          newer: [],
        }
      );
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Undefined if the database lacks migrations of this release. It may have migrations of a newer release, with which this
 * release works. In that case, an older migration must not run after them.
 */
async function findComplete(db: Kysely<unknown>): Promise<Migrated | undefined> {
  const table = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  if (!table.rows[0]?.is_there) return undefined;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const present = new Set(rows.map(({ name }) => name));
  const newer = [...present].filter((name) => !MIGRATIONS.includes(name));
  const missing = MIGRATIONS.filter((name) => !present.has(name));
  if (missing.length === 0) return { applied: [], newer };
  if (newer.length === 0) return undefined;
  throw new MigrationError(
    `The database has ${newer.join(', ')} of another release, but not ${missing.join(', ')}: start a release that has all of them.`,
  );
}

/** Leaves the lock to the caller: Kysely's belongs to a session and outlives its transaction. */
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
 * The names of the applied migrations. Throws a MigrationError if one was canceled: the process would treat an error of the
 * database as an outage and try again.
 */
export function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) {
    const name = results.find(({ status }) => status === 'Error')?.migrationName;
    const what = name ? `The migration "${name}"` : 'The migration';
    throw new MigrationError(`${what} was canceled and changed nothing (${error.message}).`, {
      cause: error,
    });
  }
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
