import type { WebhookEvent } from '../generated/types.ts';
import { webhookEventTypes } from '../generated/webhook-events.ts';
import { WebhookError } from './errors.ts';
import { hasSignature, secretsOf } from './signature.ts';

/** An event of a type that is newer than this version of the package. Return a 2xx status and ignore it. */
export interface UnknownWebhookEvent {
  /** Distinguishes it from known events. */
  type: 'unknown';
  /** The `webhook-id`. */
  id: string;
  /** The original event. */
  event: { type: string; [key: string]: unknown };
}

/**
 * Stores the IDs of received events. `add` returns whether the ID is new, and must return true to only one
 * concurrent caller.
 *
 * @example
 * ```ts
 * const known = new Set<string>();
 * const dedupe: SeenEvents = {
 *   add: (webhookId) => known.size !== known.add(webhookId).size,
 *   delete: (webhookId) => known.delete(webhookId),
 * };
 * ```
 */
export interface SeenEvents {
  /** Stores an ID; returns false if it was known. */
  add(webhookId: string): boolean | Promise<boolean>;
  /** Removes an ID whose event could not be handled. */
  delete(webhookId: string): unknown;
}

/** How strictly to verify. */
export interface VerifyOptions {
  /** The maximum difference between the delivery's time and now. Default 300 seconds. */
  toleranceSeconds?: number;
  /** Returns milliseconds since 1970. Default: the system clock. */
  now?: () => number;
  /** Rejects duplicate events with the code DUPLICATE. */
  dedupe?: SeenEvents;
}

/** Headers as in web servers or in Node. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/** The raw body as text or bytes, not parsed JSON. */
export type WebhookBody = string | ArrayBuffer | Uint8Array;

/** The value of a header. Throws if it is missing. */
function headerOf(headers: WebhookHeaders, name: string): string {
  let value: string | readonly string[] | null | undefined;
  // Not instanceof, because test environments and fetch packages have their own Headers class.
  if (typeof headers.get === 'function') value = (headers as Headers).get(name);
  else value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (!text) throw new WebhookError('MISSING_HEADER', `The header ${name} is missing.`);
  return text;
}

/** Throws if a delivery is too old, or from the future. */
function checkTime(timestamp: string, { toleranceSeconds = 300, now = Date.now }: VerifyOptions): void {
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookError('INVALID_TIMESTAMP', 'The header webhook-timestamp is not a number of seconds.');
  }
  const age = Math.floor(now() / 1000) - Number(timestamp);
  // Also rejects NaN, for which every comparison is false, so every delivery would be accepted.
  if (!(toleranceSeconds >= 0) || Number.isNaN(age)) {
    throw new WebhookError('INVALID_OPTIONS', 'toleranceSeconds and now() must be numbers.');
  }
  if (age > toleranceSeconds) {
    throw new WebhookError('TIMESTAMP_TOO_OLD', `The delivery is ${age} seconds old.`);
  }
  if (-age > toleranceSeconds) {
    throw new WebhookError(
      'TIMESTAMP_TOO_NEW',
      `The delivery is ${-age} seconds in the future. Check the clock of this machine.`,
    );
  }
}

/** The event in a body. Throws if it is not JSON with a type. */
function parseEvent(body: Uint8Array): { type: string; [key: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('INVALID_BODY', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') {
    throw new WebhookError('INVALID_BODY', 'The body is not an event: it has no type.');
  }
  return value as { type: string };
}

/** The raw body as bytes. Throws if a parser has already read it. */
function bytesOf(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not instanceof, because test environments have their own ArrayBuffer.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  const message =
    'The body was already parsed: pass the raw body as text or bytes. In Express, use express.raw for this path.';
  throw new WebhookError('INVALID_OPTIONS', message);
}

/**
 * Returns the event of a delivery after checking its signature and time, as Standard Webhooks requires. Pass
 * the raw body and every active secret, which are two during a rotation.
 *
 * @throws WebhookError with `code` as the reason and `status` as the response status to return.
 * @example
 * ```ts
 * const event = await verify(await request.text(), request.headers, secret);
 * if (event.type === 'run.completed') await publish(event.data.run_id);
 * ```
 */
export async function verify(
  body: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent | UnknownWebhookEvent> {
  const keys = secretsOf(secrets);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTime(timestamp, options);
  const bytes = bytesOf(body);
  if (!(await hasSignature({ id, timestamp, body: bytes }, signatures, keys))) {
    throw new WebhookError('NO_MATCHING_SIGNATURE', 'No signature matches a secret of this endpoint.');
  }
  const event = parseEvent(bytes);
  if (options.dedupe && !(await options.dedupe.add(id))) {
    throw new WebhookError('DUPLICATE', `The event ${id} was already received.`);
  }
  const types: readonly string[] = webhookEventTypes;
  if (types.includes(event.type)) return event as unknown as WebhookEvent;
  return { type: 'unknown', id, event };
}

/**
 * Remembers the last `limit` IDs in this process. Programs with several processes need a shared store.
 *
 * @example
 * ```ts
 * const handle = webhookHandler({ secrets: secret, dedupe: seenInMemory(), on: {} });
 * ```
 */
export function seenInMemory(limit = 10_000): SeenEvents {
  if (!(limit >= 1)) throw new WebhookError('INVALID_OPTIONS', 'The limit of IDs must be at least 1.');
  const ids = new Set<string>();
  return {
    add(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > limit && oldest !== undefined) ids.delete(oldest);
      return true;
    },
    delete: (id) => ids.delete(id),
  };
}
