import type { WebhookEvent } from '@voiceloom/sdk';
import { newSecret, sign } from '@voiceloom/sdk/webhooks';
import type { Context } from '../context.ts';
import { UsageError } from '../errors/failures.ts';
import { beginningOf } from '../files/read-text.ts';
import { sampleEvent } from './samples.ts';

/** The same timeout as the service. */
const ANSWER_MS = 15_000;
const SHOWN_CHARACTERS = 2000;

/** A webhook receiver; `newSecret` is set if the secret was just created. */
export type Receiver = { to: string; secret: string; newSecret?: string };

/** The receiver and its signing secret. A new secret is printed. */
export async function receiverOf(
  context: Context,
  { name, to }: { name: string; to: string },
): Promise<Receiver> {
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))
    throw new UsageError(`${name} ${to}: must be an http or https URL.`);
  if (new URL(to).username || new URL(to).password)
    throw new UsageError(`${name}: the URL must not contain a user name or a password.`);
  const environmentSecret = context.world.env.VOICELOOM_WEBHOOK_SECRET;
  if (environmentSecret) {
    // Fails now rather than with the first event.
    await sign(sampleEvent('webhook.test'), environmentSecret).catch((error: Error) => {
      throw new UsageError(`VOICELOOM_WEBHOOK_SECRET: ${error.message}`);
    });
    return { to, secret: environmentSecret };
  }
  const secret = newSecret();
  context.note(`Signed with the new secret ${secret}; set VOICELOOM_WEBHOOK_SECRET to use yours.`);
  return { to, secret, newSecret: secret };
}

/** Sends an event as the service does. Throws if there is no response. */
export async function deliver(
  event: WebhookEvent,
  { to, secret }: Receiver,
  signal: AbortSignal,
): Promise<{ status: number; ok: boolean; answer: string }> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  try {
    // A POST with the signature in its headers.
    const signedRequest = await sign(event, secret);
    const response = await fetch(to, { ...signedRequest, redirect: 'manual', signal: ends });
    return {
      status: response.status,
      ok: response.ok,
      answer: await beginningOf(response, SHOWN_CHARACTERS),
    };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error;
    throw new Error(
      `${to} does not respond: ${cause instanceof Error && cause.message ? cause.message : message}`,
    );
  }
}
