import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPlace, placeEmbedded } from './embedded-place.ts';

const run = promisify(execFile);

export interface EmbeddedOptions {
  /** Where the cluster lives; made on first start. */
  directory: string;
  /** False only for throw-away test clusters: a power loss may then lose data. */
  durable: boolean;
  /** A free one when left out. */
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
  const data = join(place.directory, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize(place, data);
  const password = readFileSync(join(place.directory, 'password'), 'utf8').trim();
  const port = (await runningPort(data, password)) ?? (await launch(place, data, options, password));
  const url = `postgres://voiceloom:${password}@127.0.0.1:${port}/voiceloom`;
  await ensureDatabase(port, password);
  return { url, directory: place.directory, stop: () => stopUnlessUsed(place, data, port, password) };
}

async function initialize(place: EmbeddedPlace, data: string): Promise<void> {
  mkdirSync(dirname(place.directory), { recursive: true });
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const password = join(place.directory, 'password');
  if (!existsSync(password)) writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (place.ids)
    for (const path of [place.directory, password]) chownSync(path, place.ids.uid, place.ids.gid);
  const args = [
    '-D',
    data,
    '-U',
    'voiceloom',
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ];
  await run(place.binaries.initdb, args, { ...place.ids, cwd: '/', env: place.env }).catch(
    async (error: unknown) => {
      // Systems without C.UTF-8 (macOS, some Linux) still have C, which compares bytes the same way.
      if (!/invalid locale/i.test(String(error))) throw error;
      await run(place.binaries.initdb, [...args.slice(0, -1), '--locale=C'], {
        ...place.ids,
        cwd: '/',
        env: place.env,
      });
    },
  );
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
    `The embedded PostgreSQL did not answer within 60 s; see ${join(place.directory, 'postgres.log')}`,
  );
}

/** The port of a server that already runs on this directory, whoever started it. */
async function runningPort(data: string, password: string): Promise<number | undefined> {
  const file = join(data, 'postmaster.pid');
  for (let tries = 0; tries < 20 && existsSync(file); tries++) {
    const port = Number(readFileSync(file, 'utf8').split('\n')[3]);
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    if (port && (await answers(port, password))) return port;
    if (!isAlive(pid)) return undefined;
    await delay(250);
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = connection(port, password, 'postgres');
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connection(port: number, password: string, database: string): pg.Client {
  return new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'voiceloom',
    password,
    database,
    connectionTimeoutMillis: 2_000,
  });
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = connection(port, password, 'postgres');
  await client.connect();
  try {
    await client.query('create database voiceloom').catch((error: unknown) => {
      if (!/already exists|unique/i.test(String(error))) throw error;
    });
  } finally {
    await client.end();
  }
}

async function stopUnlessUsed(
  place: EmbeddedPlace,
  data: string,
  port: number,
  password: string,
): Promise<void> {
  const client = connection(port, password, 'postgres');
  client.on('error', () => undefined);
  try {
    await client.connect();
    const others = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    );
    await client.end();
    if (others.rowCount) return;
  } catch {
    return;
  }
  const args = ['-D', data, '-m', 'fast', '-w', '-t', '20', 'stop'];
  await run(join(dirname(place.binaries.postgres), 'pg_ctl'), args, {
    ...place.ids,
    cwd: '/',
    env: place.env,
  }).catch(() => undefined);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
