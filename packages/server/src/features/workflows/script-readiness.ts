import { NODE_TYPES, type StartProblem, type WorkflowDefinition } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { readScript, ScriptProblem } from '../../engine/index.ts';

type Node = WorkflowDefinition['graph']['nodes'][number];

/** Fields of sources that no run can use: languages that do not exist, and columns that a file does not have. */
export async function scriptProblems(
  app: Pick<App, 'db' | 'storage'>,
  workspaceId: string,
  { graph }: WorkflowDefinition,
): Promise<StartProblem[]> {
  const problems: StartProblem[] = [];
  for (const [index, node] of graph.nodes.entries()) {
    const path = `definition.graph.nodes.${index}.config`;
    const wrongLanguage = languageProblem(node, path);
    // A script whose language is unknown cannot be read for its columns.
    problems.push(...(wrongLanguage ?? (await columnProblems(app, workspaceId, { node, path }))));
  }
  return problems;
}

function languageProblem({ type, config }: Node, path: string): StartProblem[] | undefined {
  if (type !== 'source_script' && type !== 'source_audio') return undefined;
  const { source_language: tag } = NODE_TYPES[type].config.parse(config);
  if (tag === null || normalizeLocale(tag) !== null) return undefined;
  return [{ path: `${path}.source_language`, code: 'unknown_locale', message: unknownLocale(tag) }];
}

async function columnProblems(
  app: Pick<App, 'db' | 'storage'>,
  workspaceId: string,
  { node, path }: { node: Node; path: string },
): Promise<StartProblem[]> {
  if (node.type !== 'source_script') return [];
  const config = NODE_TYPES.source_script.config.parse(node.config);
  const namesColumns = config.csv_column !== null || Object.keys(config.columns).length > 0;
  if (config.input_type !== 'file' || !namesColumns) return [];
  try {
    await readScript(app, workspaceId, { config, again: true });
    return [];
  } catch (error) {
    if (!(error instanceof ScriptProblem)) throw error;
    const { code, details } = error;
    if (code !== 'unknown_column') return [];
    return details.map(({ field, message }) => ({ path: `${path}.${field}`, code, message }));
  }
}
