import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { createMember, type Member } from '../../server/test/support/factories.ts';
import { type Receiver, startReceiver } from '../../server/test/support/receiver.ts';
import { webhookScene } from '../../server/test/support/webhooks.ts';
import { newSecret, seenInMemory, sign, verify } from '../src/webhooks.ts';

const KEY = { id: 'first', key: new Uint8Array(32).fill(7) };

let server: TestApp;
let member: Member;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const encryption_keys = [{ ...KEY, key: Buffer.from(KEY.key) }];
  server = await startTestApp({ config: { webhook_allow_private_networks: true, encryption_keys } });
  member = await createMember(server, { email: 'receiver@example.com' });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

test('a delivery from the service is verified with its secret, typed, and rejected the second time', async () => {
  const scene = await webhookScene(server, member, receiver.url);
  const data = { balance: 99, threshold: 100, monthly_credits: 1_000 };
  await scene.attempt(await scene.announce({ type: 'credits.low', data }));
  const { headers, body } = receiver.received.at(-1) as Receiver['received'][number];
  const dedupe = seenInMemory();
  const event = await verify(body, headers, scene.secret, { dedupe });
  expect(event).toMatchObject({ type: 'credits.low', workspace_id: member.workspace_id, data });
  await expect(verify(body, headers, scene.secret, { dedupe })).rejects.toMatchObject({ code: 'DUPLICATE' });
  await expect(verify(body, headers, newSecret())).rejects.toMatchObject({ code: 'NO_MATCHING_SIGNATURE' });
  await expect(verify(`${body} `, headers, scene.secret)).rejects.toMatchObject({
    code: 'NO_MATCHING_SIGNATURE',
  });
});

test('after a rotation either secret verifies a delivery from the service', async () => {
  const scene = await webhookScene(server, member, receiver.url);
  const rotated = await scene.post('rotate-secret');
  const tried = await scene.post('test');
  await scene.attempt(tried.body.data.id);
  const { headers, body } = receiver.received.at(-1) as Receiver['received'][number];
  for (const secret of [scene.secret, rotated.body.data.secret as string]) {
    const event = await verify(body, headers, secret);
    expect(event).toMatchObject({ type: 'webhook.test', data: { endpoint_id: scene.id } });
  }
});

test('the signer creates the same headers as the service', async () => {
  const scene = await webhookScene(server, member, receiver.url);
  await scene.attempt((await scene.post('test')).body.data.id);
  const { headers, body, json } = receiver.received.at(-1) as Receiver['received'][number];
  const now = () => Number(headers['webhook-timestamp']) * 1000;
  const signed = await sign(json, scene.secret, { now });
  expect(signed.body).toBe(body);
  expect(headers).toMatchObject(signed.headers);
});
