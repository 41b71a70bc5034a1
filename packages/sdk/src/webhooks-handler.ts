import type { WebhookEvent } from './generated/types.ts';
import { WebhookError } from './webhooks-errors.ts';
import { type UnknownWebhookEvent, type VerifyOptions, verify } from './webhooks-verify.ts';

type EventOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>;

/** What to do with each type of event; the others are answered with 200 and left alone. */
export type WebhookListeners = {
  [Type in WebhookEvent['type']]?: (event: EventOf<Type>) => unknown;
} & {
  /** Events of types that came after this version of the package. */
  unknown?: (event: UnknownWebhookEvent) => unknown;
};

/** How to make a handler. */
export interface WebhookHandlerOptions extends VerifyOptions {
  /** The secret of the endpoint; several while it is being rotated. */
  secrets: string | readonly string[];
  /** What to do with each type of event. */
  on: WebhookListeners;
}

/**
 * A handler for a server of web requests. It verifies, calls the listener and answers: 200 when the listener is done
 * (or the event has come before), 400 to what is not genuine, 500 when the listener throws, so that the event comes
 * again.
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
  ...options
}: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const event = await verify(await request.arrayBuffer(), request.headers, secrets, options);
      return await listen(event, on, options);
    } catch (error) {
      if (error instanceof WebhookError) return new Response(error.message, { status: error.status });
      throw error;
    }
  };
}

async function listen(
  event: WebhookEvent | UnknownWebhookEvent,
  on: WebhookListeners,
  { dedupe }: VerifyOptions,
): Promise<Response> {
  const listener = on[event.type] as ((event: WebhookEvent | UnknownWebhookEvent) => unknown) | undefined;
  try {
    await listener?.(event);
    return new Response('', { status: 200 });
  } catch {
    // The next try must not pass for a duplicate.
    await dedupe?.delete(event.id);
    return new Response('The event could not be handled.', { status: 500 });
  }
}
