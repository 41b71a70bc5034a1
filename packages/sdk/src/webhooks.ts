import type { WebhookEvent } from './generated/types.ts';
import { secretsOf, signatureOf } from './webhooks/signature.ts';

export { WebhookError, type WebhookErrorCode } from './webhooks/errors.ts';
export {
  type WebhookHandlerOptions,
  type WebhookListeners,
  type WebhookSecrets,
  type WebhookSecretsOf,
  webhookHandler,
} from './webhooks/handler.ts';
export {
  type NodeWebhookHandler,
  type NodeWebhookRequest,
  type NodeWebhookResponse,
  nodeWebhookHandler,
} from './webhooks/node.ts';
export { newSecret } from './webhooks/signature.ts';
export {
  type SeenEvents,
  seenInMemory,
  type UnknownWebhookEvent,
  type VerifyOptions,
  verify,
  type WebhookBody,
  type WebhookHeaders,
} from './webhooks/verify.ts';

/** A delivery as the service sends it, in the form of the second argument of `fetch` and `new Request`. */
export interface SignedDelivery {
  /** Deliveries are POSTs. */
  method: 'POST';
  /** Includes the signature. */
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  /** The signed JSON. */
  body: string;
}

/** How a delivery is signed. */
export interface SignOptions {
  /** The time of the signature, in milliseconds since 1970. Default: now. */
  now?: () => number;
}

/**
 * Creates a signed delivery like the service's, for tests.
 *
 * @example
 * ```ts
 * const response = await handle(new Request('https://example.com/hooks', await sign(event, secret)));
 * ```
 */
export async function sign(
  event: WebhookEvent | (Record<'id' | 'type', string> & Record<string, unknown>),
  secrets: string | readonly string[],
  { now = Date.now }: SignOptions = {},
): Promise<SignedDelivery> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now() / 1000));
  const content = { id: event.id, timestamp, body: new TextEncoder().encode(body) };
  const signature = await signatureOf(content, secretsOf(secrets));
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
    body,
  };
}
