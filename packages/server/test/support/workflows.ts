import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';

export type WorkflowBody = Record<string, unknown> & { id: string; name: string };

export const WORKFLOWS = '/api/v1/workflows';

type Scene = { server: TestApp; member: Member };

export async function createNamed({ server, member }: Scene, name: string): Promise<WorkflowBody> {
  const { status, body } = await server.request('POST', WORKFLOWS, { as: member, body: { name } });
  expect(status).toBe(201);
  return body.data;
}

export const node = (type: string, config: object = {}) => ({ id: randomUUID(), type, config });

type End = { id: string };

export const edge = ([source, sourcePort]: [End, string], [target, targetPort]: [End, string]) => ({
  id: randomUUID(),
  source: source.id,
  sourcePort,
  target: target.id,
  targetPort,
});

const HELLO = { text: 'Hello there.', source_language: 'en-us' };

/** A definition that speaks a script with one generator. */
export function narration(script: object = HELLO, voice: object = {}) {
  const source = node('source_script', script);
  const generator = node('operator_generator', voice);
  const sink = node('sink_preview');
  const edges = [edge([source, 'lines'], [generator, 'lines']), edge([generator, 'audio'], [sink, 'audio'])];
  return { graph: { nodes: [source, generator, sink], edges } };
}

/** A run in the tables, as the engine leaves it, without any work. */
export async function insertRun(
  { server, member }: Scene,
  workflow: WorkflowBody,
  run: { status: string; created_at?: Date },
): Promise<string> {
  const { db } = server.app;
  const id = newId();
  const { status, created_at = new Date() } = run;
  const { runs_count } = await db
    .updateTable('workflow')
    .set((eb) => ({
      runs_count: eb('runs_count', '+', 1),
      last_run_id: id,
      last_run_at: created_at,
      last_run_status: status,
    }))
    .where('id', '=', workflow.id)
    .returning('runs_count')
    .executeTakeFirstOrThrow();
  const row = {
    id,
    workspace_id: member.workspace_id,
    workflow_id: workflow.id,
    account_id: member.user_id,
    run_number: runs_count,
    status,
    definition: JSON.stringify({ graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } }),
    total_nodes: 0,
    triggered_by: member.user_id,
    created_at,
    updated_at: created_at,
  };
  await db.insertInto('run').values(row).execute();
  return id;
}

/** The fields that a 422 response names. */
export const fieldsOf = (body: { error: { details: { field: string }[] } }) =>
  body.error.details.map(({ field }) => field);
