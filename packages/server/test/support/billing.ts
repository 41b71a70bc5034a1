import type { Invoice, PaymentMethod, Plan, Subscription } from '@voiceloom/contract';
import { type StripeEmulator, startStripeEmulator } from '@voiceloom/stripe-emulator';
import type { DestinationStream } from 'pino';
import { requestValidator } from '../../../stripe-emulator/test/support/request-schemas.ts';
import type { App } from '../../src/app.ts';
import { eventJob, reconcileBilling } from '../../src/features/billing/jobs.ts';
import { type Answer, startTestApp, type TestApp } from './app.ts';
import { runJob } from './run-job.ts';

export const SECRET_KEY = 'sk_test_a1b2c3d4e5f6g7h8';
export const WEBHOOK_SECRET = 'whsec_z9y8x7w6v5u4t3s2';
/** Noon on an ordinary day. */
export const START = new Date('2026-11-02T12:00:00Z');
export const DAY_MS = 86_400_000;

/** A user of the service as their browser and the test see them. */
export interface Payer {
  user_id: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  subscription(): Promise<Subscription | null>;
  subscribe(slug: string, key?: string): Promise<Answer>;
  changeTo(slug: string, key?: string): Promise<Answer>;
  /** Adds a card as a browser does. Returns its ID. */
  addCard(token?: string): Promise<string>;
  addDefaultCard(token?: string): Promise<string>;
  cards(): Promise<PaymentMethod[]>;
  invoices(): Promise<Invoice[]>;
}

export interface Billing {
  server: TestApp;
  app: App;
  processor: StripeEmulator;
  /** By slug. */
  plans: Map<string, Plan>;
  plan(slug: string): Plan;
  /** A new user, or the one with this subject. */
  payer(sub?: string): Promise<Payer>;
  /** Moves the clock of the processor and of the service. */
  advance(to: Date | number): void;
  /** Processes every event that has arrived. */
  settle(): Promise<void>;
  /** Runs the hourly job, an hour from now. */
  reconcile(): Promise<number>;
  close(): Promise<void>;
}

export interface BillingOptions {
  logTo?: DestinationStream;
  webhook_secret?: string;
}

let payers = 0;

/**
 * The service with its own processor. Both use the processor's clock, which stands still until it is
 * advanced.
 */
export async function startBilling(options: BillingOptions = {}): Promise<Billing> {
  const validateRequest = requestValidator();
  const processor: StripeEmulator = await startStripeEmulator({
    secretKey: SECRET_KEY,
    now: START,
    validateRequest,
    // The address is known when the service listens.
    webhook: { url: '', secret: WEBHOOK_SECRET, signedAt: () => processor.control.now() },
  });
  const { control } = processor;
  const webhook_secret = options.webhook_secret ?? WEBHOOK_SECRET;
  const server = await startTestApp({
    clock: () => control.now(),
    config: {
      payments: { secret_key: SECRET_KEY, webhook_secret, api_base: processor.url },
      ...(options.logTo && { log_level: 'trace' }),
    },
    ...(options.logTo && { logTo: options.logTo }),
  });
  const { app } = server;
  processor.deliverTo({ url: `${server.url}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  const plans = await plansBySlug(app, server);
  const planOf = (slug: string): Plan => {
    const plan = plans.get(slug);
    if (!plan) throw new Error(`There is no plan ${slug}.`);
    return plan;
  };
  const billing: Billing = {
    server,
    app,
    processor,
    plans,
    plan: planOf,
    payer: (sub) => createPayer(billing, sub),
    advance: (to) => void control.advance(to),
    async settle() {
      await control.settled();
      await workOff(app);
    },
    reconcile: () => reconcileBilling({ ...app, clock: () => new Date(control.now().getTime() + 3_660_000) }),
    async close() {
      await server.close();
      await processor.close();
    },
  };
  return billing;
}

async function plansBySlug({ db }: App, server: TestApp): Promise<Map<string, Plan>> {
  const as = { token: await server.token({ sub: 'plans', now: server.app.clock() }) };
  const { body } = await server.request('GET', '/api/v1/billing/plans?limit=100', { as });
  const rows = await db.selectFrom('plan').select(['id', 'slug']).execute();
  const slugs = new Map(rows.map(({ id, slug }) => [id, String(slug)]));
  return new Map((body.data as Plan[]).map((plan) => [slugs.get(plan.id) ?? '', plan]));
}

/** Like the queue, one event after another. */
async function workOff(app: App): Promise<void> {
  const open = await app.db
    .selectFrom('processor_event')
    .select('id')
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  for (const { id } of open) await runJob(app, eventJob, { data: { event_id: id } });
}

const ME = '/api/v1/users/me';

async function createPayer(billing: Billing, sub = `payer-${++payers}`): Promise<Payer> {
  const { server, processor, plan } = billing;
  const call: Payer['call'] = async (method, path, body, headers) => {
    // Months pass, so the service would reject a token of the first day.
    const token = await server.token({ sub, email: `${sub}@example.com`, now: server.app.clock() });
    return server.request(method, path, {
      as: { token },
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
  };
  const keyed = (key: string | undefined) => (key === undefined ? undefined : { 'Idempotency-Key': key });
  const { body } = await call('GET', '/api/v1/auth/whoami');
  const payer: Payer = {
    user_id: body.data.user_id as string,
    call,
    subscription: async () => (await call('GET', `${ME}/subscription`)).body.data,
    subscribe: (slug, key) => call('POST', `${ME}/subscription`, { plan_id: plan(slug).id }, keyed(key)),
    changeTo: (slug, key) =>
      call('POST', `${ME}/subscription/change-plan`, { new_plan_id: plan(slug).id }, keyed(key)),
    async addCard(token = 'pm_card_visa') {
      const known = new Set((await payer.cards()).map(({ id }) => id));
      const { body: setup } = await call('POST', `${ME}/payment-methods`);
      const [id = ''] = String(setup.data.client_secret).split('_secret');
      processor.control.confirmSetupIntent(id, token);
      const added = (await payer.cards()).find((card) => !known.has(card.id));
      if (!added) throw new Error('The card was not added.');
      return added.id;
    },
    async addDefaultCard(token) {
      const id = await payer.addCard(token);
      await call('PUT', `${ME}/payment-methods/${id}/default`);
      return id;
    },
    cards: async () => (await call('GET', `${ME}/payment-methods`)).body.data,
    invoices: async () => (await call('GET', `${ME}/invoices?limit=100`)).body.data.invoices,
  };
  return payer;
}
