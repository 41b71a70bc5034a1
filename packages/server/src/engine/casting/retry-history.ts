import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { LineWork, RunHead } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';
import { canRetry, type PlanNode } from '../plan.ts';
import { markAudioUsed } from '../runs/audio-use.ts';
import {
  createCheckKey,
  createChecksKey,
  createLineChecksKey,
  listChecksInto,
  listGeneratorsAfter,
} from './checks-key.ts';

/** A line that ended without an error. */
export interface JudgedLine {
  no: number;
  /** The delivered audio. */
  audio_id: string | null;
}

/** A visit of a line at a node, with the audio that left the node: an original take or its mastered form. */
interface Visit {
  line_no: number;
  line_id: string;
  locale_code: string;
  node_id: string;
  iteration: number;
  port: string;
  audio_id: string;
  take_id: string;
  status: string | null;
  /** The limit that the take exceeds; 0 if it fits. */
  limit_ms: number;
}

/** The final take of a line at a generator. */
interface FinalTake {
  take_id: string;
  /** The digests of the checks: for all lines with the same text, and for this line. */
  keys: Buffer[];
  limit_ms: number;
  exhausted: boolean;
  is_last: boolean;
  /** The forms of the take that passed checks. A key identifies the check and the take. */
  forms: { audio_id: string; key: Buffer }[];
}

/**
 * Records that the checks have finished with the final take of each generator, so that later runs of the line make no
 * more retries. Call it once per transaction: runs share takes, so rows must be written in a fixed order to prevent
 * deadlocks.
 */
export async function recordFinalTakes(tx: Db, run: RunHead, judgedLines: JudgedLine[]): Promise<void> {
  const nodes = [...run.plan.nodes.values()];
  const generators = nodes.filter(
    (node) => node.type === 'operator_generator' && createChecksKey(node, nodes),
  );
  if (generators.length === 0 || judgedLines.length === 0) return;
  // The nodes that each line passed, with its audio there and the take that it is a form of.
  const { rows: visits } = await sql<Visit>`
    select attempt.line_no, line.line_id, line.locale_code, attempt.node_id, attempt.iteration, attempt.port, audio.id as audio_id, take.id as take_id,
      attempt.verdict ->> 'status' as status,
      case when take.duration_ms > line.max_duration_ms then line.max_duration_ms else 0 end as limit_ms
    from attempt
    join run_line line on line.run_id = attempt.run_id and line.no = attempt.line_no
    join audio on audio.workspace_id = ${run.workspace_id} and audio.id = attempt.output_id
    join audio take on take.workspace_id = audio.workspace_id and take.id = audio.take_id
    where attempt.run_id = ${run.id} and attempt.line_no = any(${judgedLines.map(({ no }) => no)}::int[])`.execute(
    tx,
  );
  const findDepth = (row: Visit): number => run.plan.nodes.get(row.node_id)?.depth ?? 0;
  visits.sort((a, b) => a.iteration - b.iteration || findDepth(a) - findDepth(b));
  const byLine = Map.groupBy(visits, (row) => row.line_no);
  const finalTakes = judgedLines.flatMap(({ no, audio_id }) =>
    listFinalTakes(byLine.get(no) ?? [], { delivered_audio_id: audio_id, nodes, generators }),
  );
  if (finalTakes.length === 0) return;
  const rows = finalTakes.flatMap((take) => take.keys.map((key) => ({ ...take, key: key.toString('hex') })));
  await sql`
    insert into retry_history (workspace_id, take_id, checks_key, limit_ms, exhausted, is_last, created_at)
    select ${run.workspace_id}, take_id, decode(checks_key, 'hex'), limit_ms, exhausted, is_last, now()
    from unnest(
      ${rows.map((row) => row.take_id)}::text[], ${rows.map((row) => row.key)}::text[],
      ${rows.map((row) => row.limit_ms)}::int[], ${rows.map((row) => row.exhausted)}::boolean[],
      ${rows.map((row) => row.is_last)}::boolean[]
    ) as entry (take_id, checks_key, limit_ms, exhausted, is_last)
    where exists (
      select 1 from audio where audio.workspace_id = ${run.workspace_id} and audio.id = entry.take_id
    )
    order by take_id, checks_key, limit_ms
    on conflict do nothing`.execute(tx);
  const forms = finalTakes.flatMap((take) => take.forms);
  if (forms.length === 0) return;
  // Runs share audio. Writing rows in a fixed order prevents deadlocks.
  await sql`
    insert into check_pass (workspace_id, audio_id, key, created_at)
    select ${run.workspace_id}, audio_id, decode(key, 'hex'), now()
    from unnest(
      ${forms.map(({ audio_id }) => audio_id)}::text[], ${forms.map(({ key }) => key.toString('hex'))}::text[]
    ) as form (audio_id, key)
    where exists (
      select 1 from audio where audio.workspace_id = ${run.workspace_id} and audio.id = form.audio_id
    )
    order by audio_id, key
    on conflict do nothing`.execute(tx);
}

/**
 * The final takes of one line: for each generator, the delivered take, or else the take that got furthest in the graph.
 * `visits`: those of the line, in the order of iterations and nodes.
 */
function listFinalTakes(
  visits: readonly Visit[],
  run: {
    delivered_audio_id: string | null;
    nodes: readonly PlanNode[];
    /** Those whose takes checks decide on. */
    generators: readonly PlanNode[];
  },
): FinalTake[] {
  const { delivered_audio_id, nodes, generators } = run;
  const deliveredTake = visits.find((row) => row.audio_id === delivered_audio_id)?.take_id;
  const visitedNodes = new Set(visits.map((row) => row.node_id));
  const finalTakes: FinalTake[] = [];
  for (const generator of generators) {
    const checks_key = createChecksKey(generator, nodes);
    const takeIds = new Set(visits.filter((row) => row.node_id === generator.id).map((row) => row.take_id));
    // In the order of the graph, so that the last visit is that of the take that got furthest.
    const takeVisits = visits.filter((row) => takeIds.has(row.take_id));
    const finalVisit = takeVisits.find((row) => row.take_id === deliveredTake) ?? takeVisits.at(-1);
    if (!checks_key || !finalVisit) continue;
    const { take_id, limit_ms } = finalVisit;
    const finalTakeVisits = takeVisits.filter((row) => row.take_id === take_id);
    // The forms that passed, for each check that can receive the take in several forms.
    const forms: FinalTake['forms'] = [];
    for (const check of listChecksInto(generator, nodes)) {
      const key = check.has_several_paths && createCheckKey(check, { nodes, generator, take_id });
      if (!key) continue;
      for (const { node_id, port, audio_id } of finalTakeVisits)
        if (node_id === check.id && port === 'pass') forms.push({ audio_id, key });
    }
    finalTakes.push({
      take_id,
      keys: [checks_key, createLineChecksKey(checks_key, finalVisit)],
      limit_ms,
      exhausted: finalTakeVisits.some((row) => row.status === 'exhausted'),
      is_last: listGeneratorsAfter(generator, nodes).every(({ id }) => !visitedNodes.has(id)),
      forms,
    });
  }
  return finalTakes;
}

/**
 * The lines that a check must not retry: lines with a take that was already final under the same checks, and
 * lines that a retry does not name. If the check rejects such a line, the line continues with the form of its
 * take that passed earlier, so that no new form reaches a node that costs credits.
 */
export async function findLinesNotToRetry(context: ChunkContext): Promise<ReadonlyMap<LineWork, string>> {
  const { run, node } = context;
  if (!canRetry(node)) return new Map();
  const nodes = [...run.plan.nodes.values()];
  const generators = nodes.filter(
    (candidate) => candidate.type === 'operator_generator' && listChecksInto(candidate, nodes).includes(node),
  );
  const works = await findSettledWorks(context, nodes, generators);
  const forms = await findEarlierPasses(context, generators, works);
  return new Map(works.map((work) => [work, forms.get(work) ?? work.input_id]));
}

/** The lines that a check must not retry. */
async function findSettledWorks(
  context: ChunkContext,
  nodes: readonly PlanNode[],
  generators: readonly PlanNode[],
): Promise<LineWork[]> {
  const { run, works } = context;
  const { retry } = run;
  // A retry that names lines keeps all others. One that respeaks lets checks decide again.
  if (retry?.only_named_lines) return works.filter(({ line }) => !retry.namesLine(line));
  if (retry?.respeak || generators.some(({ config }) => config.respeak === true)) return [];
  const takeIds = works.flatMap(({ input }) => input?.take_id ?? []);
  const keys = generators.flatMap((generator) => createChecksKey(generator, nodes) ?? []);
  if (takeIds.length === 0 || keys.length === 0) return [];
  const rows = await context.app.db
    .selectFrom('retry_history')
    .innerJoin('audio', (join) =>
      join
        .onRef('audio.workspace_id', '=', 'retry_history.workspace_id')
        .onRef('audio.id', '=', 'retry_history.take_id'),
    )
    .select(['retry_history.take_id', 'retry_history.limit_ms', 'audio.duration_ms'])
    .where('retry_history.workspace_id', '=', run.workspace_id)
    .where('retry_history.take_id', 'in', takeIds)
    .where('retry_history.checks_key', 'in', keys)
    .execute();
  const history = Map.groupBy(rows, (row) => row.take_id);
  return works.filter(({ input, line: { max_duration_ms: limit } }) =>
    history.get(input?.take_id ?? '')?.some(({ duration_ms, limit_ms }) => {
      if (limit === null || duration_ms <= limit) return true;
      // A take made for the same or a shorter limit needs no further attempts for this limit.
      return limit_ms > 0 && limit_ms <= limit;
    }),
  );
}

/**
 * For each line whose audio did not pass this check in an earlier run, the form of the same take that did
 * pass.
 */
async function findEarlierPasses(
  { app, run, node }: ChunkContext,
  generators: readonly PlanNode[],
  works: readonly LineWork[],
): Promise<Map<LineWork, string>> {
  if (!node.has_several_paths) return new Map();
  const nodes = [...run.plan.nodes.values()];
  const requests = works.map((work) => {
    const take_id = work.input?.take_id;
    if (take_id === undefined) return { work, keys: [] };
    const keys = generators.flatMap((generator) => createCheckKey(node, { nodes, generator, take_id }) ?? []);
    return { work, keys };
  });
  const keys = requests.flatMap((request) => request.keys);
  if (keys.length === 0) return new Map();
  const rows = await app.db
    .selectFrom('check_pass')
    .select(['audio_id', 'key'])
    .where('workspace_id', '=', run.workspace_id)
    .where('key', 'in', keys)
    .orderBy('audio_id')
    .execute();
  // Marks the audio as used, so that retention keeps it as long as the run's own audio.
  const ids = rows.map(({ audio_id }) => audio_id);
  const storedIds = await markAudioUsed(app.db, run.workspace_id, { ids, now: app.clock() });
  const availableRows = rows.filter(({ audio_id }) => storedIds.has(audio_id));
  const passes = Map.groupBy(availableRows, ({ key }) => key.toString('hex'));
  const earlierPasses = new Map<LineWork, string>();
  for (const { work, keys: requestKeys } of requests) {
    const formIds = requestKeys
      .flatMap((key) => passes.get(key.toString('hex')) ?? [])
      .map((form) => form.audio_id);
    const [firstFormId] = formIds;
    if (firstFormId !== undefined && !formIds.includes(work.input_id)) earlierPasses.set(work, firstFormId);
  }
  return earlierPasses;
}
