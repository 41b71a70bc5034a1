import { expect, test } from 'vitest';
import { operationModels } from '../scripts/operation-model.ts';
import { printExample } from '../scripts/print-example.ts';
import { Voiceloom, type VoiceloomOptions } from '../src/index.ts';
import { createTestServer, type TestServer } from '../src/testing/index.ts';
import { workflow } from '../src/workflow/index.ts';
import { PLACEHOLDERS } from './support/documented-server.ts';

/** The user of a test server. */
const ME = 'test@example.com';

/** Two lines that are spoken and delivered. */
function narration() {
  const flow = workflow();
  const script = flow.source_script({ text: 'Good evening.\nGood night.', source_language: 'en-us' });
  const sink = flow.sink_preview();
  script.lines.to(flow.operator_generator().lines).audio.to(sink.audio);
  return { definition: flow.build(), nodeId: sink.id };
}

const bearer = (server: TestServer, token: string): VoiceloomOptions => ({
  ...{ fetch: server.fetch, baseUrl: server.baseUrl, token },
});

/** A workspace with a member and somebody who is invited; and an invite of this caller to another one. */
async function people(server: TestServer, client: Voiceloom) {
  const { id: wsId } = await client.workspaces.create({ name: 'Harbor' });
  const grace = server.addPerson({ email: 'ada@example.com' });
  const other = new Voiceloom(bearer(server, grace.token));
  await client.members.createInvite(wsId, { email: 'ada@example.com', role: 'editor' });
  await other.members.acceptInvite(server.mails.at(-1)?.token ?? '');
  const members = await client.members.list(wsId);
  const memberId = members.find(({ email }) => email === 'ada@example.com')?.id;
  const { id: inviteId } = await client.members.createInvite(wsId, {
    email: 'linus@example.com',
    role: 'editor',
  });
  const { id: theirs } = await other.workspaces.create({ name: 'Lighthouse' });
  await other.members.createInvite(theirs, { email: ME, role: 'viewer' });
  return { wsId, memberId, inviteId, token: server.mails.at(-1)?.token };
}

/** A workflow with a run, a file that was sent for it, and a place where its audio may go. */
async function work(server: TestServer, client: Voiceloom, { ended }: { ended: boolean }) {
  const { definition, nodeId } = narration();
  const { id: workflowId } = await client.workflows.create({ name: 'Evening', definition });
  const file = { filename: 'a.txt', category: 'script', size_bytes: 2 } as const;
  const { upload, upload_url } = await client.uploads.create(file);
  await server.fetch(upload_url, { method: 'PUT', body: 'Hi' });
  const { id: runId } = await client.runs.start(workflowId);
  if (ended) await server.advance(60_000);
  const { audio_by_language } = await client.runs.overview(workflowId, runId);
  const ids = JSON.stringify([audio_by_language, await client.runs.data(workflowId, runId).toArray()]);
  const audioId = /"audio_id":"([^"]+)"/.exec(ids)?.[1];
  const bucket = { bucket: 'audio', access_key_id: 'KEY', secret_access_key: 'secret' };
  await client.deliveryTargets.put('game-builds', bucket);
  return { definition, nodeId, workflowId, runId, uploadId: upload.id, audioId };
}

/** Things that have an id. */
async function things(client: Voiceloom) {
  const [voice] = await client.voices.list().toArray();
  const definition = narration().definition;
  const template = await client.templates.create({ name: 'Trailer', definition });
  const key = await client.apiKeys.create({ name: 'Nightly' });
  const url = 'https://hooks.example.com/voiceloom';
  const endpoint = await client.webhookEndpoints.create({ url });
  const delivery = await client.webhookEndpoints.test(endpoint.id);
  const entry = await client.dictionary.create({ word: 'Vu', pronunciation: 'voo', language: 'en' });
  return {
    ...{ voiceId: voice?.id, templateId: template.id, keyId: key.id },
    ...{ endpointId: endpoint.id, deliveryId: delivery.id, entryId: entry.id },
  };
}

/** Somebody with a card, who is subscribed to the dearest plan where `subscribed` says so. */
async function money(server: TestServer, client: Voiceloom, { subscribed }: { subscribed: boolean }) {
  const { client_secret } = await client.users.addPaymentMethod();
  const paymentMethodId = server.confirmPayment(client_secret);
  const plans = await client.billing.listPlans({ limit: 100 }).toArray();
  const paid = plans.filter(({ tier }) => tier === 'paid').sort((one, other) => one.amount - other.amount);
  await client.users.setDefaultPaymentMethod(paymentMethodId);
  if (subscribed) await client.users.subscribe({ plan_id: paid.at(-1)?.id ?? '' });
  return { paymentMethodId, planId: paid[0]?.id };
}

/** What an operation needs beside what is always there. */
const IS_UNDER_WAY = /^runs\.(?:cancel|pause|resume)$/;
const IS_SUBSCRIBED = /^users\.(?:change_plan|cancel_|set_default|list_)|preview_plan_change/;

/** A server with everything that an example of the operation `id` names. */
async function scene(id: string): Promise<Record<string, unknown>> {
  const server = createTestServer({ clock: 'manual' });
  const client = new Voiceloom(bearer(server, server.token));
  const scenes = [
    await people(server, client),
    await work(server, client, { ended: !IS_UNDER_WAY.test(id) }),
    await things(client),
    await money(server, client, { subscribed: IS_SUBSCRIBED.test(id) }),
  ];
  const named = Object.assign({}, PLACEHOLDERS, ...scenes, { client, apiKey: 'the-key-of-an-account-6789' });
  if (id === 'runs.resume') await client.runs.pause(named.workflowId, named.runId);
  if (id === 'uploads.script')
    await client.uploads.confirm(named.uploadId, { context_type: 'workflow', context_id: named.workflowId });
  if (id === 'provider_keys.delete') await client.providerKeys.put('elevenlabs', { api_key: named.apiKey });
  return named;
}

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

test.each(operationModels())('the example of $id works in the test server', async (operation) => {
  const names = await scene(operation.id);
  const silent = { log: () => {} };
  const parameters = Object.keys(names);
  const run = AsyncFunction('console', ...parameters, `{${printExample(operation)}}`);
  await expect(run(silent, ...parameters.map((name) => names[name]))).resolves.toBeUndefined();
});
