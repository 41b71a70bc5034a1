import Stripe from 'stripe';
import { fetchInBudget } from './budget.ts';
import { type Payments, PaymentsError } from './payments.ts';
import { ask, BUDGET_MS, send } from './stripe-call.ts';
import { readSignedEvent } from './stripe-event.ts';
import { idOf, toCard, toInvoice, toPrice } from './stripe-shapes.ts';
import { subscriptionsOf } from './stripe-subscriptions.ts';

export interface PaymentsSettings {
  secret_key: string;
  /** One secret, or the old and new one during a rotation. */
  webhook_secrets: readonly string[];
  /** A URL to use instead of Stripe's. */
  api_base?: string | undefined;
}

const LOOKUP_KEYS_A_CALL = 10;

/** Payments at Stripe. */
export function createStripePayments(settings: PaymentsSettings): Payments {
  const stripe = connect(settings);
  return {
    ...customersOf(stripe),
    ...cardsOf(stripe),
    ...invoicesOf(stripe),
    ...pricesOf(stripe),
    ...subscriptionsOf(stripe),
    ...checkoutsOf(stripe),
    readEvent: (body, signature, now) =>
      readSignedEvent(body, { signature, secrets: settings.webhook_secrets, now }),
  };
}

function connect({ secret_key, api_base }: PaymentsSettings): Stripe {
  const base = api_base === undefined ? undefined : new URL(api_base);
  return new Stripe(secret_key, {
    maxNetworkRetries: 2,
    timeout: BUDGET_MS,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchInBudget),
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

type CustomerCalls = 'createCustomer' | 'hasCustomer' | 'findDefaultCard' | 'createSetup';

function customersOf(stripe: Stripe): Pick<Payments, CustomerCalls> {
  return {
    async createCustomer({ user_id, email }, write) {
      const params = { metadata: { user_id }, ...(email !== null && { email }) };
      const customer = await send('customer', { params, write }, (...args) =>
        stripe.customers.create(...args),
      );
      return customer.id;
    },
    async hasCustomer(customerId) {
      try {
        return !(await ask(() => stripe.customers.retrieve(customerId))).deleted;
      } catch (error) {
        if (error instanceof PaymentsError && error.fault === 'missing') return false;
        throw error;
      }
    },
    async findDefaultCard(customerId) {
      const customer = await ask(() => stripe.customers.retrieve(customerId));
      if (customer.deleted) return null;
      const card = customer.invoice_settings.default_payment_method;
      return card && idOf(card);
    },
    async createSetup(customer, write) {
      const params: Stripe.SetupIntentCreateParams = {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      };
      const made = await send('setup', { params, write }, (...args) => stripe.setupIntents.create(...args));
      return { client_secret: secretOf(made) };
    },
  };
}

function secretOf({ client_secret }: { client_secret: string | null }): string {
  if (client_secret === null) throw new Error('The payment processor returned no client secret.');
  return client_secret;
}

type CardCalls = 'listCards' | 'setDefaultCard' | 'setSubscriptionCard' | 'detachCard';

function cardsOf(stripe: Stripe): Pick<Payments, CardCalls> {
  return {
    async listCards(customer) {
      const found = await ask(() => stripe.paymentMethods.list({ customer, type: 'card', limit: 100 }));
      return found.data.flatMap(toCard);
    },
    async setDefaultCard(customerId, cardId, write) {
      const params = { invoice_settings: { default_payment_method: cardId } };
      await send(`default/${customerId}`, { params, write }, (...args) =>
        stripe.customers.update(customerId, ...args),
      );
    },
    async setSubscriptionCard(subscriptionId, cardId, write) {
      const params = { default_payment_method: cardId };
      await send(`card/${subscriptionId}`, { params, write }, (...args) =>
        stripe.subscriptions.update(subscriptionId, ...args),
      );
    },
    async detachCard(cardId, write) {
      await send(`detach/${cardId}`, { params: {}, write }, (...args) =>
        stripe.paymentMethods.detach(cardId, ...args),
      );
    },
  };
}

function invoicesOf(stripe: Stripe): Pick<Payments, 'listInvoices' | 'listOpenInvoices' | 'payInvoice'> {
  return {
    async listInvoices(customer, { limit, starting_after }) {
      const params = { customer, limit, ...(starting_after !== undefined && { starting_after }) };
      const found = await ask(() => stripe.invoices.list(params));
      return { items: found.data.map(toInvoice), more: found.has_more };
    },
    async listOpenInvoices(customer) {
      const found = await ask(() => stripe.invoices.list({ customer, status: 'open', limit: 10 }));
      return found.data.map((invoice) => invoice.id).reverse();
    },
    async payInvoice(invoiceId, write) {
      const params = { off_session: true };
      await send(`pay/${invoiceId}`, { params, write }, (...args) => stripe.invoices.pay(invoiceId, ...args));
    },
  };
}

function pricesOf(stripe: Stripe): Pick<Payments, 'findPrices' | 'createPrice'> {
  return {
    async findPrices(lookupKeys) {
      const prices = [];
      for (let at = 0; at < lookupKeys.length; at += LOOKUP_KEYS_A_CALL) {
        const lookup_keys = lookupKeys.slice(at, at + LOOKUP_KEYS_A_CALL);
        const found = await ask(() => stripe.prices.list({ lookup_keys, active: true, limit: 100 }));
        prices.push(...found.data.map(toPrice));
      }
      return prices;
    },
    async createPrice(price, write) {
      const { lookup_key, name, amount, currency, interval, product_id } = price;
      const params: Stripe.PriceCreateParams = {
        currency,
        unit_amount: amount,
        recurring: { interval },
        lookup_key,
        transfer_lookup_key: true,
        ...(product_id === undefined ? { product_data: { name } } : { product: product_id }),
      };
      return toPrice(await send('price', { params, write }, (...args) => stripe.prices.create(...args)));
    },
  };
}

function checkoutsOf(stripe: Stripe): Pick<Payments, 'createCheckout' | 'expireCheckout'> {
  return {
    async createCheckout({ customer_id, price_id, return_url }, write) {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        ui_mode: 'embedded_page',
        customer: customer_id,
        line_items: [{ price: price_id, quantity: 1 }],
        return_url,
      };
      const made = await send('checkout', { params, write }, (...args) =>
        stripe.checkout.sessions.create(...args),
      );
      return { id: made.id, client_secret: secretOf(made) };
    },
    async expireCheckout(checkoutId, write) {
      const isOpen = async (): Promise<boolean> =>
        (await ask(() => stripe.checkout.sessions.retrieve(checkoutId))).status === 'open';
      if (!(await isOpen())) return;
      await send(`expire/${checkoutId}`, { params: {}, write }, (...args) =>
        stripe.checkout.sessions.expire(checkoutId, ...args),
      ).catch(async (error: unknown) => {
        // It may have been paid in the meantime.
        if (await isOpen()) throw error;
      });
    },
  };
}
