import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedPlace } from './embedded-place.ts';

const run = promisify(execFile);

export interface Cluster {
  data: string;
  password: string;
}

/**
 * The cluster in the directory, created on first start. It is created elsewhere and then moved, so that an
 * interrupted start leaves nothing incomplete, and of concurrent processes the first one's cluster is used.
 */
export async function openCluster(place: EmbeddedPlace): Promise<Cluster> {
  const data = join(place.directory, 'data');
  const password = join(place.directory, 'password');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(dirname(place.directory), { recursive: true });
    mkdirSync(place.directory, { recursive: true, mode: 0o700 });
    if (place.ids) chownSync(place.directory, place.ids.uid, place.ids.gid);
    removeLeftDrafts(place.directory);
    makePassword(place, password);
    const draft = join(place.directory, `data.${process.pid}`);
    await initialize(place, draft, password);
    moveInto(data, draft);
  }
  return { data, password: readFileSync(password, 'utf8').trim() };
}

function makePassword(place: EmbeddedPlace, file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (place.ids) chownSync(draft, place.ids.uid, place.ids.gid);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function initialize(place: EmbeddedPlace, data: string, password: string): Promise<void> {
  const args = ['-D', data, '-U', 'voiceloom', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8'];
  const options = { ...place.ids, cwd: '/', env: place.env };
  await run(place.binaries.initdb, [...args, '--locale=C.UTF-8'], options).catch(async (error: unknown) => {
    // Systems without C.UTF-8 (macOS, some Linux) still have C, which compares bytes the same way.
    if (!/invalid locale/i.test(String(error))) throw error;
    await run(place.binaries.initdb, [...args, '--locale=C'], options);
  });
}

function moveInto(data: string, draft: string): void {
  try {
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  }
}

/** Removes incomplete clusters of processes that ended. One that is still being written may stay. */
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
