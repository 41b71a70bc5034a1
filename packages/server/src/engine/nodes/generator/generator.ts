import { sql } from 'kysely';
import type { LineFailure } from '../../../db/rows.ts';
import { newId } from '../../../ids.ts';
import { addCreditEntries, lockAccount } from '../../../ledger/credits.ts';
import { checksKey, lineChecksKey } from '../../casting/checks-key.ts';
import { listLineFailures } from '../../casting/line-failures.ts';
import { useLockedTakes } from '../../casting/take-locks.ts';
import { bestStoredTakes, type WantedTake } from '../../casting/takes.ts';
import type { GeneratorConfig } from '../../casting/voice-pool.ts';
import type { EngineApp } from '../../engine-app.ts';
import { ChunkGone, failedLine, type LineWork, type RunHead, type RunRetry, SKIPPED } from '../../model.ts';
import type { ChunkContext, LineNode } from '../../node-types.ts';
import { configOf } from '../../plan.ts';
import { useAudio } from '../../runs/audio-use.ts';
import { addToRunCounters, lockRun } from '../../runs/row.ts';
import { type FallbackTakes, speakOrFallBack } from './speak.ts';
import { checkMain } from './speaker.ts';
import { buildChunkTasks, mostOf, reuse, type SynthesisTask } from './synthesis-task.ts';

export const operatorGenerator: LineNode = {
  concurrency: (node) => configOf(node, 'operator_generator').concurrency,
  async open(context) {
    const config = configOf(context.node, 'operator_generator');
    checkMain(context, config);
    const { tasks, silent } = await buildChunkTasks(context, config);
    const { kept, left, fallbackTakes } = await reusable(context, [...tasks.values()], config);
    const open = [...tasks.values()].filter(({ work }) => !kept.has(work) && !left.has(work));
    const budget = await reserveBudget(context, open);
    const reuses = config.reuse_takes && context.iteration === 0 && !context.run.retry_of;
    const made: FallbackTakes | undefined = reuses ? new Map() : undefined;
    return async (work) => {
      if (silent.has(work)) return { port: SKIPPED };
      const task = tasks.get(work);
      const take = kept.get(work);
      // A take of the retried run is kept, even if the line would get another voice today.
      if (take)
        return reuse(
          {
            characters: task?.characters ?? work.line.characters,
            uses: task?.uses ?? [],
            fallback_take_key: fallbackTakes.get(work),
          },
          take,
        );
      const error = left.get(work);
      if (error) return { port: 'error', error };
      if (!task) return failedLine('no_voice', noVoice(config, work.line.locale_code));
      const most = mostOf(task);
      if (!budget.pay(most)) return failedLine('insufficient_credits', 'The account has no credits left.');
      const outcome = await speakOrFallBack(context, task, made);
      // Credits that a line did not need are available to other lines.
      budget.refund(outcome.audio ? most - (outcome.credits ?? 0) : most);
      return outcome;
    };
  },
};

function noVoice({ provider, routing }: GeneratorConfig, locale: string): string {
  if (routing.mode === 'off') return `No voice of ${provider} speaks ${locale}.`;
  return `None of the available providers has a voice that speaks ${locale}.`;
}

/**
 * - `kept`: takes that are already stored. A locked take is always kept. Otherwise, a line gets a new take if a check sent it
 *   back, or if a retry includes it.
 * - `left`: lines that a retry does not include. They stay without a take.
 * - `fallbackTakes`: requests that a stored take of a fallback replaces. This is not yet recorded.
 */
async function reusable(context: ChunkContext, tasks: SynthesisTask[], config: GeneratorConfig) {
  const { retry } = context.run;
  let fallbackTakes = new Map<LineWork, Buffer>();
  const isFresh = context.iteration > 0 && !retry?.named;
  const earlier = retry && !isFresh ? await earlierTakes(context, retry) : undefined;
  const kept = new Map([...(earlier?.kept ?? []), ...(await useLockedTakes(context))]);
  if (config.reuse_takes && context.iteration === 0) {
    const open = tasks.filter((task) => !kept.has(task.work) && !earlier?.spokenAgain.has(task.work));
    await addStored(context, kept, open, ({ request }) =>
      config.respeak ? { ...request, fallback_take_key: undefined } : request,
    );
    // If the provider is unavailable from the start, its fallback may also reuse its own takes.
    const others = open.filter((task) => task.fallback_take_key && !kept.has(task.work));
    await addStored(context, kept, others, ({ key }) => ({ key }));
    const found = others.filter(({ work }) => kept.has(work));
    fallbackTakes = new Map(
      found.flatMap(({ work, fallback_take_key }) => (fallback_take_key ? [[work, fallback_take_key]] : [])),
    );
  }
  const { app, run } = context;
  // Takes past their plan's retention are made again. The others are marked as used, so that they are not removed.
  const stored = await useAudio(app.db, run.workspace_id, { ids: [...kept.values()], now: app.clock() });
  const there = new Map([...kept].filter(([, id]) => stored.has(id)));
  const left = new Map([...(earlier?.left ?? [])].filter(([work]) => !there.has(work)));
  return { kept: there, left, fallbackTakes };
}

/** Adds the stored takes of the tasks to `kept`. */
async function addStored(
  { app, run, node }: ChunkContext,
  kept: Map<LineWork, string>,
  tasks: SynthesisTask[],
  keysOf: (task: SynthesisTask) => Pick<WantedTake, 'key' | 'switched' | 'fallback_take_key' | 'earlier'>,
): Promise<void> {
  const checks_key = checksKey(node, [...run.plan.nodes.values()]);
  const wanted = tasks.map((task) => {
    const { line } = task.work;
    const line_checks_key = checks_key && lineChecksKey(checks_key, line);
    return { ...keysOf(task), checks_key, line_checks_key, max_duration_ms: line.max_duration_ms };
  });
  const stored = await bestStoredTakes(app.db, run.workspace_id, wanted);
  for (const [index, task] of tasks.entries()) {
    const take = stored[index];
    if (take) kept.set(task.work, take.id);
  }
}

/** Reserves the cost of the chunk's takes. Lines beyond the reservation fail before a provider is called. */
async function reserveBudget(context: ChunkContext, tasks: SynthesisTask[]) {
  const wanted = tasks.reduce((sum, task) => sum + mostOf(task), 0);
  let left = await allocateHold(context.app, context.run, { chunk_id: context.chunk_id, wanted });
  return {
    pay(cost: number): boolean {
      if (cost > left) return false;
      left -= cost;
      return true;
    },
    refund(cost: number): void {
      left += cost;
    },
  };
}

/** The retry's decision for each line of the earlier run. */
interface EarlierTakes {
  /** The takes to keep. */
  kept: Map<LineWork, string>;
  /** Lines that get a new take: the named ones, else those that failed or were dropped. Not if the take was not the cause. */
  spokenAgain: Set<LineWork>;
  /** Lines that are not spoken, because the retry names others. */
  left: Map<LineWork, LineFailure>;
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
async function earlierTakes(context: ChunkContext, retry: RunRetry): Promise<EarlierTakes> {
  const rows = await earlierLines(context, retry.run_id);
  const lines = new Map(rows.map((row) => [keyOf(row), row]));
  const failed = await failedTakes(context, retry);
  const takes = await takesHere(
    context,
    retry.run_id,
    rows.map(({ no, take_id }) => ({ no, take_id: failed.get(no) ?? take_id })),
  );
  const decided: EarlierTakes = { kept: new Map(), spokenAgain: new Set(), left: new Map() };
  for (const work of context.works) {
    const line = lines.get(keyOf(work.line));
    const take = line && takes.get(line.no);
    const failedAfter = take !== undefined && failed.get(line?.no ?? 0) === take;
    const isUsed = failedAfter && retry.noteFor(work.line) === undefined;
    const ended = line?.status === 'failed' || line?.status === 'dropped';
    const isIncluded = retry.named ? retry.names(work.line) : ended;
    if (take && isUsed) decided.kept.set(work, take);
    else if (isIncluded) decided.spokenAgain.add(work);
    else if (take && (retry.named || line.status === 'delivered')) decided.kept.set(work, take);
    if (retry.named && !isIncluded) decided.left.set(work, line?.error ?? NOT_NAMED);
  }
  return decided;
}

/** The takes with which lines of the chunk failed at a later node, by the number of the line in the earlier run. */
async function failedTakes({ app, run, works }: ChunkContext, retry: RunRetry): Promise<Map<number, string>> {
  if (retry.respeak) return new Map();
  const line_ids = works.map(({ line }) => line.line_id);
  const { workspace_id, plan } = run;
  const failures = await listLineFailures(app.db, { workspace_id, run_id: retry.run_id, line_ids });
  return new Map(
    failures.flatMap(({ no, node_id, take_id }): [number, string][] => {
      // A generator that failed in a retry loop arrived with the rejected take.
      const isLater = plan.nodes.get(node_id)?.type !== 'operator_generator';
      return take_id !== null && isLater ? [[no, take_id]] : [];
    }),
  );
}

/** The lines of the earlier run, with their delivered take. */
function earlierLines({ run, app, works }: ChunkContext, runId: string) {
  const ids = works.map((work) => work.line.line_id);
  return app.db
    .selectFrom('run_line')
    .leftJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'run_line.audio_id').on('audio.workspace_id', '=', run.workspace_id),
    )
    .select(['run_line.no', 'run_line.line_id', 'run_line.locale_code', 'run_line.script', 'run_line.status'])
    .select(['run_line.error', 'audio.take_id'])
    .where('run_line.run_id', '=', runId)
    .where('run_line.line_id', 'in', ids)
    .execute();
}

const keyOf = (line: { line_id: string; locale_code: string; script: string }): string =>
  JSON.stringify([line.line_id, line.locale_code, line.script]);

/** The take that each line got at this node: the delivered one, else the last. */
async function takesHere(
  { app, node }: ChunkContext,
  runId: string,
  lines: { no: number; take_id: string | null }[],
): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const delivered = new Map(lines.map((line) => [line.no, line.take_id]));
  const rows = await app.db
    .selectFrom('attempt')
    .select(['line_no', 'output_id'])
    .where('run_id', '=', runId)
    .where('node_id', '=', node.id)
    .where('port', '=', 'audio')
    .where('line_no', 'in', [...delivered.keys()])
    .orderBy('iteration')
    .execute();
  const takes = new Map<number, string>();
  for (const { line_no, output_id } of rows) {
    const isFound = takes.has(line_no) && takes.get(line_no) === delivered.get(line_no);
    if (output_id && !isFound) takes.set(line_no, output_id);
  }
  return takes;
}

/**
 * Reserves credits for a chunk before its takes are made, so that every take can be paid: first from the
 * run's hold, then from the account. Returns the amount reserved.
 */
function allocateHold(
  app: Pick<EngineApp, 'db' | 'clock'>,
  run: RunHead,
  { chunk_id, wanted }: { chunk_id: string; wanted: number },
): Promise<number> {
  if (wanted === 0) return Promise.resolve(0);
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const row = await lockRun(tx, run.id);
    const chunk = await tx
      .selectFrom('run_chunk')
      .select(['status', 'hold_allocated'])
      .where('id', '=', chunk_id)
      .executeTakeFirstOrThrow();
    // If another worker has the chunk by now, its lines must not fail for lack of credits here.
    if (row.status !== 'running' || chunk.status !== 'queued') throw new ChunkGone();
    const missing = Math.max(0, wanted - chunk.hold_allocated);
    const free = row.hold - row.hold_allocated;
    let extra = Math.max(0, missing - free);
    if (extra > 0) {
      const account = await lockAccount(tx, run.account_id, now);
      extra = Math.max(0, Math.min(extra, account.available));
    }
    const taken = Math.min(missing, free + extra);
    if (extra > 0) {
      const { account_id, workspace_id, id: run_id } = run;
      const cause = `reserve/${run_id}/${chunk_id}/${newId()}`;
      await addCreditEntries(
        tx,
        [{ account_id, workspace_id, run_id, kind: 'reserve', cause, amount: 0, hold: extra }],
        now,
      );
    }
    await addToRunCounters(tx, run.id, { hold: extra, hold_allocated: taken });
    await tx
      .updateTable('run_chunk')
      .set({ hold_allocated: sql`hold_allocated + ${taken}` })
      .where('id', '=', chunk_id)
      .execute();
    return chunk.hold_allocated + taken;
  });
}
