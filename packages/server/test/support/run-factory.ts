import type { WorkflowDefinition } from '@voiceloom/contract';
import { newId } from '../../src/ids.ts';
import { insertSteps, settleCounters } from './run-counters.ts';
import { insertLine } from './run-lines.ts';
import {
  type LinePlan,
  later,
  type RunPlan,
  type Scene,
  type StoredRun,
  type StoredWorkflow,
} from './run-plan.ts';

export { type LinePlan, nodeOf, type Scene, type StoredRun, type StoredWorkflow } from './run-plan.ts';

export async function insertWorkflow(
  { server, member }: Scene,
  definition: WorkflowDefinition,
  name = 'Demo',
): Promise<StoredWorkflow> {
  const id = newId();
  const { workspace_id, user_id } = member;
  const times = { created_at: new Date(), updated_at: new Date() };
  const row = { id, workspace_id, user_id, name, definition: JSON.stringify(definition), ...times };
  await server.app.db.insertInto('workflow').values(row).execute();
  return { id, name, definition };
}

let runNumber = 0;

/** A run with its lines, attempts, audio, steps and counters, as the engine leaves them. */
export async function insertRun(scene: Scene, workflow: StoredWorkflow, plan: RunPlan): Promise<StoredRun> {
  const { server, member } = scene;
  const id = newId();
  const created_at = plan.created_at ?? new Date('2026-03-01T10:00:00.000Z');
  const ended = ['completed', 'failed', 'cancelled'].includes(plan.status);
  const started = plan.started_at === undefined ? later(created_at, 1_000) : plan.started_at;
  const completed = ended && started ? later(started, 4_000) : null;
  await server.app.db
    .insertInto('run')
    .values({
      id,
      workspace_id: member.workspace_id,
      workflow_id: workflow.id,
      account_id: member.user_id,
      run_number: plan.run_number ?? ++runNumber,
      status: plan.status,
      definition: JSON.stringify(workflow.definition),
      total_nodes: workflow.definition.graph.nodes.length,
      triggered_by: plan.triggered_by ?? member.user_id,
      started_at: plan.status === 'pending' ? null : started,
      completed_at: plan.completed_at === undefined ? completed : plan.completed_at,
      created_at,
      updated_at: created_at,
    })
    .execute();
  const path = `/api/v1/workflows/${workflow.id}/runs/${id}`;
  const run: StoredRun = { id, path, workflow, audio: new Map() };
  if (plan.lines) await insertLines(scene, run, plan.lines);
  return run;
}

async function insertLines(scene: Scene, run: StoredRun, lines: LinePlan[]): Promise<void> {
  const voice = await scene.server.app.db
    .selectFrom('voice')
    .select('id')
    .where('name', 'is not', null)
    .orderBy('name')
    .executeTakeFirstOrThrow();
  for (const [no, line] of lines.entries()) await insertLine({ scene, run, voice_id: voice.id }, no, line);
  await settleCounters(scene, run, lines);
  await insertSteps(scene, run);
}
