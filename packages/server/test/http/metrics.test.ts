import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startMonitor } from '../../src/http/connections/listen.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { until } from '../support/until.ts';

const MONITORING = new URL('../../../../docs/operating/monitoring.md', import.meta.url);

let engine: Engine;
let monitor: RunningServer;

beforeAll(async () => {
  engine = await startEngine({ speech: scriptedSpeech({ durationMs: () => 300 }) });
  monitor = await startMonitor(engine.app, 0);
});
afterAll(async () => {
  await monitor.close(0);
  await engine.close();
});

const read = async (path: string) => {
  const response = await fetch(`${monitor.url}${path}`);
  return { status: response.status, text: await response.text() };
};

/** The first scrape to which the database responds in time, which a busy machine can delay. */
const scrape = async () => {
  let text = '';
  await until(async () => {
    ({ text } = await read('/metrics'));
    return text.includes('\nvoiceloom_database_up 1\n');
  });
  return text;
};

test('a worker serves its health and its metrics, and nothing else', async () => {
  await until(async () => (await read('/ready')).status === 200);
  const paths = ['/health', '/metrics', '/api/v1/voices', '/docs', '/studio'];
  const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status));
  expect(statuses).toEqual([200, 200, 404, 404, 404]);
});

test('gauges exist from the first scrape, and the guide describes every metric', async () => {
  const text = await scrape();
  for (const series of [
    'voiceloom_database_connections{pool="main",state="waiting"} 0',
    'voiceloom_database_connections{pool="jobs",state="waiting"} 0',
    'voiceloom_event_streams 0',
    'voiceloom_lines_total{status="delivered"} 0',
    'voiceloom_takes_total{origin="reused"} 0',
    'voiceloom_jobs{queue="chunk",state="due"} 0',
    'voiceloom_jobs{queue="chunk.dead",state="active"} 0',
    'voiceloom_job_oldest_age_seconds{queue="chunk"} 0',
    'voiceloom_runs{status="running"} 0',
    'voiceloom_credits_held 0',
    'voiceloom_backlog{kind="webhook_delivery"} 0',
    'voiceloom_backlog_oldest_age_seconds{kind="mail"} 0',
  ])
    expect(text).toContain(`\n${series}\n`);
  expect(text).toMatch(/\nvoiceloom_workers_up [01]\n/);
  const names = [...text.matchAll(/^# TYPE ((?:voiceloom|http)_\w+) /gm)].map(([, name]) => name);
  const guide = readFileSync(MONITORING, 'utf8');
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('the metrics count lines, takes, credits, provider calls, chunks and commits of a run', async () => {
  const id = await engine.start(await engine.owner(), shortPipeline({ text: numberedLines(3) }));
  await engine.until(id, ['completed']);
  // The last commit is counted after it.
  await until(async () =>
    (await read('/metrics')).text.includes('voiceloom_lines_total{status="delivered"} 3'),
  );
  const { text } = await read('/metrics');
  for (const series of [
    'voiceloom_takes_total{origin="synthesized"} 3',
    'voiceloom_credits_spent_total 3',
    'voiceloom_provider_call_duration_seconds_count{provider="espeak",outcome="done"} 3',
  ])
    expect(text).toContain(`\n${series}\n`);
  expect(text).toMatch(
    /voiceloom_chunk_duration_seconds_count\{node_type="operator_generator",outcome="done"\} [1-9]/,
  );
  expect(text).toMatch(/voiceloom_settle_duration_seconds_count\{outcome="done"\} [1-9]/);
});

test('failed storage calls are counted by reason; a missing object is not an error', async () => {
  const { storage } = engine.app;
  await expect(storage.put('/', Buffer.from('a'), { content_type: 'text/plain' })).rejects.toThrow();
  await expect(storage.get('nothing')).rejects.toThrow();
  const { text } = await read('/metrics');
  const series = text.match(/^voiceloom_storage_errors_total.*$/gm) ?? [];
  // Metrics of alerts start at 0, so that the first increase is visible.
  expect(series).toContain('voiceloom_storage_errors_total{operation="get",reason="unavailable"} 0');
  expect(series.filter((line) => !line.endsWith(' 0'))).toEqual([
    'voiceloom_storage_errors_total{operation="put",reason="invalid_key"} 1',
  ]);
});
