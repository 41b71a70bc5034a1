import type { ProviderFacts } from './export-line.ts';
import { escapeHtml, formatNumber, localeName } from './report-format.ts';

const SHOWN = 200;
const THROTTLED = ['busy', 'concurrency'];

/** How often each provider spoke, and what it answered instead; nothing where none had to be asked again. */
export function renderProviders(facts: readonly ProviderFacts[] = []): string {
  if (!facts.some(({ answers }) => Object.keys(answers).length > 0)) return '';
  const rows = [...totalsOf(facts), ...facts].slice(0, SHOWN);
  const more = facts.length > SHOWN ? '<p>Further languages are not listed.</p>' : '';
  return (
    '<section class="card outliers" aria-label="Providers"><h2>What the providers answered</h2>' +
    '<p>Requests that were made again count in neither the takes nor the credits.</p>' +
    '<table><thead><tr><th>Provider</th><th>Language</th><th>Takes</th><th>Throttled</th><th>Failed</th><th>Failed requests</th>' +
    `</tr></thead><tbody>${rows.map(renderRow).join('')}</tbody></table>${more}</section>\n`
  );
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

function renderRow({ provider, locale_code, takes, answers }: ProviderFacts): string {
  const kinds = Object.entries(answers).map(([kind, count = 0]): [string, number] => [kind, count]);
  const sum = (of: (kind: string) => boolean): number =>
    kinds.reduce((total, [kind, count]) => total + (of(kind) ? count : 0), 0);
  const throttled = sum((kind) => THROTTLED.includes(kind));
  const failed = sum((kind) => !THROTTLED.includes(kind));
  const asked = takes + throttled + failed;
  const share = asked === 0 ? '' : `${formatNumber(((throttled + failed) / asked) * 100, 1)} %`;
  const where = locale_code === '' ? 'all' : localeName(locale_code);
  const cells = [provider, where, formatNumber(takes), formatNumber(throttled), formatNumber(failed), share];
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>`;
}
