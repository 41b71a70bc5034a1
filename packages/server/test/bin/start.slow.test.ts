import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { placeEmbedded } from '../../src/db/embedded-place.ts';
import { readyFile, type WorkerProcess } from '../support/processes.ts';

const SERVE = fileURLToPath(new URL('../../../../scripts/serve.mjs', import.meta.url));

/** Runs the command of `npm start` below a shell that forwards no signals, like npm's. */
async function startInShell() {
  const data = mkdtempSync(join(tmpdir(), 'voiceloom-start-'));
  const { directory } = await placeEmbedded(join(data, 'postgres'));
  onTestFinished(() => {
    rmSync(data, { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  });
  const ready = join(data, 'ready.json');
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${SERVE}"; exit 3`], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', DATA_DIR: data, PORT: '0', READY_FILE: ready },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  // The output closes when neither the shell nor the service below it holds it open.
  const ended = new Promise<number | null>((resolve) => shell.on('close', (code) => resolve(code)));
  const child = { ended, output: () => output } as WorkerProcess;
  return { shell, child, data: join(directory, 'data'), ...(await readyFile(child, ready)) };
}

test('a signal to the shell that npm started stops the service and its database', async () => {
  const { shell, child, data, url } = await startInShell();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  shell.kill('SIGTERM');
  await child.ended;
  expect(child.output()).toContain('"signal":"SIGTERM"');
  await expect(fetch(`${url}/health`)).rejects.toThrow();
  while (existsSync(join(data, 'postmaster.pid'))) await delay(50);
});
