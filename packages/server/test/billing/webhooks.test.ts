import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventJob, reconcileJob, sweepBilling } from '../../src/features/billing/jobs.ts';
import { type JobRun, startWorker } from '../../src/jobs/index.ts';
import { PaymentsError } from '../../src/providers/payments/index.ts';
import { type Billing, DAY_MS, type Payer, startBilling, WEBHOOK_SECRET } from '../support/billing.ts';
import { runJob } from '../support/run-job.ts';
import { until } from '../support/until.ts';

const OLD_SECRET = 'whsec_o1l2d3';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling({ webhook_secret: `${WEBHOOK_SECRET}, ${OLD_SECRET}` });
});
afterAll(() => billing.close());

interface Signed {
  body: string;
  secret?: string;
  /** The difference between the signature's time and now, in seconds. */
  skew_s?: number;
}

function signatureOf({ body, secret = WEBHOOK_SECRET, skew_s = 0 }: Signed): string {
  const t = Math.floor(billing.app.clock().getTime() / 1_000) + skew_s;
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return `t=${t},v1=${v1}`;
}

function post(body: string, signature: string | undefined) {
  return billing.server.request('POST', '/webhooks/stripe', {
    body,
    headers: { ...(signature !== undefined && { 'Stripe-Signature': signature }) },
  });
}

function eventBody(customer: unknown, id = `evt_${randomUUID().replaceAll('-', '')}`): string {
  const created = Math.floor(billing.app.clock().getTime() / 1_000);
  const object = { id: 'sub_made_up', object: 'subscription', customer, status: 'canceled' };
  return JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.deleted',
    created,
    data: { object },
  });
}

const kept = (body: string) =>
  billing.app.db
    .selectFrom('processor_event')
    .selectAll()
    .where('id', '=', (JSON.parse(body) as { id: string }).id)
    .execute();

async function subscribed(slug = 'creator-monthly'): Promise<Payer> {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe(slug);
  await billing.settle();
  return payer;
}

const customerOf = async ({ user_id }: Payer) =>
  (
    await billing.app.db
      .selectFrom('billing_customer')
      .selectAll()
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).processor_customer_id;

const bytes = 'the bytes that were signed';
const altered = (signature: string, from: RegExp, to: string) => signature.replace(from, to);

/** What is sent and how it is signed. The event itself is valid. */
const FORGERIES: [string, (body: string) => [string, string | undefined]][] = [
  ['without a signature', (body) => [body, undefined]],
  ['with a signature of another secret', (body) => [body, signatureOf({ body, secret: 'whsec_other' })]],
  ['with a signature of other bytes', (body) => [body, signatureOf({ body: bytes })]],
  ['with the same JSON in other bytes', (body) => [body.replace(',', ', '), signatureOf({ body })]],
  ['with a signature of an older scheme', (body) => [body, altered(signatureOf({ body }), /v1=/, 'v0=')]],
  ['with a signature that was made too long ago', (body) => [body, signatureOf({ body, skew_s: -301 })]],
  ['with a signature of the future', (body) => [body, signatureOf({ body, skew_s: 301 })]],
  ['with a signature without a time', (body) => [body, altered(signatureOf({ body }), /^t=\d+,/, '')]],
  ['with junk for a signature', (body) => [body, 'junk']],
];

test.each(FORGERIES)('a call %s is rejected and stores nothing', async (_, forge) => {
  const body = eventBody('cus_1');
  const { status, body: answer } = await post(...forge(body));
  expect([status, answer.error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(await kept(body)).toEqual([]);
});

const odd = (changes: object) => ({ ...(JSON.parse(eventBody('cus_1')) as object), ...changes });

test.each<[string, () => string]>([
  ['no JSON', () => 'not JSON'],
  ['nothing', () => ''],
  ['an empty object', () => '{}'],
  ['an event without data', () => JSON.stringify(odd({ data: undefined }))],
  ['an event without an object', () => JSON.stringify(odd({ data: { object: null } }))],
  ['an event without an ID', () => JSON.stringify(odd({ id: undefined }))],
  ['an event whose ID is a number', () => JSON.stringify(odd({ id: 7 }))],
  ['an event whose type is too long', () => JSON.stringify(odd({ type: 'x'.repeat(256) }))],
  ['an event without a time', () => JSON.stringify(odd({ created: undefined }))],
  ['an event whose time is no date', () => JSON.stringify(odd({ created: 1e300 }))],
  [
    'an event of another API',
    () => JSON.stringify({ object: 'v2.core.event', id: 'evt_1', type: 'x', created: 1 }),
  ],
])('a signed call with %s is rejected as a bad request', async (_, make) => {
  const body = make();
  const { status, body: answer } = await post(body, signatureOf({ body }));
  expect([status, answer.error.code]).toEqual([400, 'BAD_REQUEST']);
});

test.each(['null', '[]', JSON.stringify({ id: 'evt_\u0000' })])(
  'a signed call with the body %j is rejected like such a body of any operation',
  async (body) => {
    const { status } = await post(body, signatureOf({ body }));
    expect(status).toBe(422);
  },
);

test.each([-299, 0, 299])('a signature that is %i seconds away from now is accepted', async (skew_s) => {
  const body = eventBody('cus_unknown');
  const { status, body: answer } = await post(body, signatureOf({ body, skew_s }));
  expect([status, answer.data]).toEqual([200, {}]);
  expect(await kept(body)).toHaveLength(1);
});

test('during a change of the secret both are accepted, also in one header', async () => {
  const body = eventBody('cus_unknown');
  expect((await post(body, signatureOf({ body, secret: OLD_SECRET }))).status).toBe(200);
  const [, v1] = signatureOf({ body }).split(',');
  expect((await post(body, `${signatureOf({ body, secret: 'whsec_other' })},${v1}`)).status).toBe(200);
});

test('a duplicate event is stored once', async () => {
  const body = eventBody('cus_unknown');
  const answers = await Promise.all([1, 2, 3].map(() => post(body, signatureOf({ body }))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await kept(body)).toHaveLength(1);
});

test('events of unknown customers are skipped', async () => {
  const body = eventBody('cus_of_somebody_else');
  await post(body, signatureOf({ body }));
  const { id } = JSON.parse(body) as { id: string };
  await runJob(billing.app, eventJob, { data: { event_id: id } });
  expect(await kept(body)).toMatchObject([{ processed_at: expect.any(Date) }]);
});

test('events without a customer are completed when they arrive', async () => {
  const body = eventBody(null);
  await post(body, signatureOf({ body }));
  expect(await kept(body)).toMatchObject([{ processor_customer_id: null, processed_at: expect.any(Date) }]);
});

test('a customer that the processor no longer knows keeps its plan, and its events are completed', async () => {
  const payer = await subscribed();
  const before = await payer.subscription();
  const { payments } = billing.app;
  if (!payments) throw new Error('There are no payments.');
  const listSubscriptions = () => Promise.reject(new PaymentsError('missing', 'There is no such customer.'));
  const body = eventBody(await customerOf(payer));
  await post(body, signatureOf({ body }));
  const { id } = JSON.parse(body) as { id: string };
  const app = { ...billing.app, payments: { ...payments, listSubscriptions } };
  await runJob(app, eventJob, { data: { event_id: id } });
  expect(await kept(body)).toMatchObject([{ processed_at: expect.any(Date) }]);
  expect(await payer.subscription()).toEqual(before);
});

test('the content of an event is not trusted: the state is read from the processor', async () => {
  const payer = await subscribed();
  const before = await payer.subscription();
  const body = eventBody(await customerOf(payer));
  await post(body, signatureOf({ body }));
  await billing.settle();
  expect(await payer.subscription()).toEqual(before);
});

test('a response to an earlier request never replaces one to a later request', async () => {
  const payer = await subscribed();
  const customer = await customerOf(payer);
  const { payments } = billing.app;
  if (!payments) throw new Error('There are no payments.');
  // The first request reads the current subscription, but its response arrives after the change.
  let release = (): void => undefined;
  const held = new Promise<void>((go) => {
    release = go;
  });
  let asked = (): void => undefined;
  const under = new Promise<void>((go) => {
    asked = go;
  });
  const slow = {
    ...billing.app,
    payments: {
      ...payments,
      async listSubscriptions(id: string) {
        const found = await payments.listSubscriptions(id);
        asked();
        await held;
        return found;
      },
    },
  };
  const body = eventBody(customer);
  await post(body, signatureOf({ body }));
  const { id: event_id } = JSON.parse(body) as { id: string };
  const late = runJob(slow, eventJob, { data: { event_id } });
  await under;
  const changed = (await payer.changeTo('studio-monthly')).body.data;
  release();
  await late;
  expect(await payer.subscription()).toEqual(changed);
});

test('events are processed by the queue, and a starting worker processes the rest', async () => {
  const payer = await subscribed();
  const { app } = billing;
  const seen: string[] = [];
  const worker = await startWorker(app, [
    {
      ...eventJob,
      async handle(app, job) {
        seen.push((job.data as { event_id: string }).event_id);
        await eventJob.handle(app, job as JobRun<{ event_id: string }>);
      },
    },
    {
      ...reconcileJob,
      async handle(app, job) {
        seen.push('reconcile');
        await reconcileJob.handle(app, job);
      },
    },
  ]);
  try {
    await payer.call('POST', '/api/v1/users/me/subscription/cancel');
    billing.advance(32 * DAY_MS);
    await until(async () => (await payer.subscription()) === null);
    await until(() => Promise.resolve(seen.includes('reconcile')));
  } finally {
    await worker.stop();
  }
});

test('events are deleted after a month', async () => {
  const body = eventBody(null);
  await post(body, signatureOf({ body }));
  const at = (days: number) => new Date(billing.app.clock().getTime() + days * DAY_MS);
  await sweepBilling(billing.app, at(29));
  expect(await kept(body)).toHaveLength(1);
  await sweepBilling(billing.app, at(31));
  expect(await kept(body)).toHaveLength(0);
});
