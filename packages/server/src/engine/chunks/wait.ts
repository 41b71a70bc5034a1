import { sql } from 'kysely';
import type { EngineApp } from '../engine-app.ts';
import type { ProviderWait } from '../model.ts';
import { CONTROL_CHANNEL } from '../runs/events.ts';
import { lockRun, updateRun } from '../runs/row.ts';

/** Requests a pause until a provider is available. The pause of a person has priority. */
export function pauseUntilAvailable(
  app: Pick<EngineApp, 'db' | 'clock' | 'log'>,
  runId: string,
  { provider, resume_at, model }: Pick<ProviderWait, 'provider' | 'resume_at' | 'model'>,
): Promise<void> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId);
    const isOpen = run.status === 'running' || run.status === 'pending';
    if (!isOpen || run.pause_requested_at) return;
    await updateRun(tx, runId, {
      pause_requested_at: now,
      wait_provider: provider,
      wait_model: model,
      resume_at,
      waiting_since: run.waiting_since ?? now,
      updated_at: now,
    });
    await sql`select pg_notify(${CONTROL_CHANNEL}, ${runId})`.execute(tx);
    app.log.info({ run_id: runId, provider, resume_at }, 'run waits for a provider');
  });
}
