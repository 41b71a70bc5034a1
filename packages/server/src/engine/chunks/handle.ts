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
  NodeFailure,
  type Outcome,
  OverBudget,
  ProviderWait,
} from '../model.ts';
import type { Aside, LineFunction } from '../node-types.ts';
import { lineNodes, sourceNodes } from '../nodes/index.ts';
import type { Watch } from '../ports.ts';
import { forgetLostAudio } from '../runs/audio-use.ts';
import { failRun } from '../runs/end.ts';
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
  if (chunk.pausing) return requeueChunk(app, chunk);
  const source = sourceNodes[node.type];
  if (chunk.status === 'pending' || source) await beginChunk(app, chunk);
  if (source) {
    const signal = AbortSignal.any([job.signal, watch.ended]);
    return finishSource(app, chunk, await source.read(app, { run, node, signal }));
  }
  const works = await listOpenWorks(app, chunk);
  if (works.length === 0) {
    await createSettler(app, chunk).finish();
    return;
  }
  const { skipped, blocked } = await workOrWait(app, chunk, { job, watch, works });
  if (skipped > 0) await requeueChunk(app, chunk, blocked);
}

/** The lines of the chunk that have no result yet. */
async function listOpenWorks(app: EngineApp, chunk: LoadedChunk): Promise<LineWork[]> {
  const numbers = chunk.items.map((item) => item[0]);
  const inputs = chunk.items.map((item) => item[1]);
  const [lines, audio, attempts] = await Promise.all([
    loadLines(app.db, chunk.run.id, numbers),
    loadAudio(app.db, chunk.run.workspace_id, inputs),
    app.db
      .selectFrom('attempt')
      .select(['line_no', 'input_id'])
      .where('run_id', '=', chunk.run.id)
      .where('node_id', '=', chunk.node.id)
      .where('iteration', '=', chunk.iteration)
      .where('line_no', 'in', numbers)
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

interface LeftLines {
  /** How many lines have no result, because the run pauses, the worker stops, or a budget does not allow them. */
  skipped: number;
  /** The cheapest of those that a budget does not allow. */
  blocked: Amounts | undefined;
}

/** Processes the lines. If all have a result, completes the chunk. */
async function workLines(
  app: EngineApp,
  chunk: LoadedChunk,
  { job, watch, works }: { job: ClaimedChunk; watch: Watch; works: LineWork[] },
): Promise<LeftLines> {
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
  const concurrency = isCareful ? 1 : lineConcurrency;
  const limit = isCareful ? 1 : Math.max(MIN_UNCOMMITTED, 2 * lineConcurrency);
  const settler = createSettler(app, chunk, {
    limit,
    turns: watch.turns,
    onError: (error) => handlerEnd.abort(error),
  });
  let skippedCount = 0;
  const skipReasons: SkipReason[] = [];
  let hasProgress = false;
  const processWork = async (work: LineWork): Promise<void> => {
    // A stopping worker leaves the other lines to the next worker, so that no provider call is aborted and repeated.
    // A careful chunk keeps its job, because the job counts its attempts.
    if (skipReasons.some(isWait) || watch.pausing() || (!isCareful && job.isStopping?.())) {
      skippedCount += 1;
      return;
    }
    currentLineNo = work.line.no;
    // A line frees its slot before its result is committed, so that lines are committed together. A late result after
    // an abort is added too: the settlement decides under the run's lock whether it counts, and removes unused audio.
    const outcome = await workLineOrSkip(app, chunk, { work, processLine, signal, careful: isCareful, job });
    if (outcome instanceof OverBudget || outcome instanceof ProviderWait) {
      // Lines in progress are finished, because their calls may be billed.
      skippedCount += 1;
      skipReasons.push(outcome);
      return;
    }
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
    await pMap(works, processWork, { concurrency: Math.max(1, concurrency), signal });
  } catch (error) {
    handlerEnd.abort(new ChunkGone());
    await settler.flush();
    throw error;
  }
  await (skippedCount === 0 ? settler.finish() : settler.settle()).finally(() =>
    handlerEnd.abort(new ChunkGone()),
  );
  const blocked = findBlockedCost(skipReasons);
  // Lines that were skipped for another reason may fit.
  return { skipped: skippedCount, blocked: skippedCount > skipReasons.length ? undefined : blocked };
}

type SkipReason = OverBudget | ProviderWait;

const isWait = (reason: SkipReason) => reason instanceof ProviderWait;

/** The cost of the cheapest skipped line; undefined if no budget skipped a line. Throws if a provider did. */
function findBlockedCost(reasons: readonly SkipReason[]): Amounts | undefined {
  let blocked: Amounts | undefined;
  for (const reason of reasons) {
    if (reason instanceof ProviderWait) throw reason;
    if (!blocked || isCheaper(reason.cost, blocked)) blocked = reason.cost;
  }
  return blocked;
}

/** Returns why a line is skipped: credits that the budget does not allow, or a provider that is unavailable. */
async function workLineOrSkip(
  app: EngineApp,
  chunk: LoadedChunk,
  attempt: LineAttempt,
): Promise<Outcome | SkipReason> {
  try {
    return await workLine(app, chunk, attempt);
  } catch (error) {
    if (error instanceof OverBudget || error instanceof ProviderWait) return error;
    throw error;
  }
}

/** Works on the lines. If a provider is unavailable, requests a pause of the run until it is available. */
async function workOrWait(
  app: EngineApp,
  chunk: LoadedChunk,
  input: Parameters<typeof workLines>[2],
): ReturnType<typeof workLines> {
  try {
    return await workLines(app, chunk, input);
  } catch (error) {
    if (!(error instanceof ProviderWait)) throw error;
    await pauseUntilAvailable(app, chunk.run.id, error);
    return { skipped: input.works.length, blocked: undefined };
  }
}

interface LineAttempt {
  job: ClaimedChunk;
  work: LineWork;
  processLine: LineFunction;
  signal: AbortSignal;
  careful: boolean;
}

async function workLine(app: EngineApp, chunk: LoadedChunk, attempt: LineAttempt): Promise<Outcome> {
  const { no } = attempt.work.line;
  if (!attempt.careful) return determineOutcome(app, attempt);
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

/** Called before the line is processed, so that the count survives a crash. */
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
  { no, survived }: { no: number; survived: boolean },
): Promise<void> {
  try {
    await db
      .updateTable('line_crash')
      .set({ crashes: survived ? 0 : sql`crashes - 1` })
      .where('run_id', '=', chunk.run.id)
      .where('node_id', '=', chunk.node.id)
      .where('line_no', '=', no)
      .execute();
  } catch (error) {
    log.warn({ err: error, run_id: chunk.run.id }, 'crash not cleared');
  }
}
