import type { RouteFacts } from './export-line.ts';
import { escapeHtml, formatNumber, localeName } from './report-format.ts';

const SHOWN = 200;

/** Whom generators chose for each language, and what was known of everybody then; nothing where none chose. */
export function renderRoutes(routes: readonly RouteFacts[] = []): string {
  const [first] = routes;
  if (!first) return '';
  const rows = routes.flatMap(({ locale_code, why }) =>
    why.candidates.map((candidate, index) => ({ ...candidate, locale_code, is_chosen: index === 0 })),
  );
  return (
    '<section class="card outliers" aria-label="Choices"><h2>Who was chosen to speak</h2>' +
    `<p>The price counted ${formatNumber(first.why.price_sensitivity * 100, 0)} %, the quality the rest. The first of each language was chosen.</p>` +
    '<table><thead><tr><th>Language</th><th>Provider</th><th>Model</th><th>USD for 1,000 characters</th><th>Quality, 1 to 4</th>' +
    `<th>Failed of late</th><th>Score</th></tr></thead><tbody>${rows.slice(0, SHOWN).map(renderRow).join('')}</tbody></table></section>\n`
  );
}

type Row = RouteFacts['why']['candidates'][number] & { locale_code: string; is_chosen: boolean };

function renderRow(row: Row): string {
  const cells = [
    row.is_chosen ? localeName(row.locale_code) : '',
    row.provider,
    row.model,
    row.usd_per_1000_characters === null ? 'not known' : formatNumber(row.usd_per_1000_characters, 4),
    row.quality === null ? 'not known' : formatNumber(row.quality),
    row.asked === 0 ? 'never asked' : `${formatNumber(row.failure_rate * 100, 1)} %`,
    row.is_avoided ? 'avoided' : formatNumber(row.score, 2),
  ];
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>`;
}
