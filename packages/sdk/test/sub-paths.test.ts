import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, publishedManifest } from '../scripts/bundle.ts';

const run = promisify(execFile);

let folder = '';
let dist = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-paths-'));
  const place = join(folder, 'node_modules/@voiceloom/sdk');
  dist = join(place, 'dist');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify(publishedManifest));
  await bundle(dist);
});
afterAll(() => rm(folder, { recursive: true }));

/** The text of a built file and of everything that it imports, directly or later. */
async function textFrom(path: string, seen = new Set<string>()): Promise<string> {
  if (seen.has(path)) return '';
  seen.add(path);
  const text = await readFile(path, 'utf8');
  const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)].map(
    ([, from = '']) => from,
  );
  const parts = await Promise.all(imported.map((from) => textFrom(join(path, '..', from), seen)));
  return [text, ...parts].join('\n');
}

/** Strings that occur in only one part each. */
const MARKS = {
  webhooks: 'No signature matches a secret of this endpoint.',
  workflow: 'This edge closes a loop.',
  testing: 'The test server closed the connection.',
};

test.each(['index.js', 'node.js'])(
  '%s contains nothing of webhooks, workflows and testing',
  async (entry) => {
    const text = await textFrom(join(dist, entry));
    for (const mark of Object.values(MARKS)) expect(text.includes(mark), mark).toBe(false);
  },
);

test('webhooks and the contract contain nothing of the client or each other, and the testing path resolves', async () => {
  const webhooks = await textFrom(join(dist, 'webhooks.js'));
  expect(webhooks.includes(MARKS.webhooks)).toBe(true);
  for (const mark of [MARKS.workflow, MARKS.testing, 'did not end within'])
    expect(webhooks.includes(mark), mark).toBe(false);
  const contract = await textFrom(join(dist, 'contract.js'));
  expect(contract.includes(MARKS.workflow)).toBe(true);
  for (const mark of [MARKS.webhooks, MARKS.testing, 'did not end within'])
    expect(contract.includes(mark), mark).toBe(false);
  expect((await textFrom(join(dist, 'testing/index.js'))).includes(MARKS.testing)).toBe(true);
});

test('no published file needs zod or the contract', async () => {
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(join(dist, name), 'utf8')));
  for (const text of texts)
    expect(text).not.toMatch(/(?:from|import|require)\s*\(?\s*["'](?:zod|@voiceloom\/contract)/);
});

const PROGRAM = `
import { Voiceloom } from '@voiceloom/sdk';
import { createTestServer } from '@voiceloom/sdk/testing';
import { newSecret, sign, verify } from '@voiceloom/sdk/webhooks';
import { workflow } from '@voiceloom/sdk/contract';

const flow = workflow();
const script = flow.source_script({ text: 'Good evening.' });
script.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
const server = createTestServer();
const client = new Voiceloom(server.clientOptions);
const { id } = await client.workflows.create({ name: 'Evening', definition: flow.build() });
const run = await client.runs.start(id).wait();
const secret = newSecret();
const { headers, body } = await sign({ id: 'e', type: 'later' }, secret);
console.log(JSON.stringify([run.status, (await verify(body, headers, secret)).type]));
`;

// The Node of the tests, and the Node of the shell, which is older on most machines.
test.each([process.execPath, 'node'])('the built parts work together in %s', async (node) => {
  await writeFile(join(folder, 'main.mjs'), PROGRAM);
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = await run(node, ['main.mjs'], { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual(['completed', 'unknown']);
  expect(stderr).toBe('');
});
