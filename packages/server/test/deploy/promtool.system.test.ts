import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { DEPLOY } from '../support/monitoring.ts';
import { until } from '../support/until.ts';

const PROMETHEUS = fileURLToPath(new URL('prometheus/', DEPLOY));

function promtool(args: string[], input = '') {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    input,
    encoding: 'utf8',
    cwd: PROMETHEUS,
  });
  if (error)
    throw new Error('There is no promtool: install it (apt-get install prometheus).', { cause: error });
  return { status, output: `${stdout}${stderr}` };
}

test.each([
  ['the rules are valid', ['check', 'rules', 'rules.yaml']],
  ['the configuration is valid', ['check', 'config', '--syntax-only', 'prometheus.yaml']],
  ['the alerts fire when they should', ['test', 'rules', 'rules.test.yaml']],
])('%s', (_, args) => {
  expect(promtool(args)).toMatchObject({ status: 0 });
});

test('a scrape is valid, and metrics are named as Prometheus recommends', async () => {
  const server = await startTestApp();
  const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
  await until(async () => (await scrape()).includes('\nvoiceloom_database_up 1\n'));
  const { output } = promtool(['check', 'metrics'], await scrape());
  await server.close();
  // The client library defines the metrics of Node.
  expect(output.split('\n').filter((line) => line !== '' && !/^(?:nodejs|process)_/.test(line))).toEqual([]);
});
