import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliver } from '../../src/features/webhook-endpoints/deliver.ts';
import { rewrapWebhookSecrets } from '../../src/features/webhook-endpoints/index.ts';
import { sweepWebhooks } from '../../src/features/webhook-endpoints/jobs.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { plannedTries, webhookScene } from '../support/webhooks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY = { id: 'first', key: randomBytes(32) };
const EVENT = {
  type: 'credits.low',
  data: { balance: 99, threshold: 100, monthly_credits: 1_000 },
} as const;

let server: TestApp;
let member: Member;
let receiver: Receiver;
let scene: Awaited<ReturnType<typeof webhookScene>>;
/** The difference between the application's clock and the real time. */
let ahead_ms = 0;

beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead_ms);
  server = await startTestApp({
    clock,
    config: { webhook_allow_private_networks: true, encryption_keys: [KEY] },
  });
});
beforeEach(async () => {
  ahead_ms = 0;
  receiver = await startReceiver();
  member = await createMember(server, { email: `admin-${Math.random()}@example.com` });
  scene = await webhookScene(server, member, receiver.url);
  return () => receiver.close();
});
afterAll(() => server.close());

/** Moves the clock to the next attempt of a delivery and makes the attempt. */
async function nextAttempt(delivery: string) {
  const { next_attempt_at } = await scene.deliveryRow(delivery);
  ahead_ms += Math.max(0, (next_attempt_at?.getTime() ?? 0) - Date.now() - ahead_ms);
  return scene.attempt(delivery);
}

describe('a delivery', () => {
  test('is signed so that the library of Standard Webhooks verifies it only with the right secret', async () => {
    const id = await scene.announce(EVENT);
    await scene.attempt(id);
    const [{ headers, body, json }] = receiver.received as [(typeof receiver.received)[number]];
    expect(new Webhook(scene.secret).verify(body, headers)).toEqual(json);
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
    expect(() => other.verify(body, headers)).toThrow();
    expect(() => new Webhook(scene.secret).verify(`${body} `, headers)).toThrow();
    expect(headers['content-type']).toBe('application/json');
    expect(json).toEqual({
      id: headers['webhook-id'],
      timestamp: expect.any(String),
      workspace_id: member.workspace_id,
      ...EVENT,
    });
  });

  test('that arrives is completed, with the response of the receiver', async () => {
    receiver.answers = [{ status: 202, body: `thanks\u0000 ${'x'.repeat(5_000)}` }];
    const id = await scene.announce(EVENT);
    await scene.attempt(id);
    const [delivery] = await scene.deliveries();
    expect(delivery).toMatchObject({
      id,
      status: 'succeeded',
      attempts: 1,
      next_attempt_at: null,
      last_attempt_at: expect.any(String),
      response_status: 202,
      duration_ms: expect.any(Number),
      error: null,
    });
    expect(delivery.response_body).toMatch(/^thanks\ufffd x+$/);
    expect(Buffer.byteLength(delivery.response_body)).toBeLessThan(1_100);
    // Only the job of the attempt remains, because the test made the attempt itself.
    expect(await plannedTries(server.app, id)).toHaveLength(1);
  });

  test('has two signatures for 24 hours after a rotation, and then one', async () => {
    const { secret } = (await scene.post('rotate-secret')).body.data;
    await scene.attempt(await scene.announce(EVENT));
    ahead_ms = DAY_MS;
    await scene.attempt(await scene.announce(EVENT));
    const [during, after] = receiver.received.map(({ headers }) => headers['webhook-signature']?.split(' '));
    expect([during?.length, after?.length]).toEqual([2, 1]);
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    for (const each of [secret, scene.secret])
      expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
    expect((await scene.endpoint()).previous_secret_expires_at).toBeNull();
  });

  test('goes to active endpoints that subscribe to its event, once each', async () => {
    const deaf = await webhookScene(server, member, receiver.url);
    await server.request('PATCH', deaf.path, { as: member, body: { events: ['run.failed'] } });
    const off = await webhookScene(server, member, receiver.url);
    await server.request('PATCH', off.path, { as: member, body: { active: false } });
    const stranger = await webhookScene(server, await createMember(server), receiver.url);
    const second = await webhookScene(server, member, receiver.url);
    await scene.announce(EVENT);
    const counts = [];
    for (const each of [scene, second, deaf, off, stranger]) counts.push((await each.deliveries()).length);
    expect(counts).toEqual([1, 1, 0, 0, 0]);
  });
});

describe('a delivery that does not arrive', () => {
  beforeEach(() => {
    receiver.answers = [{ status: 500, body: 'out of order' }];
  });

  test('is attempted eleven times within 24 hours, at growing intervals, with the same id and body', async () => {
    const id = await scene.announce(EVENT);
    const start = (await scene.deliveryRow(id)).created_at.getTime();
    const pauses: number[] = [];
    for (;;) {
      const row = await nextAttempt(id);
      if (row.next_attempt_at === null) break;
      pauses.push(row.next_attempt_at.getTime() - (row.last_attempt_at?.getTime() ?? 0));
      expect(row).toMatchObject({ status: 'pending', response_status: 500, response_body: 'out of order' });
      expect(await plannedTries(server.app, id)).toContainEqual(row.next_attempt_at);
    }
    const nominal = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800].map((s) => s * 1_000);
    expect(pauses).toHaveLength(nominal.length);
    pauses.forEach((pause, at) => {
      expect(pause).toBeGreaterThanOrEqual((nominal[at] ?? 0) * 0.9 - 1);
      expect(pause).toBeLessThanOrEqual(nominal[at] ?? 0);
    });
    const row = await scene.deliveryRow(id);
    expect(row).toMatchObject({ status: 'failed', attempts: 11, error: 'The receiver returned status 500.' });
    const lasted = (row.last_attempt_at?.getTime() ?? 0) - start;
    expect(lasted).toBeGreaterThan(20 * HOUR_MS);
    expect(lasted).toBeLessThan(DAY_MS);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const times = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']));
    expect(times.size).toBe(11);
  });

  test('ends with the first successful attempt, and the endpoint is healthy again', async () => {
    receiver.answers = [{ status: 503 }, { status: 200 }];
    const id = await scene.announce(EVENT);
    await scene.attempt(id);
    expect((await scene.endpoint()).failing_since).not.toBeNull();
    expect(await nextAttempt(id)).toMatchObject({ status: 'succeeded', attempts: 2, next_attempt_at: null });
    expect((await scene.endpoint()).failing_since).toBeNull();
  });

  test('is not sent by an outdated job', async () => {
    const id = await scene.announce(EVENT);
    const old = { delivery_id: id, attempts: 0 };
    await scene.attempt(id);
    await deliver(server.app, old, { signal: new AbortController().signal });
    expect(receiver.received).toHaveLength(1);
  });

  test('reports a redirect of the receiver, and does not follow it', async () => {
    receiver.answers = [{ status: 307, headers: { location: `${receiver.url}/elsewhere` } }];
    const row = await scene.attempt(await scene.announce(EVENT));
    expect(row.error).toBe('The receiver returned status 307. Redirects are not followed.');
    expect(receiver.received).toHaveLength(1);
  });

  test('reports that nothing listens at the address', async () => {
    const id = await scene.announce(EVENT);
    await receiver.close();
    const row = await scene.attempt(id);
    expect(row).toMatchObject({ response_status: null, error: 'The connection was refused.' });
    receiver = await startReceiver();
  });

  test('loses at most one attempt when its worker dies meanwhile', async () => {
    const id = await scene.announce(EVENT);
    let arrived = (): void => undefined;
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = (): void => undefined;
    receiver.gate = () => {
      arrived();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const dying = scene.attempt(id);
    await there;
    // While an attempt is in progress, the next one is already planned.
    const row = await scene.deliveryRow(id);
    expect(row).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await plannedTries(server.app, id)).toContainEqual(row.next_attempt_at);
    release();
    await dying;
  });
});

describe('a target that is not public', () => {
  test('is rejected after its name is resolved, also if only a later resolution is private', async () => {
    const strict = await startTestApp({
      database_url: server.app.config.database_url ?? '',
      config: { encryption_keys: [KEY] },
    });
    try {
      const url = 'https://rebound.example.com/hook';
      const own = await webhookScene(strict, await createMember(strict), url);
      const answers = [['93.184.215.14', '10.0.0.8'], ['127.0.0.1']];
      const id = await own.announce(EVENT);
      for (const addresses of answers) {
        const row = await own.attempt(id, (_host, _options, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          ),
        );
        expect(row).toMatchObject({
          status: 'pending',
          response_status: null,
          error: 'The address is not on the public internet.',
        });
      }
    } finally {
      await strict.close();
    }
  });
});

describe('a redelivery', () => {
  test('of a successful delivery is a new delivery of the same event', async () => {
    const id = await scene.announce(EVENT);
    await scene.attempt(id);
    const { status, body } = await scene.post(`deliveries/${id}/redeliver`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ redelivery_of: id, status: 'pending', attempts: 0 });
    await scene.attempt(body.data.id);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const listed = (await scene.deliveries()).map((each: { id: string }) => each.id);
    expect(new Set(listed)).toEqual(new Set([id, body.data.id]));
  });

  test('of a pending delivery makes its next attempt earlier', async () => {
    receiver.answers = [{ status: 500 }, { status: 200 }];
    const id = await scene.announce(EVENT);
    await scene.attempt(id);
    const { body } = await scene.post(`deliveries/${id}/redeliver`);
    expect(body.data).toMatchObject({ id, attempts: 1, redelivery_of: null });
    const now = server.app.clock().getTime();
    expect(Date.parse(body.data.next_attempt_at)).toBeLessThanOrEqual(now);
    const planned = await plannedTries(server.app, id);
    expect(planned).toContainEqual(new Date(body.data.next_attempt_at));
    expect(await scene.attempt(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});

describe('an endpoint is disabled', () => {
  const activity = async () =>
    (await server.request('GET', '/api/v1/usage/activity?type=settings_changed', { as: member })).body
      .data[0];
  const mails = async () =>
    server.app.db
      .selectFrom('mail_outbox')
      .select('id')
      .where('kind', '=', 'webhook_endpoint_disabled')
      .execute();

  test('by a 410 at once, with a log entry and an email, and its pending deliveries end', async () => {
    const before = (await mails()).length;
    receiver.answers = [{ status: 410 }];
    const waiting = await scene.announce(EVENT);
    await scene.attempt(await scene.announce(EVENT));
    expect(await scene.endpoint()).toMatchObject({ active: false, disabled_reason: 'gone' });
    expect(await scene.deliveryRow(waiting)).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(await plannedTries(server.app, waiting)).toEqual([]);
    expect(await activity()).toMatchObject({
      user: null,
      kind: 'webhook_endpoint_disabled',
      resource: { type: 'webhook_endpoint', id: scene.id, name: new URL(receiver.url).host },
      metadata: { reason: 'gone' },
    });
    expect((await mails()).length).toBe(before + 1);
    expect(await scene.announce(EVENT)).toBe('');
  });

  async function giveUp(id: string): Promise<void> {
    while ((await scene.deliveryRow(id)).status === 'pending') await nextAttempt(id);
  }

  test('and a delivery created at the same moment does not stay pending', async () => {
    const late = await scene.announce(EVENT);
    await server.app.db
      .updateTable('webhook_endpoint')
      .set({ active: false, disabled_at: new Date(), disabled_reason: 'manual' })
      .where('id', '=', scene.id)
      .execute();
    expect(await scene.attempt(late)).toMatchObject({
      status: 'failed',
      attempts: 0,
      next_attempt_at: null,
      error: 'The endpoint was disabled.',
    });
  });

  test('by a delivery that fails finally if no other arrived', async () => {
    receiver.answers = [{ status: 500 }];
    await giveUp(await scene.announce(EVENT));
    expect(await scene.endpoint()).toMatchObject({ active: false, disabled_reason: 'failures' });
    const enabled = await server.request('PATCH', scene.path, { as: member, body: { active: true } });
    expect(enabled.body.data).toMatchObject({ active: true, disabled_reason: null, failing_since: null });
  });

  test('but not while other deliveries arrive', async () => {
    receiver.answers = [{ status: 500 }, { status: 500 }, { status: 200 }, { status: 500 }];
    const lost = await scene.announce(EVENT);
    await scene.attempt(lost);
    await nextAttempt(lost);
    await scene.attempt(await scene.announce(EVENT));
    await giveUp(lost);
    expect(await scene.endpoint()).toMatchObject({ active: true, disabled_reason: null });
  });

  test('and a failed test delivery, which is attempted once, changes nothing', async () => {
    receiver.answers = [{ status: 500 }];
    const { body } = await scene.post('test');
    expect(await scene.attempt(body.data.id)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(await scene.endpoint()).toMatchObject({ active: true, failing_since: null });
  });
});

test('a secret is rewrapped with the new key after a key rotation, and signs as before', async () => {
  const { db } = server.app;
  await scene.post('rotate-secret');
  const ring = [{ id: 'second', key: randomBytes(32) }, KEY];
  expect(await rewrapWebhookSecrets({ db, secrets: createSecrets(ring) })).toBeGreaterThan(0);
  const secrets = createSecrets(ring.slice(0, 1));
  expect(await rewrapWebhookSecrets({ db, secrets })).toBe(0);
  const id = await scene.announce(EVENT);
  await deliver(
    { ...server.app, secrets },
    { delivery_id: id, attempts: 0 },
    { signal: AbortSignal.timeout(9_000) },
  );
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
  expect(() => new Webhook(scene.secret).verify(body, headers)).not.toThrow();
});

describe('the sweep', () => {
  test('gives lost work a new job, even if many older deliveries are waiting', async () => {
    const { app } = server;
    const lost = await scene.announce(EVENT);
    const { redelivery_of: _, ...row } = await scene.deliveryRow(lost);
    const due = { next_attempt_at: new Date(Date.now() - HOUR_MS), last_attempt_at: null };
    const waiting = Array.from({ length: 2_100 }, () => {
      const [id, job_id] = [crypto.randomUUID(), crypto.randomUUID()];
      return { ...row, ...due, id, job_id, redelivery_of: lost };
    });
    for (let at = 0; at < waiting.length; at += 700)
      await app.db
        .insertInto('webhook_delivery')
        .values(waiting.slice(at, at + 700))
        .execute();
    const live = async (_db: unknown, _job: unknown, ids: string[]) =>
      new Set(ids.filter((id) => id !== row.job_id));
    const planned = (await plannedTries(app, lost)).length;
    await sweepWebhooks({ ...app, queue: { ...app.queue, live } }, new Date(Date.now() + HOUR_MS));
    expect((await plannedTries(app, lost)).length).toBe(planned + 1);
    await app.db.deleteFrom('webhook_delivery').where('redelivery_of', '=', lost).execute();
  });

  test('gives lost work a new job, ends unfinished deliveries, and deletes old ones', async () => {
    const { db } = server.app;
    const lost = await scene.announce(EVENT);
    const stuck = await scene.announce(EVENT);
    const old = await scene.announce(EVENT);
    await db
      .updateTable('webhook_delivery')
      .set({ job_id: crypto.randomUUID() })
      .where('id', '=', lost)
      .execute();
    const times = { next_attempt_at: null, last_attempt_at: new Date() };
    await db.updateTable('webhook_delivery').set(times).where('id', '=', stuck).execute();
    const { event_id } = await scene.deliveryRow(old);
    const longAgo = { created_at: new Date(Date.now() - 31 * DAY_MS) };
    await db.updateTable('webhook_event').set(longAgo).where('id', '=', event_id).execute();
    const planned = (await plannedTries(server.app, lost)).length;
    await sweepWebhooks(server.app, new Date(Date.now() + HOUR_MS));
    expect((await plannedTries(server.app, lost)).length).toBe(planned + 1);
    expect(await scene.deliveryRow(stuck)).toMatchObject({ status: 'failed' });
    const ids = (await scene.deliveries()).map((each: { id: string }) => each.id);
    expect(new Set(ids)).toEqual(new Set([lost, stuck]));
  });
});
