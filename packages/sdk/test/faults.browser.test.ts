import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startFaultServer } from './support/fault-server.ts';
import { cells, type runTable } from './support/fault-table.ts';
import { publishedPackage } from './support/published-package.ts';

declare const table: { run(url: string): ReturnType<typeof runTable> };

const TABLE = fileURLToPath(new URL('support/fault-table.ts', import.meta.url));
const PAGE = `import * as client from '@voiceloom/sdk';
import { driftReports } from '@voiceloom/sdk/contract';
import { runTable } from ${JSON.stringify(TABLE)};
globalThis.table = { run: (url) => runTable({ sdk: { ...client, driftReports }, url }) };`;

let server: Awaited<ReturnType<typeof startFaultServer>>;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startFaultServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test('a page handles every fault like Node does', async () => {
  const { folder, remove } = await publishedPackage({ 'page.js': PAGE });
  const build = await rolldown({ input: join(folder, 'page.js'), platform: 'browser', external: /^node:/ });
  const { output } = await build.generate({ format: 'iife', codeSplitting: false });
  await Promise.all([build.close(), remove()]);
  const page = await browser.newPage();
  // A different origin from the service, so cross-origin rules apply as on a page of a customer.
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/page`);
  await page.addScriptTag({ content: output[0].code });
  expect(cells.length).toBeGreaterThan(15);
  expect(await page.evaluate((url) => table.run(url), server.url)).toEqual({});
});
