import type { LanguageAudio } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { storeRunAggregates } from '../../../engine/index.ts';
import { nodesOf, type RunNode } from '../nodes.ts';
import { getRunWithGraph, type RunRow } from '../queries.ts';
import { countOutliers, type OutlierCount } from './outliers.ts';
import { countVerdicts, type VerdictCount } from './validators.ts';

/** The totals of an overview over the lines and attempts of a run. */
export interface RunAggregates {
  languages: LanguageAudio[];
  verdicts: VerdictCount[];
  outliers: OutlierCount;
}

export async function computeAggregates(
  db: Db,
  run: Pick<RunRow, 'id' | 'workspace_id' | 'status' | 'lines_delivered'>,
  nodes: readonly RunNode[],
): Promise<RunAggregates> {
  const [languages, verdicts, outliers] = await Promise.all([
    findLanguages(db, run.id),
    countVerdicts(db, run.id, nodes),
    countOutliers(db, run),
  ]);
  return { languages, verdicts, outliers };
}

/** Undefined while none are stored. */
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
  const place = await db
    .selectFrom('run')
    .innerJoin('workflow', 'workflow.id', 'run.workflow_id')
    .select(['run.id as run_id', 'run.workflow_id', 'run.workspace_id'])
    .where('run.id', '=', runId)
    .where('run.status', 'in', ['completed', 'failed', 'cancelled'])
    .where('run.aggregates', 'is', null)
    .where('workflow.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!place) return;
  const run = await getRunWithGraph(db, place);
  const aggregates = await computeAggregates(db, run, nodesOf(run.definition));
  await storeRunAggregates(db, runId, JSON.stringify(aggregates));
}

async function findLanguages(db: Db, runId: string): Promise<LanguageAudio[]> {
  const rows = await db
    .selectFrom('run_locale')
    .select(['locale_code', 'delivered_lines', 'delivered_ms'])
    .where('run_id', '=', runId)
    .where('lines', '>', 0)
    .orderBy('locale_code')
    .execute();
  return rows.map(({ locale_code, delivered_lines, delivered_ms }) => ({
    locale_code,
    line_count: delivered_lines,
    total_duration_ms: delivered_ms,
    avg_duration_ms: delivered_lines === 0 ? 0 : Math.round(delivered_ms / delivered_lines),
  }));
}
