// A third-party client: openapi-typescript generates types from the service's OpenAPI document, openapi-fetch sends
// requests, and the compiler knows every path, field and response. The types here are for four operations, written by
// tools/openapi-clients/example-client.mjs. For the types of all operations, run:
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o voiceloom.d.ts
//   node 10-generated-client.ts [file.zip]
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/voiceloom.d.ts';

const client = createClient<paths>({
  baseUrl: process.env.VOICELOOM_BASE_URL ?? 'http://127.0.0.1:8080',
  headers: { Authorization: `Bearer ${process.env.VOICELOOM_TOKEN}` },
});

/** The data of a response; an error of the service is thrown. */
function dataOf<Data>(answer: {
  data?: { data: Data };
  error?: components['schemas']['ErrorEnvelope'];
}): Data {
  if (answer.data) return answer.data.data;
  throw new Error(`${answer.error?.error.code}: ${answer.error?.error.message}`);
}

const [source, generator, sink] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const edge = (from: string, out: string, to: string, into: string) => ({
  ...{ id: crypto.randomUUID(), source: from, sourcePort: out, target: to, targetPort: into },
});
const nodes = [
  { id: source, type: 'source_script', config: { text: 'Good evening.', source_language: 'en-us' } },
  { id: generator, type: 'operator_generator' },
  { id: sink, type: 'sink_preview', config: { format: 'mp3' } },
];
const edges = [edge(source, 'lines', generator, 'lines'), edge(generator, 'audio', sink, 'audio')];
const body = { name: 'Generated client', definition: { graph: { nodes, edges } } };

const { id: workflow_id } = dataOf(await client.POST('/api/v1/workflows', { body }));
const started = { params: { path: { workflow_id } }, body: {} };
let run = dataOf(await client.POST('/api/v1/workflows/{workflow_id}/runs', started));
const params = { path: { workflow_id, run_id: run.id } };
while (['pending', 'running'].includes(run.status)) {
  await sleep(500);
  run = dataOf(await client.GET('/api/v1/workflows/{workflow_id}/runs/{run_id}/status', { params }));
}
if (run.status !== 'completed') throw new Error(run.error ?? run.status);
const { url } = dataOf(
  await client.GET('/api/v1/workflows/{workflow_id}/runs/{run_id}/download', { params }),
);
const zip = process.argv[2] ?? 'generated-client.zip';
await writeFile(zip, await (await fetch(url)).bytes());
console.log(`${zip}: ${run.credits} credits`);
