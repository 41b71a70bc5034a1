import type { RetryRun, RunEstimate, StartRun } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import {
  estimateCost,
  lineKey,
  listLineFailures,
  type PreparedRun,
  prepareRun,
  type RetryLine,
  type RunRef,
  type RunRequest,
  type RunStart,
  startRun,
  type TakeCost,
} from '../../engine/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { estimatePrepared, getWorkflow } from '../workflows/index.ts';
import { getRunWithDefinition, type RunWithDefinition } from './queries.ts';
import { hasEnded } from './view.ts';

export type StartApp = Pick<
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

/**
 * Starts a run of a workflow and returns its ID. Overrides of script, language and parameters change only the snapshot
 * of the run.
 */
export async function startRunAction(
  app: StartApp,
  caller: WorkspaceCaller,
  { workflow_id, body }: { workflow_id: string; body: StartRun },
): Promise<string> {
  const { definition } = await getWorkflow(app.db, caller.workspace.id, workflow_id);
  const { max_credits } = body;
  return prepareAndStart(app, caller, { workflow_id, definition, overrides: body, max_credits });
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
  request: RetryRequest,
): Promise<string> {
  const { workflow_id, run_id, body, onStarted } = request;
  const runRef = { workspace_id: caller.workspace.id, workflow_id, run_id };
  const retry = await resolveRetry(app.db, runRef, body);
  return prepareAndStart(app, caller, { workflow_id, ...retry, max_credits: body.max_credits, onStarted });
}

/** The cost of a retry. Changes nothing. */
export async function previewRetryAction(
  app: StartApp,
  caller: WorkspaceCaller,
  request: RetryRequest,
): Promise<RunEstimate> {
  const { id: workspace_id, owner_id } = caller.workspace;
  const { workflow_id, run_id, body } = request;
  const retry = await resolveRetry(app.db, { workspace_id, workflow_id, run_id }, body);
  const { definition, retry_of, spoken_again, keeps_others, line_notes } = retry;
  const prepared = await prepareRun(app, {
    workspace_id,
    workflow_id,
    definition,
    retry_of,
    spoken_again,
    keeps_others,
    line_notes,
  });
  const { user_id: triggered_by, api_key_id } = caller;
  return estimatePrepared(app, prepared, {
    account_id: owner_id,
    max_credits: body.max_credits,
    run: { workspace_id, workflow_id, triggered_by, api_key_id },
  });
}

/** The definition of a run and, for a retry, what it speaks again. */
interface RunInput {
  definition: RunRequest['definition'];
  overrides?: StartRun;
  retry_of?: string;
  retry_lines?: readonly RetryLine[] | undefined;
  retry_respeak?: boolean;
  spoken_again?: ReadonlySet<string>;
  keeps_others?: boolean;
  line_notes?: ReadonlyMap<string, string>;
}

type StartInput = RunInput & Pick<RunStart, 'workflow_id' | 'max_credits' | 'onStarted' | 'schedule_id'>;

async function prepareAndStart(app: StartApp, caller: WorkspaceCaller, input: StartInput): Promise<string> {
  return startPrepared(app, caller, { ...input, ...(await prepareStart(app, caller, input)) });
}

/** What a start speaks, and its cost. Throws if it cannot start. */
export interface PreparedStart {
  prepared: PreparedRun;
  cost: TakeCost;
}

/** Every start of a run uses this function, and then `startPrepared`. Changes nothing. */
export async function prepareStart(
  app: StartApp,
  caller: WorkspaceCaller,
  input: StartInput,
): Promise<PreparedStart> {
  const { workflow_id, definition, retry_of, spoken_again, keeps_others, line_notes, overrides } = input;
  const workspace_id = caller.workspace.id;
  const prepared = await prepareRun(app, {
    workspace_id,
    workflow_id,
    definition,
    overrides,
    retry_of,
    spoken_again,
    keeps_others,
    line_notes,
  });
  const { problems } = prepared;
  if (problems.length > 0) throw invalid(...problems.map(({ path, message }) => ({ field: path, message })));
  return { prepared, cost: await estimateCost(app, prepared) };
}

export async function startPrepared(
  app: StartApp,
  caller: WorkspaceCaller,
  input: StartInput & PreparedStart,
): Promise<string> {
  const { workflow_id, retry_of, prepared, cost } = input;
  const { id: workspace_id, owner_id: account_id } = caller.workspace;
  const run_id = await startRun(app, {
    workspace_id,
    workflow_id,
    account_id,
    definition: prepared.definition,
    plan: prepared.plan,
    min_credits: cost.min_credits,
    spends_usd: cost.spends_usd,
    estimated_max_credits: prepared.is_complete ? cost.max_credits : undefined,
    max_credits: input.max_credits,
    retry_of,
    retry_lines: input.retry_lines,
    retry_respeak: input.retry_respeak,
    schedule_id: input.schedule_id,
    onStarted: input.onStarted,
    triggered_by: caller.user_id,
    api_key_id: caller.api_key_id,
    ip: caller.ip,
  });
  const { schedule_id } = input;
  app.log.info({ run_id, workflow_id, workspace_id, retry_of, schedule_id }, 'run created');
  return run_id;
}

/** A line in a request, with its field. */
interface RequestedLine extends RetryLine {
  field: string;
}

/** Resolves the lines of a retry: failed and dropped lines, or only the listed ones. */
async function resolveRetry(db: Db, runRef: RunRef, body: RetryRequest['body']): Promise<RunInput> {
  const run = await getRunWithDefinition(db, runRef);
  if (!hasEnded(run)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}. You can retry a run only after it has ended.`);
  }
  const { line_ids = [], lines = [], respeak } = body;
  const requestedLines: RequestedLine[] = [
    ...line_ids.map((line_id, index) => ({ line_id, locale_code: null, field: `body.line_ids.${index}` })),
    ...lines.map(({ line_id, locale_code = null, note = null }, index) => ({
      line_id,
      locale_code,
      note,
      field: `body.lines.${index}`,
    })),
  ];
  let retry_lines: RetryLine[] | undefined;
  if (requestedLines.length > 0) retry_lines = await resolveLines(db, run.id, requestedLines);
  else if (run.lines_total > 0) await rejectNothingToDo(db, run.id, respeak);
  const line_notes = new Map<string, string>();
  for (const line of retry_lines ?? []) if (line.note) line_notes.set(retryLineKey(line), line.note);
  return {
    // The snapshot was validated when the run started.
    definition: run.definition,
    retry_of: run.id,
    retry_lines,
    retry_respeak: respeak,
    spoken_again: await findSpokenAgain(db, run, { lines: retry_lines, line_notes, respeak }),
    keeps_others: retry_lines !== undefined,
    line_notes,
  };
}

/**
 * The lines that the retry speaks in any case. A line that failed after it was spoken keeps its take, unless the retry
 * requests new takes or has instructions for the line.
 */
async function findSpokenAgain(
  db: Db,
  { id: run_id, workspace_id, definition }: RunWithDefinition,
  request: {
    lines: readonly RetryLine[] | undefined;
    line_notes: ReadonlyMap<string, string>;
    respeak: boolean;
  },
): Promise<Set<string>> {
  const { lines, line_notes, respeak } = request;
  let keys = lines?.map(retryLineKey);
  if (keys === undefined) {
    const failedLines = await db
      .selectFrom('run_line')
      .select(['line_id', 'locale_code'])
      .where('run_id', '=', run_id)
      .where('status', 'in', ['failed', 'dropped'])
      .execute();
    keys = failedLines.map(lineKey);
  }
  const spokenAgain = new Set(keys);
  if (respeak) return spokenAgain;
  const generators = definition.graph.nodes.filter((node) => node.type === 'operator_generator');
  const generatorIds = new Set(generators.map(({ id }) => id));
  const failures = await listLineFailures(db, { workspace_id, run_id });
  for (const [key, lineFailures] of Map.groupBy(failures, lineKey)) {
    const hasTake = lineFailures.every(
      ({ take_id, node_id }) => take_id !== null && !generatorIds.has(node_id),
    );
    if (hasTake && !line_notes.has(key)) spokenAgain.delete(key);
  }
  return spokenAgain;
}

/** Identifies a line in one language; without a language, in that of the source. */
const retryLineKey = ({ line_id, locale_code }: RetryLine): string =>
  lineKey({ line_id, locale_code: locale_code ?? '' });

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
    -- A request for a locale follows the translations of its line. 'only_locale' is the locale still to find, or null.
    with recursive requested (at, line_id, locale_code) as (
      select at::int - 1, line_id, locale_code from unnest(
        ${requestedLines.map(({ line_id }) => line_id)}::text[], ${requestedLines.map(({ locale_code }) => locale_code)}::text[]
      ) with ordinality as entry (line_id, locale_code, at)
    ), match (at, no, line_id, locale_code, status, only_locale) as (
      select requested.at, line.no, line.line_id, line.locale_code, line.status,
        case when line.locale_code = requested.locale_code then null else requested.locale_code end
      from requested join run_line line on line.run_id = ${runId} and line.line_id = requested.line_id
      union
      select match.at, line.no, line.line_id, line.locale_code, line.status,
        case when line.locale_code = match.only_locale then null else match.only_locale end
      from match join run_line line on line.run_id = ${runId} and line.source_no = match.no
      where match.status = 'translated'
    ) select distinct at, line_id, locale_code from match where only_locale is null order by at`.execute(db);
  const matchedIndexes = new Set(rows.map(({ at }) => at));
  const unmatchedLines = requestedLines.filter((_, index) => !matchedIndexes.has(index)).slice(0, 100);
  if (unmatchedLines.length === 0) {
    const lines = rows.map((row) => ({ ...row, note: requestedLines[row.at]?.note ?? null }));
    return [...new Map(lines.map((line) => [retryLineKey(line), line])).values()];
  }
  const ids = await db
    .selectFrom('run_line')
    .select('line_id')
    .distinct()
    .where('run_id', '=', runId)
    .where(sql<boolean>`line_id = any(${unmatchedLines.map(({ line_id }) => line_id)}::text[])`)
    .execute();
  const knownIds = new Set(ids.map((row) => row.line_id));
  const errors = unmatchedLines.map(({ field, line_id, locale_code }) => {
    if (knownIds.has(line_id))
      return {
        field: `${field}.locale_code`,
        message: `The run has no line "${line_id}" in ${locale_code}.`,
      };
    const message = `The run has no line "${line_id}".`;
    return { field: field.startsWith('body.lines.') ? `${field}.line_id` : field, message };
  });
  throw invalid(...errors);
}

/** Throws if a retry without named lines would speak nothing: no line is open, and no check used up its retries. */
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
  const state = respeak ? 'passed its checks' : 'was delivered';
  throw new ApiError('CONFLICT', `Every line of the run ${state}: specify the lines to retry.`);
}
