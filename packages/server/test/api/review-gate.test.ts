import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { deliveryScene } from '../support/deliveries.ts';
import { createMember, type Member } from '../support/factories.ts';
import type { StoredRun } from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let server: TestApp;
let bucket: S3Server;
let member: Member;
let run: StoredRun;

beforeAll(async () => {
  bucket = await startS3Server();
  const { host } = new URL(bucket.endpoint);
  server = await startTestApp({ config: { provider_hosts_allowed: [host] } });
});
beforeEach(async () => {
  member = await createMember(server);
  run = await insertScriptRun({ server, member });
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

const send = (method: string, path: string, body?: object) =>
  server.request(method, path, { as: member, ...(body && { body }) });

async function open() {
  const { id } = (await send('POST', `${run.path}/review`)).body.data;
  const at = `/api/v1/reviews/${id}`;
  return {
    get: async () => (await send('GET', at)).body.data,
    decide: (body: object) => send('POST', `${at}/decisions`, body),
  };
}

/** As if the output of the workflow had said so when the run started. */
const requireApproval = () =>
  sql`update run set definition = jsonb_set(definition, '{graph,nodes}', (
      select jsonb_agg(case when node ->> 'type' = 'sink_preview'
        then jsonb_set(node, '{config,require_approval}', 'true') else node end)
      from jsonb_array_elements(definition #> '{graph,nodes}') as node))
    where id = ${run.id}`.execute(server.app.db);

test('a delivery waits until every line is approved or waived, and then starts', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const early = await scene.start(run);
  expect(early.status).toBe('awaiting_approval');
  const review = await open();
  expect(await review.get()).toMatchObject({ requires_approval: true, approved_at: null });
  await review.decide({ filter: { status: ['delivered'] }, decision: 'approved' });
  expect((await scene.start(run)).id).toBe(early.id);
  expect((await scene.deliveries(run))[0].status).toBe('awaiting_approval');
  await review.decide({ filter: { decision: ['open'] }, decision: 'waived' });
  expect(await review.get()).toMatchObject({ approved_at: expect.any(String) });
  expect((await scene.deliveries(run))[0].status).toBe('pending');
  await scene.push(early.id);
  expect((await scene.deliveries(run))[0]).toMatchObject({ status: 'completed', files_failed: 0 });
});

test('a delivery that has not started waits again when an approval is withdrawn', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const { id, status } = await scene.start(run);
  expect(status).toBe('pending');
  await review.decide({ entries: [{ no: 1, decision: 'rejected' }] });
  await scene.push(id);
  expect((await scene.deliveries(run))[0].status).toBe('awaiting_approval');
  await review.decide({ entries: [{ no: 1, decision: 'waived' }] });
  await scene.push(id);
  expect((await scene.deliveries(run))[0].status).toBe('completed');
});

test('a line that is approved with another take than the delivered one keeps the gate closed', async () => {
  const review = await open();
  const [first, delivered] = run.audio.get('hello/de-de')?.takes ?? [];
  const approve = (audio_id?: string) =>
    review.decide({ entries: [{ no: 2, decision: 'approved', audio_id: audio_id ?? null }] });
  await approve(first);
  await review.decide({ filter: { decision: ['open'] }, decision: 'waived' });
  expect((await review.get()).approved_at).toBeNull();
  await approve(delivered);
  expect((await review.get()).approved_at).toEqual(expect.any(String));
});

test('a delivery of a run that needs no approval does not wait', async () => {
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  await open();
  expect((await scene.start(run)).status).toBe('pending');
});

test('a download of what is approved holds exactly the approved takes', async () => {
  const download = () => send('GET', `${run.path}/download?format=files&only=approved`);
  expect((await download()).status).toBe(409);
  const review = await open();
  const [first] = run.audio.get('hello/de-de')?.takes ?? [];
  const entries = [
    { no: 1, decision: 'approved' },
    // This take is not the delivered one.
    { no: 2, decision: 'approved', audio_id: first },
    { no: 3, decision: 'rejected' },
    { no: 6, decision: 'waived' },
  ];
  expect((await review.decide({ entries })).body.data.saved_count).toBe(4);
  const { status, body } = await download();
  expect(status).toBe(200);
  const lines = (await (await fetch(body.data.url)).text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).line_id)).toEqual(['hello']);
});
