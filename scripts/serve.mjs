// Runs the service with the installed Node, and forwards signals. npm and shells exit on a signal without forwarding
// it, so the service would keep running. This file runs on any Node that npm supports.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import own from '../packages/server/src/bin/own-node.cjs';

const PARENT_CHECK_MS = 500;
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const node = own.findOwnNode(at('')) ?? process.execPath;
const args = [at('packages/server/src/bin/serve.ts')];
const parent = process.ppid;
const service = spawn(node, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => service.kill(name === 'SIGHUP' ? 'SIGTERM' : name));
// Stops the service if the parent process exits without a signal.
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  service.kill('SIGTERM');
}, PARENT_CHECK_MS);
service.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
service.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
