import type { Db, Row } from '../../db/index.ts';
import { addActivity } from '../../ledger/activity.ts';

export interface RunStarted {
  workspace_id: string;
  workflow_id: string;
  run_id: string;
  run_number: number;
  triggered_by: string;
  retry_of?: string;
  ip?: string | null;
  now: Date;
}

/** The activity log entry for a run that was started. */
export async function noteRunStarted(tx: Db, started: RunStarted): Promise<void> {
  const { workspace_id, run_id, run_number, now } = started;
  const entry = {
    workspace_id,
    user_id: started.triggered_by,
    action: 'workflow_run' as const,
    kind: started.retry_of ? 'run_retried' : 'run_started',
    resource: await workflowOf(tx, started.workflow_id),
    metadata: { run_id, run_number },
    ip: started.ip ?? null,
  };
  await addActivity(tx, entry, now);
}

export interface RunEnded {
  run: Row<'run'>;
  status: 'completed' | 'failed' | 'cancelled';
  now: Date;
}

/** The activity log entry for what a run spoke, written at its end. A run that spoke nothing has none. */
export async function noteRunEnded(tx: Db, { run, status, now }: RunEnded): Promise<void> {
  if (run.audio_ms === 0 && run.reused_takes === 0) return;
  const { id: run_id, run_number, characters, audio_ms, reused_takes, credits } = run;
  const entry = {
    workspace_id: run.workspace_id,
    user_id: run.triggered_by,
    action: 'voice_generated' as const,
    kind: `run_${status}`,
    resource: await workflowOf(tx, run.workflow_id),
    metadata: { run_id, run_number, lines: run.lines_delivered, characters, audio_ms, reused_takes, credits },
  };
  await addActivity(tx, entry, now);
}

async function workflowOf(tx: Db, id: string) {
  const row = await tx.selectFrom('workflow').select('name').where('id', '=', id).executeTakeFirst();
  return { type: 'workflow', id, name: row?.name ?? null };
}
