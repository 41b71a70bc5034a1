import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftReports } from '../src/contract.ts';
import * as client from '../src/index.ts';
import { nodeFetch } from '../src/node.ts';
import { startFaultServer } from './support/fault-server.ts';
import { cells, type Ground, runCell, runTable } from './support/fault-table.ts';

let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

// The same table also runs in Bun, Deno, workerd and older versions of Node (tools/consumer), and in Chromium
// (faults.browser.test.ts).
describe.each([
  ['fetch', undefined],
  ['node:http', nodeFetch],
])('over %s', (_, transport) => {
  test.each(cells)('%s', async (name) => {
    const print: Ground['print'] = (value) => inspect(value, { depth: 20, showHidden: true });
    const sdk = { ...client, driftReports };
    expect(await runCell({ sdk, url: server.url, fetch: transport?.(), print }, name)).toBeUndefined();
  });
});

test('a client that breaks the rules fails the table', async () => {
  class Careless extends client.Voiceloom {
    constructor(options: client.VoiceloomOptions) {
      super({ ...options, maxRetries: 0, timeoutMs: 500, inspect: undefined });
    }
  }
  const failed = await runTable({ sdk: { ...client, driftReports, Voiceloom: Careless }, url: server.url });
  expect(Object.keys(failed).sort()).toEqual([
    'Retry-After of a 429 is waited for',
    'a body that is cut off is tried again, and stays a typed error',
    'a connection that is reset is tried again',
    'a service that is away is tried four times, reads and writes alike',
    'an abort ends the wait between attempts',
    'missing fields are reported where one asks for it, and fail the call only if that is asked',
    'the attempts of a POST carry one key, and a replayed answer says so',
  ]);
});
