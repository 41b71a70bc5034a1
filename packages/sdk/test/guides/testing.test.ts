import { Voiceloom } from '@voiceloom/sdk';
import { workflow } from '@voiceloom/sdk/contract';
import { createTestServer } from '@voiceloom/sdk/testing';
import { webhookHandler } from '@voiceloom/sdk/webhooks';
import { expect, test } from 'vitest';

/** The code under test: turns an article into audio and returns the file name. */
async function publish(client: Voiceloom, article: string): Promise<string> {
  const flow = workflow();
  const script = flow.source_script({ text: article, source_language: 'en-us' });
  script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  const { id } = await client.workflows.create({ name: 'Article', definition: flow.build() });
  const run = await client.runs.start(id).wait();
  if (run.status !== 'completed') throw new Error(run.error ?? run.status);
  return (await run.download()).filename;
}

test('an article becomes a file', async () => {
  const server = createTestServer();
  const client = new Voiceloom(server.clientOptions);
  expect(await publish(client, 'Good evening.\nGood night.')).toBe('Article-run-1.zip');
});

test('publishing retries after a rate limit', async () => {
  const server = createTestServer();
  const client = new Voiceloom(server.clientOptions);
  server.fail({ on: 'runs.start', kind: 'rate_limited', retry_after_seconds: 0, times: 2 });
  await publish(client, 'Good evening.');
  const starts = server.requests.filter(({ operation }) => operation === 'runs.start');
  expect(starts.map(({ status }) => status)).toEqual([429, 429, 202]);
});

test('an article with a failed line is not published', async () => {
  const server = createTestServer({ line: ({ script }) => (script === 'Xyzzy.' ? 'failed' : 'delivered') });
  const client = new Voiceloom(server.clientOptions);
  await expect(publish(client, 'Good evening.\nXyzzy.')).rejects.toThrow('1 of 2 lines failed');
});

test('the webhook of a run arrives, signed', async () => {
  let secret = '';
  const published: string[] = [];
  const server = createTestServer({
    webhooks: (request) =>
      webhookHandler({
        secrets: secret,
        now: server.now,
        on: { 'run.completed': ({ data }) => void published.push(data.run_id) },
      })(request),
  });
  const client = new Voiceloom(server.clientOptions);
  const endpoint = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  secret = endpoint.secret;
  await publish(client, 'Good evening.');
  expect(published).toHaveLength(1);
});
