import { type InferResult, sql } from 'kysely';
import type { Db, Row } from '../../../db/index.ts';
import type { ExportDecision } from '../../../export/export-line.ts';
import { deliversApprovedTakeSql } from '../../reviews/gate.ts';

/** The position of an export: the script position, then the line number. */
export type ExportPosition = { line_index: number; no: number };

interface ExportScope {
  run_id: string;
  /** Null: everything that the run delivers. */
  sink_id: string | null;
  /** Only the lines that this review approved. */
  review_id?: string | undefined;
}

/** The audio that a sink delivers for a line. If several takes reached the sink, the one that the run chose. */
const deliveryAt = (sinkId: unknown) => sql<{ audio_id: string }>`(
  select attempt.output_id as audio_id
  from attempt
  where attempt.run_id = run_line.run_id and attempt.line_no = run_line.no and attempt.node_id = ${sinkId}
    and attempt.port <> 'error' and attempt.output_id is not null
  order by attempt.output_id is not distinct from run_line.audio_id desc, attempt.iteration desc
  limit 1
)`;

/** The lines of a run, with the audio that the sink or the run delivers for them as `delivered_id`. */
function selectExportLines(db: Db, { run_id, sink_id }: ExportScope) {
  let deliveredId = sql<string | null>`run_line.audio_id`;
  if (sink_id !== null) deliveredId = sql`${deliveryAt(sql`${sink_id}::uuid`)}`;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('run_line')
        .selectAll('run_line')
        .select(deliveredId.as('delivered_id'))
        .where('run_line.run_id', '=', run_id)
        .where('run_line.status', '<>', 'translated')
        .as('line'),
    )
    .selectAll('line');
}

export type ExportLineRow = InferResult<ReturnType<typeof selectExportLines>>[number];

/** The statuses of undelivered lines that an output lists. */
const UNDELIVERED = ['dropped', 'failed', 'skipped', 'active'];

/** The next lines of an export. The export of a sink omits lines that went only to other sinks. */
export function findExportLines(
  db: Db,
  scope: ExportScope,
  { after, limit }: { after: ExportPosition; limit: number },
): Promise<ExportLineRow[]> {
  let query = selectExportLines(db, scope).where(
    sql<boolean>`(line.line_index, line.no) > (${after.line_index}, ${after.no})`,
  );
  if (scope.review_id !== undefined) {
    const columns = { run_id: 'line.run_id', no: 'line.no', audio_id: 'line.delivered_id' };
    query = query.where(deliversApprovedTakeSql(scope.review_id, columns));
  }
  if (scope.sink_id !== null)
    query = query.where((eb) =>
      eb.or([eb('line.delivered_id', 'is not', null), eb('line.status', 'in', UNDELIVERED)]),
    );
  return query.orderBy('line.line_index').orderBy('line.no').limit(limit).execute();
}

/** The source of each script row: the line of the script itself, otherwise the first translation that was inserted. */
export async function findSources(db: Db, runId: string, lineIndexes: readonly number[]) {
  const rows = await db
    .selectFrom('run_line')
    .distinctOn('line_index')
    .select(['line_index', 'no', 'script'])
    .where('run_id', '=', runId)
    .where('line_index', 'in', [...new Set(lineIndexes)])
    .orderBy('line_index')
    .orderBy(sql`source_line_id is not null`)
    .orderBy('no')
    .execute();
  return new Map(rows.map((row) => [row.line_index, row]));
}

export interface DecidedLine {
  /** Null if the line is open. */
  decision: ExportDecision | null;
  version: number;
  /** The approved take, which may differ from the delivered one. */
  take_id: string | null;
}

/**
 * The items of a review by line number, with their decisions. After a retry, its items belong to the later run. Empty
 * without a review.
 */
export async function findDecisions(
  db: Db,
  request: { workspace_id: string; run_id: string; review_id: string | null | undefined },
  lines: readonly ExportLineRow[],
): Promise<Map<number, DecidedLine>> {
  const { workspace_id, run_id, review_id } = request;
  if (!review_id) return new Map();
  const rows = await db
    .selectFrom('review_item')
    .innerJoin('review', 'review.id', 'review_item.review_id')
    .select(['line_no', 'decision', 'reason', 'note', 'decided_by', 'chosen_audio_id', 'version'])
    .where('review.workspace_id', '=', workspace_id)
    .where('review_item.review_id', '=', review_id)
    .where('review_item.run_id', '=', run_id)
    .where('line_id', 'in', [...new Set(lines.map(({ line_id }) => line_id))])
    .execute();
  return new Map(
    rows.map(({ line_no, decision, decided_by, chosen_audio_id: take_id, reason, note, version }) => {
      const itemDecision = decision as ExportDecision['decision'] | null;
      const exportDecision = itemDecision && {
        decision: itemDecision,
        reason,
        note,
        decided_by: decided_by?.name ?? null,
      };
      return [line_no, { decision: exportDecision, version, take_id }];
    }),
  );
}

export interface OutputRow {
  node_id: string;
  no: number;
  line_id: string;
  line_index: number;
  locale_code: string;
  character_name: string | null;
  script: string;
  audio_id: string;
  duration_ms: number;
  format: string;
  content_type: string;
  object_key: string;
  take_id: Row<'audio'>['take_id'];
  voice_name: string | null;
}

/** The first delivered lines of each sink, in the order of the export. */
export async function findOutputLines(
  db: Db,
  request: { workspace_id: string; run_id: string; sink_ids: readonly string[]; limit: number },
) {
  const { workspace_id, run_id, sink_ids, limit } = request;
  const result = await sql<OutputRow>`
    select sink.node_id, line.*
    from unnest(${[...sink_ids]}::uuid[]) as sink (node_id)
    cross join lateral (
      select run_line.no, run_line.line_id, run_line.line_index, run_line.locale_code, run_line.character_name,
        run_line.script, audio.id as audio_id, audio.duration_ms, audio.format, audio.content_type, audio.object_key,
        audio.take_id, voice.name as voice_name
      from run_line
      join audio on audio.workspace_id = ${workspace_id} and audio.id = ${deliveryAt(sql.ref('sink.node_id'))}
      left join voice on voice.id = audio.voice_id
      where run_line.run_id = ${run_id}
      order by run_line.line_index, run_line.no
      limit ${limit}
    ) as line`.execute(db);
  return result.rows;
}

/** The number of lines that each sink delivers. */
export async function countDeliveries(
  db: Db,
  runId: string,
  sinkIds: readonly string[],
): Promise<Map<string, number>> {
  if (sinkIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempt')
    .select((eb) => ['node_id', eb.fn.count<number>('line_no').distinct().as('lines')])
    .where('run_id', '=', runId)
    .where('node_id', 'in', [...sinkIds])
    .where('port', '!=', 'error')
    .where('output_id', 'is not', null)
    .groupBy('node_id')
    .execute();
  return new Map(rows.map((row) => [row.node_id, row.lines]));
}

/** Whether audio of any line has reached this sink. */
export async function hasDelivery(db: Db, runId: string, sinkId: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempt')
    .select('line_no')
    .where('run_id', '=', runId)
    .where('node_id', '=', sinkId)
    .where('port', '!=', 'error')
    .where('output_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
