/** A write that is repeated with the same key and the same content has one effect. */
export interface Write {
  key: string;
  /** Of all writes with this key only one is to have an effect, whatever the others say. */
  once?: true;
}

export interface Card {
  id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

export interface Price {
  id: string;
  /** The slug of the plan that it belongs to now. */
  lookup_key: string | null;
  product_id: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year' | null;
}

export interface NewPrice {
  lookup_key: string;
  name: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year';
  /** The product of the price that this one follows. */
  product_id: string | undefined;
}

/** What a schedule has in store for a subscription. */
export interface Schedule {
  id: string;
  /** When the phase began that the subscription is in. */
  phase_start: Date | null;
  next: { price_id: string; starts_at: Date } | null;
}

/** A subscription as the processor tells it. */
export interface ProcessorSubscription {
  id: string;
  item_id: string;
  price: Pick<Price, 'id' | 'lookup_key' | 'amount' | 'currency'>;
  status: string;
  current_period_start: Date;
  current_period_end: Date;
  cancel_at_period_end: boolean;
  canceled_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  default_card_id: string | null;
  /** Which of our requests was the last to change what is paid for. */
  request: string | null;
  schedule: Schedule | null;
}

export interface ProcessorInvoice {
  id: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  amount_due: number;
  amount_paid: number;
  currency: string;
  period_start: Date;
  period_end: Date;
  created_at: Date;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
}

export interface InvoiceQuery {
  limit: number;
  starting_after?: string | undefined;
}

export interface NewSubscription {
  customer_id: string;
  price_id: string;
  request: string;
}

/** A change that applies at once; what is left of the paid period counts as of `prorated_at`. */
export interface Upgrade {
  customer_id: string;
  subscription: Pick<ProcessorSubscription, 'id' | 'item_id' | 'cancel_at_period_end'>;
  price_id: string;
  prorated_at: Date;
}

/** A change at the end of the paid period. */
export interface Downgrade {
  subscription: ProcessorSubscription;
  price_id: string;
  interval: 'month' | 'year';
}

export interface NewCheckout {
  customer_id: string;
  price_id: string;
  return_url: string;
}

/** A call of the processor whose signature is right. Only the ids are used: what it tells may be out of date. */
export interface ProcessorEvent {
  id: string;
  type: string;
  customer_id: string | null;
  created_at: Date;
}

/** The payment processor. Every function may throw PaymentsError. */
export interface Payments {
  createCustomer(customer: { user_id: string; email: string | null }, write: Write): Promise<string>;
  /** False: there is none of this id, or it was deleted. */
  hasCustomer(customerId: string): Promise<boolean>;
  /** The default card, where the customer has one. */
  findDefaultCard(customerId: string): Promise<string | null>;
  /** Newest first, up to a hundred. */
  listCards(customerId: string): Promise<Card[]>;
  createSetup(customerId: string, write: Write): Promise<{ client_secret: string }>;
  setDefaultCard(customerId: string, cardId: string, write: Write): Promise<void>;
  setSubscriptionCard(subscriptionId: string, cardId: string, write: Write): Promise<void>;
  detachCard(cardId: string, write: Write): Promise<void>;
  /** Newest first. */
  listInvoices(
    customerId: string,
    query: InvoiceQuery,
  ): Promise<{ items: ProcessorInvoice[]; more: boolean }>;
  /** Ids, oldest first, up to ten. */
  listOpenInvoices(customerId: string): Promise<string[]>;
  payInvoice(invoiceId: string, write: Write): Promise<void>;
  findPrices(lookupKeys: string[]): Promise<Price[]>;
  /** Takes the lookup key over from the price that has it. */
  createPrice(price: NewPrice, write: Write): Promise<Price>;
  /** Newest first, ended ones too, up to a hundred. */
  listSubscriptions(customerId: string): Promise<ProcessorSubscription[]>;
  /** All or nothing: a payment that is declined leaves no subscription. */
  subscribe(subscription: NewSubscription, write: Write): Promise<void>;
  previewUpgrade(upgrade: Upgrade): Promise<{ amount: number; currency: string }>;
  /** All or nothing, too; takes back a cancellation. */
  upgrade(upgrade: Upgrade & { request: string }, write: Write): Promise<void>;
  /** Replaces what was scheduled before. */
  downgrade(downgrade: Downgrade, write: Write): Promise<void>;
  releaseSchedule(scheduleId: string, write: Write): Promise<void>;
  setCancellation(subscriptionId: string, cancel: boolean, write: Write): Promise<void>;
  createCheckout(checkout: NewCheckout, write: Write): Promise<{ id: string; client_secret: string }>;
  /** Does nothing to a checkout that is over. */
  expireCheckout(checkoutId: string, write: Write): Promise<void>;
  /** Undefined where the signature is not right for these bytes and this time. */
  readEvent(body: Buffer, signature: string, now: Date): ProcessorEvent | undefined;
}

/**
 * What came of a call that failed. `declined`: the card was; the message is for the customer. `missing`: there is no
 * such object. `unavailable`: away or busy; whether there was an effect is not certain. `refused`: a fault of ours.
 */
export type PaymentsFault = 'declined' | 'missing' | 'unavailable' | 'refused';

interface PaymentsFacts {
  retry_after_s?: number | undefined;
  answered?: boolean;
  param?: string | undefined;
  processor_request_id?: string | undefined;
}

/** Carries nothing of what was sent or answered but words and ids, so that it can be logged. */
export class PaymentsError extends Error {
  readonly fault: PaymentsFault;
  readonly retry_after_s: number | undefined;
  /** The processor answered, and will answer the same key in the same way again. */
  readonly answered: boolean;
  /** The parameter that was refused. */
  readonly param: string | undefined;
  readonly processor_request_id: string | undefined;

  constructor(fault: PaymentsFault, message: string, facts: PaymentsFacts = {}) {
    super(message);
    this.name = 'PaymentsError';
    this.fault = fault;
    this.retry_after_s = facts.retry_after_s;
    this.answered = facts.answered ?? false;
    this.param = facts.param;
    this.processor_request_id = facts.processor_request_id;
  }
}
