import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chain, Voiceloom } from '../../../sdk/src/index.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { readyFile, spawnBin, type WorkerProcess } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type CollectedSpan, spansIn } from '../support/spans.ts';
import { until } from '../support/until.ts';

const LONG_MS = 120_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TEXT = 'Rumpelstiltskin waits behind the mill.';
const TICKET = 'a-signed-link-is-a-credential';
const HEADER = 'Bearer of-the-collector';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-tracing-'));
let database: TestDatabase;
let collector: Receiver;
let hook: Receiver;
let token = '';
let runId = '';
let spans: CollectedSpan[] = [];
let lines: Record<string, unknown>[] = [];

const linesOf = ({ output }: WorkerProcess): Record<string, unknown>[] =>
  output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

/** The API and a worker in two processes, which send spans until they stop. */
beforeAll(async () => {
  [database, collector, hook] = await Promise.all([createDatabase(), startReceiver(), startReceiver()]);
  collector.answers = [{ status: 200, body: '{}', headers: { 'content-type': 'application/json' } }];
  const ready = join(directory, 'ready.json');
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(directory, 'data'),
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(HEADER)}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  const api = spawnBin('api', { ...env, PORT: '0', READY_FILE: ready });
  const worker = spawnBin('worker', env);
  try {
    const started = await readyFile(api, ready);
    token = started.token ?? '';
    await runWorkflow(started.url);
    await until(async () => worker.output().includes('"msg":"run ended"'), LONG_MS);
    expect(await Promise.all([worker.stop(), api.stop()])).toEqual([0, 0]);
  } finally {
    await Promise.all([worker.kill(), api.kill()]);
  }
  spans = spansIn(collector).filter(({ trace_id }) => trace_id === TRACE);
  lines = [...linesOf(api), ...linesOf(worker)];
}, LONG_MS);
afterAll(async () => {
  await Promise.all([collector.close(), hook.close()]);
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function runWorkflow(baseUrl: string): Promise<void> {
  const client = new Voiceloom({ token, baseUrl });
  await client.webhookEndpoints.create({ url: hook.url });
  const definition = chain(
    ['source_script', { text: TEXT, source_language: 'en-us' }],
    ['operator_generator'],
    ['sink_preview'],
  );
  const { id } = await client.workflows.create({ name: 'Story', definition });
  const headers = {
    traceparent: `00-${TRACE}-${CALLER}-01`,
    tracestate: 'vendor=of-the-caller',
    authorization: `Bearer ${token}`,
  };
  const started = await fetch(`${baseUrl}/api/v1/workflows/${id}/runs`, {
    method: 'POST',
    headers,
  });
  expect(started.status).toBe(202);
  const { authorization } = headers;
  await fetch(`${baseUrl}/api/v1/workflows?search=${TICKET}`, { headers: { authorization } });
  runId = ((await started.json()) as { data: { id: string } }).data.id;
  await fetch(`${baseUrl}/exports/${TICKET}`, { headers });
  await until(async () => hook.received.some(({ json }) => json.type === 'run.completed'), LONG_MS);
}

/** The span names from the caller's request down to this span. */
function pathTo(span: CollectedSpan): string {
  const parent = spans.find(({ span_id }) => span_id === span.parent_id);
  return parent ? `${pathTo(parent)} > ${span.name}` : span.name;
}

test('one trace shows a run, from the request of the caller to the webhook about its end', () => {
  const request = 'POST /api/v1/workflows/:workflow_id/runs';
  const [first] = spans.filter(({ name }) => name === request);
  expect(first).toMatchObject({ parent_id: CALLER, kind: 'SERVER', role: 'api' });
  const paths = spans.map(pathTo);
  for (const path of ['run', 'run > chunk', 'run > chunk > provider call', 'run > chunk > settle'])
    expect(paths).toContain(`${request} > ${path}`);
  const hooks = spans.filter(({ name }) => name === 'webhook');
  const completed = hooks.find(({ attributes }) => attributes['voiceloom.event_type'] === 'run.completed');
  expect(completed && pathTo(completed)).toBe(`${request} > run > chunk > settle > webhook`);
  // No chunk span is below another one, even though chunks follow each other.
  expect(paths.filter((path) => /chunk.*chunk/.test(path))).toEqual([]);
});

test('spans name the run, the step in it, the provider and the process', () => {
  const named = (name: string) => spans.filter((span) => span.name === name);
  expect(named('run')[0]?.attributes).toMatchObject({ 'voiceloom.run_id': runId });
  for (const { attributes, role } of named('chunk')) {
    expect(role).toBe('worker');
    expect(attributes).toMatchObject({ 'voiceloom.run_id': runId, 'voiceloom.outcome': 'done' });
  }
  expect(named('chunk').map(({ attributes }) => attributes['voiceloom.node_type'])).toContain(
    'operator_generator',
  );
  expect(named('provider call')[0]?.attributes).toMatchObject({
    'voiceloom.provider': 'espeak',
    'voiceloom.outcome': 'done',
  });
  expect(named('webhook')[0]?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
  });
  expect(spans[0]?.resource).toMatchObject({
    'service.name': 'voiceloom',
    'deployment.environment.name': 'test',
  });
});

test('the collector gets the headers of the settings, and a receiver of webhooks gets only the trace', () => {
  expect(collector.received[0]?.headers.authorization).toBe(HEADER);
  const traced = hook.received.map(({ headers }) => headers.traceparent?.split('-')[1]);
  expect(traced).toContain(TRACE);
  expect(hook.received.filter(({ headers }) => headers.tracestate || headers.baggage)).toEqual([]);
});

test('spans contain no text, credential, address of a person, query, signed link or state of the caller', () => {
  const sent = collector.received.map(({ body }) => body).join('\n');
  for (const secret of [
    TEXT,
    'Rumpelstiltskin',
    TICKET,
    token,
    'developer@localhost',
    'of-the-collector',
    'of-the-caller',
  ])
    expect(sent).not.toContain(secret);
  expect(spans.map(({ name }) => name)).toContain('GET /exports/:ticket');
});

test('the log of a run is found only by its ID, and names the trace, the host and the process', () => {
  const own = lines.filter(({ run_id }) => run_id === runId);
  expect(own.map(({ msg }) => msg)).toEqual(['run created', 'run started', 'run ended']);
  expect(own.map(({ role }) => role)).toEqual(['api', 'worker', 'worker']);
  for (const line of own)
    expect(line).toMatchObject({
      host: expect.any(String),
      pid: expect.any(Number),
      trace_id: TRACE,
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  const [request] = spans.filter(({ parent_id, name }) => parent_id === CALLER && name.startsWith('POST'));
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', trace_id: TRACE, span_id: request?.span_id }),
  );
});
