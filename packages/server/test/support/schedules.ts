import type { WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../src/app.ts';
import type { NewRow } from '../../src/db/index.ts';
import { scheduleJob } from '../../src/features/workflows/jobs.ts';
import { newId } from '../../src/ids.ts';
import { numberedLines, shortPipeline } from './definitions.ts';
import type { Engine, Owner } from './engine.ts';
import { runJob } from './run-job.ts';

export interface TestSchedule {
  id: string;
  workflow_id: string;
}

/** A person who owns a workspace, is a member of it, and has a verified address. */
export async function createOwner({ app, owner }: Engine, credits?: number): Promise<Owner> {
  const person = await owner(credits);
  const { user_id } = person;
  const address = { email: `${user_id}@example.com`, email_verified: true };
  await app.db.updateTable('app_user').set(address).where('id', '=', user_id).execute();
  const member = { id: newId(), ...person, role: 'admin', created_at: new Date() };
  await app.db.insertInto('workspace_member').values(member).execute();
  return person;
}

/** A schedule of a new workflow, which is due every day at 2:00 UTC. */
export async function insertSchedule(
  engine: Engine,
  { workspace_id, user_id }: Owner,
  options: Partial<NewRow<'schedule'>> & { definition?: WorkflowDefinition; next_run_at: Date },
): Promise<TestSchedule> {
  const { definition = shortPipeline({ text: numberedLines(2) }), ...columns } = options;
  const workflow_id = columns.workflow_id ?? (await engine.workflow({ workspace_id, user_id }, definition));
  const at = new Date('2026-01-01');
  const row = { name: 'Nightly', cron: '0 2 * * *', time_zone: 'UTC', input: '{}', skip_if_unchanged: false };
  const id = newId();
  await engine.app.db
    .insertInto('schedule')
    .values({
      ...{ id, workspace_id, workflow_id, created_by: user_id, created_at: at, updated_at: at },
      ...{ ...row, ...columns },
    })
    .execute();
  return { id, workflow_id };
}

/** Handles the due times of a schedule as a worker does at that time. */
export async function fire(app: App, schedule_id: string, at: Date, due_at = at): Promise<void> {
  const data = { schedule_id, due_at: due_at.toISOString() };
  await runJob({ ...app, clock: () => at }, scheduleJob, { data });
}

/** Ends the job of a due time whose attempts have all failed. */
export async function giveUp(app: App, schedule_id: string, due: { due_at: Date; at: Date }): Promise<void> {
  const data = { schedule_id, due_at: due.due_at.toISOString() };
  await scheduleJob.handleDead?.({ ...app, clock: () => due.at }, data);
}

export const readSchedule = ({ app }: Engine, id: string) =>
  app.db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The due times of a schedule that were handled, earliest first. */
export const readOccurrences = ({ app }: Engine, schedule_id: string) =>
  app.db
    .selectFrom('schedule_occurrence')
    .select(['due_at', 'outcome', 'run_id', 'reason', 'message'])
    .where('schedule_id', '=', schedule_id)
    .orderBy('due_at')
    .execute();

export const listRuns = ({ app }: Engine, { workflow_id }: TestSchedule) =>
  app.db.selectFrom('run').selectAll().where('workflow_id', '=', workflow_id).orderBy('run_number').execute();
