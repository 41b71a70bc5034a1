import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { spawnNode } from '../support/processes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { spansIn } from '../support/spans.ts';

const SOURCES = new URL('../../src/', import.meta.url).href;
const TRACING = `${SOURCES}telemetry/tracing.ts`;

async function startCollector(): Promise<Receiver & { origin: string }> {
  const collector = await startReceiver();
  onTestFinished(() => collector.close());
  return Object.assign(collector, { origin: new URL(collector.url).origin });
}

/**
 * Runs code in a separate process, because a process has one tracer. The code can use all exports of
 * tracing.ts.
 */
async function runTraced(endpoint: string, code: string, env: Record<string, string> = {}) {
  const settings = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }, '/').tracing;
  const program = `
    import * as tracing from '${TRACING}';
    const { traced, countInSpan, recordProviderCall, startTracing } = tracing;
    const errors = [];
    const stop = await startTracing(${JSON.stringify(settings)}, {
      version: '1', role: 'worker', onError: (error) => errors.push(String(error)),
    });
    const print = (facts) => console.log(JSON.stringify(facts));
    ${code}`;
  const child = spawnNode(['--input-type=module', '-e', program]);
  expect(await child.ended, child.output()).toBe(0);
  return child.output().trim() === '' ? undefined : JSON.parse(child.output());
}

test('a chunk has few spans, whatever its number of calls and commits, and all are counted', async () => {
  const collector = await startCollector();
  await runTraced(
    collector.origin,
    `await traced('chunk', { attributes: {} }, async () => {
      for (let call = 0; call < 1000; call++) {
        const outcome = call % 4 === 3 ? 'busy' : 'done';
        recordProviderCall({ provider: 'espeak', model: undefined, outcome, begun: performance.now() });
        if (countInSpan('voiceloom.settles')) await traced('settle', { attributes: {} }, async () => {});
      }
    });
    await stop();`,
  );
  const spans = spansIn(collector);
  expect(spans.length).toBe(31);
  const chunk = spans.find(({ name }) => name === 'chunk');
  expect(chunk?.attributes).toEqual({
    'voiceloom.provider_calls': 750,
    'voiceloom.provider_calls_failed': 250,
    'voiceloom.settles': 1000,
  });
  expect(spans.filter(({ is_error }) => is_error).map(({ attributes }) => attributes['error.type'])).toEqual(
    Array(10).fill('busy'),
  );
});

test('a span names the kind of an error, and not its message', async () => {
  const collector = await startCollector();
  await runTraced(
    collector.origin,
    `const fail = () => Promise.reject(new TypeError('Once upon a time'));
    await traced('run', { attributes: {} }, fail).catch(() => {});
    await stop();`,
  );
  expect(spansIn(collector)).toMatchObject([{ is_error: true, attributes: { 'error.type': 'TypeError' } }]);
  expect(collector.received[0]?.body).not.toContain('Once upon');
});

test('an unresponsive collector loses spans, and delays the end of a process by seconds at most', async () => {
  const collector = await startCollector();
  collector.gate = () => new Promise(() => {});
  const { worked_ms, stopped_ms, errors } = await runTraced(
    collector.origin,
    `const before = process.threadCpuUsage();
    for (let span = 0; span < 20000; span++) await traced('settle', { attributes: {} }, async () => {});
    const { user, system } = process.threadCpuUsage(before);
    const worked_ms = (user + system) / 1_000;
    const begun = performance.now();
    await stop();
    print({ worked_ms, stopped_ms: performance.now() - begun, errors });`,
  );
  // A thousandth of the duration of a commit.
  expect(worked_ms / 20_000).toBeLessThan(1);
  expect(stopped_ms).toBeLessThan(15_000);
  expect(errors.length).toBeGreaterThan(0);
  // Spans that do not fit into the queue are dropped.
  expect(spansIn(collector).length).toBeLessThanOrEqual(10_000);
}, 60_000);

test('a sampler decides which traces are recorded, and the caller of a request has priority', async () => {
  const collector = await startCollector();
  await runTraced(
    collector.origin,
    `const parentOf = (flags) => tracing.contextFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-' + flags);
    await traced('of nobody', { attributes: {} }, async () => {});
    await traced('sampled', { attributes: {}, parent: parentOf('01') }, async () => {});
    await traced('not sampled', { attributes: {}, parent: parentOf('00') }, async () => {});
    await stop();`,
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  );
  expect(spansIn(collector).map(({ name }) => name)).toEqual(['sampled']);
});

test('without a collector, a process loads no library that records spans', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        const library = /@opentelemetry\\/([\\w-]+)\\//.exec(found.url)?.[1];
        if (library) loaded.add(library);
        return found;
      },
    });
    await import('${SOURCES}programs/process.ts');
    const { loadJobs } = await import('${SOURCES}jobs/index.ts');
    await loadJobs();
    console.log(JSON.stringify([...loaded]));
    process.exit(0);`;
  const child = spawnNode(['--input-type=module', '-e', program]);
  expect(await child.ended, child.output()).toBe(0);
  expect(JSON.parse(child.output())).toEqual(['api']);
});

test('trace settings have the syntax of the OpenTelemetry specification', () => {
  const read = (env: Record<string, string>) => readConfig(env, '/').tracing;
  expect(read({ OTEL_SERVICE_NAME: 'voice' })).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  expect(read(endpoint)).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    attributes: { 'service.name': 'voiceloom' },
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const all = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi=, x-team = voice',
    OTEL_SERVICE_NAME: 'voice',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(read(all)).toMatchObject({
    headers: { authorization: 'Basic YTpi=', 'x-team': 'voice' },
    attributes: { 'service.name': 'voice', 'deployment.environment.name': 'test' },
    ratio: 0.05,
  });
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%E0%A4%A'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '5%'],
  ] as const)
    expect(() => read({ ...endpoint, [name]: value })).toThrow(name);
});
