import type { StoredVerdict } from '../../../db/rows.ts';
import { withoutTries } from '../../casting/retry-history.ts';
import type { ChunkContext, LineWork, Outcome } from '../../model.ts';
import { canRetry } from '../../plan.ts';
import { awaitPendingVerdicts, type EarlierVerdict } from './pending-verdicts.ts';

export interface Judgment {
  score: number | null;
  status: 'pass' | 'fail' | 'unscored';
  reason: string | null;
  evidence: Record<string, unknown>;
}

/** A validator for one chunk, with its earlier verdicts on the lines. */
export interface Judge {
  context: ChunkContext;
  limits: { threshold: number; max_retry: number };
  /** By line number, newest first. */
  earlier: Map<number, EarlierVerdict[]>;
  /** Lines without further retries, with the audio to leave with if theirs is rejected. */
  settled: ReadonlyMap<LineWork, string>;
}

/** Two queries at most. In their first iteration, lines have no history in this run. */
export async function openJudge(context: ChunkContext, limits: Judge['limits']): Promise<Judge> {
  const { node, run, iteration, works } = context;
  const settled = canRetry(node) ? await withoutTries(context) : new Map<LineWork, string>();
  if (iteration === 0) return { context, limits, settled, earlier: new Map() };
  const rows = await context.app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'iteration', 'port', 'verdict'])
    .where('run_id', '=', run.id)
    .where('node_id', '=', node.id)
    .where(
      'line_no',
      'in',
      works.map((work) => work.line.no),
    )
    .where('iteration', '<', iteration)
    .orderBy('iteration', 'desc')
    .execute();
  return { context, limits, settled, earlier: Map.groupBy(rows, (row) => row.line_no) };
}

/**
 * Chooses the port that a line leaves by. A line without retries left passes with the best take it had here,
 * whatever its score; so does a line whose retries were made in an earlier run. A judgment without a score
 * always passes.
 */
export async function leaveValidator(
  judge: Judge,
  work: LineWork,
  given: Judgment & { kind: string },
): Promise<Outcome> {
  const { context, limits } = judge;
  const verdict: StoredVerdict = { ...given, threshold: limits.threshold };
  if (given.status !== 'fail') return { port: 'pass', verdict };
  if (!canRetry(context.node)) return { port: 'fail', verdict };
  const form = judge.settled.get(work);
  if (form !== undefined)
    return { port: 'pass', output_id: form, verdict: { ...verdict, status: 'exhausted' } };
  const known = { earlier: judge.earlier.get(work.line.no) ?? [], allowed: limits.max_retry };
  const { earlier, lost } = await awaitPendingVerdicts(context, work.line.no, known);
  if (lost < limits.max_retry) return { port: 'fail', verdict };
  const best = bestTake(earlier, { id: work.input_id, score: given.score ?? 0 });
  return { port: 'pass', output_id: best, verdict: { ...verdict, status: 'exhausted' } };
}

/** The line's audio with the highest score at this validator; the newest one if equal. */
function bestTake(earlier: EarlierVerdict[], current: { id: string; score: number }): string {
  let best = current;
  for (const row of earlier) {
    const score = row.verdict?.score ?? 0;
    if (score > best.score) best = { id: row.input_id, score };
  }
  return best.id;
}
