import type { PaidBy, WordTimes } from '@voiceloom/contract';
import { type InferResult, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { StoredVerdict } from '../../db/rows.ts';
import { isGenerator, isValidator, type RunNode } from './nodes.ts';

/** A stored verdict with its validator. */
export interface NodeVerdict {
  node: RunNode;
  verdict: StoredVerdict;
}

export interface LineTake {
  audio_id: string;
  generator_id: string;
  iteration: number;
  reused: boolean;
  credits: number;
  /** One verdict per validator, in the order of execution. */
  verdicts: NodeVerdict[];
}

export interface LineTakes {
  takes: LineTake[];
  /** The last generator of the line, even if it skipped the line. */
  generator_id?: string | undefined;
  /** The characters that all attempts spoke and that were billed. */
  characters: number;
  credits: number;
  /** The number of times that each validator rejected the line. */
  rejections: Map<string, number>;
}

interface TakesRequest {
  workspace_id: string;
  run_id: string;
  nodes: readonly RunNode[];
  line_numbers: readonly number[];
}

/** The takes of many lines by line number, from one query. */
export async function findTakes(db: Db, request: TakesRequest): Promise<Map<number, LineTakes>> {
  const { nodes, line_numbers } = request;
  const generatorIds = new Set(nodes.filter(isGenerator).map(({ id }) => id));
  const validators = nodes.filter(isValidator);
  const nodeIds = [...generatorIds, ...validators.map(({ id }) => id)];
  let rows: AttemptRow[] = [];
  if (nodeIds.length > 0 && line_numbers.length > 0)
    rows = await selectAttempts(db, request)
      .where('attempt.line_no', 'in', [...line_numbers])
      .where('attempt.node_id', 'in', nodeIds)
      .orderBy('attempt.iteration')
      .orderBy('attempt.created_at')
      .execute();
  const rowsByLine = Map.groupBy(rows, (row) => row.line_no);
  return new Map(
    line_numbers.map((no) => [no, toLineTakes(rowsByLine.get(no) ?? [], generatorIds, validators)]),
  );
}

/** The attempts of a run. `take_id`: the take whose audio arrived, also in mastered form. */
function selectAttempts(db: Db, { workspace_id, run_id }: TakesRequest) {
  return (
    db
      .selectFrom('attempt')
      .leftJoin('audio as input', (join) =>
        join.onRef('input.id', '=', 'attempt.input_id').on('input.workspace_id', '=', workspace_id),
      )
      .select([
        'attempt.node_id',
        'attempt.iteration',
        'attempt.line_no',
        'attempt.port',
        'attempt.output_id',
      ])
      .select(['attempt.verdict', 'attempt.characters', 'attempt.credits', 'attempt.reused'])
      // A validator after mastering judged mastered audio. Even if this audio has expired, the visit identifies the
      // take.
      .select(
        sql<string>`coalesce(input.take_id, (
          select mastering.input_id from attempt mastering
          where mastering.run_id = attempt.run_id and mastering.output_id = attempt.input_id
            and mastering.line_no = attempt.line_no and mastering.input_id not in ('', mastering.output_id)
          limit 1
        ), attempt.input_id)`.as('take_id'),
      )
      .where('attempt.run_id', '=', run_id)
  );
}

type AttemptRow = InferResult<ReturnType<typeof selectAttempts>>[number];

/** The takes of one line, with the verdicts on each. `rows`: its attempts, oldest first. */
function toLineTakes(
  rows: readonly AttemptRow[],
  generatorIds: ReadonlySet<string>,
  validators: readonly RunNode[],
): LineTakes {
  const line: LineTakes = { takes: [], characters: 0, credits: 0, rejections: new Map() };
  for (const row of rows) {
    const { output_id: audio_id, node_id, port, iteration, reused, credits } = row;
    line.credits += credits;
    if (!reused) line.characters += row.characters;
    if (port === 'fail') line.rejections.set(node_id, (line.rejections.get(node_id) ?? 0) + 1);
    if (!generatorIds.has(node_id)) continue;
    line.generator_id = node_id;
    if (port === 'error' || audio_id === null) continue;
    const verdicts: NodeVerdict[] = [];
    for (const node of validators) {
      // The last verdict counts: a take can be judged several times, for example after it was chosen again.
      const lastVerdictRow = rows.findLast(
        (row) => row.node_id === node.id && row.take_id === audio_id && row.verdict,
      );
      if (lastVerdictRow?.verdict) verdicts.push({ node, verdict: lastVerdictRow.verdict });
    }
    line.takes.push({ audio_id, generator_id: node_id, iteration, reused, credits, verdicts });
  }
  return line;
}

/** Older takes have no origin, and only words of their engine. */
const WORD_TIMES = sql<WordTimes>`coalesce(audio.facts ->> 'word_times',
  case when audio.facts #> '{words,0}' is null then 'estimated' else 'engine' end)`;

/** Selects stored audio without its measurements, but with the name of its voice. */
function selectAudio(db: Db, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('audio')
    .leftJoin('voice', 'voice.id', 'audio.voice_id')
    .select(['audio.id', 'audio.take_id', 'audio.provider', 'audio.model', 'audio.voice_id'])
    .select((eb) => eb.ref('audio.paid_by').$castTo<PaidBy>().as('paid_by'))
    .select(['audio.object_key', 'audio.format', 'audio.content_type', 'audio.duration_ms'])
    .select(['voice.name as voice_name', 'voice.is_active as voice_is_active'])
    .select(sql<string | null>`audio.facts ->> 'reason'`.as('reason'))
    .select(sql<string | null>`audio.settings ->> 'strategy'`.as('strategy'))
    .select(sql<string[] | null>`audio.settings -> 'dropped'`.as('dropped'))
    .select(WORD_TIMES.as('word_times'))
    .where('audio.workspace_id', '=', workspaceId)
    .where('audio.id', 'in', [...new Set(ids)]);
}

export type AudioRow = InferResult<ReturnType<typeof selectAudio>>[number];

export async function findAudio(db: Db, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, AudioRow>();
  const rows = await selectAudio(db, workspaceId, ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The audio with what was measured and with its stored size. */
const selectMeasuredAudio = (db: Db, workspaceId: string, ids: readonly string[]) =>
  selectAudio(db, workspaceId, ids).select(['audio.facts', 'audio.size_bytes', 'audio.sha256']);

export type MeasuredAudioRow = InferResult<ReturnType<typeof selectMeasuredAudio>>[number];

/** Stored audio with its measurements. */
export async function findMeasuredAudio(db: Db, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, MeasuredAudioRow>();
  const rows = await selectMeasuredAudio(db, workspaceId, ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The current take of a line: the take that its audio was made from, otherwise the last take. */
export function findCurrentTake({ takes }: LineTakes, audio: AudioRow | undefined): LineTake | undefined {
  return takes.find((take) => take.audio_id === audio?.take_id) ?? takes.at(-1);
}
