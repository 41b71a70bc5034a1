import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import {
  insertRun,
  insertWorkflow,
  nodeOf,
  type StoredRun,
  type StoredWorkflow,
} from '../support/run-factory.ts';
import { insertScriptRun } from '../support/run-script.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as = member) => server.request('GET', path, { as });
const at = (text: string) => new Date(`2026-03-${text}Z`);

async function workflow(): Promise<StoredWorkflow> {
  return insertWorkflow({ server, member }, shortPipeline({ text: 'Hello.' }));
}

async function page(path: string): Promise<{ ids: string[]; next: string | null; total: number }> {
  const { status, body } = await get(path);
  expect(status).toBe(200);
  const { next, total } = body.pagination;
  return { ids: body.data.map((run: { id: string }) => run.id), next, total };
}

test('a run shows its counters, its usage by locale and who started it', async () => {
  const run = await insertScriptRun({ server, member });
  const { status, body } = await get(run.path);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: run.id,
    workflow_id: run.workflow.id,
    status: 'completed',
    run_number: 1,
    total_nodes: 7,
    credits: 12,
    token_cost: 12,
    has_export: true,
    error: null,
    error_details: null,
    created_at: '2026-03-01T10:00:00.000Z',
    started_at: '2026-03-01T10:00:01.000Z',
    completed_at: '2026-03-01T10:00:05.000Z',
    triggered_by: { user_id: member.user_id, user_name: expect.any(String) },
    definition_snapshot: run.workflow.definition,
  });
  expect(body.data.usage_summary).toEqual({
    characters: 66,
    lines: 6,
    audio_ms: 3_000,
    retries: 2,
    by_locale: {
      'en-us': { characters: 46, lines: 4, audio_ms: 2_000 },
      'de-de': { characters: 20, lines: 2, audio_ms: 1_000 },
    },
  });
});

test('the status of a run is the run without its snapshot', async () => {
  const run = await insertScriptRun({ server, member });
  const [one, other] = await Promise.all([get(run.path), get(`${run.path}/status`)]);
  const { definition_snapshot: _, ...rest } = one.body.data;
  expect(other.body.data).toEqual(rest);
});

test('a list pages by cursor in every order, has a total, and omits the fields that lists omit', async () => {
  const flow = await workflow();
  const scene = { server, member };
  const runs: StoredRun[] = [];
  for (const [status, day] of [
    ['completed', '01'],
    ['failed', '02'],
    ['cancelled', '03'],
    ['pending', '04'],
  ] as const) {
    runs.push(await insertRun(scene, flow, { status, created_at: at(`${day}T10:00:00`) }));
  }
  const [first, second, third, fourth] = runs.map((run) => run.id) as [string, string, string, string];
  const list = `/api/v1/workflows/${flow.id}/runs`;
  const newest = await page(`${list}?limit=3`);
  expect(newest).toMatchObject({ ids: [fourth, third, second], total: 4 });
  expect(await page(newest.next ?? '')).toMatchObject({ ids: [first], total: 4, next: null });
  expect((await page(`${list}?sort=status&order=asc`)).ids).toEqual([third, first, second, fourth]);

  // The pending run has no start time. It is last in ascending order, even across pages.
  const early = await page(`${list}?sort=started_at&order=asc&limit=3`);
  expect(early.ids).toEqual([first, second, third]);
  expect((await page(early.next ?? '')).ids).toEqual([fourth]);
  const late = await page(`${list}?sort=completed_at&order=desc&limit=1`);
  expect(late.ids).toEqual([fourth]);
  expect((await page(late.next ?? '')).ids).toEqual([third]);

  const { body } = await get(list);
  for (const field of [
    'workflow_id',
    'token_cost',
    'updated_at',
    'error',
    'error_details',
    'definition_snapshot',
  ]) {
    expect(body.data[0]).not.toHaveProperty(field);
  }
});

test('a list can be filtered by statuses and by the name of the user who started the run', async () => {
  const flow = await workflow();
  const scene = { server, member };
  const { workspace_id } = member;
  const grace = await createMember(server, { workspace_id, email: 'grace.hopper@example.com' });
  const mine = await insertRun(scene, flow, { status: 'completed', created_at: at('01T10:00:00') });
  const hers = await insertRun(scene, flow, { status: 'failed', triggered_by: grace.user_id });
  const list = `/api/v1/workflows/${flow.id}/runs`;
  expect(await page(`${list}?search=HOPPER`)).toMatchObject({ ids: [hers.id], total: 1 });
  expect(await page(`${list}?status=completed,cancelled`)).toMatchObject({ ids: [mine.id], total: 1 });
  expect(await page(`${list}?status=running`)).toMatchObject({ ids: [], total: 0 });
  expect((await get(`${list}?status=done`)).status).toBe(422);
});

test('a cursor is rejected with an offset, and by a list with other filters', async () => {
  const flow = await workflow();
  const scene = { server, member };
  await insertRun(scene, flow, { status: 'completed' });
  await insertRun(scene, flow, { status: 'completed' });
  const list = `/api/v1/workflows/${flow.id}/runs`;
  const { next } = await page(`${list}?limit=1`);
  const cursor = new URL(next ?? '').searchParams.get('cursor');
  expect((await get(`${list}?cursor=${cursor}&offset=1`)).status).toBe(422);
  expect((await get(`${list}?cursor=${cursor}&status=failed`)).status).toBe(422);
});

test('a summary has rates only if there are values to rate', async () => {
  const flow = await workflow();
  const summary = `/api/v1/workflows/${flow.id}/runs/summary`;
  const none = { total_runs: 0, completed: 0, failed: 0, cancelled: 0, pending: 0, running: 0, paused: 0 };
  const empty = { ...none, pass_rate: null, average_duration_seconds: null };
  expect((await get(summary)).body.data).toEqual(empty);

  const scene = { server, member };
  const started = { created_at: at('01T10:00:00'), started_at: at('01T10:00:00') };
  await insertRun(scene, flow, { ...started, status: 'completed', completed_at: at('01T10:00:10') });
  await insertRun(scene, flow, { ...started, status: 'completed', completed_at: at('01T10:00:21') });
  await insertRun(scene, flow, { ...started, status: 'failed', completed_at: at('01T11:00:00') });
  await insertRun(scene, flow, { ...started, status: 'cancelled', created_at: at('05T10:00:00') });
  await insertRun(scene, flow, { status: 'paused', created_at: at('06T10:00:00') });
  expect((await get(summary)).body.data).toEqual({
    ...none,
    ...{ total_runs: 5, completed: 2, failed: 1, cancelled: 1, paused: 1 },
    pass_rate: 0.5,
    average_duration_seconds: 15.5,
  });
});

test('both ends of the range of a summary are inclusive, and a range that ends before it starts is rejected', async () => {
  const flow = await workflow();
  const scene = { server, member };
  for (const day of ['01', '02', '03']) {
    await insertRun(scene, flow, { status: 'completed', created_at: at(`${day}T10:00:00`) });
  }
  const range = (from: string, to: string) =>
    get(`/api/v1/workflows/${flow.id}/runs/summary?from=2026-03-${from}&to=2026-03-${to}`);
  expect((await range('02T10:00:00Z', '03T10:00:00Z')).body.data.total_runs).toBe(2);
  expect((await range('02T10:00:00.001Z', '03T09:59:59Z')).body.data.total_runs).toBe(0);
  expect((await range('03T10:00:00Z', '02T10:00:00Z')).status).toBe(422);
  expect((await range('03T10:00:00', '04T10:00:00Z')).status).toBe(422);
});

test('steps list every iteration with its ports, and its counts only on request', async () => {
  const run = await insertScriptRun({ server, member });
  const { body } = await get(`${run.path}/steps`);
  expect(body).not.toHaveProperty('pagination');
  const pacing = body.data.filter((step: { node_type: string }) => step.node_type === 'validator_pacing');
  expect(pacing).toMatchObject([
    { iteration: 0, status: 'completed', active_ports: ['pass', 'fail'], has_result: true, result: null },
    { iteration: 1, status: 'completed', active_ports: ['pass'], has_result: true, result: null },
  ]);
  const detailed = await get(`${run.path}/steps?node_type=validator_pacing&include_result=true`);
  expect(detailed.body.data).toHaveLength(2);
  expect(detailed.body.data[0]).toMatchObject({
    id: pacing[0].id,
    node_display_name: 'Pacing check',
    result: { total: 5, done: 5, failed: 0, passed: 3, rejected: 2 },
  });
  const sink = await get(`${run.path}/steps?node_id=${nodeOf(run, 'sink_preview')}`);
  expect(sink.body.data[0]).toMatchObject({ node_type: 'sink_preview', active_ports: [] });
});

test('an iteration that the end of its run interrupted is canceled, and one with only failures failed', async () => {
  const flow = await workflow();
  const scene = { server, member };
  const run = await insertRun(scene, flow, { status: 'cancelled' });
  const at_once = { iteration: 0, started_at: at('01T10:00:00'), finished_at: at('01T10:00:01') };
  const rows = [
    { node_type: 'source_script', total: 3, done: 3, passed: 3 },
    { node_type: 'operator_generator', total: 3, done: 1, failed: 1, passed: 1 },
    { node_type: 'validator_noise', total: 1, done: 0, failed: 1 },
  ];
  const steps = rows.map((row) => ({
    run_id: run.id,
    node_id: nodeOf(run, row.node_type),
    ...at_once,
    ...row,
  }));
  await server.app.db.insertInto('run_step').values(steps).execute();
  const { body } = await get(`${run.path}/overview`);
  const statuses = body.data.workflow_snapshot.node_states.map((node: { status: string }) => node.status);
  expect(statuses).toEqual(['completed', 'cancelled', 'failed', 'cancelled']);
});

test('outputs list the delivered lines of a sink with their paths in the export', async () => {
  const run = await insertScriptRun({ server, member });
  const { body } = await get(`${run.path}/outputs`);
  expect(body.data).toMatchObject({ run_id: run.id, run_status: 'completed', credits: 12 });
  const [sink] = body.data.outputs;
  expect(body.data.outputs).toHaveLength(1);
  expect(sink).toMatchObject({
    node_id: nodeOf(run, 'sink_preview'),
    display_name: 'Delivery',
    status: 'completed',
    line_count: 4,
    truncated: false,
  });
  expect(sink.lines.map((line: { file: string }) => line.file)).toEqual([
    'en-us/Ada/hello.wav',
    'de-de/Ada/hello.wav',
    'en-us/bye.wav',
    'en-us/again.wav',
  ]);
  expect(sink.lines[0].audio_id).toBe(run.audio.get('hello/en-us')?.delivered);
});

test('an output line lists its takes, recommends the delivered one, and names the checks that reject it', async () => {
  const run = await insertScriptRun({ server, member });
  const [sink] = (await get(`${run.path}/outputs`)).body.data.outputs;
  const lineOf = (id: string, locale: string) =>
    sink.lines.find(
      (line: { line_id: string; locale_code: string }) => line.line_id === id && line.locale_code === locale,
    );
  const retried = lineOf('hello', 'de-de');
  const { takes = [], delivered, bytes } = run.audio.get('hello/de-de') ?? {};
  expect(retried).toMatchObject({
    audio_files: [
      { audio_id: takes[0], iteration: 0, duration_ms: 500, content_type: 'audio/wav' },
      { audio_id: delivered, iteration: 1, duration_ms: 500, content_type: 'audio/wav' },
    ],
    recommended_audio_file_index: 1,
    delivery: { passed: true, failing_checks: [] },
  });
  const played = await fetch(retried.audio_files[1].playback_url);
  expect(Buffer.from(await played.arrayBuffer()).equals(bytes ?? Buffer.alloc(0))).toBe(true);
  const exhausted = lineOf('bye', 'en-us');
  expect(exhausted.audio_files.map(({ iteration }: { iteration: number }) => iteration)).toEqual([0, 1]);
  expect(exhausted).toMatchObject({
    recommended_audio_file_index: 0,
    delivery: { passed: false, failing_checks: ['pacing'] },
  });
  const taken = run.audio.get('bye/en-us')?.takes ?? [];
  await server.app.db.deleteFrom('audio').where('run_id', '=', run.id).where('id', 'in', taken).execute();
  const [later] = (await get(`${run.path}/outputs`)).body.data.outputs;
  const kept = later.lines.find((line: { line_id: string }) => line.line_id === 'bye');
  expect(kept.audio_files).toMatchObject([{ audio_id: run.audio.get('bye/en-us')?.delivered }]);
});

test('runs of another workspace return 404 for every operation', async () => {
  const run = await insertScriptRun({ server, member });
  const stranger = await createMember(server);
  const audio = run.audio.get('hello/en-us')?.delivered;
  const node = nodeOf(run, 'sink_preview');
  const list = `/api/v1/workflows/${run.workflow.id}/runs`;
  const views = ['', '/status', '/events', '/overview', '/steps', '/data', '/outputs', '/download'];
  const files = [`/nodes/${node}/download`, `/audio/${audio}/url`];
  const paths = [list, `${list}/summary`, ...[...views, ...files].map((view) => `${run.path}${view}`)];
  for (const path of paths) {
    expect([path, (await get(path, stranger)).body?.error?.code]).toEqual([path, 'NOT_FOUND']);
  }
  for (const verb of ['cancel', 'pause', 'resume', 'retry']) {
    const { status } = await server.request('POST', `${run.path}/${verb}`, { as: stranger });
    expect([verb, status]).toEqual([verb, 404]);
  }
});

test('a run is not found under another or a deleted workflow', async () => {
  const run = await insertScriptRun({ server, member });
  const other = await workflow();
  expect((await get(run.path.replace(run.workflow.id, other.id))).status).toBe(404);
  expect((await get(run.path.replace(run.id, randomUUID()))).status).toBe(404);
  const path = `/api/v1/workflows/${run.workflow.id}`;
  expect((await server.request('DELETE', path, { as: member })).status).toBe(200);
  for (const gone of [run.path, `${run.path}/data`, `${path}/runs`, `${path}/runs/summary`]) {
    expect([gone, (await get(gone)).status]).toEqual([gone, 404]);
  }
});
