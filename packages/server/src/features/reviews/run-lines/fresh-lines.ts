import { sql } from 'kysely';
import {
  isGenerator,
  listNodes,
  MAX_COMPARED_LINES,
  outlierLines,
  type RunWithDefinition,
} from '../../runs/index.ts';

/** The values that an item copies from its line, in addition to the line's identity and number of takes. */
const COPIED_COLUMNS = [
  ...['run_id', 'line_no', 'character_name', 'script', 'source_script', 'status', 'audio_id', 'take_id'],
  ...['duration_ms', 'score', 'verdict', 'is_outlier'],
];
export const COLUMNS = sql.raw(COPIED_COLUMNS.join());
export const FRESH_COLUMNS = sql.raw(COPIED_COLUMNS.map((name) => `fresh.${name}`).join());

/**
 * A query named `fresh` with the lines of a run, in the form of items. It omits lines that translations replaced, and
 * lines without a text.
 */
export function selectFreshLines(run: RunWithDefinition) {
  const generators = listNodes(run.definition)
    .filter(isGenerator)
    .map(({ id }) => id);
  let outliers = outlierLines(run);
  // Comparing more lines would take too long, so none is an outlier.
  if (run.lines_delivered > MAX_COMPARED_LINES) outliers = sql`select no from run_line where false`;
  return sql`
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
      -- Only verdicts on the delivered take, in any of its forms.
      join audio input on input.workspace_id = ${run.workspace_id} and input.id = attempt.input_id
      join line on line.no = attempt.line_no and line.take_id = input.take_id
      where attempt.run_id = ${run.id} and attempt.verdict is not null
      order by attempt.line_no, attempt.node_id, attempt.iteration desc, attempt.created_at desc
    ), verdict as (
      select line_no, min(score) as score,
        case when bool_or(status in ('fail', 'exhausted')) then 'fail'
          when bool_or(status = 'pass') then 'pass' else 'unscored' end as verdict
      from judged group by line_no
    ), take as (
      select line_no, array_agg(distinct output_id) as ids
      from attempt
      where run_id = ${run.id} and node_id = any(${generators}::uuid[]) and port <> 'error' and output_id is not null
      group by line_no
    ), outlier as (${outliers}), fresh as (
      select ${run.id}::uuid as run_id, line.no as line_no, line.node_id, line.line_id, line.line_index,
        line.locale_code, line.character_name, line.script, coalesce(line.source_script, source.script) as source_script,
        case line.status when 'active' then 'missing' else line.status end as status, line.audio_id, line.take_id,
        line.duration_ms, coalesce(take.ids, '{}') as take_ids, verdict.score,
        case line.status when 'dropped' then 'fail' else verdict.verdict end as verdict,
        outlier.no is not null as is_outlier,
        row_number() over (partition by line.node_id, line.line_id, line.locale_code order by line.no) as nth
      from line
      left join run_line source on source.run_id = ${run.id} and source.no = line.source_no
      left join verdict on verdict.line_no = line.no
      left join take on take.line_no = line.no
      left join outlier on outlier.no = line.no
    )`;
}
