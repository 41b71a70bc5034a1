import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/** The number of runs of a review whose takes can be compared, newest first. */
const MAX_RUNS = 10;

/** A take of an item, with the first run that had it. */
export interface SpokenTake {
  no: number;
  audio_id: string;
  run_id: string;
  run_number: number;
  line_no: number;
  /** The audio that this run delivered for the line. */
  delivered_id: string | null;
}

/**
 * The stored takes of items: the takes of the item's run, and those of earlier runs of the review with the same text.
 * Only for items that the caller may see.
 */
export async function findSpokenTakes(
  db: Db,
  { workspace_id, review_id }: { workspace_id: string; review_id: string },
  nos: readonly number[],
): Promise<SpokenTake[]> {
  if (nos.length === 0) return [];
  const { rows } = await sql<SpokenTake>`
    with recent as materialized (
      select run.id, run.run_number
      from review
      join review_run on review_run.review_id = review.id
      join run on run.id = review_run.run_id
      where review.id = ${review_id} and review.workspace_id = ${workspace_id}
        and (run.status = 'completed' or run.id = review.root_run_id)
      order by run.run_number desc
      limit ${MAX_RUNS}
    )
    -- Each take once, with the first run that had it.
    select distinct on (item.no, attempt.output_id) item.no, attempt.output_id as audio_id, line.run_id,
      made_in.run_number, line.no as line_no, line.audio_id as delivered_id
    from review_item item
    join run own on own.id = item.run_id and own.workspace_id = ${workspace_id}
    join lateral (
      -- The item's own run counts even if it is none of the recent runs.
      select recent.id, recent.run_number from recent where recent.run_number < own.run_number
      union all select own.id, own.run_number
    ) made_in on true
    join run_line line on line.run_id = made_in.id and line.line_id = item.line_id and line.node_id = item.node_id
      and line.locale_code = item.locale_code and line.script = item.script
      -- Lines can share an ID. In its own run, an item has exactly one line.
      and (line.run_id <> item.run_id or line.no = item.line_no)
    join attempt on attempt.run_id = line.run_id and attempt.line_no = line.no
    join audio on audio.workspace_id = ${workspace_id} and audio.id = attempt.output_id and audio.kind = 'take'
    where item.review_id = ${review_id} and item.no = any(${[...nos]}::int[])
    order by item.no, attempt.output_id, made_in.run_number`.execute(db);
  return rows;
}
