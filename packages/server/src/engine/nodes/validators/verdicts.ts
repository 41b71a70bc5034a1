import { setTimeout as delay } from 'node:timers/promises';
import { type Score, unscored } from '@voiceloom/audio';
import type { NodeConfig, NodeTypeId } from '@voiceloom/contract';
import type { StoredVerdict, VerdictEvidence } from '../../../db/rows.ts';
import { findLinesNotToRetry } from '../../casting/retry-history.ts';
import { findLockedWorks } from '../../casting/take-locks.ts';
import { type AudioRow, failedLine, type LineWork, type RunLine } from '../../model.ts';
import type { ChunkContext, LineNode } from '../../node-types.ts';
import { canRetry, parseConfig } from '../../plan.ts';

/** A take to check. */
export interface CheckedTake {
  work: LineWork;
  line: RunLine;
  input: AudioRow;
}

export interface Judgment {
  score: number | null;
  status: 'pass' | 'fail' | 'unscored';
  reason: string | null;
  evidence: VerdictEvidence;
}

type JudgeTake = (take: CheckedTake) => Judgment | Promise<Judgment>;

/**
 * A validator. `prepare` loads what the takes of a whole chunk need; the returned function judges one take.
 *
 * A rejected line passes in these cases: its take is locked; an earlier run made its retries; or it has no retries left.
 * In the last case, it continues with the best take that it had here. Needs two queries per chunk, and one more if lines
 * fail.
 */
export function createValidator<T extends Extract<NodeTypeId, `validator_${string}`>>(
  type: T,
  prepare: (context: ChunkContext, config: NodeConfig<T>) => JudgeTake | Promise<JudgeTake>,
): LineNode {
  const kind = type.slice('validator_'.length);
  return {
    concurrency(node) {
      const config: object = parseConfig(node, type);
      const { concurrency = null } = config as { concurrency?: number | null };
      return concurrency;
    },
    async open(context) {
      const { node } = context;
      const config = parseConfig(node, type);
      const { threshold, max_retry } = config;
      // Lines that get no more retries, each with the audio to continue with if this check rejects the current audio.
      const finalAudio = await findLinesNotToRetry(context);
      const verdicts = await loadVerdicts(context);
      const judge = await prepare(context, config);
      let lockedLines: Promise<ReadonlySet<LineWork>> | undefined;
      return async (work) => {
        const { line, input } = work;
        if (!input) return failedLine('no_audio', 'The line reached a check without audio.');
        const judgment = await judge({ line, input, work });
        const verdict = { kind, ...judgment, threshold };
        const exhaustedVerdict = { ...verdict, status: 'exhausted' as const };
        if (judgment.status !== 'fail') return { port: 'pass', verdict };
        lockedLines ??= findLockedWorks(context);
        if ((await lockedLines).has(work)) return { port: 'pass', verdict: exhaustedVerdict };
        if (!canRetry(node)) return { port: 'fail', verdict };
        const output_id = finalAudio.get(work);
        if (output_id !== undefined) return { port: 'pass', output_id, verdict: exhaustedVerdict };
        const history = { earlier: verdicts.get(line.no) ?? [], max_retries: max_retry };
        const { earlier, retries } = await awaitPendingVerdicts(context, line.no, history);
        if (retries < max_retry) return { port: 'fail', verdict };
        // The line's audio with the highest score at this validator; if scores are equal, the newest one.
        let bestAudio = { id: work.input_id, score: judgment.score ?? 0 };
        for (const row of earlier) {
          const score = row.verdict?.score ?? 0;
          if (score > bestAudio.score) bestAudio = { id: row.input_id, score };
        }
        return { port: 'pass', output_id: bestAudio.id, verdict: exhaustedVerdict };
      };
    },
  };
}

/** A score of the audio package as a judgment. */
export const toJudgment = ({ evidence, findings, ...judgment }: Score): Judgment => ({
  ...judgment,
  evidence: { ...evidence, findings },
});

/** A take that could not be judged passes. */
export const withoutScore = (reason: string): Judgment => toJudgment(unscored(reason, {}));

/** A validator's verdict on a line in an earlier iteration. */
export interface EarlierVerdict {
  line_no: number;
  input_id: string;
  iteration: number;
  port: string;
  verdict: StoredVerdict | null;
}

/** The earlier verdicts of the validator on the chunk's lines, by line number, newest first. */
async function loadVerdicts(context: ChunkContext): Promise<Map<number, EarlierVerdict[]>> {
  const { app, run, node, iteration, works } = context;
  // In their first iteration, lines have no history in this run.
  if (iteration === 0) return new Map();
  const numbers = works.map((work) => work.line.no);
  const rows = await app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'iteration', 'port', 'verdict'])
    .where('run_id', '=', run.id)
    .where('node_id', '=', node.id)
    .where('line_no', 'in', numbers)
    .where('iteration', '<', iteration)
    .orderBy('iteration', 'desc')
    .execute();
  return Map.groupBy(rows, (row) => row.line_no);
}

const LOOK_AGAIN_MS = 200;
const MAX_LOOKS = 25;

/** Retries are counted per line and validator: several rejected takes in one iteration are one retry. */
function countRetries(verdicts: EarlierVerdict[]): number {
  return new Set(verdicts.filter((row) => row.port === 'fail').map((row) => row.iteration)).size;
}

/**
 * How many times this validator has rejected the line. A parallel check may have sent the line back while
 * this validator was still judging the previous take. Waits for that verdict, and counts it as a rejection
 * if it does not arrive, so that the allowed number of takes is never exceeded.
 */
export async function awaitPendingVerdicts(
  context: ChunkContext,
  lineNo: number,
  history: { earlier: EarlierVerdict[]; max_retries: number },
): Promise<{ earlier: EarlierVerdict[]; retries: number }> {
  const { earlier, max_retries } = history;
  const judgedIterations = new Set(earlier.map((row) => row.iteration)).size;
  const maxPending = context.iteration - judgedIterations;
  const retries = countRetries(earlier);
  /** Whether the pending verdicts can no longer decide if the line may be retried. */
  const isDecided = (count: { retries: number; pending: number }): boolean =>
    count.retries >= max_retries || count.retries + count.pending < max_retries;
  if (isDecided({ retries, pending: maxPending })) return { earlier, retries };
  for (let look = 1; ; look++) {
    const currentHistory = await readRetryHistory(context, lineNo);
    if (isDecided(currentHistory)) return currentHistory;
    if (look === MAX_LOOKS)
      return { ...currentHistory, retries: currentHistory.retries + currentHistory.pending };
    await delay(LOOK_AGAIN_MS, undefined, { signal: context.signal });
  }
}

/** The iterations of a line at a validator: the rejected ones, and those whose verdict is pending. */
async function readRetryHistory(context: ChunkContext, lineNo: number) {
  const { app, run, node, iteration } = context;
  const rows = await app.db
    .selectFrom('attempt')
    .select(['node_id', 'line_no', 'input_id', 'iteration', 'port', 'verdict'])
    .where('run_id', '=', run.id)
    .where('line_no', '=', lineNo)
    .where('iteration', '<', iteration)
    .where((eb) => eb.or([eb('node_id', '=', node.id), eb('port', '=', 'fail')]))
    .orderBy('iteration', 'desc')
    .execute();
  const ownVerdicts = rows.filter((row) => row.node_id === node.id);
  // The nodes from which lines can reach this one in the same iteration.
  const earlierNodeIds = new Set([node.id]);
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const { id, ports } of run.plan.nodes.values()) {
      const edges = [...ports.values()].flat();
      if (
        earlierNodeIds.has(id) ||
        !edges.some((edge) => !edge.leads_back && earlierNodeIds.has(edge.target))
      )
        continue;
      earlierNodeIds.add(id);
      hasGrown = true;
    }
  }
  const pendingIterations = new Set(rows.map((row) => row.iteration));
  // Takes that an earlier check sent back never arrive here; takes that a parallel check sent back do.
  for (const row of rows) {
    const sender = run.plan.nodes.get(row.node_id);
    const isBefore = sender && earlierNodeIds.has(row.node_id) && canRetry(sender);
    if (row.node_id === node.id || isBefore) pendingIterations.delete(row.iteration);
  }
  return { earlier: ownVerdicts, retries: countRetries(ownVerdicts), pending: pendingIterations.size };
}
