import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putScript } from '../support/put-script.ts';
import { until } from '../support/until.ts';
import { edge, node } from '../support/workflows.ts';

/**
 * The cost of repeated runs: lines of a csv, with a casting sheet, on the embedded engine. There are enough
 * lines for several chunks, and some have a limit that is too short.
 */
const LINES = 48;
const CHARACTERS = ['Mara', 'Jon', 'Ilse'];
const TEXTS = [
  'The gate is closed tonight.',
  'Nobody leaves before the storm is over, not even you.',
  'Bring the lantern, and mind the second step.',
];

let server: TestApp;
let worker: Worker;
let member: Member;
let path: string;
let first: RunData;

interface RunData {
  id: string;
  status: string;
  credits: number;
  completed_at: Date | null;
}

beforeAll(async () => {
  server = await startTestApp({ role: 'all' });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server);
  path = `/workflows/${(await call('POST', '/workflows', { name: 'Game' })).id}`;
  await call('PUT', path, { name: 'Game', definition: await definition({}) });
  first = await runToEnd('POST', `${path}/runs`);
}, 300_000);
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

async function call(method: string, to: string, body?: unknown) {
  const response = await server.request(method, `/api/v1${to}`, { as: member, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body.data;
}

const scriptRow = (index: number): string => {
  // Every twelfth line has a limit that is too short for any voice.
  const longest = index % 12 === 5 ? 300 : '';
  const script = `"${TEXTS[index % TEXTS.length]} Number ${index}."`;
  return [`l${index}`, CHARACTERS[index % CHARACTERS.length], longest, script].join(',');
};
const SCRIPT = [
  'id,character,max_duration_ms,en-us',
  ...Array.from({ length: LINES }, (_, index) => scriptRow(index)),
].join('\n');

let uploads: { script: string; sheet: string } | undefined;
let nodes: Record<'source' | 'generator' | 'pacing' | 'sink', ReturnType<typeof node>> | undefined;

/** The workflow, with changes to its generator and its check. */
async function definition(changes: { generator?: object; pacing?: object }) {
  uploads ??= await putFiles();
  nodes ??= {
    source: node('source_script', { input_type: 'file', upload_ids: [uploads.script] }),
    generator: node('operator_generator', { casting_upload_id: uploads.sheet }),
    pacing: node('validator_pacing', { max_retry: 2 }),
    sink: node('sink_preview'),
  };
  const { source, sink } = nodes;
  const generator = { ...nodes.generator, config: { ...nodes.generator.config, ...changes.generator } };
  const pacing = { ...nodes.pacing, config: { ...nodes.pacing.config, ...changes.pacing } };
  const edges = [
    edge([source, 'lines'], [generator, 'lines']),
    edge([generator, 'audio'], [pacing, 'audio']),
    edge([pacing, 'fail'], [generator, 'lines']),
    edge([pacing, 'pass'], [sink, 'audio']),
  ];
  return { graph: { nodes: [source, generator, pacing, sink], edges } };
}

async function putFiles() {
  const voices = await server.app.db
    .selectFrom('voice')
    .select('name')
    .where('provider', '=', 'espeak')
    .where(sql<boolean>`'en-us' = any(supported_languages)`)
    .orderBy('name')
    .limit(CHARACTERS.length)
    .execute();
  const rows = voices.map(({ name }, index) => `${CHARACTERS[index]},en-us,${name}`);
  const owner = { user_id: member.user_id, workspace_id: member.workspace_id };
  const app = { app: server.app };
  return {
    script: await putScript(app, owner, SCRIPT, 'csv'),
    sheet: await putScript(app, owner, ['character,locale,voice', ...rows].join('\n'), 'csv'),
  };
}

async function runToEnd(method: string, to: string, body?: unknown): Promise<RunData> {
  const { id } = await call(method, to, body);
  const read = (): Promise<RunData> =>
    server.app.db
      .selectFrom('run')
      .select(['id', 'status', 'credits', 'completed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await until(async () => (await read()).completed_at !== null, 240_000);
  return read();
}

const preview = () => call('POST', `${path}/runs/preview`);

/** How many lines passed the check with their best take after all retries. */
async function exhausted(runId: string): Promise<number> {
  const rows = await server.app.db
    .selectFrom('attempt')
    .select(['line_no', 'verdict'])
    .where('run_id', '=', runId)
    .execute();
  return new Set(rows.filter((row) => row.verdict?.status === 'exhausted').map((row) => row.line_no)).size;
}

async function delivered(runId: string): Promise<Map<string, string | null>> {
  const rows = await server.app.db
    .selectFrom('run_line')
    .select(['line_id', 'audio_id'])
    .where('run_id', '=', runId)
    .execute();
  return new Map(rows.map((row) => [row.line_id, row.audio_id]));
}

test('running an unchanged workflow again costs nothing, and its preview says so', async () => {
  expect(first.status).toBe('completed');
  expect(first.credits).toBeGreaterThan(LINES);
  expect(await exhausted(first.id)).toBeGreaterThanOrEqual(LINES / 12);
  for (const _ of [1, 2]) {
    const estimate = await preview();
    expect(estimate).toMatchObject({
      min_credits: 0,
      expected_credits: 0,
      new_takes: 0,
      reused_takes: LINES,
    });
    const run = await runToEnd('POST', `${path}/runs`);
    expect([run.status, run.credits]).toEqual(['completed', 0]);
    expect(await delivered(run.id)).toEqual(await delivered(first.id));
    expect(await exhausted(run.id)).toBe(await exhausted(first.id));
  }
}, 120_000);

test('a retry of three lines costs as much as these three', async () => {
  const named = ['l1', 'l5', 'l8'];
  const run = await runToEnd('POST', `${path}/runs/${first.id}/retry`, { line_ids: named });
  expect(run.status).toBe('completed');
  const spoken = await server.app.db
    .selectFrom('attempt')
    .innerJoin('run_line', (join) =>
      join.onRef('run_line.run_id', '=', 'attempt.run_id').onRef('run_line.no', '=', 'attempt.line_no'),
    )
    .select(['run_line.line_id', 'attempt.credits'])
    .where('attempt.run_id', '=', run.id)
    .where('attempt.credits', '>', 0)
    .execute();
  expect(new Set(spoken.map((row) => row.line_id))).toEqual(new Set(named));
  // Two lines pass immediately, and one is spoken twice more.
  expect([spoken.length, run.credits]).toEqual([5, 5]);
}, 60_000);

test('the ledgers agree afterwards', async () => {
  const reports = await checkLedgers(server.app, new Date());
  expect(reports.filter(({ differences }) => differences > 0)).toEqual([]);
});
