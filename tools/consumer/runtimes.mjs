// Runs the program of a customer in other runtimes than Node: in Bun, in Deno, and as a worker in workerd.
import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PLACES = {
  Bun: '@oven/bun-linux-x64/bin/bun',
  Deno: '@deno/linux-x64-glibc/deno',
  workerd: '@cloudflare/workerd-linux-64/bin/workerd',
};
const ARGUMENTS = {
  Bun: ['run'],
  Deno: ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual'],
};
const DEADLINE_MS = 60_000;

/** The runtimes that are available on this platform: all of them on Linux x64, otherwise none. */
export function runtimesIn(modules) {
  const isHere = process.platform === 'linux' && process.arch === 'x64';
  if (!isHere) return [];
  return Object.entries(PLACES).map(([name, place]) => {
    const program = join(modules, place);
    if (!existsSync(program)) throw new Error(`${name} is not installed.`);
    return { name, program };
  });
}

/** The output of the program in Bun, Deno or Node. */
export async function runIn({ name, program }, folder, args = ['out/main.mjs']) {
  const options = { cwd: folder, timeout: DEADLINE_MS, env: { ...process.env, NODE_OPTIONS: '' } };
  const { stdout } = await promisify(execFile)(program, [...(ARGUMENTS[name] ?? []), ...args], options);
  return stdout;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The response of the worker. */
export async function askWorker({ program }, { folder, bundle, path = '/' }) {
  const port = await freePort();
  writeFileSync(
    join(folder, 'workerd.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (modules = [(name = "worker.js", esModule = embed "${bundle}")], compatibilityDate = "2026-01-01");
`,
  );
  const worker = spawn(program, ['serve', 'workerd.capnp'], { cwd: folder, stdio: 'ignore' });
  try {
    for (const end = Date.now() + DEADLINE_MS; ; ) {
      try {
        return await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    worker.kill();
  }
}
