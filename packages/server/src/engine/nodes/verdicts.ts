import type { StoredVerdict } from '../../db/rows.ts';
import { canRetry } from '../plan.ts';
import type { ChunkContext, LineWork, Outcome } from './node.ts';

export interface Judgement {
  score: number | null;
  status: 'pass' | 'fail' | 'unscored';
  reason: string | null;
  evidence: Record<string, unknown>;
}

interface Limits {
  threshold: number;
  max_retry: number;
}

/**
 * Turns a judgement into the port a line leaves by. A line that used up its retries leaves through `pass` with
 * the best take it had here, whatever its score; a judgement without a score never holds a line back.
 */
export async function leaveValidator(
  context: ChunkContext,
  work: LineWork,
  { kind, judgement, limits }: { kind: string; judgement: Judgement; limits: Limits },
): Promise<Outcome> {
  const verdict: StoredVerdict = { kind, threshold: limits.threshold, ...judgement };
  if (judgement.status !== 'fail') return { port: 'pass', verdict };
  const retried = work.retries[context.node.id] ?? 0;
  if (!canRetry(context.node) || retried < limits.max_retry) return { port: 'fail', verdict };
  const best = await bestTake(context, work, judgement.score ?? 0);
  return { port: 'pass', output_id: best, verdict: { ...verdict, status: 'exhausted' } };
}

/** The audio with the highest score that this line ever had at this validator; the newest of equals. */
async function bestTake(context: ChunkContext, work: LineWork, score: number): Promise<string> {
  const earlier = await context.app.db
    .selectFrom('attempt')
    .select(['input_id', 'verdict', 'iteration'])
    .where('run_id', '=', context.run.id)
    .where('node_id', '=', context.node.id)
    .where('line_no', '=', work.line.no)
    .where('iteration', '<', context.iteration)
    .orderBy('iteration', 'desc')
    .execute();
  let best = { id: work.input_id, score };
  for (const row of earlier) {
    const found = row.verdict?.score ?? 0;
    if (found > best.score) best = { id: row.input_id, score: found };
  }
  return best.id;
}
