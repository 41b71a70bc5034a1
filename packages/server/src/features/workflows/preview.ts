import type { RunEstimate } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { estimateRun } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { getWorkflow } from './actions.ts';
import { voicelessProblems, withoutConsequences } from './foreseen-warnings.ts';
import { problemsBeforeStart } from './readiness.ts';
import { currentDefinition } from './view.ts';

type PreviewApp = Pick<App, 'db' | 'clock' | 'storage' | 'speech' | 'transcription' | 'translation'>;

/** What a run would cost, and what a start would be refused for. */
export async function previewRun(
  app: PreviewApp,
  caller: WorkspaceCaller,
  workflowId: string,
): Promise<RunEstimate> {
  const workflow = await getWorkflow(app, caller, workflowId);
  const { id: workspace_id, owner_id: account_id } = caller.workspace;
  const definition = currentDefinition(workflow.definition);
  const known = await problemsBeforeStart(app, workspace_id, definition);
  const cost = await estimateRun(app, { workspace_id, account_id, definition });
  const left = withoutConsequences(cost.notes, definition, known);
  const problems = [...known, ...voicelessProblems(left, definition)];
  const notes = left.filter(({ code }) => code !== 'no_voice');
  return { ...cost, can_run: cost.can_run && problems.length === 0, problems, notes };
}
