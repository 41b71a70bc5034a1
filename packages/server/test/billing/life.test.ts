import { beforeAll, expect, test } from 'vitest';
import { type Billing, DAY_MS, type Payer, startBilling } from '../support/billing.ts';

/*
 * The life of a customer with different webhook behavior: each webhook once; each twice, late and in another
 * order; and half or all of them lost, so that the hourly job must catch up. The result is always the same.
 */

interface Chapter {
  name: string;
  does: (billing: Billing, payer: Payer) => Promise<unknown>;
}

const ME = '/api/v1/users/me';
const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

const CHAPTERS: Chapter[] = [
  { name: 'subscribes without a card', does: (_, payer) => status(payer.subscribe('creator-monthly')) },
  {
    name: 'brings a card and subscribes',
    async does(_, payer) {
      await payer.addDefaultCard();
      return status(payer.subscribe('creator-monthly'));
    },
  },
  {
    name: 'upgrades after ten days for what the preview says',
    async does(billing, payer) {
      billing.advance(10 * DAY_MS);
      const path = `/api/v1/billing/plans/${billing.plan('studio-monthly').id}/preview`;
      const preview = await payer.call('GET', path);
      billing.advance(5 * 60_000);
      return [preview.body.data.proration_amount, await status(payer.changeTo('studio-monthly'))];
    },
  },
  { name: 'schedules a downgrade', does: (_, payer) => status(payer.changeTo('creator-monthly')) },
  {
    name: 'takes the downgrade back',
    does: (_, payer) => status(payer.call('POST', `${ME}/subscription/cancel-scheduled-change`)),
  },
  { name: 'schedules it again', does: (_, payer) => status(payer.changeTo('creator-monthly')) },
  {
    name: 'is on the smaller plan after the end of the period',
    does: async (billing) => billing.advance(25 * DAY_MS),
  },
  {
    name: 'is declined an upgrade on a bad card',
    async does(_, payer) {
      await payer.addDefaultCard('pm_card_chargeCustomerFail');
      return status(payer.changeTo('studio-monthly'));
    },
  },
  { name: 'falls behind with a payment', does: async (billing) => billing.advance(31 * DAY_MS) },
  {
    name: 'recovers with a good card',
    does: (_, payer) => payer.addDefaultCard('pm_card_mastercard').then(() => undefined),
  },
  { name: 'cancels', does: (_, payer) => status(payer.call('POST', `${ME}/subscription/cancel`)) },
  {
    name: 'is on the free plan after the end of the period',
    does: async (billing) => billing.advance(31 * DAY_MS),
  },
];

/** Everything that a customer can see, without IDs that differ between lives. */
async function seen(payer: Payer) {
  const subscription = await payer.subscription();
  const cards = await payer.cards();
  const credits = (await payer.call('GET', `${ME}/credits`)).body.data;
  return {
    credits: { remaining: credits.remaining, plan_grant: credits.plan_grant, until: credits.period_end },
    subscription: subscription && {
      ...subscription,
      id: undefined,
      plan: subscription.plan.name,
      scheduled_plan: subscription.scheduled_plan?.name ?? null,
    },
    cards: cards.map(({ brand, is_default }) => `${brand}${is_default ? ' (default)' : ''}`),
    invoices: (await payer.invoices()).map(({ status: state, amount_due, amount_paid }) => [
      state,
      amount_due,
      amount_paid,
    ]),
  };
}

type Seen = Awaited<ReturnType<typeof seen>> & { name: string; answer: unknown };

async function live(spoil: (billing: Billing) => void, catchUp: (billing: Billing) => Promise<unknown>) {
  const billing = await startBilling();
  try {
    const payer = await billing.payer();
    spoil(billing);
    const story: Seen[] = [];
    for (const { name, does } of CHAPTERS) {
      const answer = await does(billing, payer);
      await catchUp(billing);
      story.push({ name, answer, ...(await seen(payer)) });
    }
    return story;
  } finally {
    await billing.close();
  }
}

/** Each life has a dozen chapters with two servers. */
const LIFE_MS = 180_000;

let plain: Seen[];
beforeAll(async () => {
  plain = await live(
    () => undefined,
    (billing) => billing.settle(),
  );
}, LIFE_MS);

test('a customer goes from the free plan through upgrades, declines and late payments back to the free plan', () => {
  const chapter = (name: string) => plain.find((one) => one.name === name);
  expect(chapter('subscribes without a card')).toMatchObject({
    answer: 402,
    subscription: null,
    invoices: [],
  });
  expect(chapter('brings a card and subscribes')).toMatchObject({
    answer: 200,
    subscription: {
      plan: 'Creator',
      status: 'active',
      current_period_start: '2026-11-02T12:00:00.000Z',
      current_period_end: '2026-12-02T12:00:00.000Z',
      scheduled_plan: null,
    },
    credits: { plan_grant: 50_000 },
    cards: ['visa (default)'],
    invoices: [['paid', 1_900, 1_900]],
  });
  // 20 of 30 days are left: two thirds of 99.00 minus two thirds of 19.00, each rounded separately.
  expect(chapter('upgrades after ten days for what the preview says')).toMatchObject({
    answer: [6_600 - 1_267, 200],
    subscription: { plan: 'Studio', current_period_end: '2026-12-02T12:00:00.000Z' },
    credits: { plan_grant: 250_000 },
    invoices: [
      ['paid', 5_333, 5_333],
      ['paid', 1_900, 1_900],
    ],
  });
  expect(chapter('schedules a downgrade')?.subscription).toMatchObject({
    plan: 'Studio',
    scheduled_plan: 'Creator',
    scheduled_at: '2026-12-02T12:00:00.000Z',
  });
  expect(chapter('takes the downgrade back')?.subscription).toMatchObject({
    plan: 'Studio',
    scheduled_plan: null,
    scheduled_at: null,
  });
  const smaller = chapter('is on the smaller plan after the end of the period');
  expect(smaller?.subscription).toMatchObject({ plan: 'Creator', scheduled_plan: null, status: 'active' });
  expect(smaller?.invoices[0]).toEqual(['paid', 1_900, 1_900]);
  expect(chapter('is declined an upgrade on a bad card')).toMatchObject({
    answer: 402,
    subscription: smaller?.subscription,
    invoices: smaller?.invoices,
  });
  expect(chapter('falls behind with a payment')).toMatchObject({
    subscription: { plan: 'Creator', status: 'past_due' },
    invoices: [['open', 1_900, 0], ...(smaller?.invoices ?? [])],
  });
  expect(chapter('recovers with a good card')).toMatchObject({
    subscription: { plan: 'Creator', status: 'active' },
    invoices: [['paid', 1_900, 1_900], ...(smaller?.invoices ?? [])],
  });
  expect(chapter('cancels')?.subscription).toMatchObject({
    plan: 'Creator',
    status: 'active',
    cancel_at_period_end: true,
    canceled_at: expect.any(String),
  });
  const last = chapter('is on the free plan after the end of the period');
  expect(last).toMatchObject({ subscription: null, credits: { plan_grant: 1_000 } });
});

test(
  'the same history with every webhook twice, late and reordered is the same at every step',
  async () => {
    const late = await live(
      ({ processor }) => {
        processor.control.webhooks.duplicate(2);
        processor.control.webhooks.hold();
      },
      async ({ processor, settle }) => {
        processor.control.webhooks.flush(7);
        await settle();
        processor.control.webhooks.hold();
      },
    );
    expect(late).toEqual(plain);
  },
  LIFE_MS,
);

test.each([
  ['half', 0.5],
  ['all', 1],
])(
  'the same history with %s of the webhooks lost is the same after the hourly job',
  async (_, share) => {
    const lossy = await live(
      ({ processor }) => processor.control.webhooks.drop(share, 3),
      async (billing) => {
        await billing.settle();
        await billing.reconcile();
      },
    );
    expect(lossy).toEqual(plain);
  },
  LIFE_MS,
);
