import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chain } from '@voiceloom/sdk';
import { newSecret, nodeWebhookHandler } from '@voiceloom/sdk/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, startServer } from '../src/demo/server.ts';
import { shell } from './support/shell.ts';

const MINUTES = 60_000;
const { PATH, NODE_COMPILE_CACHE } = process.env;
const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

let home: string;
let server: DemoServer;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'voiceloom-live-'));
  server = await startServer(join(home, 'server'), AbortSignal.timeout(2 * MINUTES));
}, 2 * MINUTES);

afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
}, MINUTES);

test('the command line goes from login to the ZIP', { timeout: 2 * MINUTES }, async () => {
  const { run } = await shell();
  expect((await run(['login', '--base-url', server.url, '--token', server.token])).code).toBe(0);
  const voices = JSON.parse((await run(['voices', '--language', 'fr-fr', '--json'])).out);
  expect(voices.length).toBeGreaterThan(1);
  const file = join(home, 'narration.json');
  const definition = chain(
    ['source_script', { text: 'Bonsoir à tous.', source_language: 'fr-fr' }],
    ['operator_generator', { voice_id: voices[0].id }],
    ['sink_preview'],
  );
  await writeFile(file, JSON.stringify(definition));
  const workflowId = (await run(['workflows', 'create', file])).out.trim();
  const { code, out } = await run(['run', workflowId, '--watch', '--json']);
  expect(code).toBe(0);
  const path = join(home, 'narration.zip');
  expect((await run(['download', workflowId, JSON.parse(out).id, '-o', path])).code).toBe(0);
  expect((await stat(path)).size).toBeGreaterThan(10_000);
  expect((await run(['runs', 'list', workflowId])).out).toContain('completed');
  expect((await run(['workflows', 'delete', workflowId, '--yes'])).code).toBe(0);
  expect((await run(['workflows', 'get', workflowId])).err).toContain('NOT_FOUND');
});

/** What `webhooks listen` forwards for an endpoint after `act` is done. */
async function forwardedFrom(endpointId: string, act: () => Promise<unknown>): Promise<unknown> {
  const secret = newSecret();
  const arrived = Promise.withResolvers<unknown>();
  const listening = Promise.withResolvers<void>();
  const receiver = createServer(
    nodeWebhookHandler({ secrets: secret, on: { 'webhook.test': arrived.resolve } }),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const login = { VOICELOOM_BASE_URL: server.url, VOICELOOM_TOKEN: server.token };
  const env = { PATH, NODE_COMPILE_CACHE, HOME: home, ...login, VOICELOOM_WEBHOOK_SECRET: secret };
  const line = [pathOf('src/main.ts'), 'webhooks', 'listen', endpointId, '--forward-to', to];
  const child = spawn(process.execPath, line, { env });
  child.stderr.on('data', (chunk) => String(chunk).includes('Listening') && listening.resolve());
  try {
    await listening.promise;
    await act();
    return await arrived.promise;
  } finally {
    child.kill();
    receiver.close();
  }
}

test('every group of commands works on a real service', { timeout: 2 * MINUTES }, async () => {
  const { run } = await shell({ VOICELOOM_BASE_URL: server.url, VOICELOOM_TOKEN: server.token });
  const done = async (...line: string[]) => {
    const { code, out, err } = await run(line);
    expect([line.join(' '), code, err]).toEqual([line.join(' '), 0, expect.anything()]);
    return out.trim();
  };
  const templates = JSON.parse(await done('templates', 'list', '--json'));
  const workflow = await done('templates', 'use', templates[0].id, '--name', 'From a template');
  expect(JSON.parse(await done('workflows', 'get', workflow, '--json')).name).toBe('From a template');
  const entry = await done('dictionary', 'add', 'Voiceloom', 'voice loom', '--language', 'en-us');
  expect(await done('dictionary', 'list', '--language', 'en-us')).toContain('voice loom');
  await done('dictionary', 'delete', entry, '--yes');
  expect(await done('provider-keys', 'list')).toContain('elevenlabs');
  expect(await done('webhooks', 'create', 'https://hooks.example.com/x', '--event', 'run.failed')).toMatch(
    /^whsec_/,
  );
  const [endpoint] = JSON.parse(await done('webhooks', 'list', '--json'));
  const forwarded = await forwardedFrom(endpoint.id, () => done('webhooks', 'test', endpoint.id));
  expect(forwarded).toMatchObject({ type: 'webhook.test', data: { endpoint_id: endpoint.id } });
  await done('webhooks', 'delete', endpoint.id, '--yes');
  expect(await done('usage', '--range', '30d')).toContain('characters');
  expect(await done('credits')).toContain('remaining');
  await done('workflows', 'delete', workflow, '--yes');
  const doctor = await run(['doctor']);
  expect(doctor.out).toContain('ok      Contract: the same');
  expect(doctor.code).toBe(0);
});
