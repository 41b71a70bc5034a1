import { checkDefinition, type DefinitionReport, type RunEstimate } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { estimateRun, prepareRun, problemOf } from '../../engine/index.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { getWorkflow } from './actions.ts';
import { currentDefinition } from './view.ts';

type PreviewApp = Pick<App, 'db' | 'clock' | 'storage' | 'speech' | 'transcription' | 'translation'>;

/** What a run would cost, and why a start would be rejected. */
export async function previewRun(
  app: PreviewApp,
  caller: WorkspaceCaller,
  workflowId: string,
): Promise<RunEstimate> {
  const workflow = await getWorkflow(app, caller, workflowId);
  const definition = currentDefinition(workflow.definition);
  const prepared = await prepareRun(app, {
    workspace_id: caller.workspace.id,
    workflow_id: workflow.id,
    definition,
  });
  const { problems, readings, unknowns, notes } = prepared;
  const cost = await estimateRun(app, prepared, caller.workspace.owner_id);
  return {
    ...cost,
    can_run: cost.can_run && problems.length === 0,
    problems,
    readings,
    notes: [...unknowns, ...notes].map(({ field: _field, ...note }) => note),
  };
}

/** The errors that a save returns, and as warnings what would stop a run in this workspace now. */
export async function checkInWorkspace(
  app: PreviewApp,
  workspaceId: string,
  input: unknown,
): Promise<DefinitionReport> {
  const { definition, ...checked } = checkDefinition(input);
  if (definition === null) return { valid: false, ...checked, readings: [] };
  const prepared = await prepareRun(app, { workspace_id: workspaceId, definition });
  const { problems, warnings, notes, readings } = prepared;
  const noted = notes.map((note) => problemOf(definition, note));
  return { valid: true, errors: [], warnings: [...problems, ...warnings, ...noted], readings };
}
