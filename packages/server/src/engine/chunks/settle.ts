import { sql } from 'kysely';
import { type Db, isDatabaseAway, type Row } from '../../db/index.ts';
import { storable } from '../../db/storable.ts';
import { together } from '../../db/together.ts';
import { addCreditEntries, type CreditEntry } from '../../ledger/credits.ts';
import { addToUsageSums, recordUsedSubjects, type UsedTakes } from '../../ledger/usage.ts';
import { addCreditsLowEvent } from '../../ledger/webhook-events.ts';
import { LINE_ENDS } from '../../telemetry/metrics.ts';
import { countInSpan, traced } from '../../telemetry/tracing.ts';
import { type JudgedLine, recordFinalTakes } from '../casting/retry-history.ts';
import { type FallbackTake, recordFallbackTakes } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import {
  ChunkGone,
  type ChunkResults,
  type LineWork,
  type LoadedChunk,
  type Outcome,
  type RunHead,
  type Settlement,
} from '../model.ts';
import { addProviderOutcomes, type ProviderOutcome } from '../routing/provider-health.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { type LockedRun, lockRun, type RunCounters, sumCounters } from '../runs/row.ts';
import { addResultsToTotals, isProgressDue } from './count-results.ts';
import { type ChunkProgress, NO_PROGRESS } from './end-lines.ts';
import { advanceRun, completeChunk, markChunkDone, storeProgress } from './finish.ts';
import { insertNewLines } from './new-lines.ts';

/**
 * Commits results of chunks of one run in one transaction, and removes the stored objects of results that another
 * worker had already committed. On an error, nothing is committed.
 */
export async function commitResults(app: EngineApp, run: RunHead, parts: ChunkResults[]): Promise<void> {
  const lines = parts.reduce((sum, { group }) => sum + group.length, 0);
  const ends = parts.some(({ isLast }) => isLast);
  const commit = () => commitAndClean(app, run, parts);
  // A commit that ends a chunk always has a span, because this commit continues the run.
  if (!countInSpan('voiceloom.settles') && !ends) return commit();
  const attributes = { 'voiceloom.run_id': run.id, 'voiceloom.lines': lines, 'voiceloom.ends_chunk': ends };
  return traced('settle', { attributes }, commit);
}

async function commitAndClean(app: EngineApp, run: RunHead, parts: ChunkResults[]): Promise<void> {
  const removeUnused = async (used: ReadonlySet<string>): Promise<void> => {
    const unused = objectKeysOf(parts).filter((key) => !used.has(key));
    if (unused.length > 0) await app.storage.removeMany(unused).catch(() => undefined);
  };
  const stopTimer = app.metrics.settles.startTimer();
  try {
    const { used, counters, made } = await retryAway(() => enterParts(app, run, parts));
    stopTimer({ outcome: 'done' });
    countResults(app, counters, made);
    await removeUnused(used);
  } catch (error) {
    stopTimer({ outcome: 'failed' });
    // The chunk may have ended with a commit whose response was lost. While the database is unavailable, it
    // is unknown which objects are in use, so all are kept. Objects of several chunks are kept too, because
    // the settler then commits each chunk alone.
    if (error instanceof ChunkGone && parts.length === 1)
      await usedObjects(app.db, run, parts).then(removeUnused, () => undefined);
    throw error;
  }
}

/** Adds the committed results to the metrics of the process. */
function countResults({ metrics }: EngineApp, counters: RunCounters, made: number): void {
  for (const status of LINE_ENDS)
    metrics.lines.inc({ status }, Math.max(0, counters[`lines_${status}`] ?? 0));
  metrics.takes.inc({ origin: 'synthesized' }, made);
  metrics.takes.inc({ origin: 'reused' }, counters.reused_takes ?? 0);
  metrics.retries.inc(counters.retries ?? 0);
  metrics.credits.inc(counters.credits ?? 0);
}

const objectKeysOf = (parts: ChunkResults[]): string[] =>
  parts.flatMap(({ group }) => group.flatMap(({ outcome }) => outcome.audio?.object_key ?? []));

/** Tries up to five times, over about 6 seconds, while the database is unavailable. The transaction is idempotent. */
async function retryAway<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= 5 || !isDatabaseAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
    }
  }
}

/** Results of a chunk, without those that an earlier commit inserted. */
interface FreshResults {
  chunk: LoadedChunk;
  fresh: Settlement[];
  /** The cost of each new take, once. */
  charges: CreditEntry[];
  isLast: boolean;
}

interface Entered {
  /** The object keys that are in use. */
  used: Set<string>;
  counters: RunCounters;
  /** The number of new takes. */
  made: number;
}

/**
 * One transaction for attempts, audio, charges, counters, events and the ends of chunks. Attempts, audio, fallback takes and
 * uses are inserted before the run's row is locked, because all chunks of the run wait for that lock. Usage and
 * provider statistics come last, because several runs write them.
 */
function enterParts(app: EngineApp, run: RunHead, parts: ChunkResults[]): Promise<Entered> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const entered = await enterAttempts(tx, parts, now);
    const [, locked, isHeld] = await together([
      enterOutcomes(tx, run, entered, now),
      lockRun(tx, run.id),
      spendHolds(tx, entered),
    ]);
    if (locked.status !== 'running' || !isHeld) throw new ChunkGone();
    const used = usedTakes(run, entered, now);
    const hasNew = entered.some(({ fresh }) => fresh.length > 0);
    const ends = parts.some(({ isLast }) => isLast);
    let counters: RunCounters = {};
    if (hasNew || ends) {
      const events: NewRunEvent[] = [];
      const judged: JudgedLine[] = [];
      for (const part of entered) {
        // Chunks that these chunks create are numbered one after the other.
        const next_chunk_seq = locked.next_chunk_seq + (counters.next_chunk_seq ?? 0);
        const added = await addPart(app, tx, part, { run: { ...locked, next_chunk_seq }, now });
        counters = sumCounters(counters, added.counters);
        events.push(...added.events);
        judged.push(...added.judged);
      }
      await recordFinalTakes(tx, run, judged);
      const charges = entered.flatMap((part) => part.charges);
      const spent = charges.reduce((sum, { amount }) => sum - amount, 0);
      // All runs of the account wait for its row, so its lock comes late.
      await addCreditEntries(tx, charges, now);
      await addCreditsLowEvent(app, tx, { account_id: run.account_id, spent, now });
      counters = sumCounters(counters, { hold: -spent, hold_allocated: -spent, credits: spent });
      const progress = {
        counters,
        events,
        now,
        first_audio_at: entered.some(hasTake) ? now : undefined,
        shows_progress: hasNew && isProgressDue(run.id, now),
      };
      // Nothing can be queued, paused or ended before a chunk ends.
      await (ends ? advanceRun(app, tx, locked, progress) : storeProgress(tx, run.id, progress));
      await addToUsageSums(tx, used);
      const { workspace_id } = run;
      await addProviderOutcomes(tx, { workspace_id, notes: entered.flatMap(notesOf), now });
    }
    const isNew = entered.every(({ fresh }, index) => fresh.length === parts[index]?.group.length);
    const keys = isNew ? new Set(objectKeysOf(parts)) : await usedObjects(tx, run, parts);
    return { used: keys, counters, made: used.takes.length };
  });
}

/** Adds the results of a chunk to the totals of its run, and completes the chunk with its last ones. */
async function addPart(
  app: EngineApp,
  tx: Db,
  { chunk, fresh, isLast }: FreshResults,
  { run, now }: { run: LockedRun; now: Date },
): Promise<ChunkProgress> {
  if (fresh.length === 0 && !isLast) return NO_PROGRESS;
  const [counted, created, done] = await together([
    addResultsToTotals(tx, chunk, fresh, { isLast, now }),
    insertNewLines(tx, chunk, fresh),
    isLast ? markChunkDone(tx, chunk.id) : undefined,
    noteSpoken(tx, chunk, fresh),
  ]);
  if (isLast && !done) throw new ChunkGone();
  const { open_chunks } = counted;
  const completed = done ? await completeChunk(app, tx, chunk, { run, now, open_chunks, done }) : NO_PROGRESS;
  return {
    counters: sumCounters(counted.counters, created.counters, completed.counters),
    events: [...counted.events, ...takeEvents(chunk, fresh), ...created.events, ...completed.events],
    judged: completed.judged,
  };
}

const hasTake = ({ chunk, fresh }: FreshResults): boolean =>
  chunk.node.type === 'operator_generator' && fresh.some(({ outcome }) => outcome.output_id);

/** Inserts the attempts that no earlier commit inserted, and returns their results. */
async function enterAttempts(tx: Db, parts: ChunkResults[], now: Date): Promise<FreshResults[]> {
  const inserted = await insertAttempts(tx, parts, now);
  // `delete` also removes duplicates inside a group, so that no visit counts twice.
  return parts.map(({ chunk, group, isLast }) => {
    const fresh = group.filter(({ work }) => inserted.delete(attemptKey(attemptOf(chunk, work))));
    return { chunk, isLast, fresh, charges: chargesOf(chunk, fresh) };
  });
}

/** Inserts the audio, fallback takes and uses of new results. */
async function enterOutcomes(tx: Db, run: RunHead, entered: FreshResults[], now: Date): Promise<void> {
  const outcomes = entered.flatMap(({ fresh }) => fresh.map(({ outcome }) => outcome));
  const audio = outcomes.flatMap((outcome) => outcome.audio ?? []);
  const uses = outcomes.flatMap((outcome) => outcome.uses ?? []);
  const insert = tx.insertInto('audio').onConflict((conflict) => conflict.doNothing());
  await together([
    audio.length > 0 && insert.values(audio).execute(),
    recordFallbackTakes(tx, run.workspace_id, { fallbackTakes: fallbackTakesOf(outcomes), now }),
    recordUsedSubjects(tx, run.id, uses),
  ]);
}

/**
 * The object keys of the results that stored audio refers to. Read from the rows rather than from this
 * attempt's inserts, because an earlier attempt may have committed although its response was lost.
 */
async function usedObjects(tx: Db, run: RunHead, parts: ChunkResults[]): Promise<Set<string>> {
  const ids = parts.flatMap(({ group }) => group.flatMap(({ outcome }) => outcome.audio?.id ?? []));
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('audio')
    .select('object_key')
    .where('workspace_id', '=', run.workspace_id)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.object_key));
}

type AttemptRef = Pick<Row<'attempt'>, 'node_id' | 'iteration' | 'line_no' | 'input_id'>;

const attemptOf = ({ node, iteration }: LoadedChunk, { line, input_id }: LineWork): AttemptRef => ({
  node_id: node.id,
  iteration,
  line_no: line.no,
  input_id,
});

const attemptKey = ({ node_id, iteration, line_no, input_id }: AttemptRef): string =>
  [node_id, iteration, line_no, input_id].join('/');

/** Returns the keys of the attempts that were new. */
async function insertAttempts(tx: Db, parts: ChunkResults[], now: Date): Promise<Set<string>> {
  const rows = parts.flatMap(({ chunk, group }) =>
    group.map(({ work, outcome }) => ({
      run_id: chunk.run.id,
      ...attemptOf(chunk, work),
      port: outcome.port,
      output_id: outcome.output_id ?? (work.input_id === '' ? null : work.input_id),
      verdict: outcome.verdict ? storable(outcome.verdict) : null,
      characters: outcome.characters ?? 0,
      credits: outcome.credits ?? 0,
      reused: outcome.reused ?? false,
      error: outcome.error ? storable(outcome.error) : null,
      created_at: now,
    })),
  );
  if (rows.length === 0) return new Set();
  const inserted = await tx
    .insertInto('attempt')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['node_id', 'iteration', 'line_no', 'input_id'])
    .execute();
  return new Set(inserted.map(attemptKey));
}

/** The takes of a generator, as events. */
function takeEvents({ node, iteration }: LoadedChunk, fresh: Settlement[]): NewRunEvent[] {
  if (node.type !== 'operator_generator') return [];
  return fresh.flatMap(
    ({ work: { line }, outcome: { output_id: audio_id, credits = 0, reused = false } }) => {
      if (!audio_id) return [];
      const { line_id, line_index, locale_code } = line;
      const place = { line_id, line_index, locale_code, node_id: node.id, iteration };
      return [{ type: 'line.take', data: { ...place, audio_id, credits, reused } }];
    },
  );
}

/** Takes for usage reports: only new ones. A reused take was counted when it was made. */
function usedTakes(run: RunHead, entered: FreshResults[], now: Date): UsedTakes {
  const { id: run_id, workspace_id, plan } = run;
  const generators = [...plan.nodes.values()].filter(({ type }) => type === 'operator_generator');
  const takes = entered.filter(hasTake).flatMap(({ fresh }) =>
    fresh
      .filter(({ outcome }) => outcome.output_id && !outcome.reused)
      .map(({ work: { line }, outcome: { characters = 0, credits = 0 } }) => ({
        line_no: line.no,
        locale_code: line.locale_code,
        characters,
        credits,
      })),
  );
  return { run_id, workspace_id, generator_ids: generators.map(({ id }) => id), takes, now };
}

function fallbackTakesOf(outcomes: Outcome[]): FallbackTake[] {
  return outcomes.flatMap(({ fallback_take_key: key, output_id: take_id }) =>
    key && take_id ? [{ take_id, key }] : [],
  );
}

/** The results of provider calls, and the takes of this run that checks rejected. */
function notesOf({ chunk: { run }, fresh }: FreshResults): ProviderOutcome[] {
  const none = { calls: 0, failed: 0, takes: 0, latency_ms: 0 };
  return fresh.flatMap(({ work: { input, line }, outcome: { notes = [], verdict } }) => {
    const isRejected = verdict?.status === 'fail' || verdict?.status === 'exhausted';
    if (!isRejected || !input || input.run_id !== run.id) return notes;
    const { provider, model } = input;
    return [...notes, { provider, model, locale_code: line.locale_code, ...none, rejected: 1 }];
  });
}

/** Stores the spoken scripts of the group's lines in one statement. */
async function noteSpoken(tx: Db, chunk: LoadedChunk, fresh: Settlement[]): Promise<void> {
  const spoken = fresh.filter(({ outcome }) => outcome.spoken_script !== undefined);
  if (spoken.length === 0) return;
  const numbers = spoken.map(({ work }) => work.line.no);
  const scripts = spoken.map(({ outcome }) => outcome.spoken_script ?? '');
  await sql`
    update run_line set spoken_script = said.script
    from unnest(${numbers}::int[], ${scripts}::text[]) as said (no, script)
    -- Repeats the join, so that PostgreSQL reads only these lines.
    where run_line.run_id = ${chunk.run.id} and run_line.no = said.no and run_line.no = any(${numbers}::int[])
  `.execute(tx);
}

function chargesOf(chunk: LoadedChunk, fresh: Settlement[]): CreditEntry[] {
  const paid = fresh.filter(({ outcome }) => (outcome.credits ?? 0) > 0);
  return paid.map(({ work, outcome }): CreditEntry => {
    const credits = outcome.credits ?? 0;
    const place = [chunk.run.id, chunk.node.id, chunk.iteration, work.line.no, work.input_id];
    return {
      account_id: chunk.run.account_id,
      workspace_id: chunk.run.workspace_id,
      run_id: chunk.run.id,
      kind: 'settle',
      cause: `settle/${place.join('/')}`,
      amount: -credits,
      hold: -credits,
    };
  });
}

/** Takes credits from the holds of the chunks. Returns false if a chunk is no longer queued. */
async function spendHolds(tx: Db, entered: FreshResults[]): Promise<boolean> {
  const ids = entered.map(({ chunk }) => chunk.id);
  const spent = entered.map(({ charges }) => charges.reduce((sum, { amount }) => sum - amount, 0));
  const queued = spent.every((credits) => credits === 0)
    ? tx.selectFrom('run_chunk').select('id').where('id', 'in', ids).where('status', '=', 'queued').execute()
    : sql`
        update run_chunk set hold_allocated = hold_allocated - given.credits
        from unnest(${ids}::uuid[], ${spent}::int[]) as given (id, credits)
        where run_chunk.id = given.id and run_chunk.status = 'queued'
        returning run_chunk.id`
        .execute(tx)
        .then(({ rows }) => rows);
  return (await queued).length === ids.length;
}
