import { RunData, RunDetail, RunOutputs, RunOverview, RunStatus, RunStep } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, insertWorkflow, type LinePlan, type StoredRun } from '../support/run-factory.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

const passes = { noise: {}, pacing: {}, loudness: {} };
const quiet = { ...passes, loudness: { score: 10, status: 'fail' as const, reason: 'Too quiet.' } };
const lineOf = (line_index: number, status: LinePlan['status'], more: Partial<LinePlan> = {}): LinePlan => ({
  ...{
    line_id: `${status}-${line_index}`,
    line_index,
    locale_code: 'en-us',
    script: 'Good evening.',
    status,
  },
  ...more,
});
const DONE = [
  lineOf(0, 'delivered', { takes: [{ verdicts: passes }] }),
  lineOf(1, 'delivered', { takes: [{ verdicts: quiet }, { verdicts: passes, reused: true }] }),
];
const DROPPED = lineOf(2, 'dropped', { takes: [{ verdicts: quiet }] });
const SKIPPED = lineOf(3, 'skipped', { script: '…' });
const FAILED = lineOf(4, 'failed', { error: { code: 'no_voice', message: 'No voice speaks en-us.' } });
const FAILED_LATE = lineOf(5, 'failed', {
  ...{
    takes: [{ verdicts: passes }],
    error: { code: 'mastering_failed', message: 'The audio is too short.' },
  },
});
const SPOKEN = lineOf(6, 'active', { takes: [{}] });
const AWAITED = lineOf(7, 'active');

const ACTIVE = [...DONE, DROPPED, SKIPPED, FAILED, SPOKEN, AWAITED];
const ENDED = [...DONE, DROPPED, SKIPPED, FAILED, FAILED_LATE];
/** A run in every state that a client can see. */
const PLANS: Record<string, { status: RunStatus; lines?: LinePlan[] }> = {
  queued: { status: 'pending' },
  'queued with lines': { status: 'pending', lines: [AWAITED] },
  running: { status: 'running', lines: ACTIVE },
  paused: { status: 'paused', lines: ACTIVE },
  completed: { status: 'completed', lines: DONE },
  'completed with dropped and skipped lines': { status: 'completed', lines: [...DONE, DROPPED, SKIPPED] },
  'partly failed': { status: 'completed', lines: ENDED },
  'failed before its first line': { status: 'failed' },
  failed: { status: 'failed', lines: [...ENDED, AWAITED] },
  canceled: { status: 'cancelled', lines: [...ENDED, SPOKEN, AWAITED] },
};

/** The schema with closed objects, so that a field that it does not name is an error. */
function closed(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, closed(field as z.ZodType)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return closed(schema.unwrap() as z.ZodType).nullable();
  return schema;
}

const Time = z.iso.datetime();
/** The overview as the product interface writes it. Fields may be added to it. */
const PromisedOverview = z.looseObject({
  workflow: z.looseObject({ id: z.uuid(), name: z.string() }),
  run: z.looseObject({
    ...{ id: z.uuid(), status: RunStatus, created_at: Time, has_export: z.boolean() },
    ...{ started_at: Time.nullable(), completed_at: Time.nullable(), error: z.string().nullable() },
  }),
  workflow_snapshot: z.looseObject({
    definition: z.record(z.string(), z.unknown()),
    node_states: z.array(
      z.looseObject({
        ...{ node_id: z.uuid(), node_type: z.string(), status: z.string(), iteration: z.int() },
        ...{ started_at: Time.nullable(), completed_at: Time.nullable(), duration_ms: z.int() },
        error: z.string().nullable(),
      }),
    ),
  }),
  metric_sections: z.array(
    z.looseObject({
      ...{ key: z.string(), layout: z.string(), title: z.string() },
      metrics: z.array(
        z.looseObject({
          ...{ key: z.string(), label: z.string(), formatted_value: z.string(), status: z.string() },
          display: z.looseObject({ variant: z.string(), emphasis: z.string() }),
          ...{ unit: z.string().nullable(), reason: z.string().nullable() },
          value: z.union([z.number(), z.string(), z.null()]),
        }),
      ),
    }),
  ),
  audio_by_language: z.array(
    z.looseObject({
      ...{ locale_code: z.string(), line_count: z.int() },
      ...{ total_duration_ms: z.number(), avg_duration_ms: z.number() },
    }),
  ),
  validators: z.array(
    z.looseObject({
      ...{ node_id: z.uuid(), kind: z.string(), label: z.string(), status: z.string() },
      ...{ avg_score: z.number().nullable(), pass_rate: z.number().nullable() },
      ...{ pass_count: z.int(), fail_count: z.int(), retry_count: z.int(), reason: z.string().nullable() },
    }),
  ),
  capabilities: z.looseObject({
    ...{ validator_drilldown: z.boolean(), live_trace_timing: z.boolean() },
    persisted_aggregates: z.boolean(),
  }),
  future_links: z.looseObject({ validator_drilldown: z.url(), live_trace: z.url() }),
});

/** What a client without null checks for parts reads of a card. */
const ReadableVoice = z.strictObject({
  ...{ voice_id: z.uuid().nullable(), display_name: z.string().nullable() },
  ...{ status: z.enum(['available', 'not_ready', 'unavailable']), reason: z.string().nullable() },
});

async function read(run: StoredRun, path: string): Promise<unknown> {
  const { status, body, text } = await server.request('GET', `${run.path}${path}`, { as: member });
  expect(status, text).toBe(200);
  return body.data;
}

test.each(Object.entries(PLANS))(
  'data, outputs, steps and overview of a run that is %s have their documented shapes',
  async (_, plan) => {
    const workflow = await insertWorkflow({ server, member }, fullPipeline());
    const run = await insertRun({ server, member }, workflow, plan);
    const data = closed(RunData).parse(await read(run, '/data?include_dropped=true')) as RunData;
    closed(RunData).parse(await read(run, '/data'));
    closed(RunOutputs).parse(await read(run, '/outputs'));
    z.array(closed(RunStep)).parse(await read(run, '/steps?include_result=true'));
    RunDetail.parse(await read(run, ''));
    const overview = await read(run, '/overview');
    RunOverview.parse(overview);
    PromisedOverview.parse(overview);
    const cards = data.rows.flatMap((row) => row.cards);
    expect(cards.length).toBe(plan.lines?.length ?? 0);
    const nodes = new Map(workflow.definition.graph.nodes.map((node) => [node.id, node.type]));
    for (const { voice, takes, status, dropped } of cards) {
      for (const one of [voice, ...takes.map((take) => take.voice)]) {
        ReadableVoice.parse(one);
        expect(one.voice_id === null).toBe(one.display_name === null);
        expect(one.reason === null).toBe(one.status === 'available');
      }
      expect(voice.status === 'available').toBe(takes.length > 0);
      expect(dropped !== null).toBe(status === 'dropped');
      for (const verdict of dropped?.verdicts ?? []) {
        expect(verdict.validator_kind).toBe(verdict.kind);
        expect(verdict.validator_label).toBe(verdict.label);
        expect(nodes.get(verdict.validator_node_id)).toBe(`validator_${verdict.kind}`);
      }
    }
  },
);

test('the voice of a line without a take is awaited while the run can speak it, and unavailable after that', async () => {
  const statusIn = async (status: RunStatus, line: LinePlan) => {
    const workflow = await insertWorkflow({ server, member }, fullPipeline());
    const run = await insertRun({ server, member }, workflow, { status, lines: [line] });
    const { rows } = (await read(run, '/data?include_dropped=true')) as RunData;
    const { voice } = rows[0]?.cards[0] ?? {};
    return [voice?.status, voice?.reason];
  };
  const awaited = ['not_ready', 'The line has not been spoken yet.'];
  for (const status of ['pending', 'running', 'paused'] as const)
    expect(await statusIn(status, AWAITED)).toEqual(awaited);
  expect(await statusIn('running', FAILED)).toEqual(['unavailable', 'No voice speaks en-us.']);
  expect(await statusIn('running', SKIPPED)).toEqual(['unavailable', expect.stringMatching(/./)]);
  expect(await statusIn('cancelled', AWAITED)).toEqual([
    'unavailable',
    'The run was canceled before the line was spoken.',
  ]);
  expect(await statusIn('failed', AWAITED)).toEqual([
    'unavailable',
    'The run failed before the line was spoken.',
  ]);
});
