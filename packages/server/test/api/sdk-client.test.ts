import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driftReports } from '../../../sdk/src/contract.ts';
import { chain, isError, RateLimitError, Voiceloom, type VoiceloomOptions } from '../../../sdk/src/index.ts';
import { nodeFetch } from '../../../sdk/src/node.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';

let server: TestApp;
let member: Member;
let key: string;
const log: string[] = [];

const logTo = new Writable({
  write: (chunk, _encoding, done) => {
    log.push(String(chunk));
    done();
  },
});

beforeAll(async () => {
  server = await startTestApp({ logTo });
  member = await createMember(server);
  key = (await createKey(server, member)).token;
});
afterAll(() => server.close());

// Compares every response with the contract that the client was generated from.
const client = (options: VoiceloomOptions = {}) =>
  new Voiceloom({ apiKey: key, baseUrl: server.url, inspect: driftReports({ strict: true }), ...options });

const definition = chain(
  ['source_script', { text: 'Good evening.', source_language: 'en-us' }],
  ['operator_generator'],
  ['sink_preview'],
);

test.each([
  ['fetch', {}],
  ['node:http', { fetch: nodeFetch() }],
])('the client completes a typical working day without contract drift, over %s', async (_, options) => {
  const made = client(options);
  expect((await made.auth.whoami()).workspace_id).toBe(member.workspace_id);
  const { id } = await made.workflows.create({ name: 'Harbor lights', definition });
  expect((await made.workflows.get(id)).name).toBe('Harbor lights');
  expect(await made.workflows.list({ limit: 1 }).toArray({ limit: 3 })).not.toHaveLength(0);
  expect(await made.voices.list().toArray({ limit: 5 })).toHaveLength(5);
  expect((await made.nodes.list()).length).toBeGreaterThan(5);
  expect((await made.workflows.validate({ definition })).valid).toBe(true);
  expect((await made.workflows.preview(id)).breakdown.length).toBeGreaterThan(0);
  const missing = await made.workflows.get(crypto.randomUUID()).catch((error) => error);
  expect(isError(missing, 'workflows.get', 'NOT_FOUND')).toBe(true);
  await made.workflows.delete(id);
});

test('client and service of one build have the same contract, and the log names the version of the client', async () => {
  const { verdict, client: ours, service } = await client().compatibility();
  expect([verdict, service]).toEqual(['same', ours]);
  expect(log.join('')).toContain(`"client_contract":"${ours}"`);
});

test('a repeated POST is replayed and marked as such', async () => {
  const body = { name: 'Once', definition };
  const options = { idempotencyKey: 'the-same-key' };
  const first = await client().workflows.create(body, options).withResponse();
  const second = await client().workflows.create(body, options).withResponse();
  expect([first.replayed, second.replayed]).toEqual([false, true]);
  expect(second.data.id).toBe(first.data.id);
});

test('two simultaneous changes of a workflow are both saved', async () => {
  const { id } = await client().workflows.create({ name: 'a', definition });
  const append = (text: string) =>
    client().workflows.update(id, ({ name }) => ({ name: `${name}${text}` }), { maxConflicts: 10 });
  await Promise.all([append('b'), append('c')]);
  expect(['abc', 'acb']).toContain((await client().workflows.get(id)).name);
});

test('a client stops by itself when the rate limit of its key is used up', async () => {
  const { token } = await createKey(server, member, { rate_limit_per_min: 3 });
  const calls = () => client({ apiKey: token }).auth.whoami({ timeoutMs: 20_000 });
  for (let at = 0; at < 3; at += 1) await calls();
  const before = log.length;
  const last = client({ apiKey: token }).auth.whoami({ timeoutMs: 5 });
  await expect(last).rejects.toBeInstanceOf(RateLimitError);
  expect(log.slice(before).join('')).not.toContain('/auth/whoami');
});

test('a stored file is returned with its digest and verified with it', async () => {
  const bytes = Buffer.from('Good evening.'.repeat(10_000));
  const storage = server.app.storage;
  await storage.put('tests/sdk.txt', bytes, { content_type: 'text/plain' });
  const grant = { key: 'tests/sdk.txt', filename: 'sdk.txt', content_type: 'text/plain', expires_in_s: 60 };
  const { url } = await storage.downloadTicket(grant);
  const download = await client().download({ url, filename: 'sdk.txt' });
  expect(download.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(Buffer.from(await download.bytes()).equals(bytes)).toBe(true);
});
