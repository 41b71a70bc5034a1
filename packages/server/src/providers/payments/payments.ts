import type { ProcessorSubscription } from './stripe-shapes.ts';

/** Identifies a write. Repeating it with the same key and content has no further effect. */
export interface Write {
  key: string;
  /** Only one write with this key may take effect, even if their contents differ. */
  once?: true;
}

export interface NewPrice {
  lookup_key: string;
  name: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year';
  /** The product of the previous price. */
  product_id: string | undefined;
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

/** A change that takes effect at once. The unused rest of the paid period is credited as of `prorated_at`. */
export interface Upgrade {
  customer_id: string;
  subscription: Pick<ProcessorSubscription, 'id' | 'item_id' | 'cancel_at_period_end'>;
  price_id: string;
  prorated_at: Date;
}

/** A change that takes effect at the end of the paid period. */
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

export interface NewCardPage {
  customer_id: string;
  return_url: string;
}

/** A webhook of the processor with a valid signature. Only its IDs are used, because its content may be outdated. */
export interface ProcessorEvent {
  id: string;
  type: string;
  customer_id: string | null;
  created_at: Date;
}

/**
 * Why a call failed. `declined`: the card was declined; the message is for the customer. `missing`: the object does not
 * exist. `unavailable`: the processor is unreachable or busy, and the write may have taken effect. `rejected`: our
 * request was invalid.
 */
export type PaymentsErrorCode = 'declined' | 'missing' | 'unavailable' | 'rejected';

/** Contains only messages and IDs, so that it can be logged. */
export class PaymentsError extends Error {
  readonly code: PaymentsErrorCode;
  readonly retry_after_s: number | undefined;
  /** Whether the processor responded and will repeat this response for the same key. */
  readonly responded: boolean;
  /** The invalid parameter. */
  readonly param: string | undefined;
  readonly processor_request_id: string | undefined;

  constructor(
    code: PaymentsErrorCode,
    message: string,
    facts: {
      retry_after_s?: number | undefined;
      responded?: boolean;
      param?: string | undefined;
      processor_request_id?: string | undefined;
    } = {},
  ) {
    super(message);
    this.name = 'PaymentsError';
    this.code = code;
    this.retry_after_s = facts.retry_after_s;
    this.responded = facts.responded ?? false;
    this.param = facts.param;
    this.processor_request_id = facts.processor_request_id;
  }
}
