import Stripe from 'stripe';
import type { ProcessorEvent } from './payments.ts';

const TOLERANCE_S = 300;

/**
 * An event whose signature is valid for one of the secrets, with a current time. The library rejects only old events,
 * so this also rejects events from the future.
 */
export function readSignedEvent(
  body: Buffer,
  { signature, secrets, now }: { signature: string; secrets: readonly string[]; now: Date },
): ProcessorEvent | undefined {
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt - now.getTime() / 1_000 <= TOLERANCE_S)) return undefined;
  for (const secret of secrets) {
    const event = verified(body, { signature, secret, now });
    if (event) return toEvent(event);
  }
  return undefined;
}

type Signed = { signature: string; secret: string; now: Date };

function verified(body: Buffer, { signature, secret, now }: Signed): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}

/** The customer is the object itself, or one of its fields. */
function toEvent(event: Stripe.Event): ProcessorEvent {
  const object = event.data.object as { id?: unknown; object?: unknown; customer?: unknown };
  const customer = object.object === 'customer' ? object.id : object.customer;
  return {
    id: event.id,
    type: event.type,
    customer_id: referenceOf(customer),
    created_at: new Date(event.created * 1_000),
  };
}

function referenceOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' ? value.id : null;
}
