import type { Db } from '../../db/index.ts';
import { lineKey, moveLines, positionId } from './script-lines.ts';
import type { SimulatedSource } from './source-lines.ts';
import { scriptProblem } from './uploads.ts';

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
  others: SourceRanges;
  /** The sources of the run that is retried. */
  earlier: SourceRanges;
}

/**
 * How far the lines of a source move to follow those of other sources. In a retry, a source keeps its place even if
 * the sources are read in another order, because retries name lines by IDs, and an ID can express the position.
 */
export function findOffset({ node_id, lines, others, earlier }: Placement): number {
  const own = findRange(lines);
  const before = earlier.get(node_id);
  if (own && before && before.last - before.first === own.last - own.first) return before.first - own.first;
  return [...others.values(), ...earlier.values()].reduce((most, { last }) => Math.max(most, last + 1), 0);
}

function findRange(lines: readonly { line_index: number }[]): LineRange | undefined {
  const [one] = lines;
  if (!one) return undefined;
  const range = { first: one.line_index, last: one.line_index };
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
  const earlier = await findSourceRanges(db, retryOf);
  const others = new Map<string, LineRange>();
  const keys = new Set<string>();
  return sources.map((one) => {
    const node_id = one.source.id;
    const lines = moveLines(one.lines, findOffset({ node_id, lines: one.lines, others, earlier }));
    const range = findRange(lines);
    if (range) others.set(node_id, range);
    // IDs that express the position depend on the order in which the run reads the sources.
    const withOwnId = lines.filter(({ line_id, line_index }) => line_id !== positionId(line_index));
    const double = withOwnId.find((line) => keys.has(lineKey(line)));
    for (const line of withOwnId) keys.add(lineKey(line));
    if (!double) return { ...one, lines };
    const field = one.source.config.input_type === 'text' ? 'text' : 'upload_ids';
    const problem = scriptProblem('duplicate_line_id', duplicateAcrossSources(double), field);
    return { ...one, lines, problem };
  });
}

/** Why a run fails when two of its sources use the same ID in one locale. */
export function duplicateAcrossSources(line: { line_id: string; locale_code: string }): string {
  return `Another source also has the line ID "${line.line_id}" (${line.locale_code}).`;
}
