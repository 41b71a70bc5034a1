import type { ProviderFacts } from '../export-line.ts';
import { formatNumber, localeName } from './format.ts';
import { renderTableCard } from './table.ts';

const SHOWN = 200;
const THROTTLED = ['busy', 'concurrency'];

/** How often each provider delivered, and its errors; empty if no request was repeated. */
export function renderProviders(facts: readonly ProviderFacts[] = []): string {
  if (!facts.some(({ answers }) => Object.keys(answers).length > 0)) return '';
  const rows = [...totalsOf(facts), ...facts].slice(0, SHOWN);
  return renderTableCard({
    label: 'Providers',
    title: 'What the providers returned',
    lead: 'Retried requests do not count toward the takes or the credits.',
    columns: ['Provider', 'Language', 'Takes', 'Throttled', 'Failed', 'Failed requests'],
    rows: rows.map(cellsOf),
    note: facts.length > SHOWN ? 'Further languages are not listed.' : '',
  });
}

function totalsOf(facts: readonly ProviderFacts[]): ProviderFacts[] {
  const totals = new Map<string, ProviderFacts>();
  for (const { provider, takes, answers } of facts) {
    const total = totals.get(provider) ?? { provider, locale_code: '', takes: 0, answers: {} };
    totals.set(provider, total);
    total.takes += takes;
    for (const [kind, count = 0] of Object.entries(answers))
      total.answers[kind] = (total.answers[kind] ?? 0) + count;
  }
  return [...totals.values()];
}

function cellsOf({ provider, locale_code, takes, answers }: ProviderFacts): string[] {
  const kinds = Object.entries(answers).map(([kind, count = 0]): [string, number] => [kind, count]);
  const sum = (of: (kind: string) => boolean): number =>
    kinds.reduce((total, [kind, count]) => total + (of(kind) ? count : 0), 0);
  const throttled = sum((kind) => THROTTLED.includes(kind));
  const failed = sum((kind) => !THROTTLED.includes(kind));
  const asked = takes + throttled + failed;
  const share = asked === 0 ? '' : `${formatNumber(((throttled + failed) / asked) * 100, 1)} %`;
  const where = locale_code === '' ? 'all' : localeName(locale_code);
  return [provider, where, formatNumber(takes), formatNumber(throttled), formatNumber(failed), share];
}
