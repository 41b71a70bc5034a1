import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { deliveryJob, eventJob } from '../../src/features/webhook-endpoints/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { uploadScene } from '../support/uploads.ts';
import { webhookScene } from '../support/webhooks.ts';

let server: TestApp;
let worker: Worker;
let member: Member;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestApp({ role: 'all', config: { webhook_allow_private_networks: true } });
  const { app } = server;
  worker = await startWorker(app, [...runJobs, eventJob, deliveryJob]);
  member = await createMember(server);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await worker.stop(1_000);
  await server.close();
});

test('a confirmed upload reaches the receiver through the queue, also after a failure', async () => {
  receiver.answers = [{ status: 500 }, { status: 200 }];
  const hook = await webhookScene(server, member, receiver.url);
  const uploads = await uploadScene(server, member);
  const id = await uploads.uploaded('Hello there.');
  expect((await uploads.confirm(id)).status).toBe(200);
  await until(async () => (await hook.deliveries())[0]?.status === 'succeeded', 30_000);
  const [delivery] = await hook.deliveries();
  expect(delivery).toMatchObject({ attempts: 2, response_status: 200 });
  expect(delivery.event).toMatchObject({
    type: 'upload.confirmed',
    data: {
      upload_id: id,
      filename: 'script.txt',
      category: 'script',
      size_bytes: 12,
      workflow_id: uploads.workflow.id,
    },
  });
  expect(receiver.received.map(({ json }) => json)).toEqual([delivery.event, delivery.event]);
  // A repeated confirmation changes nothing and creates no event.
  await uploads.confirm(id);
  expect(await hook.deliveries()).toHaveLength(1);
}, 60_000);

test('at most three deliveries to one endpoint are in progress at once', async () => {
  const hook = await webhookScene(server, member, receiver.url);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  receiver.gate = () => gate;
  const before = receiver.received.length;
  for (let sent = 0; sent < 12; sent++) await hook.post('test');
  await until(async () => receiver.open() >= 1);
  const open = async () =>
    (await hook.deliveries()).filter((each: { attempts: number }) => each.attempts > 0);
  await until(async () => (await open()).length >= 2);
  expect((await open()).length).toBeLessThanOrEqual(3);
  expect(receiver.open()).toBeLessThanOrEqual(3);
  release();
  await until(async () => {
    expect(receiver.open()).toBeLessThanOrEqual(3);
    return receiver.received.length - before === 12;
  }, 30_000);
}, 60_000);
