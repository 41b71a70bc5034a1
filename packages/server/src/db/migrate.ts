import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import * as identity from './migrations/0001-identity.ts';
import * as content from './migrations/0002-content.ts';
import * as runs from './migrations/0003-runs.ts';
import * as credits from './migrations/0004-credits.ts';
import * as templates from './migrations/0005-templates.ts';
import * as members from './migrations/0006-members.ts';
import * as catalog from './migrations/0007-catalog.ts';
import * as webhooks from './migrations/0008-webhooks.ts';
import * as billing from './migrations/0009-billing.ts';
import * as usage from './migrations/0010-usage.ts';
import * as creditPeriods from './migrations/0011-credits.ts';
import * as notifications from './migrations/0012-notifications.ts';
import * as speechProviders from './migrations/0014-speech-providers.ts';
import * as ascendingOrders from './migrations/0015-ascending-orders.ts';
import * as transcripts from './migrations/0016-transcripts.ts';
import * as translation from './migrations/0017-translation.ts';
import * as routing from './migrations/0018-routing.ts';
import * as deliveries from './migrations/0019-deliveries.ts';
import * as transcriptions from './migrations/0020-transcriptions.ts';
import * as lineDirection from './migrations/0021-line-direction.ts';
import * as skippedLines from './migrations/0022-skipped-lines.ts';
import * as retryHistory from './migrations/0023-retry-history.ts';
import * as runAggregates from './migrations/0024-run-aggregates.ts';
import * as lineMarkup from './migrations/0025-line-markup.ts';
import * as standIns from './migrations/0026-stand-ins.ts';
import * as passedForms from './migrations/0027-passed-forms.ts';
import * as strategyWords from './migrations/0028-strategy-words.ts';

/** In order; a released migration is never edited, the next one corrects it. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-identity': identity,
  '0002-content': content,
  '0003-runs': runs,
  '0004-credits': credits,
  '0005-templates': templates,
  '0006-members': members,
  '0007-catalog': catalog,
  '0008-webhooks': webhooks,
  '0009-billing': billing,
  '0010-usage': usage,
  '0011-credits': creditPeriods,
  '0012-notifications': notifications,
  '0014-speech-providers': speechProviders,
  '0015-ascending-orders': ascendingOrders,
  '0016-transcripts': transcripts,
  '0017-translation': translation,
  '0018-routing': routing,
  '0019-deliveries': deliveries,
  '0020-transcriptions': transcriptions,
  '0021-line-direction': lineDirection,
  '0022-skipped-lines': skippedLines,
  '0023-retry-history': retryHistory,
  '0024-run-aggregates': runAggregates,
  '0025-line-markup': lineMarkup,
  '0026-stand-ins': standIns,
  '0027-passed-forms': passedForms,
  '0028-strategy-words': strategyWords,
};

/** How long a migration waits for a lock, of a table or of the process that migrates. */
const LOCK_TIMEOUT = '50s';
const QUERY_CANCELED = '57014';

/**
 * Brings the database to the newest schema. Several processes may start at once: one works, the others wait. Statements take as
 * long as they need, since one that is cut off would be cut off at every start.
 */
export async function migrate({ options }: Pick<pg.Pool, 'options'>): Promise<string[]> {
  const pool = new pg.Pool({ ...options, max: 1, query_timeout: undefined, statement_timeout: undefined });
  pool.on('error', () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool, onCreateConnection: unhurried }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
    return namesOf(await migrator.migrateToLatest());
  } finally {
    await db.destroy();
  }
}

async function unhurried(connection: DatabaseConnection): Promise<void> {
  // Roles and databases may have limits of their own.
  await connection.executeQuery(CompiledQuery.raw('set statement_timeout = 0'));
  await connection.executeQuery(CompiledQuery.raw(`set lock_timeout = '${LOCK_TIMEOUT}'`));
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
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).at(-1) ?? '';
