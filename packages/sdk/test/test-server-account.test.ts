import { afterAll, expect, test } from 'vitest';
import type { Plan } from '../src/index.ts';
import { workflow } from '../src/workflow/index.ts';
import { caught, checkedServer } from './support/checked-server.ts';
import { neverSucceeded } from './support/succeeded.ts';

const DAY_MS = 86_400_000;

afterAll(() => expect(neverSucceeded(/^(users|billing)\./)).toEqual([]));

const script = (text: string) => {
  const flow = workflow();
  const source = flow.source_script({ text, source_language: 'en-us' });
  source.lines.to(flow.operator_generator().lines).audio.to(flow.sink_preview().audio);
  return flow.build();
};

/** A person with a card that is charged, unless `declines` says otherwise. */
async function payer(declines: () => boolean = () => false, options = {}) {
  const { server, user, ...more } = checkedServer({
    now: '2026-11-02T12:00:00Z',
    clock: 'manual',
    ...options,
  });
  const { users, billing } = user;
  const { client_secret } = await users.addPaymentMethod();
  const card = server.confirmPayment(client_secret, { declines });
  await users.setDefaultPaymentMethod(card);
  const plans = await billing.listPlans({ limit: 100 }).toArray();
  const plan = (slug: string): Plan => {
    const found = plans.find((one) => one.slug === slug);
    if (!found) throw new Error(`There is no plan ${slug}.`);
    return found;
  };
  return { server, user, card, plan, ...more };
}

test('credits that a run spends are the same in the account, the run, the estimate and both reports of usage', async () => {
  const { server, client, user } = checkedServer({ credits: 1_000 });
  const { id } = await client.workflows.create({ name: 'Long', definition: script('x'.repeat(5_000)) });
  const run = await client.runs.start(id).wait();
  expect(run.credits).toBe(50);
  const { balance, used, remaining, plan_grant, plan_tier, period_start } = await user.users.getCredits();
  expect([balance, used, remaining, plan_grant, plan_tier]).toEqual([950, 50, 950, 1_000, 'free']);
  expect(period_start).toBe('2026-01-01T00:00:00.000Z');
  expect(server.credits()).toBe(950);
  expect((await client.workflows.preview(id)).current_balance).toBe(950);
  expect((await client.usage.summary()).credits).toEqual({ used: 50, quota: 1_000, percent: 5 });
  expect((await client.usage.byLanguage()).total_credits).toBe(50);
});

test('what was spoken costs nothing again, equal lines cost once, and lines that are named are spoken anew', async () => {
  const { client } = checkedServer({ credits: 1_000 });
  const [line, other] = ['x'.repeat(2_000), 'y'.repeat(1_000)];
  const definition = script([line, line, other].join('\n'));
  const { id } = await client.workflows.create({ name: 'Twice', definition });
  const before = await client.workflows.preview(id);
  expect([before.min_credits, before.expected_credits, before.max_credits]).toEqual([30, 50, 50]);
  const run = await client.runs.start(id).wait();
  expect(run.credits).toBe(30);
  const after = await client.workflows.preview(id);
  expect([after.min_credits, after.new_takes, after.reused_takes]).toEqual([0, 0, 3]);
  expect((await client.runs.start(id).wait()).credits).toBe(0);
  const anew = await client.runs.retry(id, run.id, { line_ids: ['L00003'] }).wait();
  expect(anew.credits).toBe(10);
});

test('credits lapse with their month, and the next one brings new ones', async () => {
  const { server, client, user } = checkedServer({ credits: 100, clock: 'manual' });
  const { id } = await client.workflows.create({ name: 'Long', definition: script('x'.repeat(5_000)) });
  await client.runs.start(id);
  await server.advance(60_000);
  expect(await user.users.getCredits()).toMatchObject({ balance: 50, used: 50 });
  await server.advance(Date.parse('2026-02-01T00:00:00Z') - server.now());
  expect(await user.users.getCredits()).toMatchObject({
    balance: 100,
    used: 0,
    period_start: '2026-02-01T00:00:00.000Z',
  });
});

test('a plan is bought with a default card, and its credits and limits hold at once', async () => {
  const { user, server, plan, card } = await payer();
  const { users } = user;
  expect(await users.getSubscription()).toBeNull();
  const subscription = await users.subscribe({ plan_id: plan('creator-monthly').id });
  expect(subscription).toMatchObject({ status: 'active', current_period_end: '2026-12-02T12:00:00.000Z' });
  expect(await users.getSubscription()).toEqual(subscription);
  expect(await users.getLimits()).toEqual(plan('creator-monthly').limits);
  expect([server.credits(), (await users.getCredits()).plan_tier]).toEqual([50_000, 'paid']);
  const { invoices, has_more } = await users.listInvoices();
  expect([has_more, invoices.map(({ status, amount_paid }) => [status, amount_paid])]).toEqual([
    false,
    [['paid', 1_900]],
  ]);
  expect(await users.listPaymentMethods()).toMatchObject([{ id: card, is_default: true, last4: '4242' }]);
  expect(await caught(users.subscribe({ plan_id: plan('studio-monthly').id }))).toMatchObject({
    code: 'CONFLICT',
  });
  expect(await caught(users.deletePaymentMethod(card))).toMatchObject({ code: 'CONFLICT' });
});

test('without a card, or with one that is declined, nothing is bought', async () => {
  const { user } = checkedServer();
  const [, creator] = await user.billing.listPlans().toArray();
  const wanted = { plan_id: creator?.id ?? '' };
  expect(await caught(user.users.subscribe(wanted))).toMatchObject({ code: 'PAYMENT_REQUIRED', status: 402 });
  const { client_secret } = await user.users.addPaymentMethod();
  expect(client_secret).toMatch(/^seti_/);
  const broke = await payer(() => true);
  const plan_id = broke.plan('creator-monthly').id;
  expect(await caught(broke.user.users.subscribe({ plan_id }))).toMatchObject({ code: 'PAYMENT_REQUIRED' });
  expect(await broke.user.users.getSubscription()).toBeNull();
  expect((await broke.user.users.listInvoices()).invoices).toEqual([]);
});

test('an upgrade charges what its preview said, and brings the part of the credits that is left of the month', async () => {
  const { user, server, plan } = await payer();
  const { users, billing } = user;
  const first = await billing.previewPlanChange(plan('creator-monthly').id);
  expect(first).toMatchObject({ type: 'upgrade', proration_amount: 1_900 });
  await users.subscribe({ plan_id: plan('creator-monthly').id });
  await server.advance(15 * DAY_MS);
  const preview = await billing.previewPlanChange(plan('studio-monthly').id);
  // Half of a month of 30 days.
  expect(preview).toMatchObject({ type: 'upgrade', proration_amount: (9_900 - 1_900) / 2 });
  await server.advance(10 * 60_000);
  const changed = await users.changePlan({ new_plan_id: plan('studio-monthly').id });
  expect(changed.plan.slug).toBe('studio-monthly');
  expect((await users.listInvoices({ limit: 1 })).invoices[0]?.amount_paid).toBe(4_000);
  expect(server.credits()).toBe(50_000 + Math.floor((200_000 * (15 * DAY_MS - 600_000)) / (30 * DAY_MS)));
  const again = users.changePlan({ new_plan_id: plan('studio-monthly').id });
  expect(await caught(again)).toMatchObject({ code: 'CONFLICT' });
});

test('a downgrade and a cancellation wait for the end of what is paid, and can be taken back', async () => {
  const { user, server, plan } = await payer(undefined, { credits: 7 });
  const { users, billing } = user;
  await users.subscribe({ plan_id: plan('studio-monthly').id });
  const end = '2026-12-02T12:00:00.000Z';
  const preview = await billing.previewPlanChange(plan('creator-monthly').id);
  expect(preview).toMatchObject({ type: 'downgrade', proration_amount: null, effective_at: end });
  const waiting = await users.changePlan({ new_plan_id: plan('creator-monthly').id });
  expect([waiting.plan.slug, waiting.scheduled_plan?.slug, waiting.scheduled_at]).toEqual([
    'studio-monthly',
    'creator-monthly',
    end,
  ]);
  expect((await users.cancelScheduledChange()).scheduled_plan).toBeNull();
  await users.changePlan({ new_plan_id: plan('creator-monthly').id });
  await server.advance(30 * DAY_MS);
  expect((await users.getSubscription())?.plan.slug).toBe('creator-monthly');
  expect((await users.listInvoices()).invoices.map(({ amount_paid }) => amount_paid)).toEqual([1_900, 9_900]);
  expect((await users.cancelSubscription()).cancel_at_period_end).toBe(true);
  expect(await users.cancelSubscription()).toMatchObject({ canceled_at: '2026-12-02T12:00:00.000Z' });
  await server.advance(31 * DAY_MS);
  expect(await users.getSubscription()).toBeNull();
  expect(server.credits()).toBe(7);
  expect(await caught(users.cancelSubscription())).toMatchObject({ code: 'CONFLICT' });
});

test('a renewal that is declined is past due without new credits, until a card pays; unpaid it ends', async () => {
  let declines = false;
  const { user, server, plan } = await payer(() => declines);
  const { users } = user;
  await users.subscribe({ plan_id: plan('creator-monthly').id });
  declines = true;
  await server.advance(30 * DAY_MS);
  expect((await users.getSubscription())?.status).toBe('past_due');
  expect([server.credits(), (await users.listInvoices()).invoices[0]?.status]).toEqual([0, 'open']);
  const wanted = { new_plan_id: plan('studio-monthly').id };
  expect(await caught(users.changePlan(wanted))).toMatchObject({ code: 'CONFLICT' });
  const good = server.confirmPayment((await users.addPaymentMethod()).client_secret);
  await users.setDefaultPaymentMethod(good);
  expect((await users.getSubscription())?.status).toBe('active');
  expect([server.credits(), (await users.listInvoices()).invoices[0]?.status]).toEqual([50_000, 'paid']);
  const [, old] = await users.listPaymentMethods();
  await users.setDefaultPaymentMethod(old?.id ?? '');
  await users.deletePaymentMethod(good);
  await server.advance(31 * DAY_MS + 15 * DAY_MS);
  expect(await users.getSubscription()).toBeNull();
});

test('a checkout subscribes once it is paid, and a new one ends the one before', async () => {
  const { user, server } = checkedServer({ now: '2026-11-02T12:00:00Z' });
  const [free, creator] = await user.billing.listPlans().toArray();
  const checkout = { plan_id: creator?.id ?? '', return_url: 'https://example.com/{CHECKOUT_SESSION_ID}' };
  const before = await user.billing.createCheckout(checkout);
  const { client_secret } = await user.billing.createCheckout(checkout);
  expect(() => server.confirmPayment(before.client_secret)).toThrow('no open setup');
  expect(() => server.confirmPayment(client_secret, { declines: true })).toThrow('declined');
  expect(await user.users.listPaymentMethods()).toEqual([]);
  server.confirmPayment(client_secret, { brand: 'mastercard' });
  expect((await user.users.getSubscription())?.plan.slug).toBe('creator-monthly');
  expect(await user.users.listPaymentMethods()).toMatchObject([{ brand: 'mastercard', is_default: true }]);
  const free_plan = { ...checkout, plan_id: free?.id ?? '' };
  expect(await caught(user.billing.createCheckout(free_plan))).toMatchObject({ code: 'CONFLICT' });
});

test('a year is paid at once and brings its credits month by month', async () => {
  const { server, user } = checkedServer({ now: '2026-01-31T12:00:00Z', plan: 'creator-yearly' });
  expect((await user.users.getSubscription())?.current_period_end).toBe('2027-01-31T12:00:00.000Z');
  expect((await user.users.getCredits()).period_end).toBe('2026-02-28T12:00:00.000Z');
  await server.advance(40 * DAY_MS);
  expect(await user.users.getCredits()).toMatchObject({
    balance: 50_000,
    period_start: '2026-02-28T12:00:00.000Z',
    period_end: '2026-03-31T12:00:00.000Z',
  });
  expect((await user.users.listInvoices()).invoices).toHaveLength(1);
});

test('what a person wants to be told by mail is kept', async () => {
  const { user } = checkedServer();
  expect((await user.users.getNotificationPreferences()).weekly_usage_summary_email).toBe(false);
  await user.users.updateNotificationPreferences({ weekly_usage_summary_email: true });
  expect(await user.users.getNotificationPreferences()).toMatchObject({
    weekly_usage_summary_email: true,
    failed_generation_email: true,
  });
});

test('limits of the plan are reached: workspaces, runs at a time, storage and credits', async () => {
  const limits = { workspaces_per_owner: 2, concurrent_runs_per_user: 1, storage_bytes_per_workspace: 3 };
  const { user, client } = checkedServer({ limits, credits: 1, clock: 'manual' });
  await user.workspaces.create({ name: 'Second' });
  expect(await caught(user.workspaces.create({ name: 'Third' }))).toMatchObject({
    code: 'PLAN_LIMIT_REACHED',
  });
  const [one, other] = [
    await client.workflows.create({ name: 'One', definition: script('x') }),
    await client.workflows.create({ name: 'Other', definition: script('x'.repeat(101)) }),
  ];
  expect(await caught(client.runs.start(other.id))).toMatchObject({
    code: 'INSUFFICIENT_CREDITS',
    message: 'The run needs at least 2 credits; 1 is left.',
  });
  await client.runs.start(one.id);
  expect(await caught(client.runs.start(other.id))).toMatchObject({ code: 'CONCURRENT_RUN_LIMIT' });
  const file = new File(['four'], 'a.txt');
  const upload = client.uploads.upload({ file, category: 'script', workflowId: one.id });
  expect(await caught(upload)).toMatchObject({ code: 'STORAGE_LIMIT_EXCEEDED' });
});
