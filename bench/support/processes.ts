import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCrashablePostgres } from '../../packages/server/test/support/processes.ts';

export interface Started {
  url: string;
  token: string;
}

export interface Stage {
  databaseUrl: string;
  /** The `DATA_DIR` of the processes. */
  directory: string;
  /** Starts a server and waits until it is ready. `file` is relative to `bench/`. */
  start(file: string, settings?: Record<string, string>): Promise<Started>;
  /** Starts the database again after a crash, on the same port. */
  restartDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A database, and the processes that are measured with it. A new one, unless `kept` names a directory to keep. */
export async function openStage(kept?: string): Promise<Stage> {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'voiceloom-bench-'));
  const database = await startCrashablePostgres(join(directory, 'postgres'));
  const children: ChildProcess[] = [];

  async function start(file: string, more: Record<string, string> = {}): Promise<Started> {
    const ready = join(directory, `${children.length}.json`);
    rmSync(ready, { force: true });
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...more,
    };
    const profile = process.env.BENCH_PROFILE;
    const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const child = spawn(process.execPath, [...flags, fileURLToPath(new URL(`../${file}`, import.meta.url))], {
      env: { PATH: process.env.PATH ?? '', ...settings, READY_FILE: ready },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return JSON.parse(readFileSync(ready, 'utf8')) as Started;
  }

  async function close(): Promise<void> {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve))));
    await database.stop();
    if (!kept) rmSync(directory, { recursive: true, force: true });
  }

  return { databaseUrl: database.url, directory, start, restartDatabase: database.restart, close };
}

/** Calls the API once, and returns the `data` of the response. */
export async function callApi<T>(
  { url, token }: Started,
  method: string,
  request: { path: string; body?: unknown; headers?: Record<string, string> },
): Promise<T> {
  const response = await fetch(`${url}/api/v1${request.path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  const answer = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer.data;
}
