import type { WebhookEventType } from '@voiceloom/sdk';
import type { Command } from 'commander';
import type { World } from '../../context.ts';
import { confirm } from '../../terminal/confirm.ts';
import { handle, several } from '../command.ts';
import { addWebhookListen } from './listen.ts';
import { addWebhookTrigger } from './trigger.ts';

/** webhooks list, create, test, listen, trigger and delete. */
export function addWebhookCommands(program: Command, world: World): void {
  const webhooks = program
    .command('webhooks')
    .aliases(['webhook-endpoints', 'webhook_endpoints'])
    .description('Manage webhook endpoints.');
  const list = webhooks.command('list').description('List endpoints.');
  handle(list, world, async (context) => {
    const pages = (await context.client()).webhookEndpoints.list({}, { signal: world.signal });
    const rows = await pages.toArray();
    const columns = ['id', 'url', 'active', 'events'].map((title) => ({ title }));
    context.show(rows, () =>
      context.table(
        columns,
        rows.map(({ id, url, active, events }) => [id, url, active ? 'yes' : 'no', events.join(' ')]),
      ),
    );
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
      const made = await (await context.client()).webhookEndpoints.create(body, { signal: world.signal });
      context.note(`Created ${made.id}. Save its secret now. It is not shown again.`);
      context.show(made, () => made.secret);
    },
  );
  const trial = webhooks.command('test <endpoint-id>').description('Send a test event.');
  handle<object, [string]>(trial, world, async (context, { args: [id] }) => {
    const delivery = await (await context.client()).webhookEndpoints.test(id, { signal: world.signal });
    context.show(delivery, () => `delivery ${delivery.id}: ${delivery.status}`);
  });
  addWebhookListen(webhooks, world);
  addWebhookTrigger(webhooks, world);
  const remove = webhooks.command('delete <endpoint-id>').description('Delete an endpoint.');
  handle<object, [string]>(remove, world, async (context, { args: [id] }) => {
    await confirm(context, `Delete the endpoint ${id}?`);
    await (await context.client()).webhookEndpoints.delete(id, { signal: world.signal });
    context.show({ id }, () => `${id} is deleted.`);
  });
}
