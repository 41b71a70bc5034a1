import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DEFAULT_PLANS_FILE, readPlans } from '../../src/config/plans-file.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { seed } from '../../src/db/seed.ts';
import { seedTemplates } from '../../src/features/templates/index.ts';
import { createJobQueue, loadJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';

/** The name of the migrated and seeded database that every test file gets a copy of. */
export const TEMPLATE = 'voiceloom_template';

const ready = (directory: string) => join(directory, 'ready');

/**
 * One PostgreSQL for the whole run, started by whichever test file needs it first. It is not durable: nothing
 * in it outlives the run.
 */
export async function sharedServer(directory: string): Promise<string> {
  const isFirst = await mkdir(join(directory, 'starting')).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const { url } = await startEmbedded({ directory: join(directory, 'postgres'), durable: false });
    await makeTemplate(url);
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

/** Ends the server, if any test needed it. */
export async function stopSharedServer(directory: string): Promise<void> {
  if (existsSync(join(directory, 'postgres'))) {
    const server = await startEmbedded({ directory: join(directory, 'postgres'), durable: false });
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
  await seed(createDb(pool), readPlans(DEFAULT_PLANS_FILE), new Date());
  await seedTemplates(createDb(pool), new Date());
  await pool.end();
  const log = createLog({ level: 'silent', version: 'test' });
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
