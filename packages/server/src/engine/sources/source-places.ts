import type { Db } from '../../db/index.ts';
import { createPositionId, lineKey, shiftLines } from './script-lines.ts';
import type { SimulatedSource } from './source-lines.ts';
import { createSourceFailure } from './uploads.ts';

/** The first and the last position of the lines of a source. */
export interface LineRange {
  first: number;
  last: number;
}

/** By the ID of the source's node. */
export type SourceRanges = ReadonlyMap<string, LineRange>;

/** The lines of each source of a run; empty without a run. */
export async function findSourceRanges(db: Db, runId: string | null | undefined): Promise<SourceRanges> {
  if (!runId) return new Map();
  const rows = await db
    .selectFrom('run_line')
    .select((eb) => [
      'node_id',
      eb.fn.min<number>('line_index').as('first'),
      eb.fn.max<number>('line_index').as('last'),
    ])
    .where('run_id', '=', runId)
    .where('source_no', 'is', null)
    .groupBy('node_id')
    .execute();
  return new Map(rows.map(({ node_id, ...range }) => [node_id, range]));
}

interface Placement {
  node_id: string;
  lines: readonly { line_index: number }[];
  /** The sources whose lines the run already has. */
  otherRanges: SourceRanges;
  /** The sources of the run that is retried. */
  earlierRanges: SourceRanges;
}

/**
 * How far the lines of a source move to follow those of other sources. In a retry, a source keeps its place even if
 * the sources are read in another order, because retries name lines by IDs, and an ID can express the position.
 */
export function findOffset({
  node_id,
  lines,
  otherRanges: others,
  earlierRanges: earlier,
}: Placement): number {
  const range = findRange(lines);
  const earlierRange = earlier.get(node_id);
  // With another number of positions, the script has changed, so the old place may not fit.
  if (range && earlierRange && earlierRange.last - earlierRange.first === range.last - range.first)
    return earlierRange.first - range.first;
  return [...others.values(), ...earlier.values()].reduce(
    (nextIndex, { last }) => Math.max(nextIndex, last + 1),
    0,
  );
}

/** The positions of the lines; undefined without lines. */
function findRange(lines: readonly { line_index: number }[]): LineRange | undefined {
  const [firstLine] = lines;
  if (!firstLine) return undefined;
  const range = { first: firstLine.line_index, last: firstLine.line_index };
  for (const { line_index } of lines) {
    range.first = Math.min(range.first, line_index);
    range.last = Math.max(range.last, line_index);
  }
  return range;
}

/**
 * The sources with the positions and IDs that their lines are expected to get in a run. A first run may read them in
 * another order, and places them in that order.
 */
export async function placeSources(
  db: Db,
  sources: readonly SimulatedSource[],
  retryOf: string | undefined,
): Promise<SimulatedSource[]> {
  if (sources.length < 2) return [...sources];
  const earlierRanges = await findSourceRanges(db, retryOf);
  const otherRanges = new Map<string, LineRange>();
  const keys = new Set<string>();
  return sources.map((simulatedSource) => {
    const node_id = simulatedSource.source.id;
    const lines = shiftLines(
      simulatedSource.lines,
      findOffset({
        node_id,
        lines: simulatedSource.lines,
        otherRanges: otherRanges,
        earlierRanges: earlierRanges,
      }),
    );
    const range = findRange(lines);
    if (range) otherRanges.set(node_id, range);
    // IDs that express the position depend on the order in which the run reads the sources.
    const withOwnId = lines.filter(({ line_id, line_index }) => line_id !== createPositionId(line_index));
    const duplicate = withOwnId.find((line) => keys.has(lineKey(line)));
    for (const line of withOwnId) keys.add(lineKey(line));
    if (!duplicate) return { ...simulatedSource, lines };
    const field = simulatedSource.source.config.input_type === 'text' ? 'text' : 'upload_ids';
    const problem = createSourceFailure('duplicate_line_id', describeDuplicate(duplicate), field);
    return { ...simulatedSource, lines, problem };
  });
}

/** Why a run fails when two of its sources use the same ID in one locale. */
export function describeDuplicate(line: { line_id: string; locale_code: string }): string {
  return `Another source also has the line ID "${line.line_id}" (${line.locale_code}).`;
}
