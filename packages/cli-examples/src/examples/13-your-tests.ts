// Tests of your own integration, with a service in memory: no network, no token, no waiting.
//   node --test 13-your-tests.ts
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { chain, Voiceloom } from '@voiceloom/sdk';
import { createTestServer } from '@voiceloom/sdk/testing';

/** The code under test: it speaks an announcement and returns the cost. */
async function announce(client: Voiceloom, text: string): Promise<number> {
  const definition = chain(
    ['source_script', { text, source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview'],
  );
  const { id } = await client.workflows.create({ name: 'Announcement', definition });
  const run = await client.runs.start(id).wait();
  if (run.status !== 'completed') throw new Error(run.error ?? run.status);
  return run.credits;
}

test('an announcement is paid once: the same text again costs nothing', async () => {
  const client = new Voiceloom(createTestServer().clientOptions);
  equal(await announce(client, 'The ferry leaves in five minutes.'), 1);
  equal(await announce(client, 'The ferry leaves in five minutes.'), 0);
});

test('a lost response does not start a second run', async () => {
  const server = createTestServer();
  server.fail({ on: 'runs.start', kind: 'lost_response' });
  await announce(new Voiceloom(server.clientOptions), 'Good evening.');
  const starts = server.requests.filter(({ operation }) => operation === 'runs.start');
  deepEqual(
    starts.map(({ headers }) => headers['idempotency-key']),
    [starts[0]?.headers['idempotency-key'], starts[0]?.headers['idempotency-key']],
  );
});

test('an announcement with a line that fails is not made', async () => {
  const server = createTestServer({ line: () => 'failed' });
  await rejects(announce(new Voiceloom(server.clientOptions), 'Good evening.'), /1 of 1 lines failed/);
});
