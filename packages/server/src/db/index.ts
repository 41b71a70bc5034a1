import { type Insertable, Kysely, type Selectable, type Updateable } from 'kysely';
import pg from 'pg';
import type { DB as Schema } from './generated/tables.ts';
import { ArrayDialect, createStatementNames, isStaleStatement, prepareStatements } from './statements.ts';

export type { Schema };

/** A database or an open transaction: query functions take either. */
export type Db = Kysely<Schema>;

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
export type RowChanges<Table extends keyof Schema> = Updateable<Schema[Table]>;

export interface DatabaseOptions {
  connectionString: string;
  max: number;
  /** How long a statement may take; 0: no limit. Default: 55 seconds. */
  timeout_ms?: number;
  /** Whether connections prepare frequent statements. Default: true. */
  prepares?: boolean;
  onError: (error: Error) => void;
}

// bigint columns hold byte counts and durations, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => Number(value));

/** A pool that reports broken connections instead of ending the process. */
export function createPool({ timeout_ms = 55_000, ...options }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    // If all connections are in use, a request also waits this long for one.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // The client waits a little longer than the server, so that it receives the server's error.
    query_timeout: timeout_ms && timeout_ms + 5_000,
    statement_timeout: timeout_ms,
    // A process that freezes inside a transaction must not hold its locks.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'voiceloom',
    // Statements of a transaction that do not wait for each other share a round trip.
    pipeline: true,
  });
  const getName = createStatementNames();
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    client.on('error', options.onError);
    if (options.prepares ?? true) prepareStatements(client as pg.PoolClient & pg.Client, getName);
  });
  return pool;
}

/** Queries over the connections of a pool. */
export function createDb(pool: pg.Pool): Db {
  const db = new Kysely<Schema>({ dialect: new ArrayDialect({ pool }) });
  // By default, Kysely sends each statement of a transaction only after the result of the previous one. Handing out the
  // connection without the provider's queue sends them at once.
  const executor = db.getExecutor();
  const withConnectionProvider = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (provider) => {
    const connection = provider.provideConnection((databaseConnection) =>
      Promise.resolve(databaseConnection),
    );
    return withConnectionProvider({ provideConnection: async (consume) => consume(await connection) });
  };
  return db;
}

/**
 * PostgreSQL codes that mean "the database is unavailable", not "the statement is wrong": a broken connection (class
 * 08, also used by PgBouncer for a server that it cannot reach), a session that was ended (25P03, 25P04, 57P0x), a
 * standby or a primary that became one (25006), no disk space or memory (53100, 53200).
 */
const AWAY = /^(?:08...|25P0[34]|25006|57P0[1235]|53[12]00)$/;
/** Codes of PostgreSQL for a statement that timed out, or for a connection that was not free. */
const BUSY = new Set(['53300', '57014']);
/** Codes of PostgreSQL for a statement that conflicted with another transaction. */
const CONFLICTS = new Set(['40001', '40P01', '55P03']);
/** The driver's messages, without a code, about a connection that it lost or did not get. */
const LOST = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  // Sent by a proxy that has no available server.
  'There was an error establishing an SSL connection',
]);
/** The driver's message when every connection of the pool was in use for too long. */
const POOL_IN_USE = 'timeout exceeded when trying to connect';
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ECONNABORTED',
  'ENOTCONN',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Whether a statement failed because the database was unreachable or too busy. A retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message, syscall } = readParts(error);
  if (AWAY.test(code) || NETWORK.has(code) || LOST.has(message)) return true;
  // Includes a missing socket file while the server restarts.
  return syscall === 'connect' || isDatabaseBusy(error);
}

/** Whether a reachable database did not run a statement because it was busy, had a conflict or had a stale plan. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = readParts(error);
  return BUSY.has(code) || message === POOL_IN_USE || isDatabaseConflict(error);
}

/** Whether a statement would succeed if it ran again now: it lost a conflict, or its plan was stale. */
export function isDatabaseConflict(error: unknown): boolean {
  return CONFLICTS.has(readParts(error).code) || isStaleStatement(error);
}

/** Accepts any object, because the job library reports copies of errors. */
function readParts(error: unknown): { code: string; message: string; syscall: unknown } {
  const { code, message, syscall } = (error ?? {}) as {
    code?: unknown;
    message?: unknown;
    syscall?: unknown;
  };
  return { code: String(code), message: String(message), syscall };
}

/** The name of the unique index or constraint that a row violated; otherwise undefined. */
export function violatedUnique(error: unknown): string | undefined {
  return findViolatedConstraint(error, '23505');
}

/** The name of the foreign key whose row is missing; otherwise undefined. */
export function violatedReference(error: unknown): string | undefined {
  return findViolatedConstraint(error, '23503');
}

/** The name of the constraint, or empty if the database did not name it. Undefined for other errors. */
function findViolatedConstraint(error: unknown, code: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return undefined;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
