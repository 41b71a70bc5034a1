// From a definition to a ZIP without an SDK: five requests with fetch. 09-rest-with-curl.sh does the same with curl.
//   node 09-rest-with-fetch.ts [file.zip]
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const API = `${process.env.VOICELOOM_BASE_URL ?? 'http://127.0.0.1:8080'}/api/v1`;

/** One call: returns `data`, or throws an error with the service's code. */
async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${API}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${process.env.VOICELOOM_TOKEN}`,
      'Content-Type': 'application/json',
      // A repeated POST with the same key has one effect.
      ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { data, error } = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${error.code}: ${error.message}`);
  return data;
}

const definition = join(import.meta.dirname, '../../../../docs/guides/first-workflow.json');
const workflow = await call('POST', '/workflows', JSON.parse(await readFile(definition, 'utf8')));
const run = await call('POST', `/workflows/${workflow.id}/runs`);
const path = `/workflows/${workflow.id}/runs/${run.id}`;

// Polls the status. Alternatives are the stream of server-sent events at GET …/events, and webhooks.
let now = run;
while (!['completed', 'failed', 'cancelled'].includes(now.status)) {
  await sleep(500);
  now = await call('GET', `${path}/status`);
}
if (now.status !== 'completed') throw new Error(now.error ?? now.status);

// A signed URL: it works for 15 minutes and needs no token.
const { url } = await call('GET', `${path}/download`);
const zip = process.argv[2] ?? 'first-workflow.zip';
await writeFile(zip, await (await fetch(url)).bytes());
console.log(`${zip}: ${now.credits} credits`);
