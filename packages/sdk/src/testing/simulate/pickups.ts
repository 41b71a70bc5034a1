import { cellOf, SCRIPT_COLUMNS } from './script-csv.ts';
import type { RunLine, SimulatedRun } from './simulated-run.ts';

const WHY = ['status', 'reasons', 'details', 'verdicts', 'duration_ms', 'file'] as const;

/** What a line that was not delivered is listed as; null for one that was. */
function statusOf({ status }: RunLine): 'failed' | 'dropped' | 'missing' | null {
  if (status === 'waiting') return 'missing';
  return status === 'failed' || status === 'dropped' ? status : null;
}

/** Lines that failed, were dropped or are missing; nothing is measured, so that no other line is suspect. */
function rowsOf({ lines, status: runStatus }: SimulatedRun) {
  const ended = runStatus === 'cancelled' ? 'was cancelled' : 'failed';
  return lines
    .flatMap((line) => {
      const status = statusOf(line);
      return status === null ? [] : [{ ...line, status }];
    })
    .map(({ line_id, locale_code, character_name, script, status, error, take }) => ({
      ...{ line_id, source_line_id: null, locale: locale_code, character_name, max_duration_ms: null },
      ...{ notes: null, direction: null, source: null, script, status, reasons: [status] },
      details: [
        status === 'missing'
          ? `The run ${ended} before the line was finished.`
          : (error?.message ?? 'A check rejected every take.'),
      ],
      ...{ verdicts: [], duration_ms: take?.duration_ms ?? null, file: null },
    }));
}

/** The lines to be done again as a csv that reads as a script. */
export function pickupsCsv(run: SimulatedRun): string {
  const columns = [...SCRIPT_COLUMNS, ...WHY];
  const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('; ') : String(value ?? ''));
  const rows = rowsOf(run).map((row) => columns.map((column) => cellOf(textOf(row[column]))).join(','));
  return `\ufeff${[columns.join(','), ...rows].map((row) => `${row}\r\n`).join('')}`;
}

/** The same as JSON, with the run. */
export function pickupsJson(run: SimulatedRun): string {
  const { id, workflow_id, run_number, status, created_at, started_at, completed_at } = run;
  const facts = { id, workflow_id, run_number, status, created_at, started_at, completed_at };
  return JSON.stringify({ run: facts, lines: rowsOf(run) });
}
