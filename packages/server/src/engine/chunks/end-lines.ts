import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { LineFailure } from '../../db/rows.ts';
import { together } from '../../db/together.ts';
import { lineErrorFields } from '../../errors.ts';
import type { JudgedLine } from '../casting/retry-history.ts';
import { type LoadedChunk, SKIPPED, TRANSLATED } from '../model.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { addToLocales, type RunCounters } from '../runs/row.ts';
import type { Dispatch, DispatchedLines } from './dispatch.ts';

/** The row of a line after some of its paths ended. */
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

/** The values that a chunk adds to its run when it ends. */
export interface ChunkProgress {
  events: readonly NewRunEvent[];
  counters: RunCounters;
  /** The lines that ended without an error, for `recordFinalTakes`. */
  judgedLines: readonly JudgedLine[];
}

export const NO_PROGRESS: ChunkProgress = { events: [], counters: {}, judgedLines: [] };

/**
 * Counts the open paths of each line. A line ends with its last path: as delivered if any audio reached a
 * sink, failed if there was an error, translated if translations replaced it, skipped if it had nothing to
 * speak, else dropped by a check.
 */
export async function endLines(
  tx: Db,
  chunk: LoadedChunk,
  dispatchedLines: DispatchedLines,
): Promise<ChunkProgress> {
  // A line that only moves on along one path keeps its number of open paths, so its row needs no update.
  const changes = dispatchedLines.dispatches.filter(({ next_paths, audio_id, error, is_retry }) => {
    const movesOn = next_paths === 1 && !audio_id && !error && !is_retry;
    return !movesOn;
  });
  if (changes.length === 0) return NO_PROGRESS;
  const lines = await closePaths(tx, chunk, changes);
  const endedLines = lines.filter((line) => line.status !== 'active');
  if (endedLines.length === 0) return NO_PROGRESS;
  const audio = await loadAndMarkDeliveredAudio(tx, chunk, endedLines);
  const byLocale = Map.groupBy(endedLines, ({ locale_code }) => locale_code);
  const locales = Array.from(byLocale, ([locale_code, localeLines]) => {
    const translatedCount = localeLines.filter(({ status }) => status === 'translated').length;
    const deliveredLines = localeLines.filter(({ status }) => status === 'delivered');
    return {
      locale_code,
      finished_lines: localeLines.length - translatedCount,
      lines: -translatedCount,
      delivered_lines: deliveredLines.length,
      delivered_ms: deliveredLines.reduce((sum, { no }) => sum + (audio.get(no)?.duration_ms ?? 0), 0),
    };
  });
  await addToLocales(tx, chunk.run.id, locales);
  const countLines = (status: EndedLine['status']): number =>
    endedLines.filter((line) => line.status === status).length;
  return {
    counters: {
      lines_delivered: countLines('delivered'),
      lines_dropped: countLines('dropped'),
      lines_failed: countLines('failed'),
      lines_skipped: countLines('skipped'),
      // Its translations replace it in the run.
      lines_total: -countLines('translated'),
    },
    events: endedLines
      .filter((line) => line.status !== 'translated')
      .map((line) => createLineEvent(chunk, line, audio.get(line.no))),
    judgedLines: endedLines.filter(({ status }) => status === 'delivered' || status === 'dropped'),
  };
}

/**
 * Updates the rows of dispatched lines: their open paths, delivered audio, error and status. Returns the rows, also of
 * lines that are still active.
 */
async function closePaths(tx: Db, chunk: LoadedChunk, changes: Dispatch[]): Promise<EndedLine[]> {
  // The mean score of the checks that a delivered take passed, for choosing among several takes.
  const scores = new Map<number, number>();
  const deliveredNumbers = changes.filter(({ audio_id }) => audio_id).map(({ line_no }) => line_no);
  if (deliveredNumbers.length > 0) {
    const attempts = await tx
      .selectFrom('attempt')
      .select('line_no')
      .select(sql<number>`avg((verdict ->> 'score')::real)`.as('score'))
      .where('run_id', '=', chunk.run.id)
      .where('line_no', 'in', deliveredNumbers)
      .where('iteration', '=', chunk.iteration)
      .where(sql<boolean>`verdict ->> 'score' is not null`)
      .groupBy('line_no')
      .execute();
    for (const { line_no, score } of attempts) scores.set(line_no, Number(score));
  }
  // Adds up the takes of a line, because a chunk can contain several takes of a line, but an UPDATE changes each row
  // only once.
  const byLine = Map.groupBy(changes, ({ line_no }) => line_no);
  const rows = Array.from(byLine, ([line_no, lineChanges]) => ({
    line_no,
    next_paths: lineChanges.reduce((sum, { next_paths }) => sum + next_paths, 0),
    // Each dispatch ends the path on which the line came here.
    left_here: lineChanges.length,
    audio_id: lineChanges.find(({ audio_id }) => audio_id)?.audio_id ?? null,
    error: lineChanges.find(({ error }) => error)?.error ?? null,
    retries: lineChanges.filter(({ is_retry }) => is_retry).length,
  }));
  const result = await sql<EndedLine>`
    update run_line as line set
      open_tokens = line.open_tokens + change.next_paths - change.left_here,
      -- Of several delivered takes, the one with the highest score stays; if scores are equal, the later one.
      audio_id = case when change.audio_id is not null and (line.audio_id is null or change.score >= coalesce(line.delivered_score, 0))
                 then change.audio_id else line.audio_id end,
      delivered_score = case when change.audio_id is not null
                 then greatest(coalesce(line.delivered_score, 0), change.score) else line.delivered_score end,
      error = coalesce(change.error, line.error),
      retry_count = line.retry_count + change.retries,
      status = case when line.open_tokens + change.next_paths - change.left_here > 0 then 'active'
                    when coalesce(change.audio_id, line.audio_id) is not null then 'delivered'
                    when coalesce(change.error, line.error) is not null then 'failed'
                    else coalesce((
                      select case port when ${TRANSLATED} then 'translated' else 'skipped' end from attempt
                      where run_id = line.run_id and line_no = line.no and port in (${TRANSLATED}, ${SKIPPED})
                      order by port = ${TRANSLATED} desc limit 1), 'dropped') end
    from unnest(
      ${rows.map((row) => row.line_no)}::int[], ${rows.map((row) => row.next_paths)}::int[], ${rows.map((row) => row.left_here)}::int[],
      ${rows.map((row) => row.audio_id)}::text[], ${rows.map((row) => scores.get(row.line_no) ?? 0)}::real[],
      ${rows.map((row) => (row.error ? JSON.stringify(row.error) : null))}::jsonb[], ${rows.map((row) => row.retries)}::int[]
    ) as change (line_no, next_paths, left_here, audio_id, score, error, retries)
    -- Repeats the join, so that PostgreSQL reads only these lines.
    where line.run_id = ${chunk.run.id} and line.no = change.line_no and line.no = any(${rows.map((row) => row.line_no)}::int[])
    returning line.no, line.line_id, line.line_index, line.locale_code, line.status, line.audio_id, line.retry_count, line.error`.execute(
    tx,
  );
  return result.rows;
}

interface DeliveredAudio {
  duration_ms: number;
  credits: number;
  reused: boolean;
}

/**
 * The delivered audio of the lines, with the cost of all their takes in this run, and whether all of these were reused.
 * Marks its takes as delivered, which makes them the first choice for reuse.
 */
async function loadAndMarkDeliveredAudio(
  tx: Db,
  chunk: LoadedChunk,
  endedLines: EndedLine[],
): Promise<Map<number, DeliveredAudio>> {
  const ids = endedLines.flatMap(({ audio_id }) => audio_id ?? []);
  if (ids.length === 0) return new Map();
  const { id: run_id, workspace_id } = chunk.run;
  const selectAudio = tx
    .selectFrom('audio')
    .select(['id', 'take_id', 'duration_ms'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', ids);
  const numbers = endedLines.map(({ no }) => no);
  const sumCosts = tx
    .selectFrom('attempt')
    .select('line_no')
    .select(sql<number>`sum(credits)::int`.as('credits'))
    .select(sql<boolean>`bool_and(reused)`.as('reused'))
    .where('run_id', '=', run_id)
    .where('line_no', 'in', numbers)
    // Only the attempts of generators have characters.
    .where('characters', '>', 0)
    .groupBy('line_no');
  const [rows, costRows] = await together([selectAudio.execute(), sumCosts.execute()]);
  const takeIds = rows.map(({ take_id }) => take_id);
  // Skips rows that another run is marking, to avoid waiting for its lock. An array, because PostgreSQL may run a
  // subquery again for every take of a workspace that is not yet in its statistics.
  if (takeIds.length > 0)
    await sql`
      update audio set delivered_at = now() where workspace_id = ${workspace_id} and id = any(array(
        select id from audio where workspace_id = ${workspace_id} and id = any(${takeIds}::text[]) and delivered_at is null
        for no key update skip locked))`.execute(tx);
  const durations = new Map(rows.map(({ id, duration_ms }) => [id, duration_ms]));
  const costs = new Map(costRows.map((row) => [row.line_no, row]));
  const deliveredAudio = new Map<number, DeliveredAudio>();
  for (const { no, audio_id } of endedLines) {
    const duration_ms = durations.get(audio_id ?? '');
    if (duration_ms === undefined) continue;
    const { credits, reused } = costs.get(no) ?? { credits: 0, reused: false };
    deliveredAudio.set(no, { duration_ms, credits, reused });
  }
  return deliveredAudio;
}

/** The event of an ended line. `deliveredAudio`: what it delivered; undefined if nothing. */
function createLineEvent(
  chunk: LoadedChunk,
  line: EndedLine,
  deliveredAudio: DeliveredAudio | undefined,
): NewRunEvent {
  const { line_id, line_index, locale_code, status, audio_id, retry_count } = line;
  if (status === 'failed') {
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
      status: status === 'delivered' || status === 'skipped' ? status : 'dropped',
      audio_id,
      duration_ms: deliveredAudio?.duration_ms ?? null,
      retry_count,
      credits: deliveredAudio?.credits ?? 0,
      reused: deliveredAudio?.reused ?? false,
    },
  };
}
