import type { Outlier } from '../outliers.ts';
import { formatNumber, localeName } from './format.ts';
import { renderTableCard } from './table.ts';

const SHOWN = 60;
const NAMES = { rate: 'Speaking rate', loudness: 'Loudness', pitch: 'Pitch' } as const;
const UNITS = { rate: 'syll/s', loudness: 'LUFS', pitch: 'Hz' } as const;
const DIGITS = { rate: 1, loudness: 1, pitch: 0 } as const;

/** Lines that differ from the others of their voice; empty if none do. */
export function renderOutliers(outliers: readonly Outlier[]): string {
  if (outliers.length === 0) return '';
  const shown = outliers.slice(0, SHOWN);
  const more = outliers.length - shown.length;
  return renderTableCard({
    label: 'Outliers',
    title: 'Lines that differ from their voice',
    lead: 'These lines are audibly farther from the mean of their voice than nearly all of its other lines.',
    columns: ['Line', 'Voice', 'Measure', 'Value', 'Mean', 'Deviations'],
    rows: shown.map(cellsOf),
    note: more > 0 ? `${formatNumber(more)} more are not listed.` : '',
  });
}

function cellsOf({ measure, voice, locale, line_id, value, mean, z }: Outlier): string[] {
  const figure = (number: number) => `${formatNumber(number, DIGITS[measure])} ${UNITS[measure]}`;
  return [
    line_id,
    `${voice}, ${localeName(locale)}`,
    NAMES[measure],
    figure(value),
    figure(mean),
    `${z > 0 ? '+' : ''}${formatNumber(z, 1)}`,
  ];
}
