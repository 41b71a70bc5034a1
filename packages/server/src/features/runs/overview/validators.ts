import type { ValidatorSummary } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { isValidator, type RunNode } from '../nodes.ts';

/** What was counted of one validator's verdicts. */
export interface VerdictCount {
  node_id: string;
  passed: number;
  failed: number;
  unscored: number;
  refused: number;
  scored: number;
  score_sum: number;
  unscored_reason: string | null;
}

/** What the validators among the nodes said over all takes, in one query. */
export async function countVerdicts(
  db: Db,
  runId: string,
  nodes: readonly RunNode[],
): Promise<VerdictCount[]> {
  const validators = nodes.filter(isValidator);
  if (validators.length === 0) return [];
  return db
    .selectFrom('attempt')
    .select([
      'node_id',
      sql<number>`count(*) filter (where verdict ->> 'status' = 'pass')`.as('passed'),
      sql<number>`count(*) filter (where verdict ->> 'status' in ('fail', 'exhausted'))`.as('failed'),
      sql<number>`count(*) filter (where verdict ->> 'status' = 'unscored')`.as('unscored'),
      sql<number>`count(*) filter (where port = 'fail')`.as('refused'),
      sql<number>`count(verdict ->> 'score')`.as('scored'),
      sql<number>`coalesce(sum((verdict ->> 'score')::float8), 0)`.as('score_sum'),
      sql<string | null>`min(verdict ->> 'reason') filter (where verdict ->> 'status' = 'unscored')`.as(
        'unscored_reason',
      ),
    ])
    .where('run_id', '=', runId)
    .where(
      'node_id',
      'in',
      validators.map((node) => node.id),
    )
    .groupBy('node_id')
    .execute();
}

export interface ValidatorFigures {
  summaries: ValidatorSummary[];
  average_score: number | null;
}

/** What every validator of a run said over all takes. */
export function summarizeValidators(
  counts: readonly VerdictCount[],
  { nodes, ended }: { nodes: readonly RunNode[]; ended: boolean },
): ValidatorFigures {
  const validators = nodes.filter(isValidator);
  const scored = counts.reduce((sum, count) => sum + count.scored, 0);
  const points = counts.reduce((sum, count) => sum + count.score_sum, 0);
  return {
    summaries: validators.map((node) =>
      summaryOf(
        node,
        counts.find((count) => count.node_id === node.id),
        ended,
      ),
    ),
    average_score: scored === 0 ? null : points / scored,
  };
}

function summaryOf(node: RunNode, count: VerdictCount | undefined, ended: boolean): ValidatorSummary {
  const { passed = 0, failed = 0, scored = 0, score_sum = 0, refused = 0 } = count ?? {};
  const judged = passed + failed;
  return {
    node_id: node.id,
    // `validator_noise` measures noise: the types are named after what they measure.
    kind: node.type.replace(/^validator_/, '') as ValidatorSummary['kind'],
    label: node.label,
    ...availability(count, judged, ended),
    avg_score: scored === 0 ? null : score_sum / scored,
    pass_rate: judged === 0 ? null : passed / judged,
    pass_count: passed,
    fail_count: failed,
    retry_count: node.returns ? refused : 0,
  };
}

function availability(
  count: VerdictCount | undefined,
  judged: number,
  ended: boolean,
): Pick<ValidatorSummary, 'status' | 'reason'> {
  if (judged > 0) return { status: 'available', reason: null };
  if (count && count.unscored > 0) return { status: 'unsupported', reason: count.unscored_reason };
  if (ended) return { status: 'unavailable', reason: 'No line reached this check.' };
  return { status: 'not_ready', reason: 'No line has reached this check yet.' };
}
