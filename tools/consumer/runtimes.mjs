// Runs the program of a customer where there is no Node: in Bun, in Deno, and as a worker in workerd.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const PLACES = {
  Bun: '@oven/bun-linux-x64/bin/bun',
  Deno: '@deno/linux-x64-glibc/deno',
  workerd: '@cloudflare/workerd-linux-64/bin/workerd',
};
const ARGUMENTS = {
  Bun: ['run', 'out/main.mjs'],
  Deno: ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual', 'out/main.mjs'],
};
const DEADLINE_MS = 60_000;

/** The runtimes that can be had on this kind of machine: all of them on Linux x64, none elsewhere. */
export function runtimesIn(modules) {
  const isHere = process.platform === 'linux' && process.arch === 'x64';
  return Object.entries(PLACES).flatMap(([name, place]) => {
    const program = join(modules, place);
    if (!existsSync(program) && isHere) throw new Error(`${name} is not installed.`);
    return isHere ? [{ name, program }] : [];
  });
}

/** What the program said in Bun or Deno. */
export function runIn({ name, program }, folder) {
  return execFileSync(program, ARGUMENTS[name], { cwd: folder, encoding: 'utf8', timeout: DEADLINE_MS });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** What the worker answered. */
export async function askWorker({ program }, { folder, bundle }) {
  const port = await freePort();
  writeFileSync(
    join(folder, 'workerd.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (modules = [(name = "worker.js", esModule = embed "${bundle}")], compatibilityDate = "2026-01-01");
`,
  );
  const worker = spawn(program, ['serve', 'workerd.capnp'], { cwd: folder, stdio: 'ignore' });
  try {
    for (const end = Date.now() + DEADLINE_MS; ; ) {
      try {
        return await (await fetch(`http://127.0.0.1:${port}/`)).text();
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    worker.kill();
  }
}
