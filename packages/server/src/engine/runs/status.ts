import type { RunStatus } from '@voiceloom/contract';
import type { Db, Row, RowChanges } from '../../db/index.ts';
import { errorFields } from '../../errors.ts';
import type { NewRunEvent } from './events.ts';
import { updateRun } from './row.ts';

/** The allowed transitions. Every change of a run is a compare-and-set under the run's row lock. */
const NEXT: Record<RunStatus, readonly RunStatus[]> = {
  pending: ['running', 'paused', 'failed', 'cancelled'],
  running: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function canBecome(from: RunStatus, to: RunStatus): boolean {
  return NEXT[from].includes(to);
}

export function isFinal(status: RunStatus): boolean {
  return NEXT[status].length === 0;
}

/**
 * Stores a new status. For the latest run of a workflow, also copies it to the workflow, for lists. Returns
 * the event to write. Lock order: run, then workflow.
 */
export async function changeStatus(
  tx: Db,
  run: Pick<Row<'run'>, 'id' | 'workflow_id' | 'status' | 'credits'>,
  status: RunStatus,
  { error = null, ...values }: Omit<RowChanges<'run'>, 'error'> & { error?: Row<'run'>['error'] },
): Promise<NewRunEvent> {
  await updateRun(tx, run.id, { ...values, status, error: error && JSON.stringify(error) });
  await tx
    .updateTable('workflow')
    .set({ last_run_status: status })
    .where('id', '=', run.workflow_id)
    .where('last_run_id', '=', run.id)
    .execute();
  return statusEvent(run, run.status as RunStatus, status, error);
}

/** The event of a new status; a run that starts has no previous one. */
export function statusEvent(
  { credits }: { credits: number },
  previous_status: RunStatus | null,
  status: RunStatus,
  error: Row<'run'>['error'] = null,
): NewRunEvent {
  return { type: 'run.status', data: { status, previous_status, ...errorFields(error), credits } };
}

/**
 * The final status of a run. It fails if too many lines failed or none succeeded. Skipped lines do not count.
 */
export function endStatus(
  run: Pick<Row<'run'>, 'lines_total' | 'lines_failed' | 'lines_skipped' | 'max_failed_lines'>,
): 'completed' | 'failed' {
  if (run.lines_failed > run.max_failed_lines) return 'failed';
  const spoken = run.lines_total - run.lines_skipped;
  return run.lines_failed > 0 && run.lines_failed === spoken ? 'failed' : 'completed';
}
