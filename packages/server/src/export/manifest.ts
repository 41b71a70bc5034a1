import { overLimit, textCell } from '@voiceloom/text';
import type { ExportRow, ExportRun, ExportVerdict } from './export-line.ts';

export type Rows = () => AsyncIterable<ExportRow>;
export type CsvCell = string | number | boolean | null | readonly string[];

const COLUMNS: readonly (readonly [string, (row: ExportRow) => CsvCell])[] = [
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
      const notes = [line.reason];
      if (line.status === 'delivered') notes.unshift(overLimit(line));
      return notes.filter(Boolean).join(' ') || null;
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
  ['word_times', ({ line }) => line.word_times],
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

/**
 * `noise: fail 40/70 (The noise is too loud.)`: the check, its result, its score with the threshold, and the reason.
 */
export function verdictText(verdict: ExportVerdict): string {
  const { score, threshold, reason } = verdict;
  let text = `${verdict.kind}: ${verdict.status}`;
  if (score !== null) text += ` ${rounded(score, 1)}`;
  if (score !== null && threshold !== null) text += `/${threshold}`;
  if (reason !== null) text += ` (${reason})`;
  return text;
}

/** Text that a spreadsheet would run as a formula gets a leading apostrophe. Numbers stay numbers. */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textCell(value);
  return textCell(value.join('; '));
}

/** Null for null, and for numbers that JSON cannot represent. */
export function rounded(value: number | null, digits: number): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Number(value.toFixed(digits));
}
