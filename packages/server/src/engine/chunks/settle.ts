import { sql } from 'kysely';
import { type Db, isDatabaseAway } from '../../db/index.ts';
import { storable } from '../../db/storable.ts';
import { addCreditEntries, type CreditEntry } from '../../ledger/credits.ts';
import { addToUsageSums, recordUsedSubjects, type UsedTakes } from '../../ledger/usage.ts';
import { addCreditsLowEvent } from '../../ledger/webhook-events.ts';
import { LINE_ENDS } from '../../telemetry/metrics.ts';
import { countInSpan, traced } from '../../telemetry/tracing.ts';
import { type FallbackTake, recordFallbackTakes } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import { ChunkGone, type LineWork, type LoadedChunk, type Outcome } from '../model.ts';
import { addProviderOutcomes, type ProviderOutcome } from '../routing/provider-health.ts';
import type { Watch } from '../runs/control.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { lockRun, type RunCounters, sumCounters } from '../runs/row.ts';
import { addResultsToTotals, isProgressDue } from './count-results.ts';
import { advanceRun, completeChunk, type RunProgress, storeProgress } from './finish.ts';
import { insertNewLines } from './new-lines.ts';

export interface Settlement {
  work: LineWork;
  outcome: Outcome;
}

export interface Settler {
  /** Takes a result, which is committed soon. Resolves at once unless too many results wait for their commit. */
  add(settlement: Settlement): Promise<void>;
  /** Commits what was added. Rejects with the first error of this or an earlier commit. */
  settle(): Promise<void>;
  /** Commits what was added and completes the chunk in one transaction. All lines must have results. */
  finish(): Promise<void>;
  /** Like `settle`, but never rejects. */
  flush(): Promise<void>;
}

/** A commit writes the run's row, which all its chunks wait for: few large groups cost less than many small ones. */
const GROUP_MS = 200;
const MAX_RESULTS_PER_TRANSACTION = 100;

/** Whether a provider was called or audio was made: a crash would repeat this work. */
const isCostly = ({ outcome }: Settlement): boolean => Boolean(outcome.audio || outcome.notes?.length);

/**
 * Collects results, charges and counters, and commits each group in one transaction. Groups are committed one after
 * the other. While the database is away, at most `limit` costly results wait for their commit. `onError` is called
 * as soon as a commit fails.
 */
export function createSettler(
  app: EngineApp,
  chunk: LoadedChunk,
  {
    limit = Number.POSITIVE_INFINITY,
    inTurn = (commit) => commit(),
    onError,
  }: { limit?: number; inTurn?: Watch['inTurn']; onError?: (error: unknown) => void } = {},
): Settler {
  const errors: unknown[] = [];
  let waiting: Settlement[] = [];
  let uncommitted = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function commit(isLast: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    // A chunk with results that could not be committed is not complete.
    const ends = isLast && errors.length === 0;
    if (group.length === 0 && !ends) return;
    try {
      await tracedCommit(app, chunk, { group, isLast: ends });
    } catch (error) {
      errors.push(error);
      onError?.(error);
    } finally {
      uncommitted -= group.filter(isCostly).length;
    }
  }

  function flush(isLast = false): Promise<void> {
    running = running.then(() => inTurn(() => commit(isLast)));
    return running;
  }

  async function flushOrThrow(isLast: boolean): Promise<void> {
    await flush(isLast);
    if (errors.length > 0) throw errors[0];
  }

  return {
    async add(settlement) {
      waiting.push(settlement);
      if (isCostly(settlement)) uncommitted += 1;
      if (uncommitted >= limit) await flush();
      else if (waiting.length >= MAX_RESULTS_PER_TRANSACTION) void flush();
      else timer ??= setTimeout(() => void flush(), GROUP_MS);
    },
    settle: () => flushOrThrow(false),
    finish: () => flushOrThrow(true),
    flush: () => flush(),
  };
}

interface Group {
  group: Settlement[];
  /** The chunk ends with this group. */
  isLast: boolean;
}

/** The last commit always has a span, because it is what continues the run. */
function tracedCommit(app: EngineApp, chunk: LoadedChunk, { group, isLast }: Group): Promise<void> {
  const commit = () => commitGroup(app, chunk, { group, isLast });
  if (!countInSpan('voiceloom.settles') && !isLast) return commit();
  const attributes = {
    'voiceloom.run_id': chunk.run.id,
    'voiceloom.lines': group.length,
    'voiceloom.ends_chunk': isLast,
  };
  return traced('settle', { attributes }, commit);
}

/** Commits a group and removes the stored objects of results that another worker had already committed. */
async function commitGroup(app: EngineApp, chunk: LoadedChunk, { group, isLast }: Group): Promise<void> {
  const removeUnused = async (used: ReadonlySet<string>): Promise<void> => {
    const unused = objectKeysOf(group).filter((key) => !used.has(key));
    if (unused.length > 0) await app.storage.removeMany(unused).catch(() => undefined);
  };
  const stopTimer = app.metrics.settles.startTimer();
  try {
    const { used, counters, made } = await retryAway(() => enterGroup(app, chunk, { group, isLast }));
    stopTimer({ outcome: 'done' });
    countResults(app, counters, made);
    await removeUnused(used);
  } catch (error) {
    stopTimer({ outcome: 'failed' });
    // The chunk may have ended with a commit whose response was lost. While the database is unavailable, it is
    // unknown which objects are in use, so all are kept.
    if (error instanceof ChunkGone)
      await usedObjects(app.db, chunk, group).then(removeUnused, () => undefined);
    throw error;
  }
}

/** Adds what was committed to the metrics of the process. */
function countResults({ metrics }: EngineApp, counters: RunCounters, made: number): void {
  for (const status of LINE_ENDS)
    metrics.lines.inc({ status }, Math.max(0, counters[`lines_${status}`] ?? 0));
  metrics.takes.inc({ origin: 'made' }, made);
  metrics.takes.inc({ origin: 'reused' }, counters.reused_takes ?? 0);
  metrics.retries.inc(counters.retries ?? 0);
  metrics.credits.inc(counters.credits ?? 0);
}

const objectKeysOf = (group: Settlement[]): string[] =>
  group.flatMap(({ outcome }) => outcome.audio?.object_key ?? []);

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

const keyOf = (lineNo: number, inputId: string): string => `${lineNo}/${inputId}`;

/**
 * One transaction for attempts, audio, charges, counters, events and, with the last group, the chunk's end. Returns
 * the object keys that are now in use, and what it counted. Attempts, audio, stand-ins and uses are inserted before the run's row is locked,
 * because all chunks of the run wait for that lock. Usage and provider statistics come last, because several runs
 * write them.
 */
function enterGroup(app: EngineApp, chunk: LoadedChunk, { group, isLast }: Group): Promise<Entered> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const fresh = await enterResults(tx, chunk, group, now);
    const charges = chargesOf(chunk, fresh);
    const spent = charges.reduce((sum, { amount }) => sum - amount, 0);
    const run = await lockRun(tx, chunk.run.id);
    if (run.status !== 'running' || !(await spendHold(tx, chunk, spent))) throw new ChunkGone();
    const used = usedTakes(chunk, fresh, now);
    let counters: RunCounters = {};
    if (fresh.length > 0 || isLast) {
      await noteSpoken(tx, chunk, fresh);
      const charged = { hold: -spent, hold_allocated: -spent, credits: spent };
      const counted = await addResultsToTotals(tx, chunk, fresh, { isLast, now });
      const created = await insertNewLines(tx, chunk, fresh);
      const { open_chunks } = counted;
      const completed = isLast ? await completeChunk(app, tx, chunk, { run, now, open_chunks }) : NO_PROGRESS;
      // All runs of the account wait for its row, so its lock comes late.
      await addCreditEntries(tx, charges, now);
      await addCreditsLowEvent(app, tx, { account_id: chunk.run.account_id, spent, now });
      counters = sumCounters(counted.counters, created.counters, charged, completed.counters);
      const progress = {
        counters,
        events: [...counted.events, ...takeEvents(chunk, fresh), ...created.events, ...completed.events],
        first_audio_at: counted.first_audio_at,
        shows_progress: fresh.length > 0 && isProgressDue(run.id, now),
        now,
      };
      // Nothing can be queued, paused or ended before the chunk ends.
      await (isLast ? advanceRun(app, tx, run, progress) : storeProgress(tx, run.id, progress));
      await addToUsageSums(tx, used);
      const { workspace_id } = chunk.run;
      await addProviderOutcomes(tx, { workspace_id, notes: notesOf(chunk, fresh), now });
    }
    const keys =
      fresh.length < group.length ? await usedObjects(tx, chunk, group) : new Set(objectKeysOf(group));
    return { used: keys, counters, made: used.takes.length };
  });
}

interface Entered {
  /** The object keys that are in use. */
  used: Set<string>;
  counters: RunCounters;
  /** The number of new takes. */
  made: number;
}

const NO_PROGRESS: RunProgress = { counters: {}, events: [] };

/** Inserts the results that no earlier commit inserted, and returns them. */
async function enterResults(
  tx: Db,
  chunk: LoadedChunk,
  group: Settlement[],
  now: Date,
): Promise<Settlement[]> {
  const inserted = await insertAttempts(tx, chunk, group, now);
  // `delete` also removes duplicates inside the group, so that no visit counts twice.
  const fresh = group.filter(({ work }) => inserted.delete(keyOf(work.line.no, work.input_id)));
  const audio = fresh.flatMap(({ outcome }) => (outcome.audio ? [outcome.audio] : []));
  if (audio.length > 0) {
    await tx
      .insertInto('audio')
      .values(audio)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await recordFallbackTakes(tx, chunk.run.workspace_id, { standIns: standInsOf(fresh), now });
  const uses = fresh.flatMap(({ outcome }) => outcome.uses ?? []);
  await recordUsedSubjects(tx, chunk.run.id, uses);
  return fresh;
}

/**
 * The object keys of the group that stored audio refers to. Read from the rows rather than from this
 * attempt's inserts, because an earlier attempt may have committed although its response was lost.
 */
async function usedObjects(tx: Db, chunk: LoadedChunk, group: Settlement[]): Promise<Set<string>> {
  const ids = group.flatMap(({ outcome }) => (outcome.audio ? [outcome.audio.id] : []));
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('audio')
    .select('object_key')
    .where('workspace_id', '=', chunk.run.workspace_id)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.object_key));
}

async function insertAttempts(
  tx: Db,
  chunk: LoadedChunk,
  group: Settlement[],
  now: Date,
): Promise<Set<string>> {
  if (group.length === 0) return new Set();
  const rows = group.map(({ work, outcome }) => ({
    run_id: chunk.run.id,
    node_id: chunk.node.id,
    iteration: chunk.iteration,
    line_no: work.line.no,
    input_id: work.input_id,
    port: outcome.port,
    output_id: outcome.output_id ?? (work.input_id === '' ? null : work.input_id),
    verdict: outcome.verdict ? storable(outcome.verdict) : null,
    characters: outcome.characters ?? 0,
    credits: outcome.credits ?? 0,
    reused: outcome.reused ?? false,
    error: outcome.error ? storable(outcome.error) : null,
    created_at: now,
  }));
  const inserted = await tx
    .insertInto('attempt')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['line_no', 'input_id'])
    .execute();
  return new Set(inserted.map((row) => keyOf(row.line_no, row.input_id)));
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
function usedTakes({ run, node }: LoadedChunk, fresh: Settlement[], now: Date): UsedTakes {
  const { id: run_id, workspace_id, plan } = run;
  const generators = [...plan.nodes.values()].filter(({ type }) => type === 'operator_generator');
  const made = fresh.filter(({ outcome }) => outcome.output_id && !outcome.reused);
  const takes = made.map(({ work: { line }, outcome: { characters = 0, credits = 0 } }) => ({
    line_no: line.no,
    locale_code: line.locale_code,
    characters,
    credits,
  }));
  const generator_ids = generators.map(({ id }) => id);
  return { run_id, workspace_id, generator_ids, takes: generators.includes(node) ? takes : [], now };
}

function standInsOf(fresh: Settlement[]): FallbackTake[] {
  return fresh.flatMap(({ outcome: { stand_in: key, output_id: take_id } }) =>
    key && take_id ? [{ take_id, key }] : [],
  );
}

/** The results of provider calls, and the takes of this run that checks rejected. */
function notesOf({ run }: LoadedChunk, fresh: Settlement[]): ProviderOutcome[] {
  const none = { asked: 0, failed: 0, takes: 0, latency_ms: 0 };
  return fresh.flatMap(({ work: { input, line }, outcome: { notes = [], verdict } }) => {
    const isRefused = verdict?.status === 'fail' || verdict?.status === 'exhausted';
    if (!isRefused || !input || input.run_id !== run.id) return notes;
    const { provider, model } = input;
    return [...notes, { provider, model, locale_code: line.locale_code, ...none, refused: 1 }];
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
    where run_line.run_id = ${chunk.run.id} and run_line.no = said.no
  `.execute(tx);
}

/** What each take costs, once. */
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

/** Takes credits from the hold of the chunk. Returns false if the chunk is not queued any more. */
async function spendHold(tx: Db, { id }: LoadedChunk, spent: number): Promise<boolean> {
  const queued =
    spent === 0
      ? tx.selectFrom('run_chunk').select('id').where('id', '=', id).where('status', '=', 'queued')
      : tx
          .updateTable('run_chunk')
          .set({ hold_allocated: sql`hold_allocated - ${spent}` })
          .where('id', '=', id)
          .where('status', '=', 'queued')
          .returning('id');
  return (await queued.executeTakeFirst()) !== undefined;
}
