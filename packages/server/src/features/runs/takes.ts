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
  refusals: Map<string, number>;
}

interface TakesOf {
  workspace_id: string;
  run_id: string;
  nodes: readonly RunNode[];
  line_numbers: readonly number[];
}

/** The takes of many lines by line number, from one query. */
export async function findTakes(db: Db, request: TakesOf): Promise<Map<number, LineTakes>> {
  const generators = request.nodes.filter(isGenerator);
  const validators = request.nodes.filter(isValidator);
  const rows = await findAttempts(db, request, [...generators, ...validators]);
  const byLine = Map.groupBy(rows, (row) => row.line_no);
  return new Map(
    request.line_numbers.map((no) => [no, takesOfLine(byLine.get(no) ?? [], { generators, validators })]),
  );
}

function selectAttempts(db: Db, { workspace_id, run_id }: Pick<TakesOf, 'workspace_id' | 'run_id'>) {
  return (
    db
      .selectFrom('attempt')
      .leftJoin('audio as heard', (join) =>
        join.onRef('heard.id', '=', 'attempt.input_id').on('heard.workspace_id', '=', workspace_id),
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
        sql<string>`coalesce(heard.take_id, (
          select made.input_id from attempt made
          where made.run_id = attempt.run_id and made.output_id = attempt.input_id and made.line_no = attempt.line_no
            and made.input_id not in ('', made.output_id)
          limit 1
        ), attempt.input_id)`.as('take_id'),
      )
      .where('attempt.run_id', '=', run_id)
  );
}

type AttemptRow = InferResult<ReturnType<typeof selectAttempts>>[number];

async function findAttempts(
  db: Db,
  request: TakesOf,
  judgedNodes: readonly RunNode[],
): Promise<AttemptRow[]> {
  if (judgedNodes.length === 0 || request.line_numbers.length === 0) return [];
  return selectAttempts(db, request)
    .where('attempt.line_no', 'in', [...request.line_numbers])
    .where(
      'attempt.node_id',
      'in',
      judgedNodes.map((node) => node.id),
    )
    .orderBy('attempt.iteration')
    .orderBy('attempt.created_at')
    .execute();
}

function takesOfLine(
  rows: readonly AttemptRow[],
  { generators, validators }: { generators: readonly RunNode[]; validators: readonly RunNode[] },
): LineTakes {
  const generatorIds = new Set(generators.map((node) => node.id));
  const takes = rows.flatMap((row): LineTake[] => {
    if (!generatorIds.has(row.node_id) || row.port === 'error' || row.output_id === null) return [];
    const verdicts = verdictsOn(row.output_id, rows, validators);
    const { output_id: audio_id, node_id: generator_id, iteration, reused, credits } = row;
    return [{ audio_id, generator_id, iteration, reused, credits, verdicts }];
  });
  const refused = rows.filter((row) => row.port === 'fail');
  const refusals = Map.groupBy(refused, (row) => row.node_id);
  return {
    takes,
    generator_id: rows.findLast(({ node_id }) => generatorIds.has(node_id))?.node_id,
    characters: rows.reduce((sum, row) => sum + (row.reused ? 0 : row.characters), 0),
    credits: rows.reduce((sum, row) => sum + row.credits, 0),
    refusals: new Map([...refusals].map(([node, attempts]) => [node, attempts.length])),
  };
}

/** The last verdict counts: a take can be judged several times, for example after it was chosen again. */
function verdictsOn(
  takeId: string,
  rows: readonly AttemptRow[],
  validators: readonly RunNode[],
): NodeVerdict[] {
  return validators.flatMap((node) => {
    const last = rows.findLast((row) => row.node_id === node.id && row.take_id === takeId && row.verdict);
    return last?.verdict ? [{ node, verdict: last.verdict }] : [];
  });
}

/** Selects stored audio without its measurements, but with the name of its voice. */
function selectAudio(db: Db, workspaceId: string, ids: readonly string[]) {
  return db
    .selectFrom('audio')
    .leftJoin('voice', 'voice.id', 'audio.voice_id')
    .select(['audio.id', 'audio.take_id', 'audio.provider', 'audio.model', 'audio.voice_id'])
    .select(['audio.object_key', 'audio.format', 'audio.content_type', 'audio.duration_ms'])
    .select(['voice.name as voice_name', 'voice.is_active as voice_is_active'])
    .select(sql<string | null>`audio.facts ->> 'reason'`.as('reason'))
    .select(sql<string | null>`audio.settings ->> 'strategy'`.as('strategy'))
    .select(sql<string[] | null>`audio.settings -> 'dropped'`.as('dropped'))
    .where('audio.workspace_id', '=', workspaceId)
    .where('audio.id', 'in', [...new Set(ids)]);
}

export type AudioRow = InferResult<ReturnType<typeof selectAudio>>[number];

export const findAudio = async (db: Db, workspaceId: string, ids: readonly string[]) =>
  byId(ids.length === 0 ? [] : await selectAudio(db, workspaceId, ids).execute());

const byId = <Audio extends AudioRow>(rows: Audio[]) => new Map(rows.map((row) => [row.id, row]));

const selectMeasuredAudio = (db: Db, workspaceId: string, ids: readonly string[]) =>
  selectAudio(db, workspaceId, ids).select(['audio.facts', 'audio.size_bytes', 'audio.sha256']);

export type MeasuredAudioRow = InferResult<ReturnType<typeof selectMeasuredAudio>>[number];

/** Stored audio with its measurements. */
export const findMeasuredAudio = async (db: Db, workspaceId: string, ids: readonly string[]) =>
  byId(ids.length === 0 ? [] : await selectMeasuredAudio(db, workspaceId, ids).execute());

/** The current take of a line: the take that its audio was made from, otherwise the last take. */
export function takeOf(
  { takes }: LineTakes,
  audio: Pick<AudioRow, 'take_id'> | undefined,
): LineTake | undefined {
  return takes.find((take) => take.audio_id === audio?.take_id) ?? takes.at(-1);
}
