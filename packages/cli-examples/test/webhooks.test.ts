import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { Voiceloom, type WebhookDelivery } from '@voiceloom/sdk';
import { newSecret, verify } from '@voiceloom/sdk/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../src/cli.ts';
import { newDeliveries } from '../src/webhooks/new-deliveries.ts';
import { SAMPLE_TYPES, sampleEvent } from '../src/webhooks/samples.ts';
import { json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

/** A receiver that accepts events signed with `secret`, and returns their IDs and types. */
async function receiver(secret: string) {
  const taken: { id: string; type: string }[] = [];
  let tell = () => {};
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const headers = req.headers as Record<string, string>;
    const event = await verify(Buffer.concat(chunks), headers, secret).catch(() => undefined);
    if (event) taken.push({ id: event.id, type: event.type });
    res.writeHead(event ? 204 : 400).end(event ? '' : 'forged');
    tell();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const called = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { to: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, taken, called };
}

test('every sample event is signed, and the response of the receiver determines the exit code', async () => {
  const secret = newSecret();
  const { to, taken } = await receiver(secret);
  const known = await shell({ VOICELOOM_WEBHOOK_SECRET: secret });
  for (const type of SAMPLE_TYPES)
    expect((await known.run(['webhooks', 'trigger', type, '--to', to])).code).toBe(0);
  expect(taken.map(({ type }) => type)).toEqual(SAMPLE_TYPES);
  const unknown = await shell();
  const refused = await unknown.run(['webhooks', 'trigger', 'run.failed', '--to', to]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('whsec_') });
  expect(refused.out).toContain('400\nforged');
  const away = await unknown.run(['webhooks', 'trigger', 'run.failed', '--to', 'http://127.0.0.1:9']);
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('does not respond') });
  expect((await unknown.run(['webhooks', 'trigger', 'run.failed', '--to', 'file:///etc/passwd'])).code).toBe(
    2,
  );
});

test('an unusable secret or address is rejected with the reason before anything is sent', async () => {
  const broken = await shell({ VOICELOOM_WEBHOOK_SECRET: 'whsec_%%' });
  const line = ['webhooks', 'trigger', 'run.failed', '--to', 'http://127.0.0.1:8/hook'];
  for (const words of [line, ['webhooks', 'listen', 'e1', '--forward-to', 'http://127.0.0.1:8/hook']])
    expect(await broken.run(words)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^VOICELOOM_WEBHOOK_SECRET: /),
    });
  const { run } = await shell();
  const named = await run([...line.slice(0, -1), 'http://ada:password@127.0.0.1:8/hook']);
  expect([named.code, named.err]).toEqual([2, expect.not.stringContaining('password@')]);
});

const deliveryOf = (id: string) =>
  ({ id, event: sampleEvent('run.completed') }) as unknown as WebhookDelivery;
const page = (list: WebhookDelivery[]) =>
  json({ data: list, meta: META, pagination: { limit: 100, next: null, prev: null } });

/** A service whose endpoint has the deliveries of `list`, newest first. */
async function endpointWith(list: WebhookDelivery[]) {
  return service({ 'GET /api/v1/webhook-endpoints/e1/deliveries': (res, seen) => page(list)(res, seen) });
}

test('only new deliveries are listed, once each, oldest first, including those that appear late', async () => {
  const list = [deliveryOf('b'), deliveryOf('a')];
  const { url } = await endpointWith(list);
  const client = new Voiceloom({ baseUrl: url, token: 't' });
  const changes = [
    () => list.unshift(deliveryOf('d'), deliveryOf('c')),
    () => {},
    // Begun before `d`, but committed after it.
    () => list.splice(1, 0, deliveryOf('late')),
  ];
  const signal = new AbortController().signal;
  const wait = async () => {
    changes.shift()?.();
  };
  const ids: string[] = [];
  const onAway = () => expect.unreachable();
  for await (const { id } of await newDeliveries(client, 'e1', { signal, wait, onAway }))
    if (ids.push(id) === 3) break;
  expect(ids).toEqual(['c', 'd', 'late']);
});

test('an unavailable service is retried, and one that rejects is not', async () => {
  const list: WebhookDelivery[] = [];
  const fault = (code: string, status: number) =>
    json({ error: { code, message: 'No.' }, meta: META }, status);
  const answers = [page(list), fault('UNAVAILABLE', 503), page(list), fault('NOT_FOUND', 404)];
  const { url } = await service({
    'GET /api/v1/webhook-endpoints/e1/deliveries': (res, seen) => answers.shift()?.(res, seen),
  });
  const client = new Voiceloom({ baseUrl: url, token: 't', maxRetries: 0 });
  const wait = async () => void (answers.length === 2 && list.push(deliveryOf('a')));
  let away = 0;
  const signal = new AbortController().signal;
  const onAway = () => {
    away += 1;
  };
  const deliveries = await newDeliveries(client, 'e1', { signal, wait, onAway });
  expect((await deliveries.next()).value?.id).toBe('a');
  expect(away).toBe(1);
  await expect(deliveries.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** An environment that is logged in at `url`, and a function that ends it. */
async function worldAt(url: string, more: Record<string, string> = {}) {
  const stop = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = { HOME: await folder(), VOICELOOM_API_KEY: 'k', VOICELOOM_BASE_URL: url, ...more };
  const world = { env, stdin: Readable.from(['']), stdout, stderr, signal: stop.signal };
  return { world, stdout, stderr, stop };
}

test('with --json, each event includes the new secret that signs it', async () => {
  const list: WebhookDelivery[] = [];
  const { url, seen } = await endpointWith(list);
  const { world, stdout, stop } = await worldAt(url);
  const line = once(stdout, 'data');
  const code = runCli(['webhooks', 'listen', 'e1', '--forward-to', 'http://127.0.0.1:9', '--json'], world);
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  list.unshift(deliveryOf('after'));
  const told = JSON.parse(String((await line)[0]));
  stop.abort();
  expect(await code).toBe(130);
  expect(told).toMatchObject({ secret: expect.stringMatching(/^whsec_/), status: null });
});

test('deliveries to an endpoint are forwarded with their id and a new signature until Ctrl-C', async () => {
  const secret = newSecret();
  const { to, taken, called } = await receiver(secret);
  const list = [deliveryOf('before')];
  const { url } = await endpointWith(list);
  const { world, stderr, stop } = await worldAt(url, { VOICELOOM_WEBHOOK_SECRET: secret });
  const listening = new Promise<void>((resolve) => {
    stderr.on('data', (chunk) => String(chunk).includes('Listening') && resolve());
  });
  const code = runCli(['webhooks', 'listen', 'e1', '--forward-to', to], world);
  await listening;
  const delivery = deliveryOf('after');
  list.unshift(delivery);
  await called;
  // The output until then has been read.
  stderr.removeAllListeners('data');
  let said = '';
  stderr.on('data', (chunk) => {
    said += chunk;
  });
  stop.abort();
  expect([await code, said]).toEqual([130, '']);
  expect(taken).toEqual([{ id: delivery.event.id, type: 'run.completed' }]);
});
