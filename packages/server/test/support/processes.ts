import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';
import { testPostgres } from './installed-postgres.ts';

export interface WorkerProcess {
  pid: number;
  /** The exit code, null after a signal; resolves once the process is gone. */
  ended: Promise<number | null>;
  /** SIGKILL: the process cannot release anything. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
  output: () => string;
}

type Environment = Record<string, string>;

type Bin = 'serve' | 'api' | 'worker' | 'migrate';

const binFile = (name: Bin): string => fileURLToPath(new URL(`../../src/bin/${name}.ts`, import.meta.url));

/** A worker in its own process, started as in the guide. */
export function spawnWorker(env: { DATABASE_URL: string; DATA_DIR: string } & Environment): WorkerProcess {
  return spawnNode(['--max-semi-space-size=4', '--heap-growing-percent=30', binFile('worker')], env);
}

/** A command of src/bin with only this environment. */
export function spawnBin(name: Bin, env: Environment): WorkerProcess {
  return spawnNode([binFile(name)], env);
}

export function spawnNode(args: string[], env: Environment = {}): WorkerProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    pid: child.pid ?? 0,
    ended,
    signal,
    output: () => output,
    async kill() {
      signal('SIGKILL');
      await ended;
    },
    stop() {
      signal('SIGTERM');
      return ended;
    },
  };
}

/** The content of a process's READY_FILE. Throws if the process ends first. */
export async function readyFile(
  child: WorkerProcess,
  path: string,
): Promise<{ url: string; token?: string }> {
  const early = child.ended.then((code) => {
    throw new Error(`The process ended with ${code} before it was ready:\n${child.output()}`);
  });
  return Promise.race([early, written(path)]);
}

async function written(path: string): Promise<{ url: string; token?: string }> {
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text.endsWith('}')) return JSON.parse(text);
    await delay(20);
  }
}

export interface CrashablePostgres {
  url: string;
  /** Kills the server without warning, and waits until it accepts no connections. */
  crash(): Promise<void>;
  /** Restarts it on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The test's own durable PostgreSQL, which it can crash. */
export async function startCrashablePostgres(directory: string): Promise<CrashablePostgres> {
  let server: EmbeddedPostgres = await startEmbedded({ directory, durable: true, ...testPostgres });
  const { url } = server;
  const port = Number(new URL(url).port);
  return {
    url,
    async crash() {
      const pid = Number(
        readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      process.kill(pid, 'SIGKILL');
      // The children of the postmaster notice its death on their own. Until then, they hold the shared
      // memory.
      await delay(500);
    },
    async restart() {
      for (let tries = 0; ; tries++) {
        try {
          server = await startEmbedded({ directory, durable: true, ...testPostgres, port });
          return;
        } catch (error) {
          if (tries > 20) throw error;
          await delay(500);
        }
      }
    },
    stop: () => server.stop(),
  };
}
