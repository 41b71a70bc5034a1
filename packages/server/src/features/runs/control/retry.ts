import { type RetryRun, upgradeDefinition, type WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { anewKey, estimateRun, type RetryLine, startRun as startEngineRun } from '../../../engine/index.ts';
import { ApiError, type FieldError, invalid } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { voicelessProblems } from '../../workflows/index.ts';
import { getRun, type RunApp, type RunPath, refuseUnready, rejectProblems } from './actions.ts';

/** A line that a request names, and where in the request. */
interface NamedLine extends RetryLine {
  field: string;
}

/** Runs failed and dropped lines again, or the named ones alone, as a new run that keeps every other take. */
export async function retryRunAction(
  app: RunApp,
  caller: WorkspaceCaller,
  request: RunPath & { body: RetryRun },
): Promise<string> {
  const run = await getRun(app.db, caller, request);
  if (!['completed', 'failed', 'cancelled'].includes(run.status)) {
    throw new ApiError('CONFLICT', `The run is ${run.status}: only a run that has ended can be retried.`);
  }
  const { respeak } = request.body;
  const named = namedLines(request.body);
  const retry_lines = named && (await resolveLines(app.db, run.id, named));
  if (!named && run.lines_total > 0) await refuseNothingToDo(app.db, run.id, respeak);
  // The snapshot is what was checked when the run it repeats was started.
  const definition = upgradeDefinition(run.definition as unknown as WorkflowDefinition);
  await refuseUnready(app, caller.workspace.id, definition);
  const place = { workspace_id: caller.workspace.id, account_id: caller.workspace.owner_id };
  // With several sources the ids of their lines are known only in the run.
  const sources = definition.graph.nodes.filter(({ type }) => type.startsWith('source_'));
  const anew = sources.length === 1 ? await listAnew(app.db, run.id, retry_lines) : new Set<string>();
  // Lines that a retry does not name keep their takes, whoever could speak them today.
  const voiced = retry_lines && anew;
  const estimate = await estimateRun(app, { ...place, definition, anew, voiced, retry_of: run.id });
  rejectProblems(voicelessProblems(estimate.notes, definition));
  return startEngineRun(app, {
    ...place,
    workflow_id: request.workflow_id,
    triggered_by: caller.user_id,
    api_key_id: caller.api_key_id,
    ip: caller.ip,
    definition,
    min_credits: estimate.min_credits,
    retry_of: run.id,
    retry_lines,
    retry_respeak: respeak,
  });
}

function namedLines({ line_ids = [], lines = [] }: RetryRun): NamedLine[] | undefined {
  const named = [
    ...line_ids.map((line_id, index) => ({ line_id, locale_code: null, field: `body.line_ids.${index}` })),
    ...lines.map(({ line_id, locale_code = null }, index) => ({
      ...{ line_id, locale_code, field: `body.lines.${index}` },
    })),
  ];
  return named.length > 0 ? named : undefined;
}

interface FoundLine extends RetryLine {
  /** The place of what names it among the named lines. */
  at: number;
}

/**
 * The lines that names stand for. Translations that took the place of a line stand for it: a name from the script is good for
 * both, and a locale chooses among them.
 */
async function resolveLines(db: Db, runId: string, named: readonly NamedLine[]): Promise<RetryLine[]> {
  const { rows } = await sql<FoundLine>`
    with recursive wanted (at, line_id, locale_code) as (
      select at::int - 1, line_id, locale_code from unnest(
        ${named.map(({ line_id }) => line_id)}::text[], ${named.map(({ locale_code }) => locale_code)}::text[]
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
  const known = new Set(rows.map(({ at }) => at));
  const faults = named.filter((_, at) => !known.has(at)).slice(0, 100);
  if (faults.length > 0) throw invalid(...(await unknownLines(db, runId, faults)));
  return [
    ...new Map(rows.map((row) => [anewKey({ ...row, locale_code: row.locale_code ?? '' }), row])).values(),
  ];
}

/** Names what is wrong with a line: its id, or its locale. */
async function unknownLines(db: Db, runId: string, named: readonly NamedLine[]): Promise<FieldError[]> {
  const ids = await db
    .selectFrom('run_line')
    .select('line_id')
    .distinct()
    .where('run_id', '=', runId)
    .where(sql<boolean>`line_id = any(${named.map(({ line_id }) => line_id)}::text[])`)
    .execute();
  const known = new Set(ids.map((row) => row.line_id));
  return named.map(({ field, line_id, locale_code }) => {
    const isLine = field.startsWith('body.lines.');
    if (known.has(line_id))
      return {
        field: `${field}.locale_code`,
        message: `The run has no line "${line_id}" in ${locale_code}.`,
      };
    return { field: isLine ? `${field}.line_id` : field, message: `The run has no line "${line_id}".` };
  });
}

/** The lines that a retry makes new takes of for certain. */
async function listAnew(
  db: Db,
  runId: string,
  named: readonly RetryLine[] | undefined,
): Promise<Set<string>> {
  if (named) return new Set(named.map((line) => anewKey({ ...line, locale_code: line.locale_code ?? '' })));
  const rows = await db
    .selectFrom('run_line')
    .select(['line_id', 'locale_code'])
    .where('run_id', '=', runId)
    .where('status', 'in', ['failed', 'dropped'])
    .execute();
  return new Set(rows.map(anewKey));
}

async function refuseNothingToDo(db: Db, runId: string, respeak: boolean): Promise<void> {
  const open = await db
    .selectFrom('run_line')
    .select('no')
    .where('run_id', '=', runId)
    .where('status', 'not in', ['delivered', 'skipped', 'translated'])
    .limit(1)
    .executeTakeFirst();
  if (open || (respeak && (await hasExhausted(db, runId)))) return;
  const done = respeak ? 'passed its checks' : 'was delivered';
  throw new ApiError('CONFLICT', `Every line of the run ${done}: name the lines to do again.`);
}

async function hasExhausted(db: Db, runId: string): Promise<boolean> {
  const found = await db
    .selectFrom('attempt')
    .select('line_no')
    .where('run_id', '=', runId)
    .where(sql<boolean>`verdict ->> 'status' = 'exhausted'`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
