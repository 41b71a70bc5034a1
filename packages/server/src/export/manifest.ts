import { overLimit, textCell } from '@voiceloom/text';
import type { ExportRow, ExportRun, ExportVerdict } from './export-line.ts';

export type Rows = () => AsyncIterable<ExportRow>;
type Cell = string | number | boolean | null;

const COLUMNS: readonly (readonly [string, (row: ExportRow) => Cell])[] = [
  ['line_id', ({ line }) => line.line_id],
  ['source_line_id', ({ line }) => line.source_line_id],
  ['line_index', ({ line }) => line.line_index],
  ['locale', ({ line }) => line.locale_code],
  ['character', ({ line }) => line.character_name],
  ['script', ({ line }) => line.shown ?? line.script],
  ['translation', ({ line }) => line.translation ?? null],
  ['status', ({ line }) => line.status],
  [
    'reason',
    ({ line }) => {
      // The notes on a line begin with its length if it exceeds the limit.
      const excess = line.status === 'delivered' ? overLimit(line) : null;
      return [excess, line.reason].filter(Boolean).join(' ') || null;
    },
  ],
  ['file', ({ file }) => file],
  ['duration_ms', ({ line }) => line.duration_ms],
  ['max_duration_ms', ({ line }) => line.max_duration_ms ?? null],
  ['max_characters', ({ line }) => line.max_characters ?? null],
  ['notes', ({ line }) => line.notes ?? null],
  ['direction', ({ line }) => line.direction ?? null],
  ['lufs', ({ line }) => rounded(line.lufs, 2)],
  ['loudness_method', ({ line }) => line.loudness_method ?? null],
  ['integrated_lufs', ({ line }) => rounded(line.integrated_lufs ?? null, 2)],
  ['true_peak_dbtp', ({ line }) => rounded(line.true_peak_dbtp, 2)],
  ['syllables_per_second', ({ line }) => rounded(line.syllables_per_second, 2)],
  ['voice', ({ line }) => line.voice_name],
  ['provider', ({ line }) => line.provider],
  ['model', ({ line }) => line.model],
  ['characters', ({ line }) => line.characters],
  ['credits', ({ line }) => line.credits],
  ['reused', ({ line }) => line.reused],
  ['locked', ({ line }) => line.locked ?? false],
  ['retries', ({ line }) => line.retry_count],
  ['verdicts', ({ line }) => line.verdicts.map(verdictText).join('; ')],
];

/** RFC 4180 with a byte order mark. Without it, spreadsheets garble accents and Japanese. */
export async function* writeManifestCsv(rows: Rows): AsyncGenerator<string> {
  yield `\ufeff${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const row of rows()) {
    yield `${COLUMNS.map(([, read]) => csvCell(read(row))).join(',')}\r\n`;
  }
}

/** `{run, lines, totals}`. Lines are written as they arrive. */
export async function* writeManifestJson(run: ExportRun, rows: Rows): AsyncGenerator<string> {
  const counts = { lines: 0, delivered: 0, dropped: 0, failed: 0, missing: 0, skipped: 0 };
  const totals = { ...counts, duration_ms: 0, characters: 0, credits: 0 };
  yield `{\n"run": ${JSON.stringify(run)},\n"lines": [`;
  for await (const row of rows()) {
    const { line } = row;
    // Only the facts of the line, without its waveform and the function that opens its audio.
    const facts = COLUMNS.filter(([name]) => name !== 'verdicts').map(([name, read]) => [name, read(row)]);
    const json = { ...Object.fromEntries(facts), start_ms: line.start_ms, verdicts: line.verdicts };
    yield `${totals.lines === 0 ? '' : ','}\n${JSON.stringify(json)}`;
    totals.lines += 1;
    totals[row.line.status] += 1;
    if (row.file !== null) totals.duration_ms += row.line.duration_ms ?? 0;
    totals.characters += row.line.characters;
    totals.credits += row.line.credits;
  }
  yield `\n],\n"totals": ${JSON.stringify({ ...totals, credits: rounded(totals.credits, 6) })}\n}\n`;
}

export function verdictText(verdict: ExportVerdict): string {
  const score = verdict.score === null ? '' : ` ${rounded(verdict.score, 1)}`;
  const threshold = verdict.score === null || verdict.threshold === null ? '' : `/${verdict.threshold}`;
  const reason = verdict.reason === null ? '' : ` (${verdict.reason})`;
  return `${verdict.kind}: ${verdict.status}${score}${threshold}${reason}`;
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe. Numbers stay numbers. */
export function csvCell(value: Cell | readonly string[]): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textCell(typeof value === 'string' ? value : value.join('; '));
}

/** Null for null, and for numbers that JSON cannot represent. */
export function rounded(value: number | null, digits: number): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(digits));
}
