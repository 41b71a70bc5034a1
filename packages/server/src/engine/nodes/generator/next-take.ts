import type { StoredVerdict } from '../../../db/rows.ts';
import type { Fallbacks } from '../../casting/fallbacks.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import { type ChunkContext, type LineWork, NodeFailure } from '../../model.ts';
import { type Change, type EarlierTake, nextChange, type SkippedChange } from './retry-strategies.ts';
import type { SpeakerOf } from './speaker.ts';
import type { SynthesisTask } from './synthesis-task.ts';

interface ChangeRequest {
  config: GeneratorConfig;
  fallbacks: Fallbacks;
  /** The tasks without any retry change. */
  tasks: ReadonlyMap<LineWork, SynthesisTask>;
  speakerOf: SpeakerOf;
}

/** The next change for every line that a check sent back. Two queries for the chunk. */
export async function changesFor(
  context: ChunkContext,
  { config, fallbacks, tasks, speakerOf }: ChangeRequest,
): Promise<Map<LineWork, Change>> {
  if (context.iteration === 0) return new Map();
  const numbers = context.works.map((work) => work.line.no);
  const verdicts = await refusals(context, numbers);
  const takes = await earlierTakes(context, numbers);
  const changes = new Map<LineWork, Change>();
  for (const [work, { part, text, written }] of tasks) {
    const { no, locale_code } = work.line;
    const own = takes.filter((take) => take.line_no === no);
    // A line may arrive for the first time in a later iteration, from a loop before this node.
    if (own.length === 0) continue;
    const refused = own.find((take) => take.id === work.input?.take_id);
    changes.set(
      work,
      nextChange({
        ladder: config.retry_ladder,
        locale_code,
        part,
        text,
        written,
        refused,
        takes: own,
        verdicts: verdicts.get(`${no}/${work.input_id}`) ?? [],
        // Only providers that can be called at all.
        alternatives: fallbacks
          .alternativesFor(work.line)
          .filter((other) => !(speakerOf(other.part) instanceof NodeFailure)),
      }),
    );
  }
  return changes;
}

/** The verdicts on the returning audio, by line and audio. */
async function refusals(context: ChunkContext, numbers: number[]): Promise<Map<string, StoredVerdict[]>> {
  const rows = await context.app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'verdict'])
    .where('run_id', '=', context.run.id)
    .where('line_no', 'in', numbers)
    .where('port', '=', 'fail')
    .orderBy('node_id')
    .execute();
  const verdicts = new Map<string, StoredVerdict[]>();
  for (const { line_no, input_id, verdict } of rows) {
    const key = `${line_no}/${input_id}`;
    if (verdict) verdicts.set(key, [...(verdicts.get(key) ?? []), verdict]);
  }
  return verdicts;
}

/**
 * Every take that the lines had at this node. A rejected one may have been mastered since; its settings are
 * those of the take.
 */
async function earlierTakes(
  context: ChunkContext,
  numbers: number[],
): Promise<(EarlierTake & { id: string; line_no: number })[]> {
  const rows = await context.app.db
    .selectFrom('attempt')
    .innerJoin('audio', (join) =>
      join
        .onRef('audio.id', '=', 'attempt.output_id')
        .on('audio.workspace_id', '=', context.run.workspace_id),
    )
    .select(['attempt.line_no', 'audio.id', 'audio.provider', 'audio.model', 'audio.settings'])
    .where('attempt.run_id', '=', context.run.id)
    .where('attempt.node_id', '=', context.node.id)
    .where('attempt.line_no', 'in', numbers)
    .where('attempt.iteration', '<', context.iteration)
    .orderBy('attempt.iteration')
    .execute();
  return rows.map(({ settings: { speed, strategy, dropped, skipped }, ...take }) => ({
    ...take,
    // Written by the settlement of the take.
    skipped: skipped as unknown as SkippedChange | undefined,
    speed: typeof speed === 'number' ? speed : undefined,
    strategy: typeof strategy === 'string' ? strategy : undefined,
    dropped: Array.isArray(dropped) ? dropped : [],
  }));
}
