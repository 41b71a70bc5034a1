import type { StoredVerdict } from '../../db/rows.ts';
import type { Part } from '../casting.ts';
import { type AudioRow, loadAudio } from '../chunks/load.ts';
import type { ChunkContext, LineWork } from './node.ts';
import type { Speaker } from './speaker.ts';
import { digestOf } from './stored-audio.ts';

const SLOWEST = 0.5;
const FASTEST = 2;
/** A little more than needed, so that the next take does not miss by a hair. */
const MARGIN = 1.04;

/**
 * How the next take of a line differs from the one a check refused: a line that was too long or too slow is spoken
 * faster, one that was too fast slower. Other faults are tried again as they are.
 */
export async function variations(
  context: ChunkContext,
  { cast }: Pick<Speaker, 'cast'>,
): Promise<Map<LineWork, Part>> {
  const [verdicts, takes] = [await refusals(context), await refusedTakes(context)];
  const varied = new Map<LineWork, Part>();
  for (const work of context.works) {
    const part = cast.partFor(work.line);
    const factor = tempo(verdicts.get(`${work.line.no}/${work.input_id}`));
    const spoken = takes.get(work.input?.take_id ?? '')?.settings.speed;
    if (!part || factor === 1) continue;
    const from = typeof spoken === 'number' ? spoken : part.speed;
    varied.set(work, { ...part, speed: Math.min(FASTEST, Math.max(SLOWEST, from * factor)) });
  }
  return varied;
}

/** The seed of a take: the same for every try of it, another one when the line comes back from a check. */
export function seedOf({ run, node, iteration }: ChunkContext, { line, input_id }: LineWork): number {
  return digestOf('seed', run.id, node.id, iteration, line.no, input_id).readUInt32BE(0) >>> 1;
}

/** What was refused may have been mastered since it was spoken: the take knows with which speed. */
function refusedTakes({ app, run, works }: ChunkContext): Promise<Map<string, AudioRow>> {
  return loadAudio(
    app.db,
    run.workspace_id,
    works.flatMap((work) => work.input?.take_id ?? []),
  );
}

async function refusals(context: ChunkContext): Promise<Map<string, StoredVerdict>> {
  const rows = await context.app.db
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'verdict'])
    .where('run_id', '=', context.run.id)
    .where(
      'line_no',
      'in',
      context.works.map((work) => work.line.no),
    )
    .where('port', '=', 'fail')
    .execute();
  return new Map(
    rows.flatMap((row) => (row.verdict ? [[`${row.line_no}/${row.input_id}`, row.verdict]] : [])),
  );
}

/** The change of speed that would have passed: above 1 is faster. */
export function tempo(verdict: StoredVerdict | undefined): number {
  if (verdict?.kind !== 'pacing') return 1;
  const number = (key: string): number | undefined => {
    const value = verdict.evidence[key];
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const limit = number('max_duration_ms');
  const duration = number('duration_ms');
  if (limit && duration && duration > limit) return (duration / limit) * MARGIN;
  const rate = number('syllables_per_second');
  const slowest = number('min_syllables_per_second');
  const fastest = number('max_syllables_per_second');
  if (rate && slowest && rate < slowest) return (slowest / rate) * MARGIN;
  if (rate && fastest && rate > fastest) return fastest / rate / MARGIN;
  return 1;
}
