import { NODE_TYPES, type StartProblem, type WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { readScript, ScriptProblem } from '../../engine/index.ts';

/** Columns that a source names and a file of it does not have: its run would end at the source. */
export async function columnProblems(
  app: Pick<App, 'db' | 'storage'>,
  workspaceId: string,
  { graph }: WorkflowDefinition,
): Promise<StartProblem[]> {
  const problems: StartProblem[] = [];
  for (const [index, node] of graph.nodes.entries()) {
    if (node.type !== 'source_script') continue;
    const config = NODE_TYPES.source_script.config.parse(node.config);
    const namesColumns = config.csv_column !== null || Object.keys(config.columns).length > 0;
    if (config.input_type !== 'file' || !namesColumns) continue;
    try {
      await readScript(app, workspaceId, { config, again: true });
    } catch (error) {
      if (!(error instanceof ScriptProblem)) throw error;
      if (error.code !== 'unknown_column') continue;
      const path = `definition.graph.nodes.${index}.config`;
      for (const { field, message } of error.details)
        problems.push({ path: `${path}.${field}`, code: error.code, message });
    }
  }
  return problems;
}
