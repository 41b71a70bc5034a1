import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Browser, Page } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { runJobs } from '../../server/src/engine/jobs.ts';
import { startWorker, type Worker } from '../../server/src/jobs/index.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { createMember, type Member } from '../../server/test/support/factories.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { publishedPackage } from './support/published-package.ts';

/** The API of the page for the tests: the package as a customer bundles it. */
type Sdk = typeof import('../src/index.ts') & Pick<typeof import('../src/contract.ts'), 'workflow'>;
declare const sdk: Sdk;

const PAGE = `import * as client from '@voiceloom/sdk';
import { workflow } from '@voiceloom/sdk/contract';
globalThis.sdk = { ...client, workflow };`;

/** Serves a page on its own origin, and the bundled modules. */
async function servePage() {
  const { folder, remove } = await publishedPackage({ 'page.js': PAGE });
  const build = await rolldown({ input: join(folder, 'page.js'), platform: 'browser', external: /^node:/ });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const files = new Map(output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : '']));
  const pages = createServer((req, res) => {
    const code = files.get(req.url ?? '');
    const type = code === undefined ? 'text/html' : 'text/javascript';
    res
      .writeHead(200, { 'content-type': type })
      .end(code ?? '<link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    pages.closeAllConnections();
    pages.close();
    await remove();
  };
  return { origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`, close };
}

let pages: Awaited<ReturnType<typeof servePage>>;
let server: TestApp;
let worker: Worker;
let browser: Browser;
let member: Member;

beforeAll(async () => {
  [pages, browser] = await Promise.all([servePage(), openBrowser()]);
  const speech = scriptedSpeech({ durationMs: () => 700 });
  server = await startTestApp({
    ...{ role: 'all', speech: speech.providers },
    config: { cors_origins: [pages.origin] },
  });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server, { email: 'page@example.com' });
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop(1_000);
  await server?.close();
  await pages?.close();
});

/** A page that has loaded the client. Errors in the page fail the test. */
async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  onTestFinished(async () => {
    await page.close();
    expect(faults).toEqual([]);
  });
  await page.goto(pages.origin);
  await page.waitForFunction(() => 'sdk' in globalThis);
  return page;
}

const access = () => ({ baseUrl: server.url, token: member.token, workspaceId: member.workspace_id });

test('a page on another origin creates and lists, and sees versions, ids and typed errors', async () => {
  const page = await openPage();
  const seen = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const made = await client.workflows.create({ name: 'From a page' });
    const names: string[] = [];
    for await (const { name } of client.workflows.list({ limit: 1 })) names.push(name);
    const { response } = await client.workflows.get(made.id).withResponse();
    const missing = await client.workflows.get(crypto.randomUUID()).catch((error: unknown) => error);
    return {
      names,
      etag: response.headers.get('etag'),
      found: missing instanceof sdk.NotFoundError && missing.requestId,
      verdict: (await client.compatibility()).verdict,
    };
  }, access());
  expect(seen).toEqual({
    names: ['From a page'],
    etag: expect.stringMatching(/^"/),
    found: expect.stringMatching(/./),
    verdict: 'same',
  });
});

test('a page plays a voice sample, although it cannot see the target of a redirect', async () => {
  const page = await openPage();
  const heard = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const [voice] = await client.voices.list({ provider: 'espeak', limit: 1 }).toArray({ limit: 1 });
    const link = await client.voices.sample(voice?.id ?? '');
    const bytes = await (await client.download(link)).bytes();
    return String.fromCharCode(...bytes.subarray(0, 4));
  }, access());
  expect(heard).toBe('RIFF');
});

test('a page whose origin is not allowed gets an error that says so', async () => {
  const page = await openPage();
  const told = await page.evaluate(async (options) => {
    // A page cannot distinguish an unreachable address from one that does not allow its origin.
    const client = new sdk.Voiceloom({ ...options, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    const error = await client.voices.list().catch((caught: unknown) => caught);
    return error instanceof sdk.ConnectionError ? error.message : `${error}`;
  }, access());
  expect(told).toContain(`http://127.0.0.1:9 does not allow requests from ${pages.origin} (see CORS_ORIGINS`);
});

test('a page starts a run, follows its events, and rejects a download that differs from its digest', async () => {
  const page = await openPage();
  // The second read of a file returns a changed byte.
  const read = new Set<string>();
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    const asked = (await route.request().allHeaders())['want-repr-digest'] !== undefined;
    if (!asked || !read.has(url)) {
      if (asked) read.add(url);
      return route.continue();
    }
    const response = await route.fetch();
    const body = await response.body();
    body[100] = (body[100] ?? 0) ^ 1;
    await route.fulfill({ response, body });
  });
  const told = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const flow = sdk.workflow();
    const script = flow.source_script({
      text: 'The harbor sleeps.\nA bell rings.',
      source_language: 'en-us',
    });
    script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
    const { id } = await client.workflows.create({ name: 'Harbor', definition: flow.build() });
    const statuses: string[] = [];
    const run = await client.runs.start(id).wait({
      onEvent: (event) => {
        if (event.type === 'run.status') statuses.push(event.data.status);
      },
    });
    const steps: number[] = [];
    const zip = await run.download();
    const [row] = await client.runs.data(id, run.id).toArray({ limit: 1 });
    const take = await client.runs.audioUrl(id, run.id, row?.cards[0]?.audio.audio_id ?? '');
    const audio = await client.download(take, { onProgress: ({ bytes }) => steps.push(bytes) });
    const bytes = await audio.bytes();
    const refused = await (await client.download(take)).bytes().catch((error: unknown) => error);
    return {
      refused: refused instanceof sdk.VoiceloomError && refused.message,
      ended: [run.status, statuses.at(-1)],
      zip: String.fromCharCode(...(await zip.bytes()).slice(0, 2)),
      wav: String.fromCharCode(...bytes.slice(0, 4)),
      counted: steps.at(-1) === bytes.length,
    };
  }, access());
  expect(told).toEqual({
    ended: ['completed', 'completed'],
    refused: expect.stringContaining('is damaged'),
    zip: 'PK',
    wav: 'RIFF',
    counted: true,
  });
});

test('a page uploads a Blob with its checksum and receives its progress', async () => {
  const page = await openPage();
  const told = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const { id: workflowId } = await client.workflows.create({ name: 'Uploads' });
    const lines = Array.from({ length: 40_000 }, (_, at) => `Line ${at} of a long script.`);
    const file = new Blob([lines.join('\n')]);
    const sent: number[] = [];
    const upload = await client.uploads.upload({
      ...{ file, filename: 'long.txt', category: 'script', workflowId },
      onProgress: ({ bytes, totalBytes }) => sent.push(bytes / (totalBytes ?? Number.NaN)),
    });
    const rising = sent.every((share, at) => at === 0 || share >= (sent[at - 1] ?? 0));
    return { size: upload.size_bytes === file.size, status: upload.status, rising, last: sent.at(-1) };
  }, access());
  expect(told).toEqual({ size: true, status: 'confirmed', rising: true, last: 1 });
});

test('an error that onProgress throws in a page ends the upload, and is not wrapped', async () => {
  const page = await openPage();
  const told = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const { id: workflowId } = await client.workflows.create({ name: 'Thrown' });
    const onProgress = () => {
      throw new RangeError('my own');
    };
    const file = new Blob(['x'.repeat(3_000_000)]);
    const upload = { file, filename: 'a.txt', category: 'script', workflowId, onProgress } as const;
    const error = await client.uploads.upload(upload).catch((caught: unknown) => caught);
    return `${error}`;
  }, access());
  expect(told).toBe('RangeError: my own');
});

test('an aborted upload from a page ends at once, as AbortError', async () => {
  const page = await openPage();
  const told = await page.evaluate(async (options) => {
    const client = new sdk.Voiceloom(options);
    const { id: workflowId } = await client.workflows.create({ name: 'Given up' });
    const giveUp = new AbortController();
    const upload = client.uploads.upload({
      ...{ file: new Blob(['x'.repeat(8 << 20)]), filename: 'long.txt', category: 'script', workflowId },
      ...{ signal: giveUp.signal, onProgress: () => giveUp.abort() },
    });
    return upload.then(
      () => 'done',
      (error: unknown) => error instanceof sdk.AbortError,
    );
  }, access());
  expect(told).toBe(true);
});

test('an API key in a page is rejected unless it is allowed explicitly', async () => {
  const page = await openPage();
  const told = await page.evaluate((baseUrl) => {
    const make = (dangerouslyAllowBrowser: boolean) => {
      try {
        return new sdk.Voiceloom({ apiKey: 'vl_live_k', baseUrl, dangerouslyAllowBrowser }).baseUrl;
      } catch (error) {
        return error instanceof sdk.InputError && error.message;
      }
    };
    return [make(false), make(true)];
  }, server.url);
  expect(told).toEqual([expect.stringContaining('use a token'), server.url]);
});
