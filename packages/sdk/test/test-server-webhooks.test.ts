import { expect, test } from 'vitest';
import { checkedServer } from './support/checked-server.ts';
import { definition } from './support/story-definition.ts';

const DAY_MS = 86_400_000;

/** A server with an endpoint whose receiver answers what `status` says. */
async function receiving(status: () => number) {
  const { server, client, user } = checkedServer({
    clock: 'manual',
    webhooks: () => new Response(null, { status: status() }),
  });
  const { id } = await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const { id: workflowId } = await client.workflows.create({ name: 'Evening' });
  /** An event of the workspace. */
  const happen = async (name: string) => {
    const file = new File([name], `${name}.txt`);
    await client.uploads.upload({ file, category: 'script', workflowId });
  };
  const deliveries = () => client.webhookEndpoints.deliveries(id).toArray();
  return { server, client, user, id, happen, deliveries };
}

test('a try that is brought forward takes the place of the one that was planned', async () => {
  let status = 500;
  const { server, client, id, happen, deliveries } = await receiving(() => status);
  await happen('one');
  const [first] = await deliveries();
  expect(first).toMatchObject({ status: 'pending', attempts: 1, error: 'The receiver returned status 500.' });
  await client.webhookEndpoints.redeliver(id, first?.id ?? '');
  expect((await deliveries())[0]?.attempts).toBe(2);
  // The pause after the second try, of 30 seconds, counts from now: what was planned for 5 seconds is gone.
  await server.advance(29_000);
  expect((await deliveries())[0]?.attempts).toBe(2);
  status = 204;
  await server.advance(1_000);
  expect((await deliveries())[0]).toMatchObject({ status: 'succeeded', attempts: 3 });
});

test('what is on its way to an endpoint that is disabled is given up, and nothing comes later', async () => {
  const { server, client, id, happen, deliveries } = await receiving(() => 500);
  await happen('one');
  const disabled = await client.webhookEndpoints.update(id, { active: false });
  expect(disabled.disabled_reason).toBe('manual');
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null });
  await server.advance(DAY_MS);
  await client.webhookEndpoints.update(id, { active: true });
  await server.advance(DAY_MS);
  expect((await deliveries())[0]?.attempts).toBe(1);
});

test('an endpoint that is gone is disabled, and a delivery that always fails ends after a day', async () => {
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

test('a run that is paused and taken up again by whoever is told of it goes on once', async () => {
  const done = { paused: false };
  const { server, client } = checkedServer({
    clock: 'manual',
    webhooks: async (request) => {
      const { type, data } = await request.json();
      if (type === 'run.started') {
        await client.runs.pause(data.workflow_id, data.run_id);
        await client.runs.resume(data.workflow_id, data.run_id);
        done.paused = true;
      }
      return new Response(null, { status: 204 });
    },
  });
  await client.webhookEndpoints.create({ url: 'https://example.com/hooks' });
  const { id } = await client.workflows.create({ name: 'Narration', definition });
  const run = await client.runs.start(id, { script_text: 'One.\nTwo.\nThree.' });
  // The beginning, and the time of one line.
  await server.advance(1_100);
  expect(done.paused).toBe(true);
  const { finished_steps, total_steps } = await client.runs.status(id, run.id);
  expect(finished_steps * 3).toBe(total_steps);
});

test('whoever cancels a run, or deletes its workflow, is answered once everybody was told', async () => {
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
