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

/**
 * Brings the database to the newest schema. Several processes may start at once: one works, the others wait. Statements take as
 * long as they need, since one that is cut off would be cut off at every start. Lock and limits end with the transaction:
 * a pooler would give those of a session to other clients.
 */
export async function migrate({ options }: Pick<pg.Pool, 'options'>): Promise<string[]> {
  const pool = new pg.Pool({ ...options, max: 1, query_timeout: undefined, statement_timeout: undefined });
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  const load = (file: string) => import(pathToFileURL(file).href);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder, import: load });
  try {
    return await db.transaction().execute(async (tx) => {
      // Roles and databases may have limits of their own.
      await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(
        tx,
      );
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
      return namesOf(await new Migrator({ db: tx, provider }).migrateToLatest());
    });
  } finally {
    await db.destroy();
  }
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

/** The names of the applied migrations. A canceled one fails in words: as an error of the database it would be tried again. */
export function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) {
    const name = results.find(({ status }) => status === 'Error')?.migrationName;
    const what = name ? `The migration "${name}"` : 'The migration';
    throw new Error(`${what} was canceled and changed nothing (${error.message}).`, { cause: error });
  }
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The newest migration this build knows, for readiness checks. */
export const LATEST_MIGRATION = path.parse(
  readdirSync(migrationFolder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .at(-1) ?? '',
).name;
