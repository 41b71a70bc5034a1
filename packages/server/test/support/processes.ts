import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbedded } from '../../src/db/embedded.ts';

const WORKER = fileURLToPath(new URL('../../src/bin/worker.ts', import.meta.url));

export interface WorkerProcess {
  pid: number;
  /** SIGKILL: no chance to hand anything back. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and the exit code it ends with. */
  stop(): Promise<number | null>;
  output: () => string;
}

/** A worker in a process of its own, as an operator would start it. */
export function spawnWorker(
  env: { DATABASE_URL: string; DATA_DIR: string } & Record<string, string>,
): WorkerProcess {
  const child: ChildProcess = spawn(process.execPath, [WORKER], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    pid: child.pid ?? 0,
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

export interface CrashablePostgres {
  url: string;
  /** Kills the server without warning and waits until nobody answers. */
  crash(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A durable PostgreSQL of the test's own that may be crashed. */
export async function startCrashablePostgres(directory: string): Promise<CrashablePostgres> {
  let server: EmbeddedPostgres = await startEmbedded({ directory, durable: true });
  const { url } = server;
  const port = Number(new URL(url).port);
  return {
    url,
    async crash() {
      const pid = Number(
        readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      process.kill(pid, 'SIGKILL');
      // The postmaster's children notice on their own; until then they hold the shared memory.
      await delay(500);
    },
    async restart() {
      for (let tries = 0; ; tries++) {
        try {
          server = await startEmbedded({ directory, durable: true, port });
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
