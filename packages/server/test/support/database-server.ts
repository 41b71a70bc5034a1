import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, glob, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { readPlans, SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { type EmbeddedOptions, startEmbedded } from '../../src/db/embedded.ts';
import { placeEmbedded } from '../../src/db/embedded-place.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { seedPlans } from '../../src/db/seed-plans.ts';
import { seedTemplates } from '../../src/features/templates/index.ts';
import { seedVoices } from '../../src/features/voices/index.ts';
import { createJobQueue, loadJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { testPostgres } from './installed-postgres.ts';

const run = promisify(execFile);

/** The name of the migrated and seeded database that is copied for every test file. */
export const TEMPLATE = 'voiceloom_template';

/** Clusters with the template, by the version of PostgreSQL and a hash of their sources. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/test-database', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));
/** The sources that migrate, seed and create queues. */
const MADE_FROM = [
  'server/package.json',
  'server/data/plans.json',
  'server/src/{db,jobs,features/{templates,voices},providers/speech/embedded}/**/*.{ts,json}',
  'server/src/{engine,http,features/*}/jobs.ts',
  'server/test/support/database-server.ts',
  'speech-espeak/src/**/*.ts',
  'speech-local/src/**/*.ts',
];

const ready = (directory: string) => join(directory, 'ready');

/**
 * One PostgreSQL for the whole test run. The first test file that needs it starts it. It is not durable,
 * because nothing in it outlives the test run.
 */
export async function sharedServer(directory: string): Promise<string> {
  const isFirst = await mkdir(join(directory, 'starting')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const url = await startFromCache(join(directory, 'postgres'));
    const draft = `${ready(directory)}.draft`;
    await writeFile(draft, url);
    await rename(draft, ready(directory));
  }
  for (let tries = 0; !existsSync(ready(directory)); tries++) {
    if (tries > 1_200) throw new Error('The test database did not start.');
    await delay(50);
  }
  return readFileSync(ready(directory), 'utf8');
}

/** Copies the cached cluster of an earlier test run, or creates a cluster and caches a copy. */
async function startFromCache(directory: string): Promise<string> {
  const options: EmbeddedOptions = { directory, durable: false, ...testPostgres };
  const place = await placeEmbedded(directory, options.binaries);
  const { stdout: version } = await run(place.binaries.postgres, ['--version']);
  const versions = join(CACHE, /\d+/.exec(version)?.[0] ?? version);
  const cached = join(versions, await cacheKey());
  if (existsSync(cached)) {
    await copyCluster(cached, place.directory);
    return (await startEmbedded(options)).url;
  }
  const server = await startEmbedded(options);
  await makeTemplate(server.url);
  await server.stop();
  rmSync(versions, { recursive: true, force: true });
  await mkdir(versions, { recursive: true });
  const draft = `${cached}.${process.pid}`;
  await copyCluster(place.directory, draft);
  await rename(draft, cached).catch(() => rmSync(draft, { recursive: true, force: true }));
  return (await startEmbedded(options)).url;
}

/** Keeps the owner of the files. When tests run as root, this is another user. */
async function copyCluster(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return cp(from, to, { recursive: true });
  await run('cp', ['-a', from, to]);
}

async function cacheKey(): Promise<string> {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const files: string[] = [];
  for await (const file of glob(MADE_FROM, { cwd: PACKAGES })) files.push(file);
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(PACKAGES, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Stops the server if it was started. */
export async function stopSharedServer(directory: string): Promise<void> {
  if (existsSync(join(directory, 'postgres'))) {
    const server = await startEmbedded({
      directory: join(directory, 'postgres'),
      durable: false,
      ...testPostgres,
    });
    await dropConnections(server.url);
    await server.stop();
    rmSync(server.directory, { recursive: true, force: true });
  }
  rmSync(directory, { recursive: true, force: true });
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, (client) => client.query(`create database ${TEMPLATE}`));
  const connectionString = databaseUrl(serverUrl, TEMPLATE);
  const pool = createPool({ connectionString, max: 4, onError: () => undefined });
  await migrate(pool);
  const db = createDb(pool);
  const now = new Date();
  await db.transaction().execute((tx) => seedPlans(tx, readPlans(SELLER_PLANS_FILE), now));
  await seedVoices(db, { isInstalled: true, now });
  await seedTemplates(db, now);
  await pool.end();
  const log = createLog({ level: 'silent', version: 'test', role: 'all' });
  const queue = createJobQueue({ connectionString, role: 'api', log });
  await queue.start(await loadJobs());
  await queue.stop();
}

async function dropConnections(serverUrl: string): Promise<void> {
  await onServer(serverUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  );
}
