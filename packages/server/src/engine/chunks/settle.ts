import { sql } from 'kysely';
import { type Db, isDatabaseAway } from '../../db/index.ts';
import { toStorableJson } from '../../db/storable.ts';
import { together } from '../../db/together.ts';
import { spendBudgets } from '../../ledger/budgets.ts';
import { addCreditEntries, type CreditEntry } from '../../ledger/credits.ts';
import { addProviderUsage, type PaidTake } from '../../ledger/provider-usage.ts';
import { addToUsageSums, recordUsedSubjects, type UsedTakes } from '../../ledger/usage.ts';
import { addCreditsLowEvent, addRunResumedEvent } from '../../ledger/webhook-events.ts';
import { LINE_ENDS } from '../../telemetry/metrics.ts';
import { countInSpan, traced } from '../../telemetry/tracing.ts';
import { type JudgedLine, recordFinalTakes } from '../casting/retry-history.ts';
import { type FallbackTake, recordFallbackTakes } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import {
  ChunkGone,
  type ChunkResults,
  getOwnKeyCost,
  type LoadedChunk,
  type RunHead,
  type Settlement,
} from '../model.ts';
import { addProviderOutcomes, type ProviderOutcome } from '../routing/provider-health.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { type LockedRun, lockRun, type RunCounters, sumCounters, updateRun } from '../runs/row.ts';
import { advanceRun } from './advance.ts';
import { completeChunk, markChunkDone } from './complete.ts';
import { addResultsToTotals, isProgressDue } from './count-results.ts';
import { type ChunkProgress, NO_PROGRESS } from './end-lines.ts';
import { insertNewLines } from './new-lines.ts';
import { storeProgress } from './progress.ts';

/**
 * Commits results of chunks of one run in one transaction, and removes the stored objects of results that another
 * worker had already committed. On an error, nothing is committed.
 */
export async function commitResults(app: EngineApp, run: RunHead, results: ChunkResults[]): Promise<void> {
  const lines = results.reduce((sum, { settlements }) => sum + settlements.length, 0);
  const endsChunk = results.some(({ isLast }) => isLast);
  // Only the first commits of a chunk have spans, so that traces stay small. A commit that ends a chunk always has one,
  // because this commit continues the run.
  const isAmongFirst = countInSpan('voiceloom.settles');
  if (!isAmongFirst && !endsChunk) return commitAndClean(app, run, results);
  const attributes = {
    'voiceloom.run_id': run.id,
    'voiceloom.lines': lines,
    'voiceloom.ends_chunk': endsChunk,
  };
  return traced('settle', { attributes }, () => commitAndClean(app, run, results));
}

/** Commits the results with retries, adds them to the metrics, and removes stored objects that no row refers to. */
async function commitAndClean(app: EngineApp, run: RunHead, results: ChunkResults[]): Promise<void> {
  const { metrics, storage } = app;
  const removeUnused = async (usedKeys: ReadonlySet<string>): Promise<void> => {
    const unusedKeys = listObjectKeys(results).filter((key) => !usedKeys.has(key));
    if (unusedKeys.length > 0) await storage.removeMany(unusedKeys).catch(() => undefined);
  };
  const stopTimer = metrics.settles.startTimer();
  try {
    const { usedKeys, counters, new_takes } = await retryWhileAway(() => insertResults(app, run, results));
    stopTimer({ outcome: 'done' });
    for (const status of LINE_ENDS)
      metrics.lines.inc({ status }, Math.max(0, counters[`lines_${status}`] ?? 0));
    metrics.takes.inc({ origin: 'synthesized' }, new_takes);
    metrics.takes.inc({ origin: 'reused' }, counters.reused_takes ?? 0);
    metrics.retries.inc(counters.retries ?? 0);
    metrics.credits.inc(counters.credits ?? 0);
    await removeUnused(usedKeys);
  } catch (error) {
    stopTimer({ outcome: 'failed' });
    // The chunk may have ended with a commit whose response was lost. While the database is unavailable, it
    // is unknown which objects are in use, so all are kept. Objects of several chunks are kept too, because
    // the settler then commits each chunk alone.
    if (error instanceof ChunkGone && results.length === 1)
      await findUsedObjects(app.db, run, results).then(removeUnused, () => undefined);
    throw error;
  }
}

/** The keys of the audio objects that the results have stored. */
function listObjectKeys(results: ChunkResults[]): string[] {
  return results.flatMap(({ settlements }) =>
    settlements.flatMap(({ outcome }) => outcome.audio?.object_key ?? []),
  );
}

/** Tries up to five times, over about 6 seconds, while the database is unavailable. The transaction is idempotent. */
async function retryWhileAway<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 5 || !isDatabaseAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
    }
  }
}

interface InsertedResults {
  /** The object keys that are in use. */
  usedKeys: Set<string>;
  counters: RunCounters;
  new_takes: number;
}

/**
 * One transaction for attempts, audio, charges, counters, events and the ends of chunks. Attempts, audio, fallback takes and
 * uses are inserted before the run's row is locked, because all chunks of the run wait for that lock. Usage and
 * provider statistics come last, because several runs write them.
 */
function insertResults(app: EngineApp, run: RunHead, results: ChunkResults[]): Promise<InsertedResults> {
  const now = app.clock();
  const { workspace_id } = run;
  return app.db.transaction().execute(async (tx) => {
    const newResults = await insertAttempts(tx, results, now);
    const [, lockedRun, areQueued] = await together([
      insertOutcomes(tx, run, newResults, now),
      lockRun(tx, run.id),
      spendHolds(tx, newResults),
    ]);
    if (lockedRun.status !== 'running' || !areQueued) throw new ChunkGone();
    const usedTakes = listUsedTakes(run, newResults, now);
    const hasNew = newResults.some(({ settlements }) => settlements.length > 0);
    const endsChunk = results.some(({ isLast }) => isLast);
    let counters: RunCounters = {};
    if (hasNew || endsChunk) {
      const events: NewRunEvent[] = [];
      const judgedLines: JudgedLine[] = [];
      for (const chunkResults of newResults) {
        // Chunks that these chunks create are numbered one after the other.
        const next_chunk_seq = lockedRun.next_chunk_seq + (counters.next_chunk_seq ?? 0);
        const progress = await addChunkResults(app, tx, chunkResults, {
          run: { ...lockedRun, next_chunk_seq },
          now,
        });
        counters = sumCounters(counters, progress.counters);
        events.push(...progress.events);
        judgedLines.push(...progress.judgedLines);
      }
      await recordFinalTakes(tx, run, judgedLines);
      const charges = newResults.flatMap((chunkResults) => chunkResults.charges);
      const spentCredits = charges.reduce((sum, { amount }) => sum - amount, 0);
      // All runs of the account wait for its row, so its lock comes late.
      await addCreditEntries(tx, charges, now);
      await addCreditsLowEvent(app, tx, { account_id: run.account_id, spent: spentCredits, now });
      const providerCost = sumProviderCost(newResults);
      const spent = { credits: spentCredits, ...providerCost };
      await spendBudgets(app, tx, { run: lockedRun, spent, now });
      // Spent credits leave the run's hold, and the part of it that is allocated to chunks.
      counters = sumCounters(counters, {
        hold: -spentCredits,
        hold_allocated: -spentCredits,
        credits: spentCredits,
        provider_usd_micros: providerCost.usd_micros,
        unpriced_takes: providerCost.unpriced_takes,
      });
      const progress = {
        counters,
        events,
        now,
        first_audio_at: newResults.some(hasTake) ? now : undefined,
        shows_progress: hasNew && isProgressDue(run.id, now),
      };
      // Before the events of a pause or of the end, which follow in time.
      if (usedTakes.takes.length > 0) await shortenWait(app, tx, lockedRun, now);
      // Nothing can be queued, paused or ended before a chunk ends.
      await (endsChunk ? advanceRun(app, tx, lockedRun, progress) : storeProgress(tx, run.id, progress));
      await addToUsageSums(tx, usedTakes);
      await addProviderUsage(tx, { workspace_id, takes: listPaidTakes(newResults), now });
      const outcomes = newResults.flatMap(listProviderOutcomes);
      await addProviderOutcomes(tx, { workspace_id, outcomes, now });
    }
    // If an earlier commit inserted some of the results, only the stored rows show which objects are in use.
    const areAllNew = newResults.every(
      ({ settlements }, index) => settlements.length === results[index]?.settlements.length,
    );
    const usedKeys = areAllNew ? new Set(listObjectKeys(results)) : await findUsedObjects(tx, run, results);
    return { usedKeys, counters, new_takes: usedTakes.takes.length };
  });
}

/**
 * The provider that the run waited for has spoken: ends the wait, unless another chunk waits for it again. Then, the wait
 * goes on, but counts from now.
 */
async function shortenWait(app: EngineApp, tx: Db, run: LockedRun, now: Date): Promise<void> {
  const { waiting_since, pause_requested_at } = run;
  if (!waiting_since) return;
  if (!pause_requested_at) {
    run.waiting_since = null;
    await updateRun(tx, run.id, { waiting_since: null });
    await addRunResumedEvent(app, tx, run, now);
    return;
  }
  // A wait that began with this pause request is announced when the run pauses. An older one already was.
  if (waiting_since >= pause_requested_at) return;
  run.waiting_since = new Date(pause_requested_at.getTime() - 1);
  await updateRun(tx, run.id, { waiting_since: run.waiting_since });
}

/** Results of a chunk, without those that an earlier commit inserted. */
interface NewResults {
  chunk: LoadedChunk;
  settlements: Settlement[];
  /** The cost of each new take, once. */
  charges: CreditEntry[];
  isLast: boolean;
}

/** Adds the results of a chunk to the totals of its run, and completes the chunk with its last ones. */
async function addChunkResults(
  app: EngineApp,
  tx: Db,
  chunkResults: NewResults,
  { run, now }: { run: LockedRun; now: Date },
): Promise<ChunkProgress> {
  const { chunk, settlements, isLast } = chunkResults;
  if (settlements.length === 0 && !isLast) return NO_PROGRESS;
  const [totals, newLines, releasedHold] = await together([
    addResultsToTotals(tx, chunk, settlements, { isLast, now }),
    insertNewLines(tx, chunk, settlements),
    isLast ? markChunkDone(tx, chunk.id) : undefined,
    storeSpokenScripts(tx, chunk, settlements),
  ]);
  if (isLast && !releasedHold) throw new ChunkGone();
  let completion = NO_PROGRESS;
  if (releasedHold) {
    const { open_chunks } = totals;
    completion = await completeChunk(app, tx, chunk, { run, now, open_chunks, releasedHold });
  }
  const takeEvents: NewRunEvent[] = [];
  if (chunk.node.type === 'operator_generator') {
    for (const { work, outcome } of settlements) {
      const { output_id: audio_id, credits = 0, reused = false } = outcome;
      if (!audio_id) continue;
      const { line_id, line_index, locale_code } = work.line;
      const visit = { line_id, line_index, locale_code, node_id: chunk.node.id, iteration: chunk.iteration };
      takeEvents.push({ type: 'line.take', data: { ...visit, audio_id, credits, reused } });
    }
  }
  return {
    counters: sumCounters(totals.counters, newLines.counters, completion.counters),
    events: [...totals.events, ...takeEvents, ...newLines.events, ...completion.events],
    judgedLines: completion.judgedLines,
  };
}

/** Whether a line got a take, new or reused. */
function hasTake({ chunk, settlements }: NewResults): boolean {
  return chunk.node.type === 'operator_generator' && settlements.some(({ outcome }) => outcome.output_id);
}

/** Inserts the attempts that no earlier commit inserted, and returns their results. */
async function insertAttempts(tx: Db, results: ChunkResults[], now: Date): Promise<NewResults[]> {
  const rows = results.flatMap(({ chunk, settlements }) =>
    settlements.map(({ work, outcome }) => ({
      run_id: chunk.run.id,
      node_id: chunk.node.id,
      iteration: chunk.iteration,
      line_no: work.line.no,
      input_id: work.input_id,
      port: outcome.port,
      // A node that makes no audio passes on what arrived. An empty input means that none did.
      output_id: outcome.output_id ?? (work.input_id === '' ? null : work.input_id),
      verdict: outcome.verdict ? toStorableJson(outcome.verdict) : null,
      characters: outcome.characters ?? 0,
      credits: outcome.credits ?? 0,
      reused: outcome.reused ?? false,
      provider_usd_micros: getOwnKeyCost(outcome) ?? null,
      error: outcome.error ? toStorableJson(outcome.error) : null,
      created_at: now,
    })),
  );
  const newKeys = new Set<string>();
  if (rows.length > 0) {
    const insertedRows = await tx
      .insertInto('attempt')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['node_id', 'iteration', 'line_no', 'input_id'])
      .execute();
    for (const row of insertedRows)
      newKeys.add([row.node_id, row.iteration, row.line_no, row.input_id].join('/'));
  }
  return results.map(({ chunk, settlements, isLast }) => {
    const newSettlements: Settlement[] = [];
    const charges: CreditEntry[] = [];
    for (const settlement of settlements) {
      const { work, outcome } = settlement;
      const visit = [chunk.node.id, chunk.iteration, work.line.no, work.input_id].join('/');
      // `delete` also removes duplicates inside a group, so that no visit counts twice.
      if (!newKeys.delete(visit)) continue;
      newSettlements.push(settlement);
      const credits = outcome.credits ?? 0;
      if (credits <= 0) continue;
      charges.push({
        account_id: chunk.run.account_id,
        workspace_id: chunk.run.workspace_id,
        run_id: chunk.run.id,
        kind: 'settle',
        cause: `settle/${chunk.run.id}/${visit}`,
        amount: -credits,
        hold: -credits,
      });
    }
    return { chunk, isLast, settlements: newSettlements, charges };
  });
}

/** Inserts the audio, fallback takes and uses of new results. */
async function insertOutcomes(tx: Db, run: RunHead, newResults: NewResults[], now: Date): Promise<void> {
  const outcomes = newResults.flatMap(({ settlements }) => settlements.map(({ outcome }) => outcome));
  const audio = outcomes.flatMap((outcome) => outcome.audio ?? []);
  const uses = outcomes.flatMap((outcome) => outcome.used_subjects ?? []);
  const fallbackTakes: FallbackTake[] = [];
  for (const { fallback_take_key: key, output_id: take_id } of outcomes)
    if (key && take_id) fallbackTakes.push({ take_id, key });
  const insertAudio = tx.insertInto('audio').onConflict((conflict) => conflict.doNothing());
  await together([
    audio.length > 0 && insertAudio.values(audio).execute(),
    recordFallbackTakes(tx, run.workspace_id, { fallbackTakes, now }),
    recordUsedSubjects(tx, run.id, uses),
  ]);
}

/**
 * The object keys of the results that stored audio refers to. Read from the rows rather than from this
 * attempt's inserts, because an earlier attempt may have committed although its response was lost.
 */
async function findUsedObjects(tx: Db, run: RunHead, results: ChunkResults[]): Promise<Set<string>> {
  const ids = results.flatMap(({ settlements }) =>
    settlements.flatMap(({ outcome }) => outcome.audio?.id ?? []),
  );
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('audio')
    .select('object_key')
    .where('workspace_id', '=', run.workspace_id)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.object_key));
}

/** Takes for usage reports: only new ones. A reused take was counted when it was made. */
function listUsedTakes(run: RunHead, newResults: NewResults[], now: Date): UsedTakes {
  const { id: run_id, workspace_id, plan } = run;
  const generators = [...plan.nodes.values()].filter(({ type }) => type === 'operator_generator');
  const takes: UsedTakes['takes'] = [];
  for (const { settlements } of newResults.filter(hasTake)) {
    for (const { work, outcome } of settlements) {
      const { output_id, reused, characters = 0, credits = 0, payment } = outcome;
      const { no: line_no, locale_code } = work.line;
      const paid_by = payment?.paid_by ?? 'none';
      if (output_id && !reused) takes.push({ line_no, locale_code, characters, credits, paid_by });
    }
  }
  return { run_id, workspace_id, generator_ids: generators.map(({ id }) => id), takes, now };
}

/** New takes with who paid for them. */
function listPaidTakes(newResults: NewResults[]): PaidTake[] {
  const takes: PaidTake[] = [];
  for (const { settlements } of newResults) {
    for (const { outcome } of settlements) {
      const { payment, characters = 0, credits = 0 } = outcome;
      if (payment) takes.push({ ...payment, characters, credits });
    }
  }
  return takes;
}

/** What providers bill the workspace for new takes by list price, and the takes without a known price. */
function sumProviderCost(newResults: NewResults[]): { usd_micros: number; unpriced_takes: number } {
  const sum = { usd_micros: 0, unpriced_takes: 0 };
  for (const { settlements } of newResults) {
    for (const { outcome } of settlements) {
      const cost = getOwnKeyCost(outcome);
      sum.usd_micros += cost ?? 0;
      if (cost === null) sum.unpriced_takes += 1;
    }
  }
  return sum;
}

/** The results of provider calls, and the takes of this run that checks rejected. */
function listProviderOutcomes({ chunk, settlements }: NewResults): ProviderOutcome[] {
  return settlements.flatMap(({ work, outcome }) => {
    const { input, line } = work;
    const { provider_outcomes = [], verdict } = outcome;
    const isRejected = verdict?.status === 'fail' || verdict?.status === 'exhausted';
    if (!isRejected || !input || input.run_id !== chunk.run.id) return provider_outcomes;
    const { provider, model } = input;
    const counts = { calls: 0, failed: 0, takes: 0, rejected: 1, latency_ms: 0 };
    return [...provider_outcomes, { provider, model, locale_code: line.locale_code, ...counts }];
  });
}

/** Stores the spoken scripts of the group's lines in one statement. */
async function storeSpokenScripts(tx: Db, chunk: LoadedChunk, settlements: Settlement[]): Promise<void> {
  const normalizedLines = settlements.filter(({ outcome }) => outcome.spoken_script !== undefined);
  if (normalizedLines.length === 0) return;
  const numbers = normalizedLines.map(({ work }) => work.line.no);
  const scripts = normalizedLines.map(({ outcome }) => outcome.spoken_script ?? '');
  await sql`
    update run_line set spoken_script = normalized.script
    from unnest(${numbers}::int[], ${scripts}::text[]) as normalized (no, script)
    -- Repeats the join, so that PostgreSQL reads only these lines.
    where run_line.run_id = ${chunk.run.id} and run_line.no = normalized.no and run_line.no = any(${numbers}::int[])
  `.execute(tx);
}

/** Takes what was spent from the reservations of the chunks. Returns false if a chunk is no longer queued. */
async function spendHolds(tx: Db, newResults: NewResults[]): Promise<boolean> {
  const ids = newResults.map(({ chunk }) => chunk.id);
  // The amount of a charge is negative.
  const spentCredits = newResults.map(({ charges }) => charges.reduce((sum, { amount }) => sum - amount, 0));
  const spentMicros = newResults.map((chunkResults) => sumProviderCost([chunkResults]).usd_micros);
  const isFree = [...spentCredits, ...spentMicros].every((amount) => amount === 0);
  if (isFree) {
    const selectQueued = tx.selectFrom('run_chunk').select('id').where('id', 'in', ids);
    const queuedRows = await selectQueued.where('status', '=', 'queued').execute();
    return queuedRows.length === ids.length;
  }
  const { rows: queuedRows } = await sql`
    update run_chunk set hold_allocated = hold_allocated - spent.credits,
      usd_micros_allocated = greatest(0, usd_micros_allocated - spent.usd_micros)
    from unnest(${ids}::uuid[], ${spentCredits}::int[], ${spentMicros}::bigint[]) as spent (id, credits, usd_micros)
    where run_chunk.id = spent.id and run_chunk.status = 'queued'
    returning run_chunk.id`.execute(tx);
  return queuedRows.length === ids.length;
}
