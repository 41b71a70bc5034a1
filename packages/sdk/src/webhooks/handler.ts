import type { WebhookEvent } from '../generated/types.ts';
import { tooLarge, WebhookError } from './errors.ts';
import { joinBytes } from './signature.ts';
import { type UnknownWebhookEvent, type VerifyOptions, verify } from './verify.ts';

type EventOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, Record<'type', Type>>;

/** Listeners by event type. Other events get status 200 and are ignored. */
export type WebhookListeners = {
  [Type in WebhookEvent['type']]?: (event: EventOf<Type>) => unknown;
} & {
  /** Events of types that are newer than this version of the package. */
  unknown?: (event: UnknownWebhookEvent) => unknown;
};

/** The secret of an endpoint; several during a rotation. */
export type WebhookSecrets = string | readonly string[];

/**
 * Looks up the secrets for a delivery, for example by the tenant in its path. If it returns undefined, the
 * response is 404. The delivery is not verified yet: use it only to choose a secret.
 */
export type WebhookSecretsOf = (
  request: Request,
) => WebhookSecrets | undefined | Promise<WebhookSecrets | undefined>;

/** How to make a handler. */
export interface WebhookHandlerOptions extends VerifyOptions {
  /** The secret of the endpoint, several during a rotation, or a function that looks them up. */
  secrets: WebhookSecrets | WebhookSecretsOf;
  /** The listeners by event type. */
  on: WebhookListeners;
  /** The maximum body size in bytes; a larger one gets status 413. Default 1,048,576. */
  maxBytes?: number;
  /**
   * Called with the reason for an error response: a listener's exception, or a WebhookError. For your log.
   */
  onError?: (error: unknown) => unknown;
}

/** The default maximum body size. */
export const MAX_BYTES = 1_048_576;

/** Reads the body up to the limit. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    parts.push(read.value);
  }
  return joinBytes(parts);
}

type Event = WebhookEvent | UnknownWebhookEvent;
type Verdict = {
  /** The HTTP status. */
  status: number;
  /** The body, as plain text. */
  text: string;
};

/** The response after an error, which is reported first. An error in `onError` is ignored. */
export async function failureOf(error: unknown, onError: WebhookHandlerOptions['onError']): Promise<Verdict> {
  try {
    await onError?.(error);
  } catch {}
  if (error instanceof WebhookError) return { status: error.status, text: error.message };
  return { status: 500, text: 'The event could not be processed.' };
}

/**
 * Creates a handler for web requests. It verifies the delivery, calls the listener and responds: 200 when the
 * listener is done or the event is a duplicate, 400 if the request is not genuine, 413 if it is too large,
 * 500 if the listener throws or the receiver is misconfigured, so that the event is sent again. It never
 * rejects. A duplicate that arrives while the listener is running gets the same response as the first.
 *
 * @example
 * ```ts
 * const handle = webhookHandler({
 *   secrets: process.env.WEBHOOK_SECRET ?? '',
 *   dedupe: seenInMemory(),
 *   on: { 'run.completed': ({ data }) => publish(data.workflow_id, data.run_id) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function webhookHandler({
  secrets,
  on,
  maxBytes = MAX_BYTES,
  onError,
  ...options
}: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  // Also rejects NaN, for which every comparison is false, so no body would be too large.
  if (!(maxBytes >= 0)) throw new WebhookError('INVALID_OPTIONS', 'maxBytes must be a number.');
  /** The running listeners, by `webhook-id`. */
  const running = new Map<string, Promise<Verdict>>();
  const listen = async (id: string, event: Event): Promise<Verdict> => {
    const listener = on[event.type] as ((event: Event) => unknown) | undefined;
    try {
      await listener?.(event);
      return { status: 200, text: '' };
    } catch (error) {
      // Otherwise, the next attempt would count as a duplicate.
      try {
        await options.dedupe?.delete(id);
      } catch (storeError) {
        throw new AggregateError(
          [error, storeError],
          'A listener failed, and the ID of its event could not be removed from the store. A redelivery of the event is skipped.',
        );
      }
      throw error;
    }
  };
  const begin = (id: string, event: Event): Promise<Verdict> => {
    const work: Promise<Verdict> = listen(id, event).finally(() => {
      // A store deletes the ID before it resolves: the next attempt may have begun.
      if (running.get(id) === work) running.delete(id);
    });
    running.set(id, work);
    return work;
  };
  const take = async (request: Request): Promise<Verdict> => {
    // JavaScript callers and databases use null for "none".
    const secretList: WebhookSecrets | null | undefined =
      typeof secrets === 'function' ? await secrets(request) : secrets;
    if (typeof secrets === 'function' && !secretList?.length)
      throw new WebhookError('UNKNOWN_ENDPOINT', 'There is no webhook secret for the URL of this request.');
    const body = await readBody(request, maxBytes);
    const id = request.headers.get('webhook-id') ?? '';
    try {
      const event = await verify(body, request.headers, secretList as WebhookSecrets, options);
      return await begin(id, event);
    } catch (error) {
      const first = running.get(id);
      if (first !== undefined && error instanceof WebhookError && error.code === 'DUPLICATE') return first;
      throw error;
    }
  };
  return async (request) => {
    const { status, text } = await take(request).catch((error: unknown) => failureOf(error, onError));
    return new Response(text, { status });
  };
}
