import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, publishedManifest } from '../scripts/bundle.ts';
import { data, failure, scripted } from './support/scripted-server.ts';

const run = promisify(execFile);

let folder = '';

// The published package, installed in the project of a customer.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-dist-'));
  const place = join(folder, 'node_modules/@voiceloom/sdk');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify(publishedManifest));
  await bundle(join(place, 'dist'));
});
afterAll(() => rm(folder, { recursive: true }));

const BODY = `
  const client = new Voiceloom({ apiKey: 'k', baseUrl: process.argv[2], fetch: nodeFetch() });
  const other = new Voiceloom({ apiKey: 'k', baseUrl: process.argv[2] });
  const names = [(await client.voices.get('v')).name, (await other.voices.get('v')).name];
  const zip = await client.download({ url: process.argv[2], filename: 'a' });
  console.log(JSON.stringify([names, (await zip.bytes()).length > 0]));`;

const PROGRAMS = {
  'main.mjs': `
import { Voiceloom } from '@voiceloom/sdk';
import { nodeFetch } from '@voiceloom/sdk/node';
${BODY}`,
  'main.cjs': `
const { Voiceloom } = require('@voiceloom/sdk');
const { nodeFetch } = require('@voiceloom/sdk/node');
(async () => {${BODY}})();`,
};

// The Node of the tests, and the Node of the shell, which is older on most machines.
test.each([
  ['main.mjs', process.execPath],
  ['main.cjs', process.execPath],
  ['main.mjs', 'node'],
  ['main.cjs', 'node'],
] as const)('%s runs the built package in %s', async (name, node) => {
  const { url } = await scripted(data({ name: 'Aria' }));
  await writeFile(join(folder, name), PROGRAMS[name]);
  // Tests can run with options that older versions of Node do not know.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = await run(node, [name, url], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual([['Aria', 'Aria'], true]);
  expect(stderr).toBe('');
});

const LATER = `
import { Voiceloom } from '@voiceloom/sdk';
import { saveTo } from '@voiceloom/sdk/node';
import { validate } from '@voiceloom/sdk/contract';
const client = new Voiceloom({ apiKey: 'k', baseUrl: process.argv[2], unknownFields: 'error' });
const refused = await client.workflows.create({ nmae: 'x' }).catch((error) => error.code);
const fields = validate('text.normalize', { text: 'x', locale: 'en-us', stranger: 1, other: 2 }).map(({ field }) => field);
const path = await saveTo(await client.download({ url: process.argv[2], filename: 'a.json' }), 'saved/');
console.log(JSON.stringify([refused, fields, path]));`;

test.each([process.execPath, 'node'])('code that is loaded later also runs in %s', async (node) => {
  const { url } = await scripted(data({ name: 'Aria' }));
  await writeFile(join(folder, 'later.mjs'), LATER);
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await run(node, ['later.mjs', url], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual(['INVALID_INPUT', ['body.stranger', 'body.other'], 'saved/a.json']);
});

const UNCAUGHT = {
  'a call without its id': 'await client.workflows.get()',
  'an answer that is an error': "await client.workflows.get('w')",
  'a download of nothing': 'client.download()',
  'a workflow with a fault': "graph({ nodes: [{ id: 'a', type: 'b' }] })",
  'a type of node that there is not': 'workflow().source_scrpt()',
};

test.each(Object.entries(UNCAUGHT))(
  '%s, uncaught, does not print a block of source code',
  async (_name, fault) => {
    const { url } = await scripted(failure(404, 'NOT_FOUND'));
    const program = `
import { Voiceloom } from '@voiceloom/sdk';
import { graph, workflow } from '@voiceloom/sdk/contract';
const client = new Voiceloom({ apiKey: 'k', baseUrl: process.argv[2] });
await ${fault};`;
    await writeFile(join(folder, 'uncaught.mjs'), program);
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stderr } = await run('node', ['uncaught.mjs', url], { cwd: folder, env }).catch((error) => error);
    expect(stderr).toContain('Error: ');
    for (const line of stderr.split('\n').slice(0, 4)) expect(line.length).toBeLessThan(300);
  },
);

/** The bundle of a page that imports this code. Modules that load later are separate. */
async function pageOf(code: string) {
  const input = join(folder, 'page.js');
  await writeFile(input, code);
  const build = await rolldown({ input, platform: 'browser', external: /^node:/, logLevel: 'silent' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const chunks = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  const initial = new Set<string>();
  const visit = (name: string) => {
    if (initial.has(name)) return;
    initial.add(name);
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) visit(next);
  };
  for (const { fileName, isEntry } of chunks) if (isEntry) visit(fileName);
  const text = (own: boolean) =>
    chunks
      .filter(({ fileName }) => initial.has(fileName) === own)
      .map(({ code }) => code)
      .join('');
  return { all: text(true) + text(false), gzipBytes: gzipSync(text(true), { level: 9 }).length };
}

test('a page with all operations loads 12 KB at first, and never any Node code', async () => {
  const page = await pageOf(
    "import { Voiceloom } from '@voiceloom/sdk';\nconsole.log(await new Voiceloom({ token: 't' }).workflows.get('w'));",
  );
  expect(page.all).not.toMatch(/["'`]node:/);
  expect(page.gzipBytes).toBeLessThanOrEqual(12 * 1024);
});

test('a page with one operation loads 6 KB, including retries, deadline and pacing', async () => {
  const page = await pageOf(
    "import { call, connect, workflowsGet } from '@voiceloom/sdk';\n" +
      "console.log(await call(connect({ token: 't' }), workflowsGet, 'w'));",
  );
  expect(page.all).not.toMatch(/["'`]node:/);
  for (const part of ['retry-after', 'ratelimit', 'idempotency-key', 'did not end within']) {
    expect(page.all).toContain(part);
  }
  expect(page.gzipBytes).toBeLessThanOrEqual(6 * 1024);
});

test('a page that only builds workflows contains neither schemas nor texts of operations', async () => {
  const page = await pageOf(
    "import { workflow } from '@voiceloom/sdk/contract';\nconsole.log(workflow().build());",
  );
  expect(page.all).toContain('This edge closes a loop.');
  for (const part of ['CreateApiKey', 'List API keys']) expect(page.all).not.toContain(part);
});
