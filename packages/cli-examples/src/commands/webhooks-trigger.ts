import type { WebhookEventType } from '@voiceloom/sdk';
import { newSecret, sign } from '@voiceloom/sdk/webhooks';
import { Argument, type Command } from 'commander';
import type { World } from '../context.ts';
import { UsageError } from '../failures.ts';
import { SAMPLE_TYPES, sampleEvent } from '../webhooks/samples.ts';
import { handle } from './command.ts';

const ANSWER_MS = 15_000;
const SHOWN_CHARACTERS = 2000;

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--to ${text}: it must be an address that begins with http:// or https://.`);
  return text;
}

/** webhooks trigger: a signed sample event, straight from here to a receiver. */
export function addWebhookTrigger(webhooks: Command, world: World): void {
  const trigger = webhooks
    .command('trigger')
    .description('Sign a sample event and send it to a receiver of yours; exit code 1 unless it answers 2xx.')
    .addArgument(new Argument('<event>', 'its type').choices(SAMPLE_TYPES))
    .requiredOption('--to <url>', 'the receiver, such as http://localhost:3000/hook')
    .addHelpText(
      'after',
      '\nSigned with the secret in VOICELOOM_WEBHOOK_SECRET, else with a new one that is told. The service has no part in it.',
    );
  handle<{ to: string }, [WebhookEventType]>(trigger, world, async (context, { args: [type], options }) => {
    const to = addressOf(options.to);
    const given = world.env.VOICELOOM_WEBHOOK_SECRET;
    const secret = given || newSecret();
    if (!given)
      context.note(`Signed with the new secret ${secret}; set VOICELOOM_WEBHOOK_SECRET to use yours.`);
    const event = sampleEvent(type);
    const signal = AbortSignal.any([world.signal, AbortSignal.timeout(ANSWER_MS)]);
    const delivery = await sign(event, secret);
    const response = await fetch(to, { ...delivery, redirect: 'manual', signal }).catch((error: Error) => {
      world.signal.throwIfAborted();
      const { cause } = error;
      throw new Error(`${to} does not answer: ${cause instanceof Error ? cause.message : error.message}`);
    });
    const answer = (await response.text()).slice(0, SHOWN_CHARACTERS);
    const { status } = response;
    context.show({ event, ...(given ? {} : { secret }), status, answer }, () =>
      [`${type} ${event.id}: ${status}`, answer].filter(Boolean).join('\n'),
    );
    return response.ok ? 0 : 1;
  });
}
