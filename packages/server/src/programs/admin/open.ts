import { stat } from 'node:fs/promises';
import { CONTRACT_VERSION } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { systemClock } from '../../config/clock.ts';
import { createDb, type Db } from '../../db/index.ts';
import { LATEST_MIGRATION } from '../../db/migrate.ts';
import { ApiError } from '../../errors.ts';
import { createJobQueue } from '../../jobs/index.ts';
import { createLog } from '../../telemetry/log.ts';
import { createPayments, openKeyTools, openStorage, readSigningSecret } from '../build-app.ts';
import { configOrExit, toolPool } from '../process.ts';
import type { OpenApp } from './run-command.ts';

/** Opens the database of the environment without changing it, because another release may still use it. */
export const openAdmin: OpenApp = async () => {
  const config = configOrExit();
  const { database_url: connectionString = '', database_prepared_statements: prepares } = config;
  const pool = toolPool(connectionString, 'DATABASE_URL is required.');
  const db = createDb(pool);
  if (!(await isMigrated(db))) {
    process.stderr.write(
      `The database does not have the schema of this release: migration ${LATEST_MIGRATION} is missing.\n`,
    );
    process.stderr.write('Run migrate.ts, or start the service once.\n');
    process.exit(1);
  }
  const log = createLog({ level: config.log_level, version: CONTRACT_VERSION, role: 'admin' });
  const queue = createJobQueue({ connectionString, prepares, role: 'api', log });
  await queue.start([]);
  let storage: App['storage'] | undefined;
  const openOnce = async () => {
    // The service creates its folder at start. In an empty one, an erasure would delete nothing and report success.
    const { storage: place } = config;
    if (place.kind === 'folder' && !(await stat(place.directory).catch(() => undefined))) {
      const hint = 'Set DATA_DIR or the S3_* settings to the values that the service uses.';
      throw new ApiError('CONFLICT', `There is no storage folder ${place.directory}. ${hint}`);
    }
    const signingSecret = await readSigningSecret(config);
    // No command creates a URL, so the base URL is not needed.
    storage ??= await openStorage(config, { baseUrl: () => '', signingSecret, clock: systemClock });
    return storage;
  };
  const closing: (() => Promise<unknown>)[] = [];
  const openTools = async () => ({ ...(await openKeyTools(config, (end) => closing.push(end))), log });
  const close = async () => {
    for (const end of closing.reverse()) await end();
    await storage?.close();
    await queue.stop(0);
    await pool.end();
  };
  const payments = createPayments(config);
  const app = { db, clock: systemClock, config, queue, payments };
  const secret = () => readSigningSecret(config);
  return {
    app: { ...app, openStorage: openOnce, readSigningSecret: secret, openKeyTools: openTools },
    close,
  };
};

async function isMigrated(db: Db): Promise<boolean> {
  const tables = await sql<{ exist: boolean }>`
    select to_regclass('kysely_migration') is not null and to_regclass('pgboss.job') is not null as exist`.execute(
    db,
  );
  if (!tables.rows[0]?.exist) return false;
  const { rows } = await sql`select from kysely_migration where name = ${LATEST_MIGRATION}`.execute(db);
  return rows.length > 0;
}
