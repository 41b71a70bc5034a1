import { decode, durationMs } from '@voiceloom/audio';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { deliverCompletedRun } from '../../src/features/deliveries/index.ts';
import { pushJob, sweepDeliveries } from '../../src/features/deliveries/jobs.ts';
import { runEndedJob } from '../../src/features/runs/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { deliveryRow, deliveryScene } from '../support/deliveries.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { eventsOf, insertEndpoint } from '../support/webhooks.ts';
import { narration } from '../support/workflows.ts';

let server: TestApp;
let bucket: S3Server;
let worker: Worker;
let member: Member;
let scene: ReturnType<typeof deliveryScene>;

beforeAll(async () => {
  bucket = await startS3Server();
  const { host } = new URL(bucket.endpoint);
  const speech = scriptedSpeech({ durationMs: () => 300 }).providers;
  server = await startTestApp({ role: 'all', speech, config: { provider_allowed_hosts: [host] } });
  const { app } = server;
  worker = await startWorker(app, [...runJobs, runEndedJob, pushJob]);
  member = await createMember(server);
  scene = deliveryScene(server, member, bucket);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
  await bucket.close();
});

/** Starts a run whose output names a target. Returns its path. */
async function startRun(
  delivery_target: string,
  sink: object = {},
  by = scene,
): Promise<{ id: string; path: string }> {
  const definition = narration({ input_type: 'text', text: 'One.\nTwo.', source_language: 'en-us' });
  const nodes = definition.graph.nodes.map((node) =>
    node.type === 'sink_preview' ? { ...node, config: { ...node.config, delivery_target, ...sink } } : node,
  );
  const body = { name: 'Sent', definition: { ...definition, graph: { ...definition.graph, nodes } } };
  const workflow = await by.request('POST', '/workflows', body);
  expect(workflow.status, workflow.text).toBe(201);
  const path = `/workflows/${workflow.body.data.id}/runs`;
  const started = await by.request('POST', path);
  expect(started.status, started.text).toBe(202);
  return { id: started.body.data.id, path: `${path}/${started.body.data.id}` };
}

/** Jobs of a workspace's deliveries that a worker is processing. */
async function activePushes(workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job join run_delivery on run_delivery.job_id = job.id
    where job.state = 'active' and run_delivery.workspace_id = ${workspaceId}`.execute(server.app.db);
  return rows[0]?.count ?? 0;
}

async function deliveriesOf(path: string) {
  return (await scene.request('GET', `${path}/deliveries`)).body.data;
}

test('a completed run goes once to the target that its output names', async () => {
  await scene.target('at-the-end', { prefix: 'ended' });
  const { id, path } = await startRun('at-the-end');
  await until(async () => (await deliveriesOf(path))[0]?.status === 'completed', 30_000);
  await deliverCompletedRun(server.app, id);
  const deliveries = await deliveriesOf(path);
  expect(deliveries).toMatchObject([{ automatic: true, target: 'at-the-end', files_failed: 0 }]);
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith('ended/'));
  expect(keys.filter((key) => key.endsWith('.wav'))).toHaveLength(2);
  expect(keys).toHaveLength(deliveries[0].files_total);
});

test('webhooks report completed deliveries, successful or not', async () => {
  const ended = async () =>
    (await eventsOf(server.app, member.workspace_id)).filter(({ type }) => type.startsWith('delivery.'));
  await insertEndpoint(server.app, member, ['delivery.completed', 'delivery.failed']);
  await scene.target('told', { prefix: 'told' });
  const { id, path } = await startRun('told');
  await until(async () => (await ended()).length === 1, 30_000);
  const [{ id: delivery_id, files_done }] = await deliveriesOf(path);
  expect(await ended()).toMatchObject([
    {
      type: 'delivery.completed',
      data: { delivery_id, run_id: id, files_done, target: 'told', automatic: true },
    },
  ]);
  bucket.refuse = ({ key }) => (key.startsWith('told/') ? { status: 403, code: 'AccessDenied' } : undefined);
  await scene.request('POST', `${path}/deliveries`, { target: 'told' });
  await until(async () => (await ended()).length === 2, 30_000);
  const error =
    'The access key lacks a permission in the bucket. Grant it s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload.';
  expect((await ended())[1]).toMatchObject({ type: 'delivery.failed', data: { error, files_done: 0 } });
  bucket.refuse = () => undefined;
});

test('an output in opus is delivered as files that decode to the spoken audio', async () => {
  await scene.target('opus', { prefix: 'opus' });
  const { path } = await startRun('opus', { format: 'opus', manifest: false, report: false, subtitles: [] });
  await until(async () => (await deliveriesOf(path))[0]?.status === 'completed', 30_000);
  const files = [...bucket.objects].filter(([key]) => key.startsWith('opus/')).sort();
  expect(files.map(([key]) => key)).toEqual(['opus/en-us/L00001.opus', 'opus/en-us/L00002.opus']);
  for (const [, { body, content_type }] of files) {
    const { format, pcm } = await decode(body);
    expect([content_type, format, durationMs(pcm)]).toEqual(['audio/ogg; codecs=opus', 'opus', 300]);
  }
});

test('an output that names an unknown target prevents the start, and a check reports it', async () => {
  const definition = narration({ input_type: 'text', text: 'One.', source_language: 'en-us' });
  const index = definition.graph.nodes.findIndex((node) => node.type === 'sink_preview');
  const sink = definition.graph.nodes[index];
  if (sink) sink.config = { ...sink.config, delivery_target: 'nowhere' };
  const path = `definition.graph.nodes.${index}.config.delivery_target`;
  const checked = await scene.request('POST', '/workflows/validate', { definition });
  expect(checked.body.data.warnings).toMatchObject([{ path, code: 'unknown_delivery_target' }]);
  const workflow = await scene.request('POST', '/workflows', { name: 'Lost', definition });
  const { status, body } = await scene.request('POST', `/workflows/${workflow.body.data.id}/runs`);
  expect([status, body.error.details]).toMatchObject([422, [{ field: path }]]);
});

test('a target that was deleted during the run is reported in its deliveries', async () => {
  await scene.target('short-lived');
  const { id, path } = await startRun('short-lived');
  await scene.request('DELETE', '/delivery-targets/short-lived');
  await until(async () => (await deliveriesOf(path)).length === 1, 30_000);
  await deliverCompletedRun(server.app, id);
  const error = expect.stringMatching(/target/);
  expect(await deliveriesOf(path)).toMatchObject([{ status: 'failed', target: 'short-lived', error }]);
});

test('a busy bucket is retried by the job itself', async () => {
  await scene.target('busy', { prefix: 'busy' });
  let refusals = 3;
  bucket.refuse = ({ key }) => {
    if (!key.startsWith('busy/') || refusals === 0) return undefined;
    refusals -= 1;
    return { status: 503, code: 'SlowDown' };
  };
  const { path } = await startRun('busy');
  await until(async () => (await deliveriesOf(path))[0]?.status === 'completed', 60_000);
  expect(refusals).toBe(0);
});

test('a delivery whose job was lost gets another one', async () => {
  await scene.target('lost', { prefix: 'lost' });
  let release: () => void = () => undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  bucket.refuse = ({ key }) => (key.startsWith('lost/') && !key.includes('check') ? held : undefined);
  const { path } = await startRun('lost');
  await until(async () => (await deliveriesOf(path))[0]?.status === 'running', 30_000);
  const [{ id }] = await deliveriesOf(path);
  const before = await deliveryRow(server.app, id);
  const later = new Date(Date.now() + 3_600_000);
  expect(await sweepDeliveries(server.app, later), 'its job is alive').toBe(0);
  bucket.refuse = () => undefined;
  const lost = '00000000-0000-4000-8000-000000000000';
  await server.app.db.updateTable('run_delivery').set({ job_id: lost }).where('id', '=', id).execute();
  expect(await sweepDeliveries(server.app, later)).toBe(1);
  release();
  await until(async () => (await deliveriesOf(path))[0]?.status === 'completed', 30_000);
  const { job_id } = await deliveryRow(server.app, id);
  expect([before.job_id, lost]).not.toContain(job_id);
});

test('deliveries of one workspace run one at a time, so a slow bucket blocks no other workspace', async () => {
  await scene.target('slow', { prefix: 'slow' });
  let release: () => void = () => undefined;
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  bucket.refuse = ({ key }) => (key.startsWith('slow/') && !key.includes('check') ? held : undefined);
  const paths: string[] = [];
  for (let begun = 0; begun < 3; begun++) {
    const { path } = await startRun('slow');
    await until(async () => (await deliveriesOf(path)).length === 1, 30_000);
    paths.push(path);
  }
  const statuses = async () =>
    (await Promise.all(paths.map(deliveriesOf))).map(([delivery]) => delivery?.status);
  await until(async () => (await activePushes(member.workspace_id)) > 0, 30_000);
  const other = deliveryScene(server, await createMember(server), bucket);
  await other.target('quick', { prefix: 'quick' });
  const quick = await startRun('quick', {}, other);
  const quickly = async () => (await other.request('GET', `${quick.path}/deliveries`)).body.data[0]?.status;
  await until(async () => (await quickly()) === 'completed', 30_000);
  expect(await activePushes(member.workspace_id)).toBe(1);
  bucket.refuse = () => undefined;
  release();
  await until(async () => (await statuses()).every((status) => status === 'completed'), 60_000);
});
