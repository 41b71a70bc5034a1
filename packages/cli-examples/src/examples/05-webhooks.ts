// A webhook receiver. It registers an endpoint with the service, accepts only signed requests, processes each event
// once, and downloads the audio of each run that completes. Ctrl-C ends it and deletes the endpoint. To reach it here, a
// service on your own machine needs WEBHOOK_ALLOW_PRIVATE_NETWORKS=true; other services need an https URL (RECEIVER_URL).
//   node 05-webhooks.ts      (then start a run in another terminal, for example 01-first-audio.ts)
import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isError, Voiceloom } from '@voiceloom/sdk';
import { saveFiles } from '@voiceloom/sdk/node';
import { nodeWebhookHandler, seenInMemory } from '@voiceloom/sdk/webhooks';

const client = new Voiceloom();
const completed = new EventEmitter();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

let secret = '';
const receive = nodeWebhookHandler({
  secrets: () => secret,
  dedupe: seenInMemory(),
  // The service waits 15 seconds for a response: store the event, respond, and do the work afterwards.
  on: { 'run.completed': ({ data }) => void completed.emit('run', data) },
});
const server = createServer((req, res) => void receive(req, res));
await new Promise<void>((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve));
const address =
  process.env.RECEIVER_URL ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;

const endpoint = await client.webhookEndpoints
  .create({ url: address, events: ['run.completed'] })
  .catch((error: unknown) => {
    server.close();
    if (!isError(error, 'webhook_endpoints.create', 'VALIDATION_ERROR')) throw error;
    const hint =
      'Start the service with WEBHOOK_ALLOW_PRIVATE_NETWORKS=true, or set RECEIVER_URL to an https address.';
    throw new Error(`${address}: ${error.message} ${hint}`);
  });
secret = endpoint.secret; // shown this once
console.log(`Receiving at ${address}`);
try {
  for await (const [{ workflow_id, run_id }] of on(completed, 'run', { signal: stop.signal })) {
    const files = await saveFiles(client, { workflow_id, id: run_id }, `received/${run_id}`);
    console.log(`Run ${run_id}: ${files.length} files`);
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
} finally {
  await client.webhookEndpoints.delete(endpoint.id);
  server.close();
}
console.log('The endpoint is deleted.');
