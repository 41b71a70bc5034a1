import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ChunkItem, LineFailure } from '../../db/rows.ts';
import type { LoadedChunk } from '../model.ts';
import { findMainPort, type PlanEdge, type PlanNode, sumPlannedVisits } from '../plan.ts';
import { findNewLines } from './new-lines.ts';

/** Lines that arrive at a node in one iteration. */
export interface Arrival {
  node: PlanNode;
  iteration: number;
  items: ChunkItem[];
  /** Lines per chunk. Default: the chunk size of the run. */
  size?: number;
}

/** On how many paths a line continues after this node, and its results so far. */
export interface Dispatch {
  line_no: number;
  /** The number of paths on which the line continues; 0 means that this path ends here. */
  next_paths: number;
  audio_id: string | null;
  error: LineFailure | null;
  /** Whether the line came back to a generator and was spoken again. */
  is_retry: boolean;
}

export interface DispatchedLines {
  arrivals: Arrival[];
  dispatches: Dispatch[];
  /** The change in the run's total number of line visits, if lines took other paths than planned. */
  stepChange: number;
}

/** Dispatches each line of the chunk along the edges of the port that the line left through. */
export async function dispatchLines(tx: Db, chunk: LoadedChunk): Promise<DispatchedLines> {
  const { node, run } = chunk;
  const { fan_out = 1 } = node;
  const { attempts, spokenBefore } = await loadAttempts(tx, chunk);
  const mainEdges = node.ports.get(findMainPort(node) ?? '') ?? [];
  // The run's total already counts each line's visits after this node: through the main port, as `fan_out` lines.
  const plannedSteps = sumPlannedVisits(run.plan, mainEdges) * fan_out;
  const batches = new Map<string, Arrival>();
  const dispatches: Dispatch[] = [];
  let stepChange = 0;
  for (const [line_no, input_id] of chunk.items) {
    const attempt = attempts.get(`${line_no}/${input_id}`);
    if (!attempt) throw new Error(`line ${line_no} of chunk ${chunk.id} has no result`);
    const { port, output_id, error } = attempt;
    const edges = node.ports.get(port) ?? [];
    for (const edge of edges) addToBatch(batches, chunk, edge, [line_no, output_id ?? '']);
    stepChange += sumPlannedVisits(run.plan, edges) - plannedSteps;
    const audio_id = node.category === 'output' && port !== 'error' ? output_id : null;
    const is_retry = spokenBefore.has(line_no) && port !== 'error';
    dispatches.push({ line_no, next_paths: edges.length, audio_id, error, is_retry });
  }
  for (const line_no of await findNewLines(tx, chunk)) {
    for (const edge of mainEdges) addToBatch(batches, chunk, edge, [line_no, '']);
    // Subtracts nothing: the planned steps of new lines were those of their original, which is in the chunk too.
    stepChange += sumPlannedVisits(run.plan, mainEdges);
    dispatches.push({ line_no, next_paths: mainEdges.length, audio_id: null, error: null, is_retry: false });
  }
  const { arrivals, duplicates } = await removeDuplicateVisits(tx, chunk, [...batches.values()]);
  // A line with several takes has several dispatches. Any of them may lose the path, because `endLines` adds them up.
  const dispatchesByLine = new Map(dispatches.map((dispatch) => [dispatch.line_no, dispatch]));
  for (const duplicate of duplicates) {
    const dispatch = dispatchesByLine.get(duplicate.line_no);
    if (dispatch) dispatch.next_paths -= 1;
    stepChange -= duplicate.planned_visits;
  }
  return { arrivals: arrivals.filter((arrival) => arrival.items.length > 0), dispatches, stepChange };
}

/**
 * The results of the chunk's lines by `line number/audio ID`, and the numbers of the lines that this generator already
 * spoke in an earlier iteration. A later iteration may also be a line's first one here.
 */
async function loadAttempts(tx: Db, { run, node, iteration, items }: LoadedChunk) {
  const rows = await tx
    .selectFrom('attempt')
    .select(['line_no', 'input_id', 'iteration', 'port', 'output_id', 'error'])
    .where('run_id', '=', run.id)
    .where('node_id', '=', node.id)
    .where(
      'line_no',
      'in',
      items.map(([line_no]) => line_no),
    )
    .where('iteration', node.type === 'operator_generator' ? '<=' : '=', iteration)
    .execute();
  const currentRows = rows.filter((row) => row.iteration === iteration);
  const earlierRows = rows.filter((row) => row.iteration < iteration);
  return {
    attempts: new Map(currentRows.map((row) => [`${row.line_no}/${row.input_id}`, row])),
    spokenBefore: new Set(earlierRows.map((row) => row.line_no)),
  };
}

/** Adds a line to the arrivals of the node that the edge leads to. */
function addToBatch(
  batches: Map<string, Arrival>,
  chunk: LoadedChunk,
  edge: PlanEdge,
  item: ChunkItem,
): void {
  const node = chunk.run.plan.nodes.get(edge.target);
  if (!node) return;
  const iteration = chunk.iteration + (edge.leads_back ? 1 : 0);
  const key = `${edge.target}/${iteration}`;
  const batch = batches.get(key);
  if (batch) batch.items.push(item);
  else batches.set(key, { node, iteration, items: [item] });
}

/**
 * If several paths lead to a node, the same line with the same audio is processed once. Retries need this
 * everywhere, because two checks can reject one take, and two takes can be replaced by the same better one. A
 * generator processes a line once per take: if the original and the mastered form come back, one new take is
 * enough. Returns the arrivals without duplicates, and the duplicates.
 */
async function removeDuplicateVisits(
  tx: Db,
  chunk: LoadedChunk,
  arrivals: Arrival[],
): Promise<{ arrivals: Arrival[]; duplicates: { line_no: number; planned_visits: number }[] }> {
  const newArrivals: Arrival[] = [];
  const duplicates: { line_no: number; planned_visits: number }[] = [];
  for (const arrival of arrivals) {
    const { node, items } = arrival;
    // Only a single path leads here, so nothing can arrive twice.
    if (!node.has_several_paths && arrival.iteration === 0) {
      newArrivals.push(arrival);
      continue;
    }
    // Audio that returns to a generator counts as its take. At other nodes, each audio counts separately.
    let takeIds = new Map<string, string>();
    const ids = [...new Set(items.map(([, audioId]) => audioId))].filter((id) => id !== '');
    if (node.type === 'operator_generator' && ids.length > 0) {
      const rows = await tx
        .selectFrom('audio')
        .select(['id', 'take_id'])
        .where('workspace_id', '=', chunk.run.workspace_id)
        .where('id', 'in', ids)
        .execute();
      takeIds = new Map(rows.map(({ id, take_id }) => [id, take_id]));
    }
    const visits = items.map(([no, audioId]): ChunkItem => [no, takeIds.get(audioId) ?? audioId]);
    const newVisitKeys = await insertArrivals(tx, chunk.run.id, { ...arrival, items: visits });
    const newItems: ChunkItem[] = [];
    for (const [index, item] of items.entries()) {
      const [line_no] = item;
      const visitKey = visits[index]?.join('/') ?? '';
      // `delete` also drops duplicates inside this chunk.
      if (newVisitKeys.delete(visitKey)) newItems.push(item);
      else duplicates.push({ line_no, planned_visits: node.planned_visits });
    }
    newArrivals.push({ ...arrival, items: newItems });
  }
  return { arrivals: newArrivals, duplicates };
}

/** Records arrivals at nodes with several incoming paths; returns the new ones as `line number/audio ID`. */
export async function insertArrivals(
  tx: Db,
  runId: string,
  { node, iteration, items }: Arrival,
): Promise<Set<string>> {
  const newArrivals = await sql<{ line_no: number; input_id: string }>`
    insert into run_arrival (run_id, node_id, iteration, line_no, input_id)
    select ${runId}::uuid, ${node.id}::uuid, ${iteration}::int, line_no, input_id
    from unnest(${items.map(([lineNo]) => lineNo)}::int[], ${items.map(([, audioId]) => audioId)}::text[]) as item (line_no, input_id)
    on conflict do nothing returning line_no, input_id`.execute(tx);
  return new Set(newArrivals.rows.map((row) => `${row.line_no}/${row.input_id}`));
}
