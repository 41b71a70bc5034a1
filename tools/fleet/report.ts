import type { Result } from './measure.ts';

const HEADS = [
  'Fault',
  'Lines in work',
  'Clients saw',
  'For',
  'After its end',
  'Longest pause',
  'Lost',
  'Asked twice',
  'Charged twice',
  'Ledgers',
  'Gaps',
  'Orphans',
  'Holds',
];

/** The results as a Markdown table. */
export function reportOf(results: Result[]): string {
  const rows = [HEADS, HEADS.map(() => '---'), ...results.map(createRow)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The cells of a scene in the table of results. */
function createRow(result: Result): string[] {
  const errors = [...result.errors].map(([status, count]) => `${count} x ${status}`);
  return [
    result.scene.title,
    String(result.lines),
    errors.join(', ') || 'nothing',
    seconds(result.errors_for_s),
    result.served_after_s !== undefined && result.served_after_s > 0 ? seconds(result.served_after_s) : '',
    seconds(result.longest_pause_s),
    String(result.lost),
    result.taken_over_s === undefined
      ? String(result.asked_twice)
      : `${result.asked_twice} (within ${seconds(result.taken_over_s)})`,
    String(result.charged_twice),
    result.ledgers.join(', ') || 'in order',
    `${result.gaps} (${result.reconnects} reconnects)`,
    String(result.orphans),
    result.broken.join(', ') || 'yes',
  ];
}

/** Empty for a time that was not measured. */
const seconds = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(1)} s`);
