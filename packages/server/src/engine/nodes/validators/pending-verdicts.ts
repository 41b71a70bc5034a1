import { setTimeout as delay } from 'node:timers/promises';
import type { StoredVerdict } from '../../../db/rows.ts';
import type { ChunkContext } from '../../model.ts';
import { canRetry, type Plan } from '../../plan.ts';

/** A validator's verdict on a line in an earlier iteration. */
export interface EarlierVerdict {
  line_no: number;
  input_id: string;
  iteration: number;
  port: string;
  verdict: StoredVerdict | null;
}

/** The iterations of a line at a validator: the rejected ones, and those whose verdict is pending. */
interface RetryHistory {
  earlier: EarlierVerdict[];
  lost: number;
  open: number;
}

const LOOK_AGAIN_MS = 200;
const LOOKS = 25;

/** Retries are counted per line and validator: several rejected takes in one iteration are one retry. */
function failedPasses(earlier: EarlierVerdict[]): number {
  return new Set(earlier.filter((row) => row.port === 'fail').map((row) => row.iteration)).size;
}

/**
 * How many times this validator has rejected the line. A parallel check may have sent the line back while
 * this validator was still judging the previous take. Wait for that verdict, and count it as a rejection if
 * it does not come, so that the allowed number of takes is never exceeded.
 */
export async function awaitPendingVerdicts(
  context: ChunkContext,
  lineNo: number,
  known: { earlier: EarlierVerdict[]; allowed: number },
): Promise<{ earlier: EarlierVerdict[]; lost: number }> {
  const { allowed } = known;
  const judged = new Set(known.earlier.map((row) => row.iteration)).size;
  const lost = failedPasses(known.earlier);
  // The pending verdicts can no longer change the result.
  if (lost >= allowed || lost + context.iteration - judged < allowed) return { earlier: known.earlier, lost };
  for (let look = 1; ; look++) {
    const rounds = await readRetryHistory(context, lineNo);
    if (rounds.lost >= allowed || rounds.lost + rounds.open < allowed) return rounds;
    if (look === LOOKS) return { earlier: rounds.earlier, lost: rounds.lost + rounds.open };
    await delay(LOOK_AGAIN_MS, undefined, { signal: context.signal });
  }
}

async function readRetryHistory(
  { app, run, node, iteration }: ChunkContext,
  lineNo: number,
): Promise<RetryHistory> {
  const rows = await app.db
    .selectFrom('attempt')
    .select(['node_id', 'line_no', 'input_id', 'iteration', 'port', 'verdict'])
    .where('run_id', '=', run.id)
    .where('line_no', '=', lineNo)
    .where('iteration', '<', iteration)
    .where((eb) => eb.or([eb('node_id', '=', node.id), eb('port', '=', 'fail')]))
    .orderBy('iteration', 'desc')
    .execute();
  const earlier = rows.filter((row) => row.node_id === node.id);
  const ahead = checksAhead(run.plan, node.id);
  // Takes that an earlier check sent back never arrive here; takes that a parallel check sent back do.
  const isSeen = (row: { node_id: string }): boolean => row.node_id === node.id || ahead.has(row.node_id);
  const open = new Set(rows.map((row) => row.iteration));
  for (const row of rows) if (isSeen(row)) open.delete(row.iteration);
  return { earlier, lost: failedPasses(earlier), open: open.size };
}

/** The checks before a node that can send lines back. */
function checksAhead(plan: Plan, nodeId: string): Set<string> {
  const ahead = new Set([nodeId]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { id, ports } of plan.nodes.values()) {
      if (ahead.has(id)) continue;
      const edges = [...ports.values()].flat();
      if (!edges.some((edge) => !edge.back && ahead.has(edge.target))) continue;
      ahead.add(id);
      grew = true;
    }
  }
  const checks = [...plan.nodes.values()].filter((node) => ahead.has(node.id) && canRetry(node));
  return new Set(checks.map(({ id }) => id).filter((id) => id !== nodeId));
}
