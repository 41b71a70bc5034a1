import { sql } from 'kysely';
import type { LineFailure } from '../../../db/rows.ts';
import { newId } from '../../../ids.ts';
import type { Amounts } from '../../../ledger/budgets.ts';
import { addCreditEntries } from '../../../ledger/credits.ts';
import { createChecksKey, createLineChecksKey } from '../../casting/checks-key.ts';
import { listLineFailures } from '../../casting/line-failures.ts';
import { markLockedTakesUsed } from '../../casting/take-locks.ts';
import { findBestStoredTakes, type StoredTakeKeys } from '../../casting/takes.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import {
  ChunkGone,
  failedLine,
  getOwnKeyCost,
  type LineWork,
  OverBudget,
  type RunRetry,
  SKIPPED,
} from '../../model.ts';
import type { ChunkContext, LineNode } from '../../node-types.ts';
import { parseConfig } from '../../plan.ts';
import { createMissingKeyFailure } from '../../provider-calls/provider-keys.ts';
import { markAudioUsed } from '../../runs/audio-use.ts';
import { addToRunCounters, lockRun } from '../../runs/row.ts';
import { freeHold, isCheaper, limitReservation, NO_CREDITS, type Shortage } from '../../runs/spending.ts';
import { type FallbackTakes, speakOrFallBack } from './speak.ts';
import { assertMainModelExists } from './speaker.ts';
import { buildChunkTasks, computeMaxCost, reuseTake, type SynthesisTask } from './synthesis-task.ts';

export const operatorGenerator: LineNode = {
  concurrency: (node) => parseConfig(node, 'operator_generator').concurrency,
  async open(context) {
    const config = parseConfig(context.node, 'operator_generator');
    assertMainModelExists(context, config);
    const { tasks, silent, findUnpaidProvider } = await buildChunkTasks(context, config);
    const allTasks = [...tasks.values()];
    const { storedTakes, excludedLines, replacedRequests } = await findReusableTakes(
      context,
      allTasks,
      config,
    );
    const newTasks = allTasks.filter(({ work }) => !storedTakes.has(work) && !excludedLines.has(work));
    const budget = await reserveBudget(context, newTasks);
    const reuses = config.reuse_takes && context.iteration === 0 && !context.run.retry_of;
    let fallbackTakes: FallbackTakes | undefined;
    if (reuses) fallbackTakes = new Map();
    return async (work) => {
      if (silent.has(work)) return { port: SKIPPED };
      const task = tasks.get(work);
      const take = storedTakes.get(work);
      // A take of the retried run is kept, even if the line would get another voice today.
      if (take) {
        const { characters = work.line.characters, used_subjects = [] } = task ?? {};
        return reuseTake({ characters, used_subjects, fallback_take_key: replacedRequests.get(work) }, take);
      }
      const error = excludedLines.get(work);
      if (error) return { port: 'error', error };
      if (!task) {
        const { provider, routing } = config;
        const unpaidProvider = findUnpaidProvider(work.line);
        if (unpaidProvider !== undefined) throw createMissingKeyFailure(unpaidProvider);
        let message = `None of the available providers has a voice that speaks ${work.line.locale_code}.`;
        if (routing.mode === 'off') message = `No voice of ${provider} speaks ${work.line.locale_code}.`;
        return failedLine('no_voice', message);
      }
      const reservation = computeMaxCost(task);
      if (!budget.pay(reservation)) {
        if (budget.shortage === 'wait') throw new OverBudget(reservation);
        const { code, message } = budget.shortage ?? NO_CREDITS;
        return failedLine(code, message);
      }
      const outcome = await speakOrFallBack(context, task, fallbackTakes);
      // What a line did not need is available to other lines.
      budget.refund({
        credits: reservation.credits - (outcome.credits ?? 0),
        // A larger bill than expected is not taken from what other lines reserved.
        usd_micros: Math.max(0, reservation.usd_micros - (getOwnKeyCost(outcome) ?? 0)),
      });
      return outcome;
    };
  },
};

/**
 * - `storedTakes`: takes that are already stored. A locked take is always kept. Otherwise, a line gets a new take if a check
 *   sent it back, or if a retry includes it.
 * - `excludedLines`: lines that a retry does not include. They stay without a take.
 * - `replacedRequests`: requests that a stored take of a fallback replaces. This is not yet recorded.
 */
async function findReusableTakes(context: ChunkContext, tasks: SynthesisTask[], config: GeneratorConfig) {
  const { app, run } = context;
  const { retry } = run;
  const replacedRequests = new Map<LineWork, Buffer>();
  // In later iterations, a check has rejected the line's take. Only a retry that names lines still keeps the others.
  const hasDecision = context.iteration === 0 || retry?.only_named_lines;
  let earlierTakes: EarlierTakes | undefined;
  if (retry && hasDecision) earlierTakes = await findEarlierTakes(context, retry);
  // A locked take replaces that of the earlier run.
  const takes = new Map([...(earlierTakes?.takes ?? []), ...(await markLockedTakesUsed(context))]);
  if (config.reuse_takes && context.iteration === 0) {
    const openTasks = tasks.filter(
      (task) => !takes.has(task.work) && !earlierTakes?.worksToSpeak.has(task.work),
    );
    await addStoredTakes(context, takes, openTasks, ({ request_keys }) =>
      config.respeak ? { ...request_keys, fallback_take_key: undefined } : request_keys,
    );
    // If the provider is unavailable from the start, its fallback may also reuse its own takes.
    const tasksWithFallback = openTasks.filter((task) => task.fallback_take_key && !takes.has(task.work));
    await addStoredTakes(context, takes, tasksWithFallback, ({ key }) => ({ key }));
    for (const { work, fallback_take_key } of tasksWithFallback)
      if (fallback_take_key && takes.has(work)) replacedRequests.set(work, fallback_take_key);
  }
  // Takes past their plan's retention are made again. The others are marked as used, so that they are not removed.
  const storedIds = await markAudioUsed(app.db, run.workspace_id, {
    ids: [...takes.values()],
    now: app.clock(),
  });
  const storedTakes = new Map([...takes].filter(([, id]) => storedIds.has(id)));
  const excludedLines = new Map(earlierTakes?.excludedErrors);
  for (const work of storedTakes.keys()) excludedLines.delete(work);
  return { storedTakes, excludedLines, replacedRequests };
}

/** Adds the stored takes of the tasks to `takes`. */
async function addStoredTakes(
  context: ChunkContext,
  takes: Map<LineWork, string>,
  tasks: SynthesisTask[],
  selectKeys: (task: SynthesisTask) => StoredTakeKeys,
): Promise<void> {
  const { app, run, node } = context;
  const checks_key = createChecksKey(node, [...run.plan.nodes.values()]);
  const requests = tasks.map((task) => {
    const { line } = task.work;
    const line_checks_key = checks_key && createLineChecksKey(checks_key, line);
    return { ...selectKeys(task), checks_key, line_checks_key, max_duration_ms: line.max_duration_ms };
  });
  const foundTakes = await findBestStoredTakes(app.db, run.workspace_id, requests);
  for (const [index, task] of tasks.entries()) {
    const take = foundTakes[index];
    if (take) takes.set(task.work, take.id);
  }
}

/**
 * Reserves what the chunk's takes can cost before they are made, so that every take can be paid: first from the run's
 * hold, then from the account, as far as the cap of the run and its budgets allow. Lines beyond the reservation fail or
 * wait before a provider is called.
 */
async function reserveBudget(context: ChunkContext, tasks: SynthesisTask[]) {
  const { app, run, chunk_id } = context;
  const { account_id, workspace_id, id: run_id } = run;
  const { total, cheapest } = sumCosts(tasks);
  let available: Amounts = { credits: 0, usd_micros: 0 };
  let shortage: Shortage | undefined;
  if (total.credits > 0 || total.usd_micros > 0) {
    const now = app.clock();
    available = await app.db.transaction().execute(async (tx) => {
      const row = await lockRun(tx, run_id);
      const chunk = await tx
        .selectFrom('run_chunk')
        .select(['status', 'hold_allocated', 'usd_micros_allocated', 'is_denied'])
        .where('id', '=', chunk_id)
        .executeTakeFirstOrThrow();
      // If another worker has the chunk by now, its lines must not fail for lack of credits here.
      if (row.status !== 'running' || chunk.status !== 'queued') throw new ChunkGone();
      const missingCredits = Math.max(0, total.credits - chunk.hold_allocated);
      const usedHold = Math.min(missingCredits, freeHold(row));
      const needed = {
        credits: missingCredits - usedHold,
        usd_micros: Math.max(0, total.usd_micros - chunk.usd_micros_allocated),
      };
      let minimum: Amounts | undefined;
      if (chunk.is_denied && cheapest)
        minimum = {
          credits: Math.max(0, cheapest.credits - chunk.hold_allocated - usedHold),
          usd_micros: Math.max(0, cheapest.usd_micros - chunk.usd_micros_allocated),
        };
      const reservation = await limitReservation(tx, row, { needed, minimum, now });
      const { granted } = reservation;
      shortage = reservation.shortage;
      // A budget that was raised denies no more; if the rest does not suffice later, the chunk is denied again.
      const is_denied = chunk.is_denied && shortage !== undefined && shortage !== 'wait';
      if (granted.credits > 0) {
        const cause = `reserve/${run_id}/${chunk_id}/${newId()}`;
        const entry = {
          account_id,
          workspace_id,
          run_id,
          kind: 'reserve' as const,
          cause,
          amount: 0,
          hold: granted.credits,
        };
        await addCreditEntries(tx, [entry], now);
      }
      const allocation = usedHold + granted.credits;
      await addToRunCounters(tx, run_id, { hold: granted.credits, hold_allocated: allocation });
      const { hold_allocated, usd_micros_allocated } = await tx
        .updateTable('run_chunk')
        .set({
          hold_allocated: sql`hold_allocated + ${allocation}`,
          usd_micros_allocated: sql`usd_micros_allocated + ${granted.usd_micros}`,
          is_denied,
        })
        .where('id', '=', chunk_id)
        .returning(['hold_allocated', 'usd_micros_allocated'])
        .executeTakeFirstOrThrow();
      return { credits: hold_allocated, usd_micros: usd_micros_allocated };
    });
  }
  return {
    /** What happens to lines that cannot pay. */
    shortage,
    pay({ credits, usd_micros }: Amounts): boolean {
      if (credits > available.credits || usd_micros > available.usd_micros) return false;
      available.credits -= credits;
      available.usd_micros -= usd_micros;
      return true;
    },
    refund({ credits, usd_micros }: Amounts): void {
      available.credits += credits;
      available.usd_micros += usd_micros;
    },
  };
}

/** The cost of all tasks, and of the cheapest one. */
function sumCosts(tasks: readonly SynthesisTask[]): { total: Amounts; cheapest: Amounts | undefined } {
  const total: Amounts = { credits: 0, usd_micros: 0 };
  let cheapest: Amounts | undefined;
  for (const task of tasks) {
    const cost = computeMaxCost(task);
    total.credits += cost.credits;
    total.usd_micros += cost.usd_micros;
    if (!cheapest || isCheaper(cost, cheapest)) cheapest = cost;
  }
  return { total, cheapest };
}

/** The retry's decision for each line of the earlier run. */
interface EarlierTakes {
  /** The takes to keep. */
  takes: Map<LineWork, string>;
  /** Lines that get a new take: the named ones, else those that failed or were dropped. Not if the take was not the cause. */
  worksToSpeak: Set<LineWork>;
  /** Lines that are not spoken, because the retry names others. */
  excludedErrors: Map<LineWork, LineFailure>;
}

const NOT_NAMED: LineFailure = {
  code: 'not_retried',
  message: 'The line has no take, and the retry does not include it.',
};

/**
 * If the retry names no lines, a line can be in none of these sets: it did not end in the earlier run, or did not
 * exist there. Such a line is spoken as in any other run. A line that failed after this node keeps its take, unless the
 * retry requests new takes or has instructions for it: the same error would follow a new take, which would be charged.
 */
async function findEarlierTakes(context: ChunkContext, retry: RunRetry): Promise<EarlierTakes> {
  const lines = await loadEarlierLines(context, retry);
  const decision: EarlierTakes = { takes: new Map(), worksToSpeak: new Set(), excludedErrors: new Map() };
  for (const work of context.works) {
    const { status, error, take, failed_later } = lines.get(createLineKey(work.line)) ?? {};
    const isUndelivered = status === 'failed' || status === 'dropped';
    const isIncluded = retry.only_named_lines ? retry.namesLine(work.line) : isUndelivered;
    const keepsTake = failed_later && retry.noteFor(work.line) === undefined;
    if (take && keepsTake) decision.takes.set(work, take);
    else if (isIncluded) decision.worksToSpeak.add(work);
    else if (take && (retry.only_named_lines || status === 'delivered')) decision.takes.set(work, take);
    if (retry.only_named_lines && !isIncluded) decision.excludedErrors.set(work, error ?? NOT_NAMED);
  }
  return decision;
}

/**
 * The lines of the earlier run by key, with the take that each got at this node: the one with which it failed at a later
 * node, else the delivered one, else the last.
 */
async function loadEarlierLines({ app, run, node, works }: ChunkContext, retry: RunRetry) {
  const { workspace_id, plan } = run;
  const { run_id } = retry;
  const line_ids = works.map(({ line }) => line.line_id);
  const rows = await app.db
    .selectFrom('run_line')
    .leftJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'run_line.audio_id').on('audio.workspace_id', '=', workspace_id),
    )
    .select(['run_line.no', 'run_line.line_id', 'run_line.locale_code', 'run_line.script', 'run_line.status'])
    .select(['run_line.error', 'audio.take_id'])
    .where('run_line.run_id', '=', run_id)
    .where('run_line.line_id', 'in', line_ids)
    .execute();
  const failures = retry.respeak ? [] : await listLineFailures(app.db, { workspace_id, run_id, line_ids });
  const failedTakes = new Map<number, string>();
  for (const { no, node_id, take_id } of failures) {
    // A generator that failed in a retry loop arrived with the rejected take.
    const isLater = plan.nodes.get(node_id)?.type !== 'operator_generator';
    if (take_id !== null && isLater) failedTakes.set(no, take_id);
  }
  const finalTakes = new Map(rows.map(({ no, take_id }) => [no, failedTakes.get(no) ?? take_id]));
  const takes = new Map<number, string>();
  if (rows.length > 0) {
    const attempts = await app.db
      .selectFrom('attempt')
      .select(['line_no', 'output_id'])
      .where('run_id', '=', run_id)
      .where('node_id', '=', node.id)
      .where('port', '=', 'audio')
      .where('line_no', 'in', [...finalTakes.keys()])
      .orderBy('iteration')
      .execute();
    for (const { line_no, output_id } of attempts) {
      const hasFinalTake = takes.get(line_no) === finalTakes.get(line_no);
      if (output_id && !hasFinalTake) takes.set(line_no, output_id);
    }
  }
  return new Map(
    rows.map((row) => {
      const take = takes.get(row.no);
      const failed_later = take !== undefined && failedTakes.get(row.no) === take;
      return [createLineKey(row), { ...row, take, failed_later }];
    }),
  );
}

/** Identifies a line of one script in one language. */
function createLineKey(line: { line_id: string; locale_code: string; script: string }): string {
  return JSON.stringify([line.line_id, line.locale_code, line.script]);
}
