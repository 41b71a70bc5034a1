import type { LanguageAudio, ValidatorSummary } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { storeRunAggregates } from '../../engine/index.ts';
import { isValidator, listNodes, type RunNode } from './nodes.ts';
import { getRunWithGraph, type RunRow } from './queries.ts';
import { divide, hasEnded } from './view.ts';

/** The totals of an overview over the lines and attempts of a run. */
interface RunAggregates {
  languages: LanguageAudio[];
  verdicts: VerdictCount[];
  /** Null if no lines were compared. */
  outliers: number | null;
  /** The number of lines whose audio or text exceeds a limit of the script. */
  too_long: number;
}

/**
 * Computes the totals from the lines and attempts. Lines are compared only after the run, and only if they are few.
 */
export async function computeAggregates(
  db: Db,
  run: Pick<RunRow, 'id' | 'workspace_id' | 'status' | 'lines_delivered'>,
  nodes: readonly RunNode[],
): Promise<RunAggregates> {
  const isCompared = hasEnded(run) && run.lines_delivered <= MAX_COMPARED_LINES;
  const [locales, verdicts, outliers, tooLong] = await Promise.all([
    db
      .selectFrom('run_locale')
      .select(['locale_code', 'delivered_lines', 'delivered_ms'])
      .where('run_id', '=', run.id)
      .where('lines', '>', 0)
      .orderBy('locale_code')
      .execute(),
    countVerdicts(db, run.id, nodes),
    isCompared &&
      sql<{ lines: number }>`
        select count(*)::int as lines from (${outlierLines(run)}) as outlier`.execute(db),
    sql<{ lines: number }>`
      select count(*)::int as lines from run_line
      left join audio on audio.workspace_id = ${run.workspace_id} and audio.id = run_line.audio_id
      where run_line.run_id = ${run.id}
        and (run_line.characters_over > 0 or audio.duration_ms > run_line.max_duration_ms)`.execute(db),
  ]);
  const languages = locales.map(({ locale_code, delivered_lines, delivered_ms }) => ({
    locale_code,
    line_count: delivered_lines,
    total_duration_ms: delivered_ms,
    avg_duration_ms: Math.round(divide(delivered_ms, delivered_lines) ?? 0),
  }));
  return {
    languages,
    verdicts,
    outliers: outliers ? (outliers.rows[0]?.lines ?? 0) : null,
    too_long: tooLong.rows[0]?.lines ?? 0,
  };
}

/** Undefined until the figures are stored. */
export async function findAggregates(db: Db, runId: string): Promise<RunAggregates | undefined> {
  const row = await db
    .selectFrom('run')
    .select(sql<RunAggregates | null>`aggregates`.as('aggregates'))
    .where('id', '=', runId)
    .executeTakeFirst();
  return row?.aggregates ?? undefined;
}

/** Stores the figures of an ended run. Idempotent: stored figures do not change. */
export async function storeAggregates({ db }: Pick<App, 'db'>, runId: string): Promise<void> {
  const runRef = await db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .select(['run.id as run_id', 'run.workflow_id', 'run.workspace_id'])
    .where('run.id', '=', runId)
    .where('run.status', 'in', ['completed', 'failed', 'cancelled'])
    .where('run.aggregates', 'is', null)
    .where('workflow.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!runRef) return;
  const run = await getRunWithGraph(db, runRef);
  const aggregates = await computeAggregates(db, run, listNodes(run.definition));
  await storeRunAggregates(db, runId, JSON.stringify(aggregates));
}

/** A comparison reads the measurements of every line. For longer runs, only the report of the export lists outliers. */
export const MAX_COMPARED_LINES = 5_000;

/**
 * The numbers of the delivered lines that differ from the others of their voice and locale: by more than 2.5 standard
 * deviations and audibly, in speaking rate, loudness or pitch. `export/outliers.ts` has the same rule for the report,
 * so change both. The measurements of a line are one large value, which this query unpacks only once.
 */
export const outlierLines = (run: Pick<RunRow, 'id' | 'workspace_id'>) => sql`
    with measured as (
      select run_line.no, audio.voice_id, run_line.locale_code, facts.lufs, metrics.pitch_median_hz as pitch,
        facts.syllables * 1000 / nullif(metrics.speech_ms, 0) as rate
      from run_line
      join audio on audio.workspace_id = ${run.workspace_id} and audio.id = run_line.audio_id
      cross join lateral jsonb_to_record(audio.facts) as facts (lufs float8, syllables float8, metrics jsonb)
      cross join lateral jsonb_to_record(facts.metrics) as metrics (pitch_median_hz float8, speech_ms float8)
      where run_line.run_id = ${run.id} and run_line.status = 'delivered'
    ), compared as (
      -- At least 10 lines. The smallest audible distances are 1 LU, a semitone and a half, and 15 percent of the rate.
      select *,
        case when count(lufs) over voice >= 10 then greatest(2.5 * stddev_samp(lufs) over voice, 1) end as lufs_limit,
        case when count(pitch) over voice >= 10
          then greatest(2.5 * stddev_samp(pitch) over voice, avg(pitch) over voice * (power(2, 1.5 / 12) - 1)) end
          as pitch_limit,
        case when count(rate) over voice >= 10
          then greatest(2.5 * stddev_samp(rate) over voice, avg(rate) over voice * 0.15) end as rate_limit,
        avg(lufs) over voice as lufs_mean, avg(pitch) over voice as pitch_mean, avg(rate) over voice as rate_mean
      from measured
      window voice as (partition by voice_id, locale_code)
    )
    select no from compared
    where abs(lufs - lufs_mean) > lufs_limit or abs(pitch - pitch_mean) > pitch_limit
      or abs(rate - rate_mean) > rate_limit`;

/** The counts of the verdicts of one validator. */
type VerdictCount = Awaited<ReturnType<typeof countVerdicts>>[number];

/** Counts the verdicts of the validators over all takes, in one query. */
export async function countVerdicts(db: Db, runId: string, nodes: readonly RunNode[]) {
  const validators = nodes.filter(isValidator);
  if (validators.length === 0) return [];
  return db
    .selectFrom('attempt')
    .select([
      'node_id',
      sql<number>`count(*) filter (where verdict ->> 'status' = 'pass')`.as('passed'),
      sql<number>`count(*) filter (where verdict ->> 'status' in ('fail', 'exhausted'))`.as('failed'),
      sql<number>`count(*) filter (where verdict ->> 'status' = 'unscored')`.as('unscored'),
      sql<number>`count(*) filter (where port = 'fail')`.as('rejected'),
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

/** The results of every validator of a run over all takes. */
export function summarizeValidators(
  counts: readonly VerdictCount[],
  { nodes, hasEnded }: { nodes: readonly RunNode[]; hasEnded: boolean },
): { summaries: ValidatorSummary[]; average_score: number | null } {
  const summaries = nodes.filter(isValidator).map((node): ValidatorSummary => {
    const count = counts.find(({ node_id }) => node_id === node.id);
    const { passed: passCount = 0, failed: failCount = 0, scored = 0, score_sum = 0 } = count ?? {};
    const verdictCount = passCount + failCount;
    return {
      node_id: node.id,
      // Validator types are named after what they measure: `validator_noise` measures noise.
      kind: node.type.replace(/^validator_/, '') as ValidatorSummary['kind'],
      label: node.label,
      ...explainStatus(count, hasEnded),
      avg_score: divide(score_sum, scored),
      pass_rate: divide(passCount, verdictCount),
      pass_count: passCount,
      fail_count: failCount,
      retry_count: (node.returns && count?.rejected) || 0,
    };
  });
  const scoreCount = counts.reduce((sum, count) => sum + count.scored, 0);
  const points = counts.reduce((sum, count) => sum + count.score_sum, 0);
  return { summaries, average_score: divide(points, scoreCount) };
}

/** Whether a validator has results, and why not. */
function explainStatus(
  count: VerdictCount | undefined,
  hasEnded: boolean,
): Pick<ValidatorSummary, 'status' | 'reason'> {
  if (count && count.passed + count.failed > 0) return { status: 'available', reason: null };
  if (count && count.unscored > 0) return { status: 'unsupported', reason: count.unscored_reason };
  if (hasEnded) return { status: 'unavailable', reason: 'No line reached this check.' };
  return { status: 'not_ready', reason: 'No line has reached this check yet.' };
}
