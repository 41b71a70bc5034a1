import type { Invoice, PaymentMethod } from '@voiceloom/contract';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { type InvoiceQuery, type Payments, PaymentsError } from '../../providers/payments/index.ts';
import { type Change, changing, ensureCustomer, type MirrorApp } from './customer.ts';
import { findCustomer } from './customer-queries.ts';
import { answering, type BillingRequest, paymentsOf, unlessMissing } from './processor.ts';
import { liveOf } from './subscribe.ts';
import { cardView, invoiceView } from './view.ts';

/** The default card comes first. A user who never paid has no cards, so the processor is not called. */
export async function listCards(app: MirrorApp, userId: string): Promise<PaymentMethod[]> {
  const customer = await findCustomer(app.db, userId);
  if (!customer) return [];
  const payments = paymentsOf(app);
  const id = customer.processor_customer_id;
  const [cards, defaultId] = await answering(() =>
    Promise.all([unlessMissing(payments.listCards(id), []), unlessMissing(chargedCard(payments, id), null)]),
  );
  const views = cards.map((card) => cardView(card, defaultId));
  return [...views.filter(({ is_default }) => is_default), ...views.filter(({ is_default }) => !is_default)];
}

/** The default card. Without one, the card that a checkout set for the subscription. */
async function chargedCard(payments: Payments, customerId: string): Promise<string | null> {
  const [own, subscriptions] = await Promise.all([
    payments.findDefaultCard(customerId),
    payments.listSubscriptions(customerId),
  ]);
  return own ?? liveOf(subscriptions)?.default_card_id ?? null;
}

/** The data that a browser needs to collect a card. */
export async function setUpCard(app: MirrorApp, asked: BillingRequest): Promise<{ client_secret: string }> {
  const payments = paymentsOf(app);
  const { processor_customer_id } = await ensureCustomer(app, asked.user_id);
  return answering(() => payments.createSetup(processor_customer_id, { key: asked.request }));
}

/** Searches only the caller's own cards, so that a response reveals nothing about other cards. */
export async function makeDefault(app: MirrorApp, asked: BillingRequest, cardId: string): Promise<void> {
  await withOwnCard(app, asked, cardId, async (change) => {
    const live = await useCard(change, cardId);
    if (live && live.status !== 'active' && live.status !== 'trialing') await payOpenInvoices(app, change);
  });
}

/**
 * Deletes a card. If it was the default, the newest other card becomes the default. The last card of a paid
 * subscription cannot be deleted.
 */
export async function deleteCard(app: MirrorApp, asked: BillingRequest, cardId: string): Promise<void> {
  await withOwnCard(app, asked, cardId, async (change, cards) => {
    const { payments, customer, write } = change;
    const [heir] = cards.filter((id) => id !== cardId);
    const customerId = customer.processor_customer_id;
    const live = liveOf(await payments.listSubscriptions(customerId));
    if (live && heir === undefined)
      throw new ApiError(
        'CONFLICT',
        'You cannot delete the last payment method of a paid subscription. Add another one first.',
      );
    const used = [live?.default_card_id, await payments.findDefaultCard(customerId)];
    if (heir !== undefined && used.includes(cardId)) await useCard(change, heir);
    await payments.detachCard(cardId, write);
  });
}

async function withOwnCard(
  app: MirrorApp,
  asked: BillingRequest,
  cardId: string,
  work: (change: Change, cards: string[]) => Promise<void>,
): Promise<void> {
  paymentsOf(app);
  if (!(await findCustomer(app.db, asked.user_id))) throw notFound('payment method');
  await changing(app, asked, async (change) => {
    const cards = await unlessMissing(change.payments.listCards(change.customer.processor_customer_id), []);
    const ids = cards.map(({ id }) => id);
    if (!ids.includes(cardId)) throw notFound('payment method');
    await work(change, ids);
  });
}

/** A checkout sets a card on its subscription, which would still be charged instead of the default card. */
async function useCard({ payments, customer, write }: Change, cardId: string) {
  const customerId = customer.processor_customer_id;
  await payments.setDefaultCard(customerId, cardId, write);
  const live = liveOf(await payments.listSubscriptions(customerId));
  if (live?.default_card_id && live.default_card_id !== cardId)
    await payments.setSubscriptionCard(live.id, cardId, write);
  return live;
}

/** If the card is declined, it is still the default, and the subscription stays overdue. */
async function payOpenInvoices(app: MirrorApp, { payments, customer, write }: Change): Promise<void> {
  for (const invoice of await payments.listOpenInvoices(customer.processor_customer_id)) {
    try {
      await payments.payInvoice(invoice, write);
    } catch (error) {
      if (!(error instanceof PaymentsError) || error.fault === 'unavailable') throw error;
      app.log.info({ user_id: customer.user_id, err: error }, 'open invoice not paid');
      return;
    }
  }
}

/** A page of invoices, newest first. */
export async function listInvoices(
  app: MirrorApp,
  userId: string,
  query: InvoiceQuery,
): Promise<{ invoices: Invoice[]; has_more: boolean }> {
  const customer = await findCustomer(app.db, userId);
  if (!customer) return { invoices: [], has_more: false };
  const payments = paymentsOf(app);
  try {
    const page = await answering(() => payments.listInvoices(customer.processor_customer_id, query));
    return { invoices: page.items.map(invoiceView), has_more: page.more };
  } catch (error) {
    const isUnknown = error instanceof PaymentsError && error.fault === 'missing' && query.starting_after;
    if (isUnknown) throw invalid({ field: 'query.starting_after', message: 'There is no such invoice.' });
    return unlessMissing(Promise.reject<never>(error), { invoices: [], has_more: false });
  }
}
