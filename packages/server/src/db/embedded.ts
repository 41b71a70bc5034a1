import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPlace, placeEmbedded } from './embedded-place.ts';

const run = promisify(execFile);

/** The name of connections that only check whether the server can stop; they do not count as users. */
const STOPPING = 'voiceloom-stopping';
const MAX_STOP_TRIES = 6;

export interface EmbeddedOptions {
  /** The directory of the cluster, created on first start. */
  directory: string;
  /** False only for temporary test clusters, which can lose data if the machine loses power. */
  durable: boolean;
  /** Default: a free port. */
  port?: number;
  /** Default: those that ship with the package. */
  binaries?: EmbeddedPlace['binaries'];
}

export interface EmbeddedPostgres {
  url: string;
  directory: string;
  /** Ends the server unless another process still uses it. */
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that ships with the package, or uses the server that already runs on the directory. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const installation = await placeEmbedded(options.directory, options.binaries);
  const { data, password } = await openCluster(installation);
  const port =
    (await findRunningPort(data, password)) ?? (await launch(installation, data, options, password));
  await withConnection(port, password, {}, (client) => client.query('create database voiceloom')).catch(
    (error: unknown) => {
      if (!/already exists|unique/i.test(String(error))) throw error;
    },
  );
  return {
    url: `postgres://voiceloom:${password}@127.0.0.1:${port}/voiceloom`,
    directory: installation.directory,
    async stop() {
      if (await isUsed(port, password).catch(() => true)) return;
      const args = ['-D', data, '-m', 'fast', '-w', '-t', '20', 'stop'];
      const stopping = run(join(dirname(installation.binaries.postgres), 'pg_ctl'), args, {
        ...installation.ids,
        cwd: '/',
        env: installation.env,
      });
      await stopping.catch(() => undefined);
    },
  };
}

/** Starts the database and waits until it responds. Returns its port, or that of another process that was faster. */
async function launch(
  installation: EmbeddedPlace,
  data: string,
  options: EmbeddedOptions,
  password: string,
): Promise<number> {
  let { port } = options;
  if (port === undefined) {
    // The system gives the listener a port that is free.
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    ({ port } = listener.address() as AddressInfo);
    listener.close();
    await once(listener, 'close');
  }
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=128MB',
  ];
  if (!options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const log = openSync(join(installation.directory, 'postgres.log'), 'a', 0o600);
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(installation.binaries.postgres, args, {
    ...installation.ids,
    cwd: '/',
    env: installation.env,
    stdio: ['ignore', log, log],
    // Ctrl-C in the terminal must not stop the database before our own graceful stop.
    detached: true,
  });
  server.unref();
  let endMessage: string | undefined;
  server.on('error', (error) => {
    endMessage = error.message;
  });
  server.on('exit', (code) => {
    endMessage ??= `exit code ${code}`;
  });
  for (let tries = 0; tries < 600; tries++) {
    if (await isResponding(port, password)) return port;
    if (endMessage) {
      // Another process may have started it first.
      const otherPort = await findRunningPort(data, password);
      if (otherPort) return otherPort;
      throw new Error(
        `The embedded PostgreSQL did not start (${endMessage}); see ${join(installation.directory, 'postgres.log')}`,
      );
    }
    await delay(100);
  }
  throw new Error(
    `The embedded PostgreSQL did not respond within 60 s; see ${join(installation.directory, 'postgres.log')}`,
  );
}

/** The port of a server that already runs on this directory. */
async function findRunningPort(data: string, password: string): Promise<number | undefined> {
  const file = join(data, 'postmaster.pid');
  for (let tries = 0; tries < 20 && existsSync(file); tries++) {
    let text = '';
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // The server has just removed the file.
    }
    const [pid, , , port] = text.split('\n').map(Number);
    if (port && (await isResponding(port, password))) return port;
    // If the number is missing, the file is still being written.
    if (pid && !isAlive(pid)) return undefined;
    await delay(250);
  }
  return undefined;
}

/** Whether a database accepts connections on this port. */
async function isResponding(port: number, password: string): Promise<boolean> {
  return withConnection(port, password, {}, async () => true).catch(() => false);
}

/** Runs the work on a separate connection. */
async function withConnection<T>(
  port: number,
  password: string,
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const address = { host: '127.0.0.1', port, user: 'voiceloom', password, database: 'postgres' };
  const client = new pg.Client({ ...address, ...options, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Closed connections stay listed for a moment, so a server that seems used is checked again. */
async function isUsed(port: number, password: string): Promise<boolean> {
  for (let tries = 0; tries < MAX_STOP_TRIES; tries++) {
    if (tries > 0) await delay(100);
    const users = await withConnection(port, password, { application_name: STOPPING }, (client) =>
      client.query(
        `select 1 from pg_stat_activity
         where backend_type = 'client backend' and application_name <> '${STOPPING}' limit 1`,
      ),
    );
    if (users.rowCount === 0) return false;
  }
  return true;
}

/**
 * The cluster in the directory, created on first start. It is created elsewhere and then moved: an interrupted
 * start leaves nothing incomplete, and concurrent processes all use the cluster that was moved first.
 */
async function openCluster(installation: EmbeddedPlace): Promise<{ data: string; password: string }> {
  const data = join(installation.directory, 'data');
  const password = join(installation.directory, 'password');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(dirname(installation.directory), { recursive: true });
    mkdirSync(installation.directory, { recursive: true, mode: 0o700 });
    if (installation.ids) chownSync(installation.directory, installation.ids.uid, installation.ids.gid);
    removeLeftDrafts(installation.directory);
    makePassword(installation, password);
    const draft = join(installation.directory, `data.${process.pid}`);
    const args = [
      '-D',
      draft,
      '-U',
      'voiceloom',
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
    ];
    const options = { ...installation.ids, cwd: '/', env: installation.env };
    try {
      await run(installation.binaries.initdb, [...args, '--locale=C.UTF-8'], options);
    } catch (error) {
      // Systems without C.UTF-8 (macOS, some Linux) still have C, which compares bytes the same way.
      if (!/invalid locale/i.test(String(error))) throw error;
      await run(installation.binaries.initdb, [...args, '--locale=C'], options);
    }
    try {
      renameSync(draft, data);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(join(data, 'PG_VERSION'))) throw error;
    }
  }
  return { data, password: readFileSync(password, 'utf8').trim() };
}

/** Writes a new password to the file, unless another process has already written one. */
function makePassword(installation: EmbeddedPlace, file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (installation.ids) chownSync(draft, installation.ids.uid, installation.ids.gid);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes incomplete clusters of processes that ended. A cluster that is still being written may stay. */
function removeLeftDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(/^data\.(\d+)$/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    try {
      rmSync(join(directory, name), { recursive: true, force: true });
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY')) throw error;
    }
  }
}

/** Whether the process exists, also as one of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Whether an error of Node or of the driver has this code. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
