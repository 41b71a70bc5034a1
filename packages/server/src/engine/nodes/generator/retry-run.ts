import type { LineFailure } from '../../../db/rows.ts';
import type { ChunkContext, LineWork } from '../../model.ts';
import type { RunRetry } from '../../runs/run-retry.ts';

/** The retry's decision for each line of the earlier run. */
export interface EarlierTakes {
  /** The takes to keep. */
  kept: Map<LineWork, string>;
  /** Lines that get a new take: the named ones, else those that failed or were dropped. */
  spokenAgain: Set<LineWork>;
  /** Lines that are not spoken, because the retry names others. */
  left: Map<LineWork, LineFailure>;
}

interface EarlierLine {
  no: number;
  line_id: string;
  status: string;
  error: LineFailure | null;
  take_id: string | null;
}

const NOT_NAMED: LineFailure = {
  code: 'not_retried',
  message: 'The line has no take, and is not among the lines of the retry.',
};

/**
 * If the retry names no lines, lines in none of these sets had not ended or did not exist. They are spoken as
 * in any other run.
 */
export async function earlierTakes(context: ChunkContext, retry: RunRetry): Promise<EarlierTakes> {
  const lines = await earlierLines(context, retry.run_id);
  const takes = await takesHere(context, retry.run_id, [...lines.values()]);
  const kept = new Map<LineWork, string>();
  const spokenAgain = new Set<LineWork>();
  const left = new Map<LineWork, LineFailure>();
  for (const work of context.works) {
    const line = lines.get(work);
    const take = line && takes.get(line.no);
    const ended = line?.status === 'failed' || line?.status === 'dropped';
    if (retry.named ? retry.names(work.line) : ended) spokenAgain.add(work);
    else if (take && (retry.named || line.status === 'delivered')) kept.set(work, take);
    if (retry.named && !spokenAgain.has(work)) left.set(work, line?.error ?? NOT_NAMED);
  }
  return { kept, spokenAgain, left };
}

async function earlierLines(context: ChunkContext, runId: string): Promise<Map<LineWork, EarlierLine>> {
  const { run, app, works } = context;
  const rows = await app.db
    .selectFrom('run_line')
    .leftJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'run_line.audio_id').on('audio.workspace_id', '=', run.workspace_id),
    )
    .select(['run_line.no', 'run_line.line_id', 'run_line.locale_code', 'run_line.script', 'run_line.status'])
    .select(['run_line.error', 'audio.take_id'])
    .where('run_line.run_id', '=', runId)
    .where(
      'run_line.line_id',
      'in',
      works.map((work) => work.line.line_id),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(
    works.flatMap((work): [LineWork, EarlierLine][] => {
      const line = byKey.get(keyOf(work.line));
      return line ? [[work, line]] : [];
    }),
  );
}

const keyOf = (line: { line_id: string; locale_code: string; script: string }): string =>
  JSON.stringify([line.line_id, line.locale_code, line.script]);

/** The take that each line got at this node: the delivered one, else the last. */
async function takesHere(
  context: ChunkContext,
  runId: string,
  lines: EarlierLine[],
): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const rows = await context.app.db
    .selectFrom('attempt')
    .select(['line_no', 'output_id'])
    .where('run_id', '=', runId)
    .where('node_id', '=', context.node.id)
    .where('port', '=', 'audio')
    .where(
      'line_no',
      'in',
      lines.map((line) => line.no),
    )
    .orderBy('iteration')
    .execute();
  const delivered = new Map(lines.map((line) => [line.no, line.take_id]));
  const takes = new Map<number, string>();
  for (const { line_no, output_id } of rows) {
    const isFound = takes.get(line_no) !== undefined && takes.get(line_no) === delivered.get(line_no);
    if (output_id && !isFound) takes.set(line_no, output_id);
  }
  return takes;
}
