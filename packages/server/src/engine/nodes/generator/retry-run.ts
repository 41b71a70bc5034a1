import type { LineFailure } from '../../../db/rows.ts';
import type { ChunkContext, LineWork, RunRetry } from '../../model.ts';

/** The retry's decision for each line of the earlier run. */
interface EarlierTakes {
  /** The takes to keep. */
  kept: Map<LineWork, string>;
  /** Lines that get a new take: the named ones, else those that failed or were dropped. */
  spokenAgain: Set<LineWork>;
  /** Lines that are not spoken, because the retry names others. */
  left: Map<LineWork, LineFailure>;
}

const NOT_NAMED: LineFailure = {
  code: 'not_retried',
  message: 'The line has no take, and is not among the lines of the retry.',
};

/**
 * If the retry names no lines, a line in none of these sets had not ended in the earlier run, or did not
 * exist there. It is spoken as in any other run.
 */
export async function earlierTakes(context: ChunkContext, retry: RunRetry): Promise<EarlierTakes> {
  const rows = await earlierLines(context, retry.run_id);
  const lines = new Map(rows.map((row) => [keyOf(row), row]));
  const takes = await takesHere(context, retry.run_id, rows);
  const decided: EarlierTakes = { kept: new Map(), spokenAgain: new Set(), left: new Map() };
  for (const work of context.works) {
    const line = lines.get(keyOf(work.line));
    const take = line && takes.get(line.no);
    const ended = line?.status === 'failed' || line?.status === 'dropped';
    const isSpokenAgain = retry.named ? retry.names(work.line) : ended;
    if (isSpokenAgain) decided.spokenAgain.add(work);
    else if (take && (retry.named || line.status === 'delivered')) decided.kept.set(work, take);
    if (retry.named && !isSpokenAgain) decided.left.set(work, line?.error ?? NOT_NAMED);
  }
  return decided;
}

/** The lines of the earlier run, with their delivered take. */
function earlierLines({ run, app, works }: ChunkContext, runId: string) {
  const ids = works.map((work) => work.line.line_id);
  return app.db
    .selectFrom('run_line')
    .leftJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'run_line.audio_id').on('audio.workspace_id', '=', run.workspace_id),
    )
    .select(['run_line.no', 'run_line.line_id', 'run_line.locale_code', 'run_line.script', 'run_line.status'])
    .select(['run_line.error', 'audio.take_id'])
    .where('run_line.run_id', '=', runId)
    .where('run_line.line_id', 'in', ids)
    .execute();
}

const keyOf = (line: { line_id: string; locale_code: string; script: string }): string =>
  JSON.stringify([line.line_id, line.locale_code, line.script]);

/** The take that each line got at this node: the delivered one, else the last. */
async function takesHere(
  { app, node }: ChunkContext,
  runId: string,
  lines: { no: number; take_id: string | null }[],
): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const delivered = new Map(lines.map((line) => [line.no, line.take_id]));
  const rows = await app.db
    .selectFrom('attempt')
    .select(['line_no', 'output_id'])
    .where('run_id', '=', runId)
    .where('node_id', '=', node.id)
    .where('port', '=', 'audio')
    .where('line_no', 'in', [...delivered.keys()])
    .orderBy('iteration')
    .execute();
  const takes = new Map<number, string>();
  for (const { line_no, output_id } of rows) {
    const isFound = takes.has(line_no) && takes.get(line_no) === delivered.get(line_no);
    if (output_id && !isFound) takes.set(line_no, output_id);
  }
  return takes;
}
