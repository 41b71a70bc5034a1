import {
  type RetryRun,
  type StartRun,
  upgradeDefinition,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { estimateRun, prepareRun, type RunRequest, type RunStart, startRun } from '../../../engine/index.ts';
import { invalid, notFound } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { resolveRetry } from './retry.ts';

type StartApp = Pick<
  App,
  'db' | 'queue' | 'clock' | 'config' | 'storage' | 'speech' | 'transcription' | 'translation'
>;

/** Starts a run of a workflow. Overrides change only its snapshot. Returns the run's id. */
export async function startRunAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { workflow_id, body }: { workflow_id: string; body: StartRun },
): Promise<string> {
  const stored = await getDefinition(app.db, caller.workspace.id, workflow_id);
  const definition = withOverrides(upgradeDefinition(stored), body);
  return startPrepared(app, caller, { workflow_id, definition });
}

/** Retries failed and dropped lines, or only the named ones, as a new run that keeps all other takes. */
export async function retryRunAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { body, ...path }: { workflow_id: string; run_id: string; body: RetryRun },
): Promise<string> {
  const retry = await resolveRetry(app.db, { workspace_id: caller.workspace.id, ...path }, body);
  return startPrepared(app, caller, { workflow_id: path.workflow_id, ...retry });
}

type PreparedStart = Omit<RunRequest, 'workspace_id'> &
  Pick<RunStart, 'workflow_id' | 'retry_of' | 'retry_lines' | 'retry_respeak'>;

/** All starts use this function. */
async function startPrepared(
  app: StartApp,
  caller: WorkspaceCaller,
  { spoken_again, keeps_others, ...start }: PreparedStart,
): Promise<string> {
  const { id: workspace_id, owner_id: account_id } = caller.workspace;
  const { workflow_id, definition, retry_of } = start;
  const request = { workspace_id, workflow_id, definition, retry_of, spoken_again, keeps_others };
  const prepared = await prepareRun(app, request);
  const { problems } = prepared;
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
  const { min_credits } = await estimateRun(app, prepared, account_id);
  return startRun(app, {
    ...start,
    workspace_id,
    account_id,
    definition: prepared.definition,
    plan: prepared.plan,
    min_credits,
    triggered_by: caller.user_id,
    api_key_id: caller.api_key_id,
    ip: caller.ip,
  });
}

async function getDefinition(db: Db, workspaceId: string, workflowId: string): Promise<WorkflowDefinition> {
  const row = await db
    .selectFrom('workflow')
    .select('definition')
    .where('id', '=', workflowId)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('workflow');
  // The contract's own check validated the column before it was stored.
  return row.definition as unknown as WorkflowDefinition;
}

/** The definition with this run's overrides: script, language or parameters. */
export function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const params = { ...definition.execution.params, ...body.params };
  const changed = { ...definition, execution: { ...definition.execution, params } };
  const { script_text: text, source_language: language } = body;
  if (language !== undefined && normalizeLocale(language) === null)
    throw invalid({ field: 'body.source_language', message: unknownLocale(language) });
  if (text === undefined && language === undefined) return changed;
  const sources = definition.graph.nodes.filter((node) => node.type === 'source_script');
  if (sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const nodes = definition.graph.nodes.map((node) =>
    node.type === 'source_script'
      ? { ...node, config: { ...node.config, ...overrideOf(text, language) } }
      : node,
  );
  return { ...changed, graph: { ...definition.graph, nodes } };
}

function overrideOf(text: string | undefined, language: string | undefined): Record<string, unknown> {
  return {
    ...(text === undefined ? {} : { input_type: 'text', text }),
    ...(language === undefined ? {} : { source_language: language }),
  };
}
