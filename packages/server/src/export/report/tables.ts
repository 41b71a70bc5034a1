import type { ProviderFacts, ProviderSelectionFacts, SkippedVoice } from '../export-line.ts';
import type { Outlier } from '../outliers.ts';
import { escapeHtml, formatNumber, localeName } from './format.ts';

const MAX_OUTLIERS = 60;
const NAMES = { rate: 'Speaking rate', loudness: 'Loudness', pitch: 'Pitch' } as const;
const UNITS = { rate: 'syll/s', loudness: 'LUFS', pitch: 'Hz' } as const;
const DIGITS = { rate: 1, loudness: 1, pitch: 0 } as const;

/** Lines that differ from the others of their voice; empty if none do. */
export function renderOutliers(outliers: readonly Outlier[]): string {
  if (outliers.length === 0) return '';
  const farthest = outliers.slice(0, MAX_OUTLIERS);
  const more = outliers.length - farthest.length;
  return renderTableCard({
    label: 'Outliers',
    title: 'Lines that differ from their voice',
    lead: 'These lines differ audibly from the other lines of their voice in speaking rate, loudness or pitch.',
    columns: ['Line', 'Voice', 'Measure', 'Value', 'Mean', 'Deviations'],
    rows: farthest.map(({ measure, voice, locale, line_id, value, mean, z }) => {
      const formatFigure = (number: number) => `${formatNumber(number, DIGITS[measure])} ${UNITS[measure]}`;
      const sign = z > 0 ? '+' : '';
      return [
        line_id,
        `${voice}, ${localeName(locale)}`,
        NAMES[measure],
        formatFigure(value),
        formatFigure(mean),
        `${sign}${formatNumber(z, 1)}`,
      ];
    }),
    note: more > 0 ? `${formatNumber(more)} more are not listed.` : '',
  });
}

const MAX_ROWS = 200;
const THROTTLED = ['busy', 'concurrency'];

/** How often each provider delivered, and its errors; empty if no request was repeated. */
export function renderProviders(facts: readonly ProviderFacts[] = []): string {
  if (!facts.some(({ answers }) => Object.keys(answers).length > 0)) return '';
  const totals = new Map<string, ProviderFacts>();
  for (const { provider, takes, answers } of facts) {
    const total = totals.get(provider) ?? { provider, locale_code: '', takes: 0, answers: {} };
    totals.set(provider, total);
    total.takes += takes;
    for (const [kind, count = 0] of Object.entries(answers))
      total.answers[kind] = (total.answers[kind] ?? 0) + count;
  }
  const rows = [...totals.values(), ...facts].slice(0, MAX_ROWS);
  return renderTableCard({
    label: 'Providers',
    title: 'What the providers returned',
    lead: 'Retried requests do not count toward the takes or the credits.',
    columns: ['Provider', 'Language', 'Takes', 'Throttled', 'Failed', 'Failed requests'],
    rows: rows.map(({ provider, locale_code, takes, answers }) => {
      let throttled = 0;
      let failed = 0;
      for (const [kind, count = 0] of Object.entries(answers)) {
        if (THROTTLED.includes(kind)) throttled += count;
        else failed += count;
      }
      const requests = takes + throttled + failed;
      let share = '';
      if (requests > 0) share = `${formatNumber(((throttled + failed) / requests) * 100, 1)} %`;
      const where = locale_code === '' ? 'all' : localeName(locale_code);
      return [provider, where, formatNumber(takes), formatNumber(throttled), formatNumber(failed), share];
    }),
    note: facts.length > MAX_ROWS ? 'Other languages are not listed.' : '',
  });
}

/** The choice of provider for each language, with the candidates; empty if nothing was chosen. */
export function renderRoutes(routes: readonly ProviderSelectionFacts[] = []): string {
  const [first] = routes;
  if (!first) return '';
  const rows = routes.flatMap(({ locale_code, reason }) =>
    reason.candidates.map((candidate, index) => ({ ...candidate, locale_code, is_chosen: index === 0 })),
  );
  const price = formatNumber(first.reason.price_sensitivity * 100, 0);
  return renderTableCard({
    label: 'Choices',
    title: 'Selected providers',
    lead: `The price counted ${price} %, the quality the rest. The first candidate of each language was selected.`,
    columns: [
      'Language',
      'Provider',
      'Model',
      'USD for 1,000 characters',
      'Quality, 1 to 4',
      'Recent failures',
      'Score',
    ],
    rows: rows
      .slice(0, MAX_ROWS)
      .map((row) => [
        row.is_chosen ? localeName(row.locale_code) : '',
        row.provider,
        row.model,
        row.usd_per_1000_characters === null ? 'not known' : formatNumber(row.usd_per_1000_characters, 4),
        row.quality === null ? 'not known' : formatNumber(row.quality),
        row.calls === 0 ? 'never called' : `${formatNumber(row.failure_rate * 100, 1)} %`,
        row.is_avoided ? 'avoided' : formatNumber(row.score, 2),
      ]),
  });
}

/** The voices that spoke in place of voices that do not speak the language; empty if none did. */
export function renderSkippedVoices(rows: readonly SkippedVoice[] = []): string {
  if (rows.length === 0) return '';
  return renderTableCard({
    label: 'Voices',
    title: 'Voices that were skipped',
    lead: 'The voice that is set for these lines does not speak their language.',
    columns: ['Character', 'Language', 'Named', 'Spoken by', 'Lines'],
    rows: rows.map((row) => [
      row.character_name ?? '',
      localeName(row.locale_code),
      row.named_voice,
      row.voice_name,
      formatNumber(row.lines),
    ]),
  });
}

interface TableCard {
  /** The name of the card for screen readers. */
  label: string;
  title: string;
  lead: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Text below the table. Default: none. */
  note?: string;
}

/** A card with a table. Each cell names its column, because narrow screens show a row as a list. */
function renderTableCard({ label, title, lead, columns, rows, note = '' }: TableCard): string {
  const renderCell = (text: string, index: number) =>
    `<td data-label="${escapeHtml(columns[index] ?? '')}"><span dir="auto">${escapeHtml(text)}</span></td>`;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(renderCell).join('')}</tr>`).join('');
  return (
    `<section class="card facts-table" aria-label="${label}"><h2>${title}</h2><p>${lead}</p>` +
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>` +
    `${note === '' ? '' : `<p>${note}</p>`}</section>\n`
  );
}
