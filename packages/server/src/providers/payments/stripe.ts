import Stripe from 'stripe';
import {
  type InvoiceQuery,
  type NewCardPage,
  type NewCheckout,
  type NewPrice,
  PaymentsError,
  type Write,
} from './payments.ts';
import { BUDGET_MS, callStripe, fetchInBudget, sendIdempotently } from './stripe-call.ts';
import { readSignedEvent } from './stripe-event.ts';
import { getId, type Price, toCard, toInvoice, toPrice } from './stripe-shapes.ts';
import { subscriptionCalls } from './stripe-subscriptions.ts';

export interface PaymentsSettings {
  secret_key: string;
  /** One secret, or the old and new one during a rotation. */
  webhook_secrets: readonly string[];
  /** The URL to use instead of Stripe's. */
  api_base?: string | undefined;
}

/** The payment processor. All its functions may throw PaymentsError. */
export type Payments = ReturnType<typeof createStripePayments>;

const MAX_LOOKUP_KEYS = 10;

export function createStripePayments(settings: PaymentsSettings) {
  const { secret_key, webhook_secrets, api_base } = settings;
  const config: ConstructorParameters<typeof Stripe>[1] = {
    maxNetworkRetries: 2,
    timeout: BUDGET_MS,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchInBudget),
  };
  if (api_base !== undefined) {
    const { protocol, hostname, port } = new URL(api_base);
    const isPlain = protocol === 'http:';
    config.protocol = isPlain ? 'http' : 'https';
    config.host = hostname;
    config.port = port || (isPlain ? 80 : 443);
  }
  const stripe = new Stripe(secret_key, config);
  return {
    ...customerCalls(stripe),
    ...cardCalls(stripe),
    ...invoiceCalls(stripe),
    ...priceCalls(stripe),
    ...subscriptionCalls(stripe),
    ...checkoutCalls(stripe),
    /** Undefined if the signature does not match the body and the time. */
    readEvent: (body: Buffer, signature: string, now: Date) =>
      readSignedEvent(body, { signature, secrets: webhook_secrets, now }),
  };
}

function customerCalls(stripe: Stripe) {
  return {
    async createCustomer(
      { user_id, email }: { user_id: string; email: string | null },
      write: Write,
    ): Promise<string> {
      const params: Stripe.CustomerCreateParams = { metadata: { user_id } };
      if (email !== null) params.email = email;
      const customer = await sendIdempotently(
        { operation: 'customer', params, write },
        (sentParams, options) => stripe.customers.create(sentParams, options),
      );
      return customer.id;
    },
    /** False if the customer does not exist or was deleted. */
    async hasCustomer(customerId: string): Promise<boolean> {
      try {
        return !(await callStripe(() => stripe.customers.retrieve(customerId))).deleted;
      } catch (error) {
        if (error instanceof PaymentsError && error.code === 'missing') return false;
        throw error;
      }
    },
    async findDefaultCard(customerId: string): Promise<string | null> {
      const customer = await callStripe(() => stripe.customers.retrieve(customerId));
      if (customer.deleted) return null;
      const card = customer.invoice_settings.default_payment_method;
      return card && getId(card);
    },
    async createSetup(customer: string, write: Write): Promise<{ client_secret: string }> {
      const params: Stripe.SetupIntentCreateParams = {
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      };
      const setup = await sendIdempotently({ operation: 'setup', params, write }, (sentParams, options) =>
        stripe.setupIntents.create(sentParams, options),
      );
      return { client_secret: requireSecret(setup) };
    },
  };
}

function requireSecret({ client_secret }: { client_secret: string | null }): string {
  if (client_secret === null) throw new Error('The payment processor returned no client secret.');
  return client_secret;
}

function cardCalls(stripe: Stripe) {
  return {
    /** Newest first, up to 100. */
    async listCards(customer: string) {
      const page = await callStripe(() => stripe.paymentMethods.list({ customer, type: 'card', limit: 100 }));
      return page.data.flatMap(toCard);
    },
    async setDefaultCard(customerId: string, cardId: string, write: Write): Promise<void> {
      const params = { invoice_settings: { default_payment_method: cardId } };
      await sendIdempotently({ operation: `default/${customerId}`, params, write }, (sentParams, options) =>
        stripe.customers.update(customerId, sentParams, options),
      );
    },
    async setSubscriptionCard(subscriptionId: string, cardId: string, write: Write): Promise<void> {
      const params = { default_payment_method: cardId };
      await sendIdempotently({ operation: `card/${subscriptionId}`, params, write }, (sentParams, options) =>
        stripe.subscriptions.update(subscriptionId, sentParams, options),
      );
    },
    async detachCard(cardId: string, write: Write): Promise<void> {
      await sendIdempotently({ operation: `detach/${cardId}`, params: {}, write }, (sentParams, options) =>
        stripe.paymentMethods.detach(cardId, sentParams, options),
      );
    },
  };
}

function invoiceCalls(stripe: Stripe) {
  return {
    /** Newest first. */
    async listInvoices(customer: string, { limit, starting_after }: InvoiceQuery) {
      const params: Stripe.InvoiceListParams = { customer, limit };
      if (starting_after !== undefined) params.starting_after = starting_after;
      const page = await callStripe(() => stripe.invoices.list(params));
      return { items: page.data.map(toInvoice), more: page.has_more };
    },
    /** The IDs of up to ten invoices, oldest first. */
    async listOpenInvoices(customer: string): Promise<string[]> {
      const page = await callStripe(() => stripe.invoices.list({ customer, status: 'open', limit: 10 }));
      return page.data.map((invoice) => invoice.id).reverse();
    },
    async payInvoice(invoiceId: string, write: Write): Promise<void> {
      const params = { off_session: true };
      await sendIdempotently({ operation: `pay/${invoiceId}`, params, write }, (sentParams, options) =>
        stripe.invoices.pay(invoiceId, sentParams, options),
      );
    },
  };
}

function priceCalls(stripe: Stripe) {
  return {
    async findPrices(lookupKeys: string[]): Promise<Price[]> {
      const prices: Price[] = [];
      for (let offset = 0; offset < lookupKeys.length; offset += MAX_LOOKUP_KEYS) {
        const lookup_keys = lookupKeys.slice(offset, offset + MAX_LOOKUP_KEYS);
        const page = await callStripe(() => stripe.prices.list({ lookup_keys, active: true, limit: 100 }));
        prices.push(...page.data.map(toPrice));
      }
      return prices;
    },
    /** Takes the lookup key from the price that has it. */
    async createPrice(price: NewPrice, write: Write): Promise<Price> {
      const { lookup_key, name, amount, currency, interval, product_id } = price;
      const params: Stripe.PriceCreateParams = {
        currency,
        unit_amount: amount,
        recurring: { interval },
        lookup_key,
        transfer_lookup_key: true,
      };
      if (product_id === undefined) params.product_data = { name };
      else params.product = product_id;
      return toPrice(
        await sendIdempotently({ operation: 'price', params, write }, (sentParams, options) =>
          stripe.prices.create(sentParams, options),
        ),
      );
    },
  };
}

function checkoutCalls(stripe: Stripe) {
  return {
    async createCheckout({ customer_id, price_id, return_url }: NewCheckout, write: Write) {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        ui_mode: 'embedded_page',
        customer: customer_id,
        line_items: [{ price: price_id, quantity: 1 }],
        return_url,
      };
      const checkout = await sendIdempotently(
        { operation: 'checkout', params, write },
        (sentParams, options) => stripe.checkout.sessions.create(sentParams, options),
      );
      return { id: checkout.id, client_secret: requireSecret(checkout) };
    },
    /** A page of the processor that adds a card to the customer. */
    async createCardPage({ customer_id, return_url }: NewCardPage, write: Write): Promise<{ url: string }> {
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'setup',
        ui_mode: 'hosted_page',
        customer: customer_id,
        allowed_payment_method_types: ['card'],
        success_url: return_url,
        cancel_url: return_url,
      };
      const { url } = await sendIdempotently(
        { operation: 'card_page', params, write },
        (sentParams, options) => stripe.checkout.sessions.create(sentParams, options),
      );
      if (!url) throw new Error('The payment processor returned no page.');
      return { url };
    },
    /** Does nothing if the checkout has ended. */
    async expireCheckout(checkoutId: string, write: Write): Promise<void> {
      const isOpen = async (): Promise<boolean> =>
        (await callStripe(() => stripe.checkout.sessions.retrieve(checkoutId))).status === 'open';
      if (!(await isOpen())) return;
      await sendIdempotently(
        { operation: `expire/${checkoutId}`, params: {}, write },
        (sentParams, options) => stripe.checkout.sessions.expire(checkoutId, sentParams, options),
      ).catch(async (error: unknown) => {
        // The checkout may have been paid in the meantime.
        if (await isOpen()) throw error;
      });
    },
  };
}
