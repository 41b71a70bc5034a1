import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isAlive, openCluster } from './embedded-cluster.ts';
import { type EmbeddedPlace, placeEmbedded } from './embedded-place.ts';

const run = promisify(execFile);

/** The name of connections that only check whether the server can stop; they do not count as users. */
const STOPPING = 'voiceloom-stopping';
const STOP_TRIES = 6;

export interface EmbeddedOptions {
  /** The directory of the cluster, created on first start. */
  directory: string;
  /** False only for throw-away test clusters: a power loss may then lose data. */
  durable: boolean;
  /** Default: a free port. */
  port?: number;
}

export interface EmbeddedPostgres {
  url: string;
  directory: string;
  /** Ends the server unless another process still uses it. */
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that ships with the package, or joins the one that already runs on the directory. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = await placeEmbedded(options.directory);
  const { data, password } = await openCluster(place);
  const port = (await runningPort(data, password)) ?? (await launch(place, data, options, password));
  const url = `postgres://voiceloom:${password}@127.0.0.1:${port}/voiceloom`;
  await ensureDatabase(port, password);
  return { url, directory: place.directory, stop: () => stopUnlessUsed(place, data, port, password) };
}

async function launch(
  place: EmbeddedPlace,
  data: string,
  options: EmbeddedOptions,
  password: string,
): Promise<number> {
  const port = options.port ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
  ];
  if (!options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const log = openSync(join(place.directory, 'postgres.log'), 'a', 0o600);
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(place.binaries.postgres, args, {
    ...place.ids,
    cwd: '/',
    env: place.env,
    stdio: ['ignore', log, log],
    // A Ctrl-C in the terminal must reach our own graceful stop first, not the database.
    detached: true,
  });
  server.unref();
  let ended: string | undefined;
  server.on('error', (error) => {
    ended = error.message;
  });
  server.on('exit', (code) => {
    ended ??= `exit code ${code}`;
  });
  for (let tries = 0; tries < 600; tries++) {
    if (await answers(port, password)) return port;
    if (ended) {
      const joined = await runningPort(data, password);
      if (joined) return joined;
      throw new Error(
        `The embedded PostgreSQL did not start (${ended}); see ${join(place.directory, 'postgres.log')}`,
      );
    }
    await delay(100);
  }
  throw new Error(
    `The embedded PostgreSQL did not respond within 60 s; see ${join(place.directory, 'postgres.log')}`,
  );
}

/** The port of a server that already runs on this directory. */
async function runningPort(data: string, password: string): Promise<number | undefined> {
  const file = join(data, 'postmaster.pid');
  for (let tries = 0; tries < 20 && existsSync(file); tries++) {
    const [pid, , , port] = linesOf(file).map(Number);
    if (port && (await answers(port, password))) return port;
    // Without a number, the file is still being written.
    if (pid && !isAlive(pid)) return undefined;
    await delay(250);
  }
  return undefined;
}

/** None when the server removed the file a moment ago. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function answers(port: number, password: string): Promise<boolean> {
  return connected(port, password, {}, async () => true).catch(() => false);
}

/** Does the work on a connection of its own. */
async function connected<T>(
  port: number,
  password: string,
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const place = { host: '127.0.0.1', port, user: 'voiceloom', password, database: 'postgres' };
  const client = new pg.Client({ ...place, ...options, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  await connected(port, password, {}, (client) => client.query('create database voiceloom')).catch(
    (error: unknown) => {
      if (!/already exists|unique/i.test(String(error))) throw error;
    },
  );
}

async function stopUnlessUsed(
  place: EmbeddedPlace,
  data: string,
  port: number,
  password: string,
): Promise<void> {
  if (await isUsed(port, password).catch(() => true)) return;
  const args = ['-D', data, '-m', 'fast', '-w', '-t', '20', 'stop'];
  await run(join(dirname(place.binaries.postgres), 'pg_ctl'), args, {
    ...place.ids,
    cwd: '/',
    env: place.env,
  }).catch(() => undefined);
}

/** Closed connections stay listed for a moment, so "in use" is checked again. */
async function isUsed(port: number, password: string): Promise<boolean> {
  for (let tries = 0; tries < STOP_TRIES; tries++) {
    if (tries > 0) await delay(100);
    if (!(await hasUsers(port, password))) return false;
  }
  return true;
}

function hasUsers(port: number, password: string): Promise<boolean> {
  return connected(port, password, { application_name: STOPPING }, async (client) => {
    const users = await client.query(
      `select 1 from pg_stat_activity
       where backend_type = 'client backend' and application_name <> '${STOPPING}' limit 1`,
    );
    return users.rowCount !== 0;
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
