import { escapeHtml } from './format.ts';

interface TableCard {
  /** What the card is called for those who cannot see its heading. */
  label: string;
  title: string;
  lead: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** What follows the table; empty where nothing does. */
  note?: string;
}

/** A card with a table. Each cell names its column, because narrow screens show a row as a list. */
export function renderTableCard({ label, title, lead, columns, rows, note = '' }: TableCard): string {
  const cellOf = (text: string, index: number) =>
    `<td data-label="${escapeHtml(columns[index] ?? '')}"><span dir="auto">${escapeHtml(text)}</span></td>`;
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('');
  return (
    `<section class="card facts-table" aria-label="${label}"><h2>${title}</h2><p>${lead}</p>` +
    `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>` +
    `${note === '' ? '' : `<p>${note}</p>`}</section>\n`
  );
}
