import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import {
  getRunWithGraph,
  hasEnded,
  isGenerator,
  MOST_COMPARED_LINES,
  nodesOf,
  outlierLines,
  type RunWithDefinition,
} from '../runs/index.ts';
import { selectReviewBy } from './gate.ts';

/** A list can be read up to this offset. */
const MOST_ITEMS = 200_000;

interface Opening {
  caller: WorkspaceCaller;
  workflow_id: string;
  run_id: string;
  now: Date;
}

/** Returns the id of the run's review. Two who open it at once get the same one. */
export async function openReview({ db }: Pick<App, 'db'>, opening: Opening): Promise<string> {
  const { caller, workflow_id, run_id, now } = opening;
  const workspace_id = caller.workspace.id;
  const known = await selectReviewBy(db, 'root_run_id', { workspace_id, run_id })
    .select('id')
    .executeTakeFirst();
  const run = await getRunWithGraph(db, { workspace_id, workflow_id, run_id });
  if (known) return known.id;
  if (!hasEnded(run))
    throw new ApiError('CONFLICT', `The run is ${run.status}: it can be reviewed when it has ended.`);
  if (run.lines_total > MOST_ITEMS)
    throw new ApiError('CONFLICT', `A review has at most ${MOST_ITEMS.toLocaleString('en')} lines.`);
  return db.transaction().execute(async (tx) => {
    const made = { created_by: caller.user_id, created_at: now };
    const runs = { root_run_id: run_id, current_run_id: run_id };
    const id = newId();
    const inserted = await insertMissing(tx, 'review', [{ id, workspace_id, workflow_id, ...runs, ...made }]);
    if (inserted.length === 0) {
      const other = selectReviewBy(tx, 'root_run_id', { workspace_id, run_id }).select('id');
      return (await other.executeTakeFirstOrThrow()).id;
    }
    await insertItems(tx, id, run);
    const resource = { type: 'review', id, name: run.workflow_name };
    const metadata = { run_id, run_number: run.run_number };
    const entry = { action: 'reviewed', kind: 'review_opened', resource, metadata } as const;
    await addCallerActivity(tx, caller, entry, now);
    return id;
  });
}

/** All lines in one statement. Lines that translations replaced, and lines without a text, are no items. */
async function insertItems(tx: Db, reviewId: string, run: RunWithDefinition): Promise<void> {
  const generators = nodesOf(run.definition)
    .filter(isGenerator)
    .map(({ id }) => id);
  const outliers =
    run.lines_delivered > MOST_COMPARED_LINES ? sql`select no from run_line where false` : outlierLines(run);
  await sql`
    with line as materialized (
      select run_line.*, delivered.take_id, delivered.duration_ms
      from run_line
      left join audio delivered
        on delivered.workspace_id = ${run.workspace_id} and delivered.id = run_line.audio_id
      where run_line.run_id = ${run.id} and run_line.status not in ('translated', 'skipped')
    ), judged as (
      -- A take can be judged several times: the last verdict counts.
      select distinct on (attempt.line_no, attempt.node_id)
        attempt.line_no, attempt.verdict ->> 'status' as status, (attempt.verdict ->> 'score')::real as score
      from attempt
      join audio heard on heard.workspace_id = ${run.workspace_id} and heard.id = attempt.input_id
      join line on line.no = attempt.line_no and line.take_id = heard.take_id
      where attempt.run_id = ${run.id} and attempt.verdict is not null
      order by attempt.line_no, attempt.node_id, attempt.iteration desc, attempt.created_at desc
    ), verdict as (
      select line_no, min(score) as score,
        case when bool_or(status in ('fail', 'exhausted')) then 'fail'
          when bool_or(status = 'pass') then 'pass' else 'unscored' end as verdict
      from judged group by line_no
    ), take as (
      select line_no, count(distinct output_id)::int as takes
      from attempt
      where run_id = ${run.id} and node_id = any(${generators}::uuid[]) and port <> 'error' and output_id is not null
      group by line_no
    ), outlier as (${outliers})
    insert into review_item (
      review_id, no, run_id, line_no, node_id, line_id, line_index, locale_code, character_name, script, source_script,
      status, audio_id, take_id, duration_ms, takes_count, score, verdict, is_outlier
    )
    select ${reviewId}::uuid, row_number() over (order by line.line_index, line.no), ${run.id}::uuid, line.no,
      line.node_id, line.line_id, line.line_index, line.locale_code, line.character_name, line.script,
      coalesce(line.source_script, source.script), case line.status when 'active' then 'missing' else line.status end,
      line.audio_id, line.take_id, line.duration_ms, coalesce(take.takes, 0), verdict.score,
      case line.status when 'dropped' then 'fail' else verdict.verdict end, outlier.no is not null
    from line
    left join run_line source on source.run_id = ${run.id} and source.no = line.source_no
    left join verdict on verdict.line_no = line.no
    left join take on take.line_no = line.no
    left join outlier on outlier.no = line.no`.execute(tx);
}
