import type { RetryRun, RunEstimate, StartRun, WorkflowDefinition } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import {
  estimateCost,
  lineKey,
  listLineFailures,
  prepareRun,
  type RetryLine,
  type RunRef,
  type RunRequest,
  type RunStart,
  startRun,
} from '../../engine/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { estimatePrepared, getWorkflow } from '../workflows/index.ts';
import { getRunWithDefinition } from './queries.ts';
import { hasEnded } from './view.ts';

type StartApp = Pick<
  App,
  | 'db'
  | 'queue'
  | 'clock'
  | 'config'
  | 'log'
  | 'storage'
  | 'texts'
  | 'speech'
  | 'transcription'
  | 'translation'
>;

/** Starts a run of a workflow and returns its ID. Overrides change only the snapshot of the run. */
export async function startRunAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { workflow_id, body }: { workflow_id: string; body: StartRun },
): Promise<string> {
  const stored = await getWorkflow(app.db, caller.workspace.id, workflow_id);
  const definition = withOverrides(stored.definition, body);
  return startPrepared(app, caller, { workflow_id, definition });
}

/** A retry that the API accepts. A review adds instructions for the new takes, and an update of the review. */
export interface RetryRequest extends Pick<RunStart, 'onStarted'> {
  workflow_id: string;
  run_id: string;
  body: Omit<RetryRun, 'lines'> & {
    lines?: (NonNullable<RetryRun['lines']>[number] & { note?: string | null })[] | undefined;
  };
}

/** Retries failed and dropped lines, or only the listed ones, in a new run that keeps all other takes. */
export async function retryRunAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { body, onStarted, ...path }: RetryRequest,
): Promise<string> {
  const retry = await resolveRetry(app.db, { workspace_id: caller.workspace.id, ...path }, body);
  return startPrepared(app, caller, { workflow_id: path.workflow_id, ...retry, onStarted });
}

/** The cost of a retry. Changes nothing. */
export async function previewRetryAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { body, ...path }: Omit<RetryRequest, 'onStarted'>,
): Promise<RunEstimate> {
  const { id: workspace_id, owner_id } = caller.workspace;
  const {
    retry_lines: _lines,
    retry_respeak: _respeak,
    ...retry
  } = await resolveRetry(app.db, { workspace_id, ...path }, body);
  const request = { workspace_id, workflow_id: path.workflow_id, ...retry };
  return estimatePrepared(app, await prepareRun(app, request), owner_id);
}

/** Every start of a run uses this function. */
async function startPrepared(
  app: StartApp,
  caller: WorkspaceCaller,
  input: Omit<RunRequest, 'workspace_id'> &
    Pick<RunStart, 'workflow_id' | 'retry_of' | 'retry_lines' | 'retry_respeak' | 'onStarted'>,
): Promise<string> {
  const { spoken_again, keeps_others, line_notes, ...start } = input;
  const { id: workspace_id, owner_id: account_id } = caller.workspace;
  const { workflow_id, definition, retry_of } = start;
  const request = { workspace_id, workflow_id, definition, retry_of, spoken_again, keeps_others, line_notes };
  const prepared = await prepareRun(app, request);
  const { problems } = prepared;
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
  const { min_credits } = await estimateCost(app, prepared);
  const run_id = await startRun(app, {
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
  app.log.info({ run_id, workflow_id, workspace_id, retry_of }, 'run created');
  return run_id;
}

/** Applies this run's overrides to the definition: script, language and parameters. */
function withOverrides(definition: WorkflowDefinition, body: StartRun): WorkflowDefinition {
  const params = { ...definition.execution.params, ...body.params };
  const overridden = { ...definition, execution: { ...definition.execution, params } };
  const { script_text: text, source_language: language } = body;
  if (language !== undefined && normalizeLocale(language) === null)
    throw invalid({ field: 'body.source_language', message: unknownLocale(language) });
  if (text === undefined && language === undefined) return overridden;
  const sources = definition.graph.nodes.filter((node) => node.type === 'source_script');
  if (sources.length !== 1) {
    const field = text === undefined ? 'body.source_language' : 'body.script_text';
    const message = `An override needs exactly one source_script; the workflow has ${sources.length}.`;
    throw invalid({ field, message });
  }
  const override: Record<string, unknown> = {};
  if (text !== undefined) Object.assign(override, { input_type: 'text', text });
  if (language !== undefined) override.source_language = language;
  const nodes = definition.graph.nodes.map((node) =>
    node.type === 'source_script' ? { ...node, config: { ...node.config, ...override } } : node,
  );
  return { ...overridden, graph: { ...definition.graph, nodes } };
}

/** A line in a request, with its field. */
interface RequestedLine extends RetryLine {
  field: string;
}

/** Resolves the lines of a retry: failed and dropped lines, or only the listed ones. */
async function resolveRetry(
  db: Db,
  runRef: RunRef,
  body: RetryRequest['body'],
): Promise<Omit<RunRequest, 'workspace_id'> & Pick<RunStart, 'retry_lines' | 'retry_respeak'>> {
  const run = await getRunWithDefinition(db, runRef);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. You can retry a run only after it has ended.`);
  }
  const requestedLines = listRequestedLines(body);
  const retry_lines = requestedLines && (await resolveLines(db, run.id, requestedLines));
  if (!requestedLines && run.lines_total > 0) await rejectNothingToDo(db, run.id, body.respeak);
  return {
    // The snapshot was validated when the run started.
    definition: run.definition,
    retry_of: run.id,
    retry_lines,
    retry_respeak: body.respeak,
    spoken_again: await findSpokenAgain(
      db,
      { ...runRef, definition: run.definition },
      { lines: retry_lines, respeak: body.respeak },
    ),
    keeps_others: retry_lines !== undefined,
    line_notes: new Map(
      retry_lines?.flatMap((line) => (line.note ? [[retryLineKey(line), line.note] as const] : [])),
    ),
  };
}

/**
 * The lines that the retry speaks in any case. A line that failed after it was spoken keeps its take, unless the retry
 * requests new takes or has instructions for the line.
 */
async function findSpokenAgain(
  db: Db,
  { run_id, workspace_id, definition }: RunRef & { definition: WorkflowDefinition },
  { lines: requestedLines, respeak }: { lines: readonly RetryLine[] | undefined; respeak: boolean },
): Promise<Set<string>> {
  const endedLines = requestedLines
    ? []
    : await db
        .selectFrom('run_line')
        .select(['line_id', 'locale_code'])
        .where('run_id', '=', run_id)
        .where('status', 'in', ['failed', 'dropped'])
        .execute();
  const lines = new Set(requestedLines ? requestedLines.map(retryLineKey) : endedLines.map(lineKey));
  if (respeak) return lines;
  const keysWithNote = new Set(requestedLines?.flatMap((line) => (line.note ? [retryLineKey(line)] : [])));
  const generators = new Set(
    definition.graph.nodes.flatMap((node) => (node.type === 'operator_generator' ? [node.id] : [])),
  );
  const failures = await listLineFailures(db, { workspace_id, run_id });
  for (const [key, own] of Map.groupBy(failures, lineKey)) {
    const isSpoken = own.every(({ node_id, take_id }) => take_id !== null && !generators.has(node_id));
    if (isSpoken && !keysWithNote.has(key)) lines.delete(key);
  }
  return lines;
}

const retryLineKey = ({ line_id, locale_code }: RetryLine): string =>
  lineKey({ line_id, locale_code: locale_code ?? '' });

function listRequestedLines({
  line_ids = [],
  lines = [],
}: RetryRequest['body']): RequestedLine[] | undefined {
  const requestedLines = [
    ...line_ids.map((line_id, index) => ({ line_id, locale_code: null, field: `body.line_ids.${index}` })),
    ...lines.map(({ line_id, locale_code = null, note = null }, index) => ({
      line_id,
      locale_code,
      note,
      field: `body.lines.${index}`,
    })),
  ];
  return requestedLines.length > 0 ? requestedLines : undefined;
}

/**
 * The lines that the request lists. An ID includes the translations that replaced its line; a locale selects one of
 * them.
 */
async function resolveLines(
  db: Db,
  runId: string,
  requestedLines: readonly RequestedLine[],
): Promise<RetryLine[]> {
  const { rows } = await sql<
    RetryLine & {
      /** The index of the line in the request. */
      at: number;
    }
  >`
    with recursive wanted (at, line_id, locale_code) as (
      select at::int - 1, line_id, locale_code from unnest(
        ${requestedLines.map(({ line_id }) => line_id)}::text[], ${requestedLines.map(({ locale_code }) => locale_code)}::text[]
      ) with ordinality as named (line_id, locale_code, at)
    ), found (at, no, line_id, locale_code, status, only_locale) as (
      select wanted.at, line.no, line.line_id, line.locale_code, line.status,
        case when line.locale_code = wanted.locale_code then null else wanted.locale_code end
      from wanted join run_line line on line.run_id = ${runId} and line.line_id = wanted.line_id
      union
      select found.at, made.no, made.line_id, made.locale_code, made.status,
        case when made.locale_code = found.only_locale then null else found.only_locale end
      from found join run_line made on made.run_id = ${runId} and made.source_no = found.no
      where found.status = 'translated'
    ) select distinct at, line_id, locale_code from found where only_locale is null order by at`.execute(db);
  const matchedIndexes = new Set(rows.map(({ at }) => at));
  const unknown = requestedLines.filter((_, at) => !matchedIndexes.has(at)).slice(0, 100);
  if (unknown.length === 0)
    return [
      ...new Map(
        rows.map((row) => [retryLineKey(row), { ...row, note: requestedLines[row.at]?.note ?? null }]),
      ).values(),
    ];
  const ids = await db
    .selectFrom('run_line')
    .select('line_id')
    .distinct()
    .where('run_id', '=', runId)
    .where(sql<boolean>`line_id = any(${unknown.map(({ line_id }) => line_id)}::text[])`)
    .execute();
  const knownIds = new Set(ids.map((row) => row.line_id));
  const errors = unknown.map(({ field, line_id, locale_code }) => {
    if (knownIds.has(line_id))
      return {
        field: `${field}.locale_code`,
        message: `The run has no line "${line_id}" in ${locale_code}.`,
      };
    const isLine = field.startsWith('body.lines.');
    return { field: isLine ? `${field}.line_id` : field, message: `The run has no line "${line_id}".` };
  });
  throw invalid(...errors);
}

async function rejectNothingToDo(db: Db, runId: string, respeak: boolean): Promise<void> {
  const openLine = await db
    .selectFrom('run_line')
    .select('no')
    .where('run_id', '=', runId)
    .where('status', 'not in', ['delivered', 'skipped', 'translated'])
    .limit(1)
    .executeTakeFirst();
  if (openLine) return;
  if (respeak) {
    const exhaustedAttempt = await db
      .selectFrom('attempt')
      .select('line_no')
      .where('run_id', '=', runId)
      .where(sql<boolean>`verdict ->> 'status' = 'exhausted'`)
      .limit(1)
      .executeTakeFirst();
    if (exhaustedAttempt) return;
  }
  const done = respeak ? 'passed its checks' : 'was delivered';
  throw new ApiError('CONFLICT', `Every line of the run ${done}: specify the lines to retry.`);
}
