import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { LineFailure } from '../../db/rows.ts';
import { lineErrorFields } from '../../errors.ts';
import { keepRetryHistory } from '../casting/retry-history.ts';
import type { LoadedChunk } from '../model.ts';
import { SKIPPED, TRANSLATED } from '../model.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { addToRun } from '../runs/row.ts';
import type { Dispatch, Routed } from './dispatch.ts';

interface EndedLine {
  no: number;
  line_id: string;
  line_index: number;
  locale_code: string;
  status: 'active' | 'delivered' | 'dropped' | 'failed' | 'skipped' | 'translated';
  audio_id: string | null;
  retry_count: number;
  error: LineFailure | null;
}

/**
 * Counts the open paths of each line. A line ends with its last path: as delivered if any audio reached a
 * sink, failed if there was an error, translated if translations replaced it, skipped if it had nothing to
 * speak, else dropped by a check.
 */
export async function endLines(tx: Db, chunk: LoadedChunk, routed: Routed): Promise<NewRunEvent[]> {
  const changed = routed.dispatches.filter(
    (dispatch) => dispatch.ways !== 1 || dispatch.audio_id || dispatch.error || dispatch.retry,
  );
  if (changed.length === 0) return [];
  const scores = await takeScores(tx, chunk, changed);
  const ended = (await closeWays(tx, chunk, changed, scores)).filter((line) => line.status !== 'active');
  if (ended.length === 0) return [];
  const judged = ended.filter(({ status }) => status === 'delivered' || status === 'dropped');
  await keepRetryHistory(tx, chunk, judged);
  return reportLines(tx, chunk, ended);
}

/** The mean score of the checks that a delivered take passed, for choosing among several takes. */
async function takeScores(tx: Db, chunk: LoadedChunk, changed: Dispatch[]): Promise<Map<number, number>> {
  const delivered = changed.filter((dispatch) => dispatch.audio_id);
  if (delivered.length === 0) return new Map();
  const rows = await tx
    .selectFrom('attempt')
    .select('line_no')
    .select(sql<number>`avg((verdict ->> 'score')::real)`.as('score'))
    .where('run_id', '=', chunk.run.id)
    .where(
      'line_no',
      'in',
      delivered.map((dispatch) => dispatch.line_no),
    )
    .where('iteration', '=', chunk.iteration)
    .where(sql<boolean>`verdict ->> 'score' is not null`)
    .groupBy('line_no')
    .execute();
  return new Map(rows.map((row) => [row.line_no, Number(row.score)]));
}

async function closeWays(
  tx: Db,
  chunk: LoadedChunk,
  changed: Dispatch[],
  scores: Map<number, number>,
): Promise<EndedLine[]> {
  const merged = mergeByLine(changed);
  const rows = [...merged.values()];
  const result = await sql<EndedLine>`
    update run_line as line set
      open_tokens = line.open_tokens + change.ways - change.left_here,
      audio_id = case when change.audio_id is not null and (line.audio_id is null or change.score >= coalesce(line.delivered_score, 0))
                 then change.audio_id else line.audio_id end,
      delivered_score = case when change.audio_id is not null
                 then greatest(coalesce(line.delivered_score, 0), change.score) else line.delivered_score end,
      error = coalesce(change.error, line.error),
      retry_count = line.retry_count + change.retries,
      status = case when line.open_tokens + change.ways - change.left_here > 0 then 'active'
                    when coalesce(change.audio_id, line.audio_id) is not null then 'delivered'
                    when coalesce(change.error, line.error) is not null then 'failed'
                    when exists (select 1 from attempt where attempt.run_id = line.run_id and attempt.line_no = line.no
                                 and attempt.port = ${TRANSLATED}) then 'translated'
                    when exists (select 1 from attempt where attempt.run_id = line.run_id and attempt.line_no = line.no
                                 and attempt.port = ${SKIPPED}) then 'skipped'
                    else 'dropped' end
    from unnest(
      ${rows.map((row) => row.line_no)}::int[], ${rows.map((row) => row.ways)}::int[], ${rows.map((row) => row.left_here)}::int[],
      ${rows.map((row) => row.audio_id)}::text[], ${rows.map((row) => scores.get(row.line_no) ?? 0)}::real[],
      ${rows.map((row) => (row.error ? JSON.stringify(row.error) : null))}::jsonb[], ${rows.map((row) => row.retries)}::int[]
    ) as change (line_no, ways, left_here, audio_id, score, error, retries)
    where line.run_id = ${chunk.run.id} and line.no = change.line_no
    returning line.no, line.line_id, line.line_index, line.locale_code, line.status, line.audio_id, line.retry_count, line.error`.execute(
    tx,
  );
  return result.rows;
}

interface LineChange {
  line_no: number;
  ways: number;
  left_here: number;
  audio_id: string | null;
  error: LineFailure | null;
  retries: number;
}

/**
 * A line can be in a chunk with several takes, but an UPDATE changes each row only once, so add them up
 * first.
 */
function mergeByLine(changed: Dispatch[]): Map<number, LineChange> {
  const merged = new Map<number, LineChange>();
  for (const dispatch of changed) {
    const known = merged.get(dispatch.line_no);
    const retries = dispatch.retry ? 1 : 0;
    if (!known) {
      const { line_no, ways, audio_id, error } = dispatch;
      merged.set(line_no, { line_no, ways, left_here: 1, audio_id, error, retries });
      continue;
    }
    known.ways += dispatch.ways;
    known.left_here += 1;
    known.audio_id ??= dispatch.audio_id;
    known.error ??= dispatch.error;
    known.retries += retries;
  }
  return merged;
}

async function reportLines(tx: Db, chunk: LoadedChunk, ended: EndedLine[]): Promise<NewRunEvent[]> {
  const audio = await deliveredAudio(tx, chunk, ended);
  const countOf = (status: string): number => ended.filter((line) => line.status === status).length;
  await addToRun(tx, chunk.run.id, {
    lines_delivered: countOf('delivered'),
    lines_dropped: countOf('dropped'),
    lines_failed: countOf('failed'),
    lines_skipped: countOf('skipped'),
    // Its translations replace it as lines of the run.
    lines_total: -countOf('translated'),
  });
  await countLocales(tx, chunk, ended, audio);
  return ended
    .filter((line) => line.status !== 'translated')
    .map((line) => lineEvent(chunk, line, audio.get(line.no)));
}

interface Delivered {
  line_no: number;
  duration_ms: number;
  credits: number;
  reused: boolean;
}

async function deliveredAudio(
  tx: Db,
  chunk: LoadedChunk,
  ended: EndedLine[],
): Promise<Map<number, Delivered>> {
  const ids = ended.flatMap((line) => (line.audio_id ? [line.audio_id] : []));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('audio')
    .select(['id', 'take_id', 'duration_ms'])
    .where('workspace_id', '=', chunk.run.workspace_id)
    .where('id', 'in', ids)
    .execute();
  await markDelivered(
    tx,
    chunk,
    rows.map((row) => row.take_id),
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  const costs = await takeCosts(
    tx,
    chunk,
    ended.map((line) => line.no),
  );
  return new Map(
    ended.flatMap((line): [number, Delivered][] => {
      const found = line.audio_id ? facts.get(line.audio_id) : undefined;
      if (!found) return [];
      const cost = costs.get(line.no) ?? { credits: 0, reused: false };
      return [[line.no, { line_no: line.no, duration_ms: found.duration_ms, ...cost }]];
    }),
  );
}

/**
 * Marks takes as delivered, which makes them the first choice for reuse. Rows that another run is marking at
 * the moment are skipped, to avoid waiting for its lock.
 */
async function markDelivered(tx: Db, chunk: LoadedChunk, takeIds: string[]): Promise<void> {
  if (takeIds.length === 0) return;
  await tx
    .updateTable('audio')
    .set({ delivered_at: sql<Date>`now()` })
    .where('workspace_id', '=', chunk.run.workspace_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audio as take')
        .select('take.id')
        .where('take.workspace_id', '=', chunk.run.workspace_id)
        .where('take.id', 'in', takeIds)
        .where('take.delivered_at', 'is', null)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** The cost of all takes of a line in this run, and whether all of them were reused. */
async function takeCosts(tx: Db, chunk: LoadedChunk, lines: number[]) {
  const rows = await tx
    .selectFrom('attempt')
    .select('line_no')
    .select(sql<number>`sum(credits)::int`.as('credits'))
    .select(sql<boolean>`bool_and(reused)`.as('reused'))
    .where('run_id', '=', chunk.run.id)
    .where('line_no', 'in', lines)
    .where('characters', '>', 0)
    .groupBy('line_no')
    .execute();
  return new Map(rows.map((row) => [row.line_no, { credits: row.credits, reused: row.reused }]));
}

async function countLocales(
  tx: Db,
  chunk: LoadedChunk,
  ended: EndedLine[],
  audio: Map<number, Delivered>,
): Promise<void> {
  for (const locale of new Set(ended.map((line) => line.locale_code))) {
    const own = ended.filter((line) => line.locale_code === locale);
    const lines = own.filter((line) => line.status !== 'translated');
    const delivered = lines.filter((line) => line.status === 'delivered');
    const ms = delivered.reduce((sum, line) => sum + (audio.get(line.no)?.duration_ms ?? 0), 0);
    await tx
      .updateTable('run_locale')
      .set({
        finished_lines: sql`finished_lines + ${lines.length}`,
        lines: sql`lines - ${own.length - lines.length}`,
        delivered_lines: sql`delivered_lines + ${delivered.length}`,
        delivered_ms: sql`delivered_ms + ${ms}`,
      })
      .where('run_id', '=', chunk.run.id)
      .where('locale_code', '=', locale)
      .execute();
  }
}

function lineEvent(chunk: LoadedChunk, line: EndedLine, audio: Delivered | undefined): NewRunEvent {
  const { line_id, line_index, locale_code } = line;
  if (line.status === 'failed') {
    const { code, message } = line.error ?? { code: 'line_failed', message: 'The line failed.' };
    const node_id = chunk.node.id;
    const error = lineErrorFields({ code, message, node_id, details: [] });
    return { type: 'line.failed', data: { line_id, line_index, locale_code, node_id, ...error } };
  }
  return {
    type: 'line.completed',
    data: {
      line_id,
      line_index,
      locale_code,
      status: line.status === 'delivered' || line.status === 'skipped' ? line.status : 'dropped',
      audio_id: line.audio_id,
      duration_ms: audio?.duration_ms ?? null,
      retry_count: line.retry_count,
      credits: audio?.credits ?? 0,
      reused: audio?.reused ?? false,
    },
  };
}
