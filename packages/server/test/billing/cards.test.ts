import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Billing, DAY_MS, type Payer, startBilling } from '../support/billing.ts';

const CARDS = '/api/v1/users/me/payment-methods';
const INVOICES = '/api/v1/users/me/invoices';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

const makeDefault = (payer: Payer, id: string) => payer.call('PUT', `${CARDS}/${id}/default`);
const remove = (payer: Payer, id: string) => payer.call('DELETE', `${CARDS}/${id}`);
const ids = async (payer: Payer) => (await payer.cards()).map(({ id }) => id);

test('a user who never paid has no cards or invoices, and reading them creates no customer', async () => {
  const payer = await billing.payer();
  expect(await payer.cards()).toEqual([]);
  expect((await payer.call('GET', INVOICES)).body.data).toEqual({ invoices: [], has_more: false });
  const made = await billing.app.db
    .selectFrom('billing_customer')
    .select('user_id')
    .where('user_id', '=', payer.user_id)
    .execute();
  expect(made).toEqual([]);
});

test('cards are listed with the default card first', async () => {
  const payer = await billing.payer();
  const first = await payer.addDefaultCard('pm_card_visa');
  const second = await payer.addCard('pm_card_mastercard');
  expect(await ids(payer)).toEqual([first, second]);
  expect((await makeDefault(payer, second)).body.data).toEqual({});
  expect(await payer.cards()).toEqual([
    {
      id: second,
      brand: 'mastercard',
      last4: '4444',
      exp_month: 12,
      exp_year: expect.any(Number),
      is_default: true,
    },
    {
      id: first,
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: expect.any(Number),
      is_default: false,
    },
  ]);
});

test('setting up a card does not make it the default', async () => {
  const payer = await billing.payer();
  await payer.addCard();
  expect((await payer.cards()).map(({ is_default }) => is_default)).toEqual([false]);
  expect((await payer.subscribe('creator-monthly')).status).toBe(402);
});

test('a page of the processor adds a card, and leads back whether or not it did', async () => {
  const payer = await billing.payer();
  const return_url = 'https://app.example.com/plan';
  const { status, body } = await payer.call('POST', `${CARDS}/page`, { return_url });
  expect([status, body.data]).toEqual([
    200,
    { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_/) },
  ]);
  const id = String(body.data.url).split('/').at(-1) ?? '';
  const session = billing.processor.control.completeCheckout(id, 'pm_card_visa');
  expect(session).toMatchObject({ success_url: return_url, cancel_url: return_url, subscription: null });
  // The events of the page change nothing else.
  await billing.settle();
  expect(await payer.cards()).toMatchObject([{ last4: '4242', is_default: false }]);
  expect(await payer.subscription()).toBe(null);
});

test('a page that adds a card needs a web address to lead back to', async () => {
  const payer = await billing.payer();
  const { status, body } = await payer.call('POST', `${CARDS}/page`, { return_url: 'javascript:alert(1)' });
  expect([status, body.error.details[0].field]).toEqual([422, 'body.return_url']);
});

test('a card of another user, a deleted one and one that never existed are not found', async () => {
  const [payer, stranger] = [await billing.payer(), await billing.payer()];
  const theirs = await stranger.addDefaultCard();
  const gone = await payer.addCard();
  await remove(payer, gone);
  const newcomer = await billing.payer();
  for (const caller of [payer, newcomer])
    for (const id of [theirs, gone, 'pm_unknown', 'a%2Fb']) {
      for (const answer of [await makeDefault(caller, id), await remove(caller, id)])
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  expect(await stranger.cards()).toMatchObject([{ id: theirs, is_default: true }]);
});

test('without a subscription every card can be deleted', async () => {
  const payer = await billing.payer();
  const id = await payer.addDefaultCard();
  expect((await remove(payer, id)).body.data).toEqual({});
  expect(await payer.cards()).toEqual([]);
});

test('the last card of a subscription cannot be deleted; deleting the default makes another the default', async () => {
  const payer = await billing.payer();
  const first = await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  const refused = await remove(payer, first);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  const second = await payer.addCard('pm_card_mastercard');
  expect((await remove(payer, first)).status).toBe(200);
  expect(await payer.cards()).toMatchObject([{ id: second, is_default: true }]);
  billing.advance(32 * DAY_MS);
  await billing.settle();
  expect((await payer.subscription())?.status).toBe('active');
});

test('when the last two cards are deleted at once, one stays', async () => {
  const payer = await billing.payer();
  const [first, second] = [await payer.addDefaultCard(), await payer.addCard('pm_card_mastercard')];
  await payer.subscribe('creator-monthly');
  const answers = await Promise.all([remove(payer, first), remove(payer, second)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await payer.cards()).toMatchObject([{ is_default: true }]);
});

test('a new default card pays open invoices; a declined one stays the default and leaves them open', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  await payer.addDefaultCard('pm_card_chargeCustomerFail');
  billing.advance(32 * DAY_MS);
  await billing.settle();
  expect((await payer.subscription())?.status).toBe('past_due');
  const worse = await payer.addCard('pm_card_chargeCustomerFail');
  expect((await makeDefault(payer, worse)).status).toBe(200);
  expect((await payer.subscription())?.status).toBe('past_due');
  expect((await payer.cards())[0]).toMatchObject({ id: worse, is_default: true });
  await payer.addDefaultCard('pm_card_mastercard');
  // Immediately, before any event is processed.
  expect((await payer.subscription())?.status).toBe('active');
  expect((await payer.invoices())[0]).toMatchObject({
    status: 'paid',
    amount_due: 1_900,
    amount_paid: 1_900,
  });
});

test('invoices are paged, newest first, and only those of the user', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  await payer.subscribe('creator-monthly');
  billing.advance(32 * DAY_MS);
  await billing.settle();
  await payer.changeTo('studio-monthly');
  const all = await payer.invoices();
  expect(all).toHaveLength(3);
  expect(all.map(({ created }) => created)).toEqual(
    all
      .map(({ created }) => created)
      .toSorted()
      .reverse(),
  );
  expect(all.at(-1)).toMatchObject({
    status: 'paid',
    number: expect.any(String),
    amount_due: 1_900,
    currency: 'usd',
    hosted_invoice_url: expect.stringContaining('http'),
    invoice_pdf: expect.stringContaining('http'),
  });
  const first = (await payer.call('GET', `${INVOICES}?limit=2`)).body.data;
  expect(first).toEqual({ invoices: all.slice(0, 2), has_more: true });
  const rest = await payer.call('GET', `${INVOICES}?limit=2&starting_after=${all[1]?.id}`);
  expect(rest.body.data).toEqual({ invoices: all.slice(2), has_more: false });
});

test('a page of invoices after a missing invoice or an invalid id is rejected', async () => {
  const payer = await billing.payer();
  await payer.addDefaultCard();
  for (const id of ['in_doesnotexist', 'cus_1', '../x']) {
    const { status, body } = await payer.call('GET', `${INVOICES}?starting_after=${encodeURIComponent(id)}`);
    expect([status, body.error.details[0].field]).toEqual([422, 'query.starting_after']);
  }
});
