import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEventType } from '@voiceloom/sdk';
import { Argument, type Command } from 'commander';
import type { Context, World } from '../../context.ts';
import { confirm } from '../../dialog/prompt.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { several } from '../../option-values.ts';
import { safeJson, safeText } from '../../terminal/terminal-text.ts';
import { deliver, receiverOf } from '../../webhooks/deliver.ts';
import { newDeliveries } from '../../webhooks/new-deliveries.ts';
import { SAMPLE_TYPES, sampleEvent } from '../../webhooks/samples.ts';
import { handle, writeLine } from '../command.ts';

const LOOK_MS = 2000;

type ListenOptions = { forwardTo: string };

/** Sends new deliveries of an endpoint to another receiver until the command is stopped. */
async function forwardDeliveries(
  context: Context,
  { args: [id], options }: { args: [string]; options: ListenOptions },
): Promise<void> {
  const { world } = context;
  const { signal } = world;
  const receiver = await receiverOf(context, { name: '--forward-to', to: options.forwardTo });
  const wait = () => sleep(LOOK_MS, undefined, { signal });
  const client = await context.client();
  const onAway = () => context.warn('The service is unavailable. Retrying.');
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

/** webhooks list, create, test, listen, trigger and delete. */
export function addWebhookCommands(program: Command, world: World): void {
  const webhooks = program
    .command('webhooks')
    .aliases(['webhook-endpoints', 'webhook_endpoints'])
    .description('Manage webhook endpoints.');
  const list = webhooks.command('list').description('List endpoints.');
  handle(list, world, async (context) => {
    const pages = (await context.client()).webhookEndpoints.list({}, { signal: world.signal });
    context.list(await pages.toArray(), ['id', 'url', 'active', 'events']);
  });
  const create = webhooks
    .command('create <url>')
    .description('Create an endpoint. The secret is shown only once.')
    .option('--event <type>', 'only this event; may be repeated', several);
  handle<{ event?: WebhookEventType[] }, [string]>(
    create,
    world,
    async (context, { args: [url], options }) => {
      const body = { url, ...(options.event && { events: options.event }) };
      const endpoint = await (await context.client()).webhookEndpoints.create(body, { signal: world.signal });
      context.note(`Created ${endpoint.id}. Save its secret now. It is not shown again.`);
      context.show(endpoint, () => endpoint.secret);
    },
  );
  const trial = webhooks.command('test <endpoint-id>').description('Send a test event.');
  handle<object, [string]>(trial, world, async (context, { args: [id] }) => {
    const delivery = await (await context.client()).webhookEndpoints.test(id, { signal: world.signal });
    context.show(delivery, () => `delivery ${delivery.id}: ${delivery.status}`);
  });
  const listen = webhooks
    .command('listen <endpoint-id>')
    .description('Forward new webhook events to a local URL until Ctrl-C.')
    .requiredOption('--forward-to <url>', 'URL of the receiver, such as http://localhost:3000/hook')
    .addHelpText(
      'after',
      '\nThe service still delivers to the endpoint. Forwarded events have the same ID. They are signed with the\nsecret in VOICELOOM_WEBHOOK_SECRET, or with a new secret, which is printed.',
    );
  handle<ListenOptions, [string]>(listen, world, (context, call) =>
    forwardDeliveries(context, call).catch((error: unknown) => {
      // Ctrl-C is the normal way to end, so there is nothing to report.
      if (world.signal.aborted) return EXIT.interrupted;
      throw error;
    }),
  );
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
    if (ok) return 0;
    return 1;
  });
  const remove = webhooks.command('delete <endpoint-id>').description('Delete an endpoint.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the endpoint ${id}?`);
    await (await context.client()).webhookEndpoints.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
