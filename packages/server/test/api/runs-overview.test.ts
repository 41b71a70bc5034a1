import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storeAggregates } from '../../src/features/runs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline, shortPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow } from '../support/run-factory.ts';
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

interface Figure {
  key: string;
  value: number | null;
  formatted_value: string;
  status: string;
  reason: string | null;
}

const get = (path: string) => server.request('GET', path, { as: member });

function figuresOf(overview: {
  metric_sections: { key: string; metrics: Figure[] }[];
}): Record<string, Figure> {
  const metrics = overview.metric_sections.flatMap((section) => section.metrics);
  return Object.fromEntries(metrics.map((metric) => [metric.key, metric]));
}

test('an overview has every figure of its sections, and they match the lines', async () => {
  const run = await insertScriptRun({ server, member });
  await server.app.db
    .updateTable('run')
    .set({ first_audio_at: new Date('2026-03-01T10:00:01.480Z') })
    .where('id', '=', run.id)
    .execute();
  const { status, body } = await get(`${run.path}/overview`);
  expect(status).toBe(200);
  expect(body.data.metric_sections.map((section: { key: string }) => section.key)).toEqual([
    'audio',
    'quality',
    'timing',
  ]);
  const figures = figuresOf(body.data);
  const shown = Object.fromEntries(
    Object.entries(figures).map(([key, { formatted_value }]) => [key, formatted_value]),
  );
  expect(shown).toEqual({
    lines_delivered: '4',
    total_duration: '2.0 s',
    average_duration: '500 ms',
    characters: '66',
    credits: '12',
    pass_rate: '76.5 %',
    average_score: '82.7',
    retries: '2',
    dropped_lines: '1',
    skipped_lines: '0',
    too_long_lines: '0',
    outlier_lines: '0',
    time_to_first_audio: '480 ms',
    run_duration: '4.0 s',
    realtime_factor: '0.5×',
  });
  expect(figures.pass_rate?.value).toBeCloseTo(13 / 17, 6);
  expect(body.data.audio_by_language).toEqual([
    { locale_code: 'de-de', line_count: 1, total_duration_ms: 500, avg_duration_ms: 500 },
    { locale_code: 'en-us', line_count: 3, total_duration_ms: 1_500, avg_duration_ms: 500 },
  ]);
});

test('a delivered line that differs strongly from the others of its voice is counted as an outlier', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const lines = Array.from({ length: 24 }, (_, index) => ({
    ...{ line_id: `line-${index}`, line_index: index, locale_code: index % 2 ? 'de-de' : 'en-us' },
    ...{ script: 'Hold the line.', takes: [{}], status: 'delivered' as const },
  }));
  const run = await insertRun({ server, member }, workflow, { status: 'completed', lines, run_number: 1 });
  const count = async () => figuresOf((await get(`${run.path}/overview`)).body.data).outlier_lines;
  expect(await count()).toMatchObject({ value: 0, status: 'available' });
  for (const [line, facts] of [
    ['line-3/de-de', '{"lufs": -9}'],
    ['line-4/en-us', '{"syllables": 40}'],
    // 0.67 LU away: the farthest of all, but too little to be audible.
    ['line-5/de-de', '{"lufs": -15.6}'],
  ] as const) {
    await server.app.db
      .updateTable('audio')
      .set({ facts: sql`facts || ${facts}::jsonb` })
      .where('id', '=', run.audio.get(line)?.delivered ?? '')
      .execute();
  }
  expect(await count()).toMatchObject({ value: 2, formatted_value: '2' });
  await server.app.db
    .updateTable('run')
    .set({ status: 'running', completed_at: null })
    .where('id', '=', run.id)
    .execute();
  expect(await count()).toMatchObject({ value: null, status: 'not_ready' });
});

test('the figures of a completed run are stored and do not change', async () => {
  const run = await insertScriptRun({ server, member });
  const before = (await get(`${run.path}/overview`)).body.data;
  expect(before.capabilities.persisted_aggregates).toBe(false);
  await storeAggregates(server.app, run.id);
  const capabilities = { ...before.capabilities, persisted_aggregates: true };
  const stored = { ...before, capabilities };
  expect((await get(`${run.path}/overview`)).body.data).toEqual(stored);
  // The service keeps the figures when their rows are deleted, and does not calculate them again.
  await server.app.db.deleteFrom('attempt').where('run_id', '=', run.id).execute();
  await storeAggregates(server.app, run.id);
  expect((await get(`${run.path}/overview`)).body.data).toEqual(stored);
});

test('the figures of an active run are not stored', async () => {
  const workflow = await insertWorkflow({ server, member }, fullPipeline());
  const run = await insertRun({ server, member }, workflow, { status: 'running', lines: [] });
  await storeAggregates(server.app, run.id);
  expect((await get(`${run.path}/overview`)).body.data.capabilities.persisted_aggregates).toBe(false);
});

test('a validator summarizes its verdicts over all takes', async () => {
  const run = await insertScriptRun({ server, member });
  const { validators, workflow } = (await get(`${run.path}/overview`)).body.data;
  expect(workflow).toEqual({ id: run.workflow.id, name: run.workflow.name });
  expect(validators).toMatchObject([
    {
      kind: 'noise',
      label: 'Noise check',
      status: 'available',
      avg_score: 100,
      pass_rate: 1,
      retry_count: 0,
    },
    { kind: 'pacing', status: 'available', pass_count: 4, fail_count: 3, retry_count: 2 },
    // Its fail port has no edge, so rejected lines are dropped.
    { kind: 'loudness', status: 'available', pass_count: 3, fail_count: 1, retry_count: 0 },
  ]);
  expect(validators[1].avg_score).toBeCloseTo((4 * 95 + 40 + 70 + 30) / 7, 6);
});

test('node states count iterations, and the links of an overview work', async () => {
  const run = await insertScriptRun({ server, member });
  const { workflow_snapshot, future_links } = (await get(`${run.path}/overview`)).body.data;
  const states = Object.fromEntries(
    workflow_snapshot.node_states.map((node: { node_type: string }) => [node.node_type, node]),
  );
  expect(states.operator_generator).toMatchObject({ status: 'completed', iteration: 2, duration_ms: 1_001 });
  // The factory writes no step for the source, so it looks like a node without lines.
  expect(states.source_script).toMatchObject({
    status: 'skipped',
    iteration: 0,
    duration_ms: 0,
    started_at: null,
  });
  for (const link of Object.values(future_links) as string[])
    expect([link, (await get(link)).status]).toEqual([link, 200]);
});

test('figures that are not available yet are marked, with the reason', async () => {
  const workflow = await insertWorkflow({ server, member }, shortPipeline({ text: 'Hello.' }));
  const pending = await insertRun({ server, member }, workflow, { status: 'pending' });
  const { body } = await get(`${pending.path}/overview`);
  const figures = figuresOf(body.data);
  for (const key of [
    'average_duration',
    'pass_rate',
    'time_to_first_audio',
    'run_duration',
    'realtime_factor',
  ]) {
    expect(figures[key]).toMatchObject({ value: null, status: 'not_ready', reason: expect.any(String) });
  }
  expect(body.data.validators).toMatchObject([{ status: 'not_ready', avg_score: null, pass_rate: null }]);
  expect(body.data.workflow_snapshot.node_states.map((node: { status: string }) => node.status)).toEqual([
    'pending',
    'pending',
    'pending',
    'pending',
  ]);
});

test('a validator that could not score reports why and has no score', async () => {
  const workflow = await insertWorkflow({ server, member }, shortPipeline({ text: 'Hello.' }));
  const unscored = { score: null, status: 'unscored', reason: 'Nothing to measure.' } as const;
  const line = {
    line_id: 'a',
    line_index: 0,
    locale_code: 'en-us',
    script: 'Hello.',
    status: 'active',
  } as const;
  const lines = [{ ...line, takes: [{ verdicts: { noise: unscored } }] }];
  const run = await insertRun({ server, member }, workflow, { status: 'running', lines });
  const { validators } = (await get(`${run.path}/overview`)).body.data;
  expect(validators).toMatchObject([
    { status: 'unsupported', reason: 'Nothing to measure.', avg_score: null, pass_rate: null },
  ]);
});
