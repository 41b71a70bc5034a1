import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { metricsRoutes } from '../../src/http/metrics.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { DEPLOY, namesIn, readDashboards, readQueries, readRules } from '../support/monitoring.ts';

/** Labels that Prometheus adds to every series. */
const OF_PROMETHEUS = ['instance', 'job'];

/** The labels of each metric of a process, by the names of its series. */
function labelsByMetric(): Map<string, string[]> {
  const metrics = createMetrics();
  metricsRoutes({ metrics } as App, 'test');
  const labels = new Map<string, string[]>([['up', []]]);
  for (const { name, type } of metrics.registry.getMetricsAsArray()) {
    const { labelNames = [] } = metrics.registry.getSingleMetric(name) as { labelNames?: string[] };
    if (type.toString() !== 'histogram') labels.set(name, labelNames);
    else for (const end of ['bucket', 'count', 'sum']) labels.set(`${name}_${end}`, [...labelNames, 'le']);
  }
  return labels;
}

test('rules and dashboards use only existing metrics and labels', () => {
  const known = labelsByMetric();
  const queries = readQueries();
  const recorded = readRules().flatMap(({ record, expr }) => {
    const { metrics } = namesIn({ expr, legend: '' });
    return record ? [[record, metrics.flatMap((name) => known.get(name) ?? [])] as const] : [];
  });
  for (const [record, labels] of recorded) known.set(record, labels);
  const faults = queries.flatMap((query) => {
    const { metrics, labels } = namesIn(query);
    const possible = new Set([...OF_PROMETHEUS, ...metrics.flatMap((name) => known.get(name) ?? [])]);
    const unknown = [
      ...metrics.filter((name) => !known.has(name)),
      ...labels.filter((label) => !possible.has(label)),
    ];
    return unknown.map((name) => `${query.place}: ${name}`);
  });
  expect(faults).toEqual([]);
  expect(queries.length).toBeGreaterThan(50);
});

test('every metric of the service is in a rule or a dashboard', () => {
  const named = new Set(readQueries().flatMap((query) => namesIn(query).metrics));
  const own = [...labelsByMetric().keys()].filter((name) => /^(?:voiceloom|http)_/.test(name));
  const base = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
  const used = new Set([...named].map(base));
  expect(own.map(base).filter((name) => !used.has(name))).toEqual([]);
});

test('the monitoring page has instructions for each alert', () => {
  const page = readFileSync(new URL('../docs/operating/monitoring.md', DEPLOY), 'utf8');
  const documented = [...page.matchAll(/^\| `(Voiceloom\w+)` /gm)].map(([, alert]) => alert);
  expect(documented).toEqual(readRules().flatMap(({ alert }) => alert ?? []));
});

test('dashboards can be imported: they have one data source, which the user selects', () => {
  for (const [file, { uid, title, templating, panels }] of readDashboards()) {
    expect([uid, title], file).toEqual([
      expect.stringMatching(/^voiceloom-/),
      expect.stringMatching(/^Voiceloom: /),
    ]);
    expect(templating.list[0], file).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
    const sources = panels.flatMap(({ datasource }) => datasource?.uid ?? []);
    expect(new Set(sources), file).toEqual(new Set([`\${datasource}`]));
  }
  const uids = readDashboards().map(([, { uid }]) => uid);
  expect(new Set(uids).size).toBe(uids.length);
});

test.each([
  [
    'sum by (a) (rate(x_total{b=~"c|d{", e!="f"}[5m])) / on (a) group_left y',
    ['x_total', 'y'],
    ['b', 'e', 'a'],
  ],
  ['time() - max(z:y) > 90000 and w offset 5m unless 1e3 > v', ['z:y', 'w', 'v'], []],
])('the names in %s exist', (expr, metrics, labels) => {
  expect(namesIn({ expr, legend: '' })).toEqual({ metrics, labels });
  expect(namesIn({ expr: 'x', legend: '{{ $labels.a }} {{b}} {{ $value | c }}' }).labels).toEqual(['a', 'b']);
});
