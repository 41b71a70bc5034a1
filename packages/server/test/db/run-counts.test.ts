import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember } from '../support/factories.ts';
import { createNamed, insertRun, type WorkflowBody } from '../support/workflows.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

async function countsOf({ id }: Pick<WorkflowBody, 'id'>): Promise<Record<string, number>> {
  const row = server.app.db.selectFrom('workflow').select('run_counts').where('id', '=', id);
  const { run_counts } = await row.executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(run_counts).filter(([, runs]) => runs !== 0));
}

test('a workflow counts its runs by status through every change of a run, whichever process makes it', async () => {
  const { db } = server.app;
  const member = await createMember(server);
  const [workflow, other] = [
    await createNamed({ server, member }, 'Counted'),
    await createNamed({ server, member }, 'Other'),
  ];
  for (const status of ['completed', 'completed', 'failed'] as const)
    await insertRun({ server, member }, workflow, { status });
  const runId = await insertRun({ server, member }, workflow, { status: 'pending' });
  await insertRun({ server, member }, other, { status: 'cancelled' });
  expect(await countsOf(workflow)).toEqual({ completed: 2, failed: 1, pending: 1 });
  const change = (status: string) => db.updateTable('run').set({ status }).where('id', '=', runId).execute();
  for (const status of ['running', 'paused', 'paused', 'running', 'cancelled']) await change(status);
  expect(await countsOf(workflow)).toEqual({ completed: 2, failed: 1, cancelled: 1 });
  await db.deleteFrom('run').where('workflow_id', '=', workflow.id).where('status', '<>', 'failed').execute();
  expect(await countsOf(workflow)).toEqual({ failed: 1 });
  expect(await countsOf(other)).toEqual({ cancelled: 1 });
});
