import type { WebhookEventType } from '@voiceloom/sdk';
import { Argument, type Command } from 'commander';
import type { World } from '../../context.ts';
import { deliver, receiverOf } from '../../webhooks/deliver.ts';
import { SAMPLE_TYPES, sampleEvent } from '../../webhooks/samples.ts';
import { handle } from '../command.ts';

/** webhooks trigger: a signed sample event, straight from here to a receiver. */
export function addWebhookTrigger(webhooks: Command, world: World): void {
  const trigger = webhooks
    .command('trigger')
    .description(
      'Sign a sample event and send it to your receiver. The exit code is 1 if the receiver does not return 2xx.',
    )
    .addArgument(new Argument('<event>', 'event type').choices(SAMPLE_TYPES))
    .requiredOption('--to <url>', 'URL of the receiver, such as http://localhost:3000/hook')
    .addHelpText(
      'after',
      '\nSigned with the secret in VOICELOOM_WEBHOOK_SECRET, or with a new secret, which is printed. The service is not called.',
    );
  handle<{ to: string }, [WebhookEventType]>(trigger, world, async (context, { args: [type], options }) => {
    const receiver = await receiverOf(context, { name: '--to', to: options.to });
    const event = sampleEvent(type);
    const { status, ok, answer } = await deliver(event, receiver, world.signal);
    const { newSecret: secret } = receiver;
    context.show({ event, ...(secret && { secret }), status, answer }, () =>
      [`${type} ${event.id}: ${status}`, answer].filter(Boolean).join('\n'),
    );
    return ok ? 0 : 1;
  });
}
