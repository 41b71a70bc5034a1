import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeEmbedded } from '../../src/db/embedded-place.ts';
import { spawnBin, spawnNode } from '../support/processes.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'voiceloom-start-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a set port that is taken is told in a sentence, and the embedded database ends too', async () => {
  const [data, port] = [folder(), await takenPort()];
  const child = spawnBin('serve', { DATA_DIR: data, PORT: String(port) });
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain(`Port ${port} on 127.0.0.1 is taken`);
  expect(child.output()).not.toContain('    at ');
  const { directory } = await placeEmbedded(join(data, 'postgres'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  expect(existsSync(join(directory, 'data', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(directory, 'data', 'postmaster.pid'))).toBe(false);
}, 60_000);

test('a database that is not there is named by its setting', async () => {
  const url = `postgres://user:secret@127.0.0.1:1/name`;
  const child = spawnBin('worker', { DATA_DIR: folder(), DATABASE_URL: url });
  expect(await child.ended).toBe(1);
  expect(child.output()).toMatch(/The database cannot be reached .*DATABASE_URL/);
  expect(child.output()).not.toContain('secret');
}, 60_000);

test('an argument is refused, since it would change nothing', async () => {
  const child = spawnNode([join(import.meta.dirname, '../../src/bin/serve.ts'), '--port', '9000']);
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain('--port: the only argument there is is --with-test-payments');
}, 60_000);
