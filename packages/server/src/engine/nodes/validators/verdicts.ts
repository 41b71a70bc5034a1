import { setTimeout as delay } from 'node:timers/promises';
import { type Score, unscored } from '@voiceloom/audio';
import type { NodeConfig, NodeTypeId } from '@voiceloom/contract';
import type { StoredVerdict, VerdictEvidence } from '../../../db/rows.ts';
import { linesNotToRetry } from '../../casting/retry-history.ts';
import { lockedWorks } from '../../casting/take-locks.ts';
import { type AudioRow, failedLine, type LineWork, type Outcome, type RunLine } from '../../model.ts';
import type { ChunkContext, LineNode } from '../../node-types.ts';
import { canRetry, configOf, type Plan } from '../../plan.ts';

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

/** A validator. `prepare` loads what the takes of a whole chunk need; the returned function judges one take. */
export function validator<T extends Extract<NodeTypeId, `validator_${string}`>>(
  type: T,
  prepare: (context: ChunkContext, config: NodeConfig<T>) => JudgeTake | Promise<JudgeTake>,
): LineNode {
  const kind = type.slice('validator_'.length);
  return {
    concurrency(node) {
      const config: object = configOf(node, type);
      return 'concurrency' in config && typeof config.concurrency === 'number' ? config.concurrency : null;
    },
    async open(context) {
      const config = configOf(context.node, type);
      const judge = await openJudge(context, config);
      const toJudgment = await prepare(context, config);
      return async (work) => {
        const { line, input } = work;
        if (!input) return failedLine('no_audio', 'The line reached a check without audio.');
        const judgment = await toJudgment({ work, line, input });
        return leaveValidator(judge, work, { kind, ...judgment });
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

/** A validator for one chunk, with its earlier verdicts on the lines. */
interface Judge {
  context: ChunkContext;
  limits: { threshold: number; max_retry: number };
  /** By line number, newest first. */
  earlier: Map<number, EarlierVerdict[]>;
  /** Lines that get no more retries, each with the audio to continue with if this check rejects the current audio. */
  settled: ReadonlyMap<LineWork, string>;
  /** Lines with a locked take, which continue even if the check rejects it. */
  locked(): Promise<ReadonlySet<LineWork>>;
}

/** Needs two queries, and one more if lines fail. In their first iteration, lines have no history in this run. */
async function openJudge(context: ChunkContext, limits: Judge['limits']): Promise<Judge> {
  const { node, run, iteration, works } = context;
  let lockedLines: Promise<ReadonlySet<LineWork>> | undefined;
  const locked = () => {
    lockedLines ??= lockedWorks(context);
    return lockedLines;
  };
  const settled = canRetry(node) ? await linesNotToRetry(context) : new Map<LineWork, string>();
  if (iteration === 0) return { context, limits, settled, locked, earlier: new Map() };
  const numbers = works.map((work) => work.line.no);
  const rows = await context.app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'iteration', 'port', 'verdict'])
    .where('run_id', '=', run.id)
    .where('node_id', '=', node.id)
    .where('line_no', 'in', numbers)
    .where('iteration', '<', iteration)
    .orderBy('iteration', 'desc')
    .execute();
  return { context, limits, settled, locked, earlier: Map.groupBy(rows, (row) => row.line_no) };
}

/**
 * Chooses the port that a line leaves through. A rejected line passes in these cases: its take is locked; an earlier run
 * made its retries; or it has no retries left. In the last case, it continues with the best take that it had here.
 */
async function leaveValidator(
  judge: Judge,
  work: LineWork,
  judgment: Judgment & { kind: string },
): Promise<Outcome> {
  const { context, limits } = judge;
  const verdict: StoredVerdict = { ...judgment, threshold: limits.threshold };
  if (judgment.status !== 'fail') return { port: 'pass', verdict };
  if ((await judge.locked()).has(work)) return { port: 'pass', verdict: { ...verdict, status: 'exhausted' } };
  if (!canRetry(context.node)) return { port: 'fail', verdict };
  const form = judge.settled.get(work);
  if (form !== undefined)
    return { port: 'pass', output_id: form, verdict: { ...verdict, status: 'exhausted' } };
  const history = { earlier: judge.earlier.get(work.line.no) ?? [], allowed: limits.max_retry };
  const { earlier, lost } = await awaitPendingVerdicts(context, work.line.no, history);
  if (lost < limits.max_retry) return { port: 'fail', verdict };
  // The line's audio with the highest score at this validator; if scores are equal, the newest one.
  let best = { id: work.input_id, score: judgment.score ?? 0 };
  for (const row of earlier) {
    const score = row.verdict?.score ?? 0;
    if (score > best.score) best = { id: row.input_id, score };
  }
  return { port: 'pass', output_id: best.id, verdict: { ...verdict, status: 'exhausted' } };
}

/** A validator's verdict on a line in an earlier iteration. */
export interface EarlierVerdict {
  line_no: number;
  input_id: string;
  iteration: number;
  port: string;
  verdict: StoredVerdict | null;
}

const LOOK_AGAIN_MS = 200;
const LOOKS = 25;

/** Retries are counted per line and validator: several rejected takes in one iteration are one retry. */
function failedPasses(earlier: EarlierVerdict[]): number {
  return new Set(earlier.filter((row) => row.port === 'fail').map((row) => row.iteration)).size;
}

/**
 * How many times this validator has rejected the line. A parallel check may have sent the line back while
 * this validator was still judging the previous take. Waits for that verdict, and counts it as a rejection
 * if it does not arrive, so that the allowed number of takes is never exceeded.
 */
export async function awaitPendingVerdicts(
  context: ChunkContext,
  lineNo: number,
  history: { earlier: EarlierVerdict[]; allowed: number },
): Promise<{ earlier: EarlierVerdict[]; lost: number }> {
  const { allowed } = history;
  const judged = new Set(history.earlier.map((row) => row.iteration)).size;
  const lost = failedPasses(history.earlier);
  // The pending verdicts can no longer change the result.
  if (lost >= allowed || lost + context.iteration - judged < allowed)
    return { earlier: history.earlier, lost };
  for (let look = 1; ; look++) {
    const rounds = await readRetryHistory(context, lineNo);
    if (rounds.lost >= allowed || rounds.lost + rounds.open < allowed) return rounds;
    if (look === LOOKS) return { earlier: rounds.earlier, lost: rounds.lost + rounds.open };
    await delay(LOOK_AGAIN_MS, undefined, { signal: context.signal });
  }
}

/** The iterations of a line at a validator: the rejected ones, and those whose verdict is pending. */
async function readRetryHistory({ app, run, node, iteration }: ChunkContext, lineNo: number) {
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
  const ahead = findChecksAhead(run.plan, node.id);
  // Takes that an earlier check sent back never arrive here; takes that a parallel check sent back do.
  const isSeen = (row: { node_id: string }): boolean => row.node_id === node.id || ahead.has(row.node_id);
  const open = new Set(rows.map((row) => row.iteration));
  for (const row of rows) if (isSeen(row)) open.delete(row.iteration);
  return { earlier, lost: failedPasses(earlier), open: open.size };
}

/** The checks before a node that can send lines back. */
function findChecksAhead(plan: Plan, nodeId: string): Set<string> {
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
