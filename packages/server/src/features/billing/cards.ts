import type { Invoice, PaymentMethod } from '@voiceloom/contract';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { type InvoiceQuery, PaymentsError } from '../../providers/payments/index.ts';
import { type Change, changeBilling, ensureCustomer, type MirrorApp } from './customer.ts';
import { findCustomer } from './customer-queries.ts';
import {
  type BillingRequest,
  getPayments,
  rejectReturnUrl,
  translateErrors,
  unlessMissing,
} from './processor.ts';
import { findLive } from './subscribe.ts';
import { cardView, invoiceView } from './view.ts';

/** The default card comes first. A user who never paid has no cards, so the processor is not called. */
export async function listCards(app: MirrorApp, userId: string): Promise<PaymentMethod[]> {
  const customer = await findCustomer(app.db, userId);
  if (!customer) return [];
  const payments = getPayments(app);
  const id = customer.processor_customer_id;
  /** The default card. Without one, the card that a checkout set for the subscription. */
  const findChargedCard = async (): Promise<string | null> => {
    const [ownCard, subscriptions] = await Promise.all([
      payments.findDefaultCard(id),
      payments.listSubscriptions(id),
    ]);
    return ownCard ?? findLive(subscriptions)?.default_card_id ?? null;
  };
  const [cards, defaultId] = await translateErrors(() =>
    Promise.all([unlessMissing(payments.listCards(id), []), unlessMissing(findChargedCard(), null)]),
  );
  const views = cards.map((card) => cardView(card, defaultId));
  return [...views.filter(({ is_default }) => is_default), ...views.filter(({ is_default }) => !is_default)];
}

/** The data that a browser needs to collect a card. */
export async function setUpCard(app: MirrorApp, request: BillingRequest): Promise<{ client_secret: string }> {
  const payments = getPayments(app);
  const { processor_customer_id } = await ensureCustomer(app, request.user_id);
  return translateErrors(() => payments.createSetup(processor_customer_id, { key: request.id }));
}

/** A page of the processor that adds a card, and then leads back. */
export async function createCardPage(
  app: MirrorApp,
  request: BillingRequest,
  return_url: string,
): Promise<{ url: string }> {
  const payments = getPayments(app);
  const { processor_customer_id: customer_id } = await ensureCustomer(app, request.user_id);
  return translateErrors(() =>
    payments.createCardPage({ customer_id, return_url }, { key: request.id }).catch(rejectReturnUrl),
  );
}

/** Searches only the caller's own cards, so that a response reveals nothing about other cards. */
export async function makeDefault(app: MirrorApp, request: BillingRequest, cardId: string): Promise<void> {
  await withOwnCard(app, request, cardId, async (change) => {
    const { payments, customer, write } = change;
    const subscription = await useCard(change, cardId);
    if (!subscription || subscription.status === 'active' || subscription.status === 'trialing') return;
    for (const invoice of await payments.listOpenInvoices(customer.processor_customer_id)) {
      try {
        await payments.payInvoice(invoice, write);
      } catch (error) {
        if (!(error instanceof PaymentsError) || error.code === 'unavailable') throw error;
        // If the card is declined, it is still the default, and the subscription stays overdue.
        app.log.info({ user_id: customer.user_id, err: error }, 'open invoice not paid');
        return;
      }
    }
  });
}

/**
 * Deletes a card. If it was the default, the newest other card becomes the default. The last card of a paid
 * subscription cannot be deleted.
 */
export async function deleteCard(app: MirrorApp, request: BillingRequest, cardId: string): Promise<void> {
  await withOwnCard(app, request, cardId, async (change, cards) => {
    const { payments, customer, write } = change;
    const nextCard = cards.find((id) => id !== cardId);
    const customerId = customer.processor_customer_id;
    const subscription = findLive(await payments.listSubscriptions(customerId));
    if (subscription && nextCard === undefined)
      throw new ApiError(
        'CONFLICT',
        'You cannot delete the last payment method of a paid subscription. Add another one first.',
      );
    const chargedCards = [subscription?.default_card_id, await payments.findDefaultCard(customerId)];
    if (nextCard !== undefined && chargedCards.includes(cardId)) await useCard(change, nextCard);
    await payments.detachCard(cardId, write);
  });
}

async function withOwnCard(
  app: MirrorApp,
  request: BillingRequest,
  cardId: string,
  work: (change: Change, cards: string[]) => Promise<void>,
): Promise<void> {
  getPayments(app);
  if (!(await findCustomer(app.db, request.user_id))) throw notFound('payment method');
  await changeBilling(app, request, async (change) => {
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
  const subscription = findLive(await payments.listSubscriptions(customerId));
  if (subscription?.default_card_id && subscription.default_card_id !== cardId)
    await payments.setSubscriptionCard(subscription.id, cardId, write);
  return subscription;
}

/** A page of invoices, newest first. */
export async function listInvoices(
  app: MirrorApp,
  userId: string,
  query: InvoiceQuery,
): Promise<{ invoices: Invoice[]; has_more: boolean }> {
  const customer = await findCustomer(app.db, userId);
  if (!customer) return { invoices: [], has_more: false };
  const payments = getPayments(app);
  try {
    const page = await translateErrors(() => payments.listInvoices(customer.processor_customer_id, query));
    return { invoices: page.items.map(invoiceView), has_more: page.more };
  } catch (error) {
    const isUnknown = error instanceof PaymentsError && error.code === 'missing' && query.starting_after;
    if (isUnknown) throw invalid({ field: 'query.starting_after', message: 'There is no such invoice.' });
    return unlessMissing(Promise.reject<never>(error), { invoices: [], has_more: false });
  }
}
