import type { Outlier } from './outliers.ts';
import { escapeHtml, formatNumber, localeName } from './report-format.ts';

const SHOWN = 60;
const NAMES = { rate: 'Speaking rate', loudness: 'Loudness', pitch: 'Pitch' } as const;
const UNITS = { rate: 'syll/s', loudness: 'LUFS', pitch: 'Hz' } as const;
const DIGITS = { rate: 1, loudness: 1, pitch: 0 } as const;

/** Lines that stand out from the others of their voice; nothing where none do. */
export function renderOutliers(outliers: readonly Outlier[]): string {
  if (outliers.length === 0) return '';
  const shown = outliers.slice(0, SHOWN);
  const more = outliers.length - shown.length;
  const note = more > 0 ? `<p>${formatNumber(more)} more are not listed.</p>` : '';
  return (
    '<section class="card outliers" aria-label="Outliers"><h2>Lines unlike their voice</h2>' +
    '<p>Farther from the mean of the same voice than nearly all of its lines, and audibly so.</p>' +
    '<table><thead><tr><th>Line</th><th>Voice</th><th>Measure</th><th>Value</th><th>Mean</th><th>Deviations</th>' +
    `</tr></thead><tbody>${shown.map(renderOutlier).join('')}</tbody></table>${note}</section>\n`
  );
}

function renderOutlier({ measure, voice, locale, line_id, value, mean, z }: Outlier): string {
  const figure = (number: number) => `${formatNumber(number, DIGITS[measure])} ${UNITS[measure]}`;
  const cells = [
    line_id,
    `${voice}, ${localeName(locale)}`,
    NAMES[measure],
    figure(value),
    figure(mean),
    `${z > 0 ? '+' : ''}${formatNumber(z, 1)}`,
  ];
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join('')}</tr>`;
}
