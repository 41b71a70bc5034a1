import Stripe from 'stripe';
import { z } from 'zod';
import type { ProcessorEvent } from './payments.ts';

const TOLERANCE_S = 300;

/**
 * An event whose signature is valid for one of the secrets, with a current time. The library rejects only old events,
 * so this also rejects events from the future. Undefined if the signature is wrong or the body is not an event.
 */
export function readSignedEvent(
  body: Buffer,
  { signature, secrets, now }: { signature: string; secrets: readonly string[]; now: Date },
): ProcessorEvent | undefined {
  const signedAt = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(signedAt - now.getTime() / 1_000 <= TOLERANCE_S)) return undefined;
  for (const secret of secrets) {
    let signedBody: unknown;
    try {
      signedBody = Stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now.getTime(),
      );
    } catch {
      continue;
    }
    const event = Event.safeParse(signedBody);
    if (!event.success) continue;
    const { id, type, created, data } = event.data;
    const { object } = data;
    // The customer is the object itself, or one of its fields.
    const customer = Reference.safeParse(object.object === 'customer' ? object.id : object.customer);
    return { id, type, customer_id: customer.data ?? null, created_at: new Date(created * 1_000) };
  }
  return undefined;
}

/** PostgreSQL cannot store NUL. */
const Text = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\u0000') && text.isWellFormed());
const Reference = z.union([Text, z.object({ id: Text }).transform(({ id }) => id)]);

/** The parts of an event that the service uses. */
const Event = z.object({
  id: Text,
  type: Text,
  // The last second of the year 9999.
  created: z.int().min(0).max(253_402_300_799),
  data: z.object({
    object: z.object({
      object: z.string().optional(),
      id: z.unknown().optional(),
      customer: z.unknown().optional(),
    }),
  }),
});
