import { expect, test } from 'vitest';
import { checkedServer } from './support/checked-server.ts';
import { definition } from './support/story-definition.ts';

const DAY_MS = 86_400_000;

/** A server with an endpoint whose receiver responds with `status`. */
async function receiving(status: () => number) {
  const { server, client, user } = checkedServer({
    clock: 'manual',
    webhooks: () => new Response(null, { status: status() }),
  });
  const { id } = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const { id: workflowId } = await client.workflows.create({ name: 'Evening' });
  /** Causes an event in the workspace. */
  const happen = async (name: string) => {
    const file = new File([name], `${name}.txt`);
    await client.uploads.upload({ file, category: 'script', workflowId });
  };
  const deliveries = () => client.webhookEndpoints.deliveries(id).toArray();
  return { server, client, user, id, happen, deliveries };
}

test('an endpoint that returns 410 is disabled, and a delivery that always fails ends after a day', async () => {
  const gone = await receiving(() => 410);
  await gone.happen('one');
  expect(await gone.client.webhookEndpoints.get(gone.id)).toMatchObject({
    active: false,
    disabled_reason: 'gone',
  });
  const broken = await receiving(() => 503);
  await broken.happen('one');
  await broken.server.advance(2 * DAY_MS);
  expect((await broken.deliveries())[0]).toMatchObject({ status: 'failed', attempts: 11 });
});

test('a test delivery is attempted once', async () => {
  const { server, client, id, deliveries } = await receiving(() => 500);
  await client.webhookEndpoints.test(id);
  await server.advance(DAY_MS);
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', attempts: 1 });
});

test('canceling a run or deleting its workflow returns after all its webhooks were delivered', async () => {
  const heard: string[] = [];
  const { client } = checkedServer({
    clock: 'manual',
    webhooks: async (request) => {
      heard.push((await request.json()).type);
      return new Response(null, { status: 204 });
    },
  });
  await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const { id } = await client.workflows.create({ name: 'Narration', definition });
  await client.runs.cancel(id, (await client.runs.start(id)).id);
  expect(heard).toEqual(['run.cancelled']);
  await client.runs.start(id);
  await client.workflows.delete(id);
  expect(heard).toEqual(['run.cancelled', 'run.cancelled']);
});
