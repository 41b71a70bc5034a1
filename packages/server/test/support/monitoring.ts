import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const DEPLOY = new URL('../../../../deploy/', import.meta.url);

/** A Prometheus expression, with the labels of its legend. */
export interface Query {
  /** The file, and the title of the rule or panel. */
  place: string;
  expr: string;
  legend: string;
}

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  annotations?: Record<string, string>;
}

interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  templating: { list: { name: string; type: string }[] };
  panels: (Panel & { datasource?: { uid: string } })[];
}

const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');

export const readRules = (): Rule[] =>
  (parse(read('prometheus/rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

export const readDashboards = (): [file: string, Dashboard][] =>
  readdirSync(new URL('grafana/', DEPLOY)).map((name) => [name, JSON.parse(read(`grafana/${name}`))]);

/** Every expression in rules and dashboards. */
export function readQueries(): Query[] {
  const rules = readRules().map(({ alert, record, expr, annotations = {} }) => ({
    place: `rules.yaml: ${alert ?? record}`,
    expr,
    legend: Object.values(annotations).join(' '),
  }));
  const panels = readDashboards().flatMap(([file, { panels: all }]) =>
    all.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr, legendFormat }) => ({ place: `${file}: ${title}`, expr, legend: legendFormat })),
    ),
  );
  return [...rules, ...panels];
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'group_left', 'group_right']);

/**
 * The metrics and labels in an expression. It parses only the PromQL that our rules use. `promtool` checks
 * the syntax.
 */
export function namesIn({ expr, legend }: Omit<Query, 'place'>): { metrics: string[]; labels: string[] } {
  const labels = [...legend.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label);
  const rest = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\{([^}]*)\}/g, (_, matchers: string) => {
      labels.push(...[...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label));
      return ' ';
    })
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g, (_, list: string) => {
      labels.push(...(list.match(/\w+/g) ?? []));
      return ' ';
    })
    .replaceAll(/\[[^\]]*\]/g, ' ');
  // A name before a parenthesis is a function.
  const names = rest.match(/(?<![\w:.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g) ?? [];
  const metrics = names.filter((name) => !KEYWORDS.has(name));
  return { metrics: [...new Set(metrics)], labels: [...new Set(labels)] };
}
