import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Context, World } from '../../context.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { safeJson, safeText } from '../../terminal/terminal-text.ts';
import { deliver, receiverOf } from '../../webhooks/deliver.ts';
import { newDeliveries } from '../../webhooks/new-deliveries.ts';
import { handle, writeLine } from '../command.ts';

const LOOK_MS = 2000;

type Options = { forwardTo: string };

async function forward(
  context: Context,
  { args: [id], options }: { args: [string]; options: Options },
): Promise<void> {
  const { world } = context;
  const { signal } = world;
  const receiver = await receiverOf(context, { name: '--forward-to', to: options.forwardTo });
  const wait = () => sleep(LOOK_MS, undefined, { signal });
  const client = await context.client();
  const onAway = () => context.warn('The service cannot be reached. Trying again.');
  const deliveries = await newDeliveries(client, id, { signal, wait, onAway });
  context.note('Listening. Press Ctrl-C to stop.');
  for await (const { event } of deliveries) {
    // A receiver that is restarting misses one event; the next one is sent as usual.
    const result = await deliver(event, receiver, signal).catch((error: Error) => {
      signal.throwIfAborted();
      return { status: null, answer: error.message };
    });
    const { status, answer } = result;
    const { newSecret: secret } = receiver;
    const line = context.flags.json
      ? safeJson({ event, ...(secret && { secret }), status, answer })
      : safeText(`${event.type} ${event.id}: ${status ?? answer}`);
    await writeLine(world, line);
  }
}

/** webhooks listen: also sends an endpoint's events to a receiver on this machine. */
export function addWebhookListen(webhooks: Command, world: World): void {
  const listen = webhooks
    .command('listen <endpoint-id>')
    .description('Forward new webhook events to a local URL until Ctrl-C.')
    .requiredOption('--forward-to <url>', 'URL of the receiver, such as http://localhost:3000/hook')
    .addHelpText(
      'after',
      '\nThe service still delivers to the endpoint. Forwarded events have the same ID. They are signed with the\nsecret in VOICELOOM_WEBHOOK_SECRET, or with a new secret, which is printed.',
    );
  handle<Options, [string]>(listen, world, (context, call) =>
    forward(context, call).catch((error: unknown) => {
      // Ctrl-C is the normal way to end, so there is nothing to report.
      if (world.signal.aborted) return EXIT.interrupted;
      throw error;
    }),
  );
}
