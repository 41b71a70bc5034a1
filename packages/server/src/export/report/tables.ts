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
      const formatMeasure = (number: number) => `${formatNumber(number, DIGITS[measure])} ${UNITS[measure]}`;
      const sign = z > 0 ? '+' : '';
      return [
        line_id,
        `${voice}, ${localeName(locale)}`,
        NAMES[measure],
        formatMeasure(value),
        formatMeasure(mean),
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
      const language = locale_code === '' ? 'all' : localeName(locale_code);
      return [provider, language, formatNumber(takes), formatNumber(throttled), formatNumber(failed), share];
    }),
    note: facts.length > MAX_ROWS ? 'Other languages are not listed.' : '',
  });
}

/** The choice of provider for each language, with the candidates; empty if nothing was chosen. */
export function renderRoutes(routes: readonly ProviderSelectionFacts[] = []): string {
  const [first] = routes;
  if (!first) return '';
  const rows: string[][] = [];
  for (const { locale_code, reason } of routes) {
    // Only the first candidate, which was selected, names the language.
    let language = localeName(locale_code);
    for (const candidate of reason.candidates) {
      const { provider, model, usd_per_1000_characters, quality, calls, failure_rate } = candidate;
      let failures = 'never called';
      if (calls > 0) failures = `${formatNumber(failure_rate * 100, 1)} %`;
      let score = formatNumber(candidate.score, 2);
      if (candidate.is_avoided) score = 'avoided';
      rows.push([
        language,
        provider,
        model,
        formatFigure(usd_per_1000_characters, 4),
        formatFigure(quality),
        failures,
        score,
      ]);
      language = '';
    }
  }
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
    rows: rows.slice(0, MAX_ROWS),
  });
}

function formatFigure(value: number | null, digits = 0): string {
  if (value === null) return 'not known';
  return formatNumber(value, digits);
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

/** A card with a table. Each cell names its column, because narrow screens show a row as a list. */
function renderTableCard(card: {
  /** The name of the card for screen readers. */
  label: string;
  title: string;
  lead: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Text below the table. Default: none. */
  note?: string;
}): string {
  const { label, title, lead, columns, rows } = card;
  const renderCell = (text: string, index: number) =>
    `<td data-label="${escapeHtml(columns[index] ?? '')}"><span dir="auto">${escapeHtml(text)}</span></td>`;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(renderCell).join('')}</tr>`).join('');
  let note = '';
  if (card.note) note = `<p>${card.note}</p>`;
  return (
    `<section class="card facts-table" aria-label="${label}"><h2>${title}</h2><p>${lead}</p>` +
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${note}</section>\n`
  );
}
