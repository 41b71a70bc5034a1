import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { RunFailure } from '../../db/rows.ts';
import type { LockedRun } from './row.ts';

/** How many failed lines a failed run names. */
const NAMED_LINES = 100;
/** Codes of errors that a retry of the same snapshot would repeat. */
const HOPELESS = new Set(['no_voice', 'untranslated', 'invalid_input', 'unsupported', 'provider_gone']);
/** Codes of errors that something outside the run must fix before a retry. */
const TO_MEND = new Set([
  'provider_auth',
  'provider_quota',
  'provider_key_missing',
  'provider_key_unreadable',
  'provider_not_configured',
  'insufficient_credits',
]);

interface Cause {
  code: string;
  message: string;
  count: number;
}

/** The error of a run with too many failed lines: how many, the most frequent cause, and what to do. */
export async function linesFailed(tx: Db, run: LockedRun): Promise<RunFailure> {
  const lines = await tx
    .selectFrom('run_line')
    .select(['line_id', 'locale_code', 'error'])
    .where('run_id', '=', run.id)
    .where('status', '=', 'failed')
    .orderBy('line_index')
    .orderBy('no')
    .limit(NAMED_LINES)
    .execute();
  const causes = await causesOf(tx, run.id);
  return {
    code: 'lines_failed',
    message: [verdict(run), usualCause(causes), advice(causes)].join(' '),
    node_id: null,
    details: lines.map((line) => ({
      field: `lines.${line.line_id}.${line.locale_code}`,
      message: line.error?.message ?? 'The line failed.',
    })),
  };
}

/** Failed lines by code, the most frequent first; there are few codes. */
async function causesOf(tx: Db, runId: string): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    select coalesce(error->>'code', 'line_failed') as code, count(*)::int as count,
      coalesce(mode() within group (order by error->>'message'), 'The line failed.') as message
    from run_line where run_id = ${runId} and status = 'failed'
    group by 1 order by 2 desc, 1 limit 50`.execute(tx);
  return rows;
}

function verdict({ lines_failed: failed, lines_total: total, max_failed_lines: allowed }: LockedRun): string {
  if (failed === total) return total === 1 ? 'The only line failed.' : `All ${total} lines failed.`;
  const may = allowed === 0 ? 'none may fail' : `at most ${allowed} may fail`;
  return `${failed} of ${total} lines failed; ${may}.`;
}

function usualCause(causes: readonly Cause[]): string {
  const [first] = causes;
  if (!first) return '';
  const many = causes.length > 1 ? `, ${first.count} times` : '';
  return `${causes.length > 1 ? 'Most frequent cause' : 'Cause'} (${first.code}${many}): ${first.message}`;
}

function advice(causes: readonly Cause[]): string {
  if (causes.every(({ code }) => HOPELESS.has(code)))
    return 'A retry would fail in the same way: change the workflow or the script and start a new run.';
  if (causes.every(({ code }) => HOPELESS.has(code) || TO_MEND.has(code)))
    return 'Fix the cause first, then retry the run.';
  return 'Retry the run to try them again.';
}
