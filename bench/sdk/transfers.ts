// Uploads 200 MB from disk with progress, or makes 500 calls with one signal.
// Arguments: upload or listeners, URL of the stub, folder with the clients, transport.
import { getEventListeners } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [what = '', url = '', folder = '', transport = 'fetch'] = process.argv.slice(2);
const require = createRequire(`${folder}/x.cjs`);
const load = (path: string) => import(pathToFileURL(require.resolve(path)).href);
const { Voiceloom } = await load('@voiceloom/sdk');
const { fileFrom, nodeFetch } = await load('@voiceloom/sdk/node');
const client = new Voiceloom({
  apiKey: 'vl_live_k',
  baseUrl: url,
  timeoutMs: 300_000,
  ...(transport === 'nodeFetch' && { fetch: nodeFetch() }),
});

async function upload() {
  const path = `${folder}/large-${process.pid}.wav`;
  const file = createWriteStream(path);
  const piece = Buffer.alloc(1 << 20, 7);
  for (let at = 0; at < 200; at += 1)
    if (!file.write(piece)) await new Promise<void>((go) => file.once('drain', go));
  await new Promise<void>((go) => file.end(() => go()));
  await client.workflows.get('w');
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  let events = 0;
  await client.uploads.upload({
    file: await fileFrom(path),
    category: 'audio',
    workflowId: 'w',
    onProgress: () => {
      events += 1;
      peak = Math.max(peak, process.memoryUsage.rss());
    },
  });
  rmSync(path);
  return { mb: (peak - before) / 1048576, events };
}

async function listeners() {
  const { signal } = new AbortController();
  for (let at = 0; at < 500; at += 1) await client.workflows.get('w', { signal });
  return { left: getEventListeners(signal, 'abort').length };
}

console.log(JSON.stringify(what === 'upload' ? await upload() : await listeners()));
process.exit(0);
