import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/config/clock.ts';
import { runJobs } from '../../src/engine/jobs.ts';
import { deliveryJob, eventJob } from '../../src/features/webhook-endpoints/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { uploadScene } from '../support/uploads.ts';
import { webhookScene } from '../support/webhooks.ts';

/* The service uses a clock that was moved forward, as with test payments. All others use the real time. */

const AHEAD_MS = 100 * 86_400_000;
/** The difference between their clock and a signature that receivers accept. */
const TOLERANCE_MS = 300_000;

let server: TestApp;
let worker: Worker;
let member: Member;
let receiver: Receiver;

beforeAll(async () => {
  server = await startTestApp({
    role: 'all',
    config: { webhook_allow_private_networks: true },
    clock: () => new Date(Date.now() + AHEAD_MS),
    wallClock: systemClock,
  });
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

test('tokens, uploads and webhooks, including retries and signatures, work months ahead of real time', async () => {
  receiver.answers = [{ status: 500 }, { status: 200 }];
  const hook = await webhookScene(server, member, receiver.url);
  const uploads = await uploadScene(server, member);
  const id = await uploads.uploaded('Hello there.');
  const confirmed = await uploads.confirm(id);
  expect(confirmed.status).toBe(200);
  await until(async () => (await hook.deliveries())[0]?.status === 'succeeded', 30_000);
  const [delivery] = await hook.deliveries();
  expect(delivery.attempts).toBe(2);
  // The service's own timestamps use its clock.
  expect(Date.parse(delivery.event.timestamp)).toBeGreaterThan(Date.now() + AHEAD_MS / 2);
  for (const { headers } of receiver.received) {
    const signedAt = Number(headers['webhook-timestamp']) * 1_000;
    expect(Math.abs(signedAt - Date.now())).toBeLessThan(TOLERANCE_MS);
  }
}, 60_000);
