import { expect, test } from 'vitest';
import { operationModels } from '../scripts/operation-model.ts';
import { printExample } from '../scripts/print-example.ts';
import { workflow } from '../src/contract.ts';
import { Voiceloom } from '../src/index.ts';
import { createTestServer, type TestServer } from '../src/testing/index.ts';
import { PLACEHOLDERS } from './support/documented-server.ts';

/** Two lines that are spoken and delivered. */
function narration() {
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.\nGood night.', source_language: 'en-us' });
  const sink = flow.sink_preview();
  script.lines.to(flow.operator_generator().lines).audio.to(sink.audio);
  return { definition: flow.build(), nodeId: sink.id };
}

/** A workflow with a run, an uploaded file for it, and a delivery target. */
async function work(server: TestServer, client: Voiceloom, { ended }: { ended: boolean }) {
  const { definition, nodeId } = narration();
  const { id: workflowId } = await client.workflows.create({ name: 'Evening', definition });
  const file = { filename: 'a.txt', category: 'script', size_bytes: 2 } as const;
  const { upload, upload_url } = await client.uploads.create(file);
  await server.fetch(upload_url, { method: 'PUT', body: 'Hi' });
  const { id: runId } = await client.runs.start(workflowId);
  if (ended) await server.advance(60_000);
  const { outputs } = await client.runs.outputs(workflowId, runId);
  const audioId = outputs[0]?.lines[0]?.audio_id;
  return { definition, nodeId, workflowId, runId, uploadId: upload.id, audioId };
}

/** Keys and webhook endpoints. */
async function things(client: Voiceloom) {
  const key = await client.apiKeys.create({ name: 'Nightly' });
  const url = 'https://hooks.example.com/voiceloom';
  const endpoint = await client.webhookEndpoints.create({ url });
  const delivery = await client.webhookEndpoints.test(endpoint.id);
  return { keyId: key.id, endpointId: endpoint.id, deliveryId: delivery.id };
}

/** A server with every resource that the example of the operation `id` uses. */
async function scene(id: string): Promise<Record<string, unknown>> {
  const server = createTestServer({ clock: 'manual' });
  const { fetch, baseUrl, token, workspaceId: wsId } = server;
  const client = new Voiceloom({ fetch, baseUrl, token });
  const made = await work(server, client, { ended: id !== 'runs.cancel' });
  const own = { wsId, client, apiKey: 'the-key-of-an-account-6789' };
  return { ...PLACEHOLDERS, ...made, ...(await things(client)), ...own };
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

test.each(operationModels())('the example of $id works in the test server', async (operation) => {
  const names = await scene(operation.id);
  const silent = { log: () => {} };
  const parameters = Object.keys(names);
  const run = AsyncFunction('console', ...parameters, `{${printExample(operation)}}`);
  await expect(run(silent, ...parameters.map((name) => names[name]))).resolves.toBeUndefined();
});
