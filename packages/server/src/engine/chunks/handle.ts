import { AudioError } from '@voiceloom/audio';
import { truncate } from '@voiceloom/text';
import { sql } from 'kysely';
import pMap from 'p-map';
import { type Db, isDatabaseAway, isDatabaseBusy } from '../../db/index.ts';
import { logDatabaseError } from '../../db/outage-log.ts';
import type { Amounts } from '../../ledger/budgets.ts';
import { toText } from '../../providers/json.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { isStorageError } from '../../storage/index.ts';
import { contextFrom, noteInSpan, traced } from '../../telemetry/tracing.ts';
import type { EngineApp } from '../engine-app.ts';
import type { ChunkJob, ClaimedChunk } from '../job-refs.ts';
import {
  AUDIO_MISSING,
  ChunkGone,
  failedLine,
  type LineWork,
  type LoadedChunk,
  ModelElsewhere,
  NodeFailure,
  type Outcome,
  OverBudget,
  ProviderWait,
} from '../model.ts';
import type { Aside, LineFunction, SourceRead } from '../node-types.ts';
import { lineNodes, sourceNodes } from '../nodes/index.ts';
import type { Watch } from '../ports.ts';
import { forgetLostAudio } from '../runs/audio-use.ts';
import { failRun } from '../runs/end.ts';
import { withModelsOfRun } from '../runs/local-models.ts';
import { isCheaper } from '../runs/spending.ts';
import { beginChunk, requeueChunk } from './begin.ts';
import { loadAudio, loadChunk, loadLines } from './load.ts';
import { createSettler } from './settler.ts';
import { finishSource } from './source.ts';
import { pauseUntilAvailable } from './wait.ts';

/** From this attempt on, a chunk processes one line at a time, to identify a poison line. */
const CAREFUL_FROM_TRY = 2;
/** How many results of a chunk can wait for their commit before its lines must wait too. */
const MIN_UNCOMMITTED = 25;

/** Processes one chunk. If it throws, the queue retries the job later. */
export async function handleChunk(app: EngineApp, job: ClaimedChunk): Promise<void> {
  const chunk = await loadChunk(app.db, job.chunk_id);
  if (!chunk) return;
  const { run, node } = chunk;
  const attributes = {
    'voiceloom.run_id': run.id,
    'voiceloom.workspace_id': run.workspace_id,
    'voiceloom.node_id': node.id,
    'voiceloom.node_type': node.type,
    'voiceloom.chunk_id': chunk.id,
    'voiceloom.lines': chunk.items.length,
    'voiceloom.attempts': job.tries,
  };
  // The parent is the run, not the chunk that enqueued this one, so that the trace stays flat.
  const parent = contextFrom(run.trace_parent);
  await traced('chunk', { kind: 'CONSUMER', attributes, parent }, async () => {
    const log = app.log.child({ run_id: run.id, node_id: node.id, chunk_id: chunk.id });
    const watch = app.control.watch(run.id);
    const startedAt = performance.now();
    let outcome = 'done';
    try {
      await workChunk(app, chunk, { job, watch });
    } catch (error) {
      outcome = 'stopped';
      if (error instanceof ChunkGone || watch.ended.aborted) return;
      if (error instanceof NodeFailure) {
        const { code, message, details } = error;
        await failRun(app, run.id, { code, message, node_id: node.id, details });
        return;
      }
      outcome = 'retry';
      // During a shutdown, the queue requeues the job and reports it.
      if (job.signal.aborted && job.isStopping?.()) throw error;
      if (isDatabaseAway(error)) logDatabaseError(app.log, error, 'chunk failed, it will be tried again');
      else log.warn({ err: error, tries: job.tries }, 'chunk failed, it will be tried again');
      throw error;
    } finally {
      watch.release();
      noteInSpan({ 'voiceloom.outcome': outcome });
      const seconds = (performance.now() - startedAt) / 1_000;
      app.metrics.chunks.observe({ node_type: node.type, outcome }, seconds);
    }
  });
}

/** Reads the source, or works on the lines that have no result yet. Requeues the chunk if some are left. */
async function workChunk(
  app: EngineApp,
  chunk: LoadedChunk,
  { job, watch }: { job: ClaimedChunk; watch: Watch },
): Promise<void> {
  const { run, node } = chunk;
  if (chunk.is_pausing) return requeueChunk(app, chunk);
  const source = sourceNodes[node.type];
  if (chunk.status === 'pending' || source) await beginChunk(app, chunk);
  const runApp = withModelsOfRun(app, run.local_models);
  if (source) {
    const signal = AbortSignal.any([job.signal, watch.ended]);
    let content: SourceRead;
    try {
      content = await source.read(runApp, { run, node, signal });
    } catch (error) {
      if (!(error instanceof ProviderWait)) throw error;
      return requeueWaiting(app, chunk, error);
    }
    return finishSource(app, chunk, content);
  }
  const works = await listOpenWorks(app, chunk);
  if (works.length === 0) {
    await createSettler(app, chunk).finish();
    return;
  }
  let unfinished: UnfinishedLines;
  try {
    unfinished = await workLines(runApp, chunk, { job, watch, works });
  } catch (error) {
    if (!(error instanceof ProviderWait)) throw error;
    return requeueWaiting(app, chunk, error);
  }
  const { count, blockedCost, elsewhere } = unfinished;
  if (elsewhere) await requeueWaiting(app, chunk, elsewhere);
  else if (count > 0) await requeueChunk(app, chunk, { blocked: blockedCost });
}

/** Pauses the run until the provider is available, or leaves the chunk to a worker with the local model. */
async function requeueWaiting(app: EngineApp, chunk: LoadedChunk, wait: ProviderWait): Promise<void> {
  if (wait instanceof ModelElsewhere) return requeueChunk(app, chunk, { local_model: wait.model });
  await pauseUntilAvailable(app, chunk.run.id, wait);
  await requeueChunk(app, chunk);
}

/** The lines of the chunk that have no result yet. */
async function listOpenWorks(app: EngineApp, chunk: LoadedChunk): Promise<LineWork[]> {
  const lineNumbers = chunk.items.map(([lineNo]) => lineNo);
  const audioIds = chunk.items.map(([, audioId]) => audioId);
  const [lines, audio, attempts] = await Promise.all([
    loadLines(app.db, chunk.run.id, lineNumbers),
    loadAudio(app.db, chunk.run.workspace_id, audioIds),
    app.db
      .selectFrom('attempt')
      .select(['line_no', 'input_id'])
      .where('run_id', '=', chunk.run.id)
      .where('node_id', '=', chunk.node.id)
      .where('iteration', '=', chunk.iteration)
      .where('line_no', 'in', lineNumbers)
      .execute(),
  ]);
  const settledVisits = new Set(attempts.map((row) => `${row.line_no}/${row.input_id}`));
  const works: LineWork[] = [];
  for (const [lineNo, input_id] of chunk.items) {
    const line = lines.get(lineNo);
    if (line && !settledVisits.has(`${lineNo}/${input_id}`))
      works.push({ line, input_id, input: audio.get(input_id) });
  }
  return works;
}

/** The lines of a chunk that have no result, because the run pauses, the worker stops, or a budget does not allow them. */
interface UnfinishedLines {
  count: number;
  /** The cost of the cheapest line, if a budget allows none of them; undefined if another reason skipped any. */
  blockedCost: Amounts | undefined;
  /** Why only another worker can process some of them. */
  elsewhere: ModelElsewhere | undefined;
}

/**
 * Processes the lines. If all have a result, completes the chunk. Throws a ProviderWait if a line must wait for its
 * provider, after the results of the other lines are committed.
 */
async function workLines(
  app: EngineApp,
  chunk: LoadedChunk,
  { job, watch, works }: { job: ClaimedChunk; watch: Watch; works: LineWork[] },
): Promise<UnfinishedLines> {
  const node = lineNodes[chunk.node.type];
  if (!node) throw new NodeFailure('unknown_node', `No worker supports the node type ${chunk.node.type}.`);
  // Aborted when the handler returns, so that no provider request continues.
  const handlerEnd = new AbortController();
  const signal = AbortSignal.any([job.signal, watch.ended, handlerEnd.signal]);
  const isCareful = job.tries >= CAREFUL_FROM_TRY;
  let currentLineNo = 0;
  const processLine = await node.open({
    app,
    run: chunk.run,
    node: chunk.node,
    chunk_id: chunk.id,
    iteration: chunk.iteration,
    works,
    signal,
    first: job.tries > 0,
    aside: isCareful ? createAside(app, chunk, () => currentLineNo) : undefined,
  });
  const lineConcurrency = node.concurrency?.(chunk.node) ?? app.config.worker.line_concurrency;
  const maxUncommitted = isCareful ? 1 : Math.max(MIN_UNCOMMITTED, 2 * lineConcurrency);
  const settler = createSettler(app, chunk, {
    maxUncommitted,
    commitTurns: watch.commitTurns,
    onError: (error) => handlerEnd.abort(error),
  });
  const skipped: SkippedLines = {
    count: 0,
    over_budget: 0,
    cheapestCost: undefined,
    wait: undefined,
    elsewhere: undefined,
  };
  let hasProgress = false;
  const processWork = async (work: LineWork): Promise<void> => {
    // A stopping worker leaves the other lines to the next worker, so that no provider call is aborted and repeated.
    // A careful chunk keeps its job, because the job counts its attempts.
    const skipsLine = skipped.wait || watch.isPausing() || (!isCareful && job.isStopping?.());
    if (skipsLine) {
      skipped.count += 1;
      return;
    }
    currentLineNo = work.line.no;
    const attempt = { work, processLine, signal, is_careful: isCareful, job };
    const outcome = await workLine(app, chunk, attempt).catch((error: unknown) =>
      countSkippedLine(skipped, error),
    );
    if (outcome === undefined) return;
    // A line frees its slot before its result is committed, so that lines are committed together. A late result after
    // an abort is added too: the settlement decides under the run's lock whether it counts, and removes unused audio.
    await settler.add({ work, outcome });
    // Workers that die one after another, each after a few lines, must not use up the attempts of the chunk. So the next
    // attempt counts as the first careful one again.
    if (isCareful && !hasProgress) {
      await settler.settle();
      hasProgress = true;
      await job.recount?.(CAREFUL_FROM_TRY);
    }
  };
  try {
    await pMap(works, processWork, { concurrency: isCareful ? 1 : Math.max(1, lineConcurrency), signal });
  } catch (error) {
    handlerEnd.abort(new ChunkGone());
    await settler.flush();
    throw error;
  }
  try {
    if (skipped.count === 0) await settler.finish();
    else await settler.settle();
  } finally {
    handlerEnd.abort(new ChunkGone());
  }
  if (skipped.wait) throw skipped.wait;
  // Lines that were skipped for another reason may fit.
  const { count, over_budget, cheapestCost, elsewhere } = skipped;
  return { count, blockedCost: count === over_budget ? cheapestCost : undefined, elsewhere };
}

/** The lines that `workLines` has skipped so far. */
interface SkippedLines {
  count: number;
  /** How many of them a budget does not allow, and the cost of the cheapest one. */
  over_budget: number;
  cheapestCost: Amounts | undefined;
  /** Set by the first line whose provider is unavailable. */
  wait: ProviderWait | undefined;
  /** Set by the first line whose local model only another worker has. */
  elsewhere: ModelElsewhere | undefined;
}

/** Counts a line whose provider is unavailable or that a budget does not allow. Throws any other error. */
function countSkippedLine(skipped: SkippedLines, error: unknown): undefined {
  // Lines in progress are finished, because their calls may be billed.
  if (error instanceof ModelElsewhere) skipped.elsewhere ??= error;
  else if (error instanceof ProviderWait) skipped.wait ??= error;
  else if (error instanceof OverBudget) {
    skipped.over_budget += 1;
    const { cheapestCost } = skipped;
    if (!cheapestCost || isCheaper(error.cost, cheapestCost)) skipped.cheapestCost = error.cost;
  } else throw error;
  skipped.count += 1;
}

interface LineAttempt {
  job: ClaimedChunk;
  work: LineWork;
  processLine: LineFunction;
  signal: AbortSignal;
  /** Whether the chunk processes one line at a time, to identify one that kills its workers. */
  is_careful: boolean;
}

/** Processes one line. If it is careful, counts the crashes of the line, and fails it after too many. */
async function workLine(app: EngineApp, chunk: LoadedChunk, attempt: LineAttempt): Promise<Outcome> {
  const { no } = attempt.work.line;
  if (!attempt.is_careful) return determineOutcome(app, attempt);
  const crashes = await recordCrash(app.db, chunk, no);
  if (crashes > MAX_CRASHES) {
    const message = 'The line failed because its worker stopped many times while processing it.';
    return failedLine('worker_crashed', message);
  }
  // The last worker died because of this line or by chance. In both cases, the chunk keeps its attempts.
  if (crashes > 1) await attempt.job.recount?.(CAREFUL_FROM_TRY);
  try {
    return await determineOutcome(app, attempt);
  } finally {
    await clearCrash(app, chunk, { no, survived: !attempt.signal.aborted });
  }
}

const AUDIO_MISSING_MESSAGE =
  'The audio of the line is missing in the storage. Retry the line to speak it again.';

/** An error that concerns only this line becomes its outcome. Internal errors are thrown, so the chunk is retried. */
async function determineOutcome(app: EngineApp, attempt: LineAttempt): Promise<Outcome> {
  const { work, processLine, signal } = attempt;
  try {
    return await processLine(work);
  } catch (error) {
    if (error instanceof NodeFailure || error instanceof OverBudget || signal.aborted) throw error;
    // A retry of these errors may succeed.
    if (error instanceof AudioError && error.code === 'closed') throw error;
    if (isStorageError(error, 'UNAVAILABLE') || isDatabaseAway(error)) throw error;
    if (isStorageError(error, 'NOT_FOUND') && work.input) {
      const { workspace_id, id, object_key } = work.input;
      await forgetLostAudio(app.db, workspace_id, id);
      app.log.error(
        { line_id: work.line.line_id, run_id: work.line.run_id, object_key },
        'stored audio is missing',
      );
      return failedLine(AUDIO_MISSING, AUDIO_MISSING_MESSAGE);
    }
    app.log.warn({ err: error, line_id: work.line.line_id, run_id: work.line.run_id }, 'line failed');
    // The texts of other errors, such as a RangeError, describe the code and not the line.
    const isForUsers = error instanceof AudioError || error instanceof ProviderError || isStorageError(error);
    const [firstLine = ''] = isForUsers ? error.message.split('\n') : [];
    // PostgreSQL rejects NUL characters, which would fail the whole chunk.
    const message = truncate(toText(firstLine), 300);
    return failedLine('line_failed', message || 'An internal error occurred while the line was processed.');
  }
}

/**
 * Whether the database or the storage is unavailable. The chunk waits for it, regardless of how long that
 * takes.
 */
export const isOutage = (error: unknown): boolean =>
  isStorageError(error, 'UNAVAILABLE') || (isDatabaseAway(error) && !isDatabaseBusy(error));

/** After the queue's last attempt, the unfinished lines fail and the run continues without them. */
export async function handleDeadChunk(app: EngineApp, job: ChunkJob): Promise<void> {
  const chunk = await loadChunk(app.db, job.chunk_id);
  if (!chunk) return;
  if (sourceNodes[chunk.node.type]) {
    const message = 'The script could not be read after several attempts.';
    await failRun(app, chunk.run.id, { code: 'node_failed', message, node_id: chunk.node.id, details: [] });
    return;
  }
  const settler = createSettler(app, chunk);
  const outcome = failedLine('attempts_exhausted', 'The line failed after several attempts.');
  const works = await listOpenWorks(app, chunk);
  await Promise.all(works.map((work) => settler.add({ work, outcome })));
  await settler.finish();
}

/**
 * The number of worker crashes after which a line fails. It is high enough that no line fails by chance, even if
 * workers are often killed for other reasons.
 */
const MAX_CRASHES = 15;

/**
 * Counts a crash of the line in advance, because a killed worker can no longer do it; `clearCrash` takes it back. Returns
 * the count, including this attempt.
 */
async function recordCrash(db: Db, chunk: LoadedChunk, lineNo: number): Promise<number> {
  const { crashes } = await db
    .insertInto('line_crash')
    .values({ run_id: chunk.run.id, node_id: chunk.node.id, line_no: lineNo, crashes: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'node_id', 'line_no'])
        .doUpdateSet({ crashes: sql`line_crash.crashes + 1` }),
    )
    .returning('crashes')
    .executeTakeFirstOrThrow();
  return crashes;
}

/** Wraps waits, such as for a slot. During a wait, the crash mark of the line is removed: if the worker dies, it is not the cause. */
function createAside(app: EngineApp, chunk: LoadedChunk, currentLine: () => number): Aside {
  return async (wait) => {
    const no = currentLine();
    await clearCrash(app, chunk, { no, survived: false });
    try {
      return await wait();
    } finally {
      // If this fails, the slot must still be released.
      await recordCrash(app.db, chunk, no).catch((err: unknown) =>
        app.log.warn({ err, run_id: chunk.run.id }, 'crash not recorded'),
      );
    }
  };
}

/**
 * Removes the crash count of this attempt. If the worker survived the line, regardless of the outcome, the
 * line did not kill earlier workers either.
 */
async function clearCrash(
  { db, log }: Pick<EngineApp, 'db' | 'log'>,
  chunk: LoadedChunk,
  { no, survived: hasSurvived }: { no: number; survived: boolean },
): Promise<void> {
  try {
    await db
      .updateTable('line_crash')
      .set({ crashes: hasSurvived ? 0 : sql`crashes - 1` })
      .where('run_id', '=', chunk.run.id)
      .where('node_id', '=', chunk.node.id)
      .where('line_no', '=', no)
      .execute();
  } catch (error) {
    log.warn({ err: error, run_id: chunk.run.id }, 'crash not cleared');
  }
}
