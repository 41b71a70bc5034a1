import type { RouteFacts } from '../export-line.ts';
import { formatNumber, localeName } from './format.ts';
import { renderTableCard } from './table.ts';

const SHOWN = 200;

/** The choice of provider for each language, with the candidates; empty if nothing was chosen. */
export function renderRoutes(routes: readonly RouteFacts[] = []): string {
  const [first] = routes;
  if (!first) return '';
  const rows = routes.flatMap(({ locale_code, why }) =>
    why.candidates.map((candidate, index) => ({ ...candidate, locale_code, is_chosen: index === 0 })),
  );
  const price = formatNumber(first.why.price_sensitivity * 100, 0);
  return renderTableCard({
    label: 'Choices',
    title: 'Selected providers',
    lead: `The price counted ${price} %, the quality the rest. The first one of each language was selected.`,
    columns: [
      'Language',
      'Provider',
      'Model',
      'USD for 1,000 characters',
      'Quality, 1 to 4',
      'Recent failures',
      'Score',
    ],
    rows: rows.slice(0, SHOWN).map(cellsOf),
  });
}

type Row = RouteFacts['why']['candidates'][number] & { locale_code: string; is_chosen: boolean };

function cellsOf(row: Row): string[] {
  return [
    row.is_chosen ? localeName(row.locale_code) : '',
    row.provider,
    row.model,
    row.usd_per_1000_characters === null ? 'not known' : formatNumber(row.usd_per_1000_characters, 4),
    row.quality === null ? 'not known' : formatNumber(row.quality),
    row.asked === 0 ? 'never asked' : `${formatNumber(row.failure_rate * 100, 1)} %`,
    row.is_avoided ? 'avoided' : formatNumber(row.score, 2),
  ];
}
