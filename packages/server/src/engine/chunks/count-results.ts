import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import type { LoadedChunk, Settlement } from '../model.ts';
import { nodeEvent } from '../runs/events.ts';
import { addToLocales } from '../runs/row.ts';
import { type RunProgress, updateStep } from './progress.ts';

const PROGRESS_MS = 250;
const lastProgress = new Map<string, number>();

/**
 * Adds new results to the totals of their locales and the step. Pass each result only once. `isLast`: the
 * chunk ends with these results. Also returns the number of open chunks of the step.
 */
export async function addResultsToTotals(
  tx: Db,
  chunk: LoadedChunk,
  newResults: Settlement[],
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<RunProgress & { open_chunks: number }> {
  const isGenerator = chunk.node.type === 'operator_generator';
  const takeResults = isGenerator ? newResults.filter(({ outcome }) => outcome.output_id) : [];
  const byLocale = Map.groupBy(takeResults, ({ work }) => work.line.locale_code);
  const locales = Array.from(byLocale, ([locale_code, localeResults]) => ({
    locale_code,
    ...countTakes(chunk, localeResults),
  }));
  const failedCount = newResults.filter(({ outcome }) => outcome.port === 'error').length;
  const rejectedCount = newResults.filter(({ outcome }) => outcome.port === 'fail').length;
  const countStep = updateStep(tx, chunk)
    .set({
      done: sql`done + ${newResults.length - failedCount}`,
      failed: sql`failed + ${failedCount}`,
      rejected: sql`rejected + ${rejectedCount}`,
      passed: sql`passed + ${newResults.length - failedCount - rejectedCount}`,
      open_chunks: sql`open_chunks - ${isLast ? 1 : 0}`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
    })
    .returning(['node_id', 'node_type', 'iteration', 'done', 'failed', 'open_chunks']);
  const [step] = await together([
    countStep.executeTakeFirstOrThrow(),
    addToLocales(tx, chunk.run.id, locales),
  ]);
  // The step has no other results, so these start it.
  const isFirst = newResults.length > 0 && step.done + step.failed === newResults.length;
  // The caller adds the credits to the run, together with the charges.
  const { credits: _charged, ...counters } = countTakes(chunk, takeResults);
  return {
    open_chunks: step.open_chunks,
    events: isFirst ? [nodeEvent(step, 'running')] : [],
    counters: {
      ...counters,
      finished_steps: newResults.length,
      characters: sumOver(newResults, getBilledCharacters),
      reused_takes: takeResults.filter(({ outcome }) => outcome.reused).length,
    },
  };
}

/** The totals of the takes of one chunk. Every take after the first iteration is a retry. */
function countTakes({ iteration }: LoadedChunk, takeResults: readonly Settlement[]) {
  return {
    characters: sumOver(takeResults, getBilledCharacters),
    audio_ms: sumOver(takeResults, ({ outcome }) => outcome.audio?.duration_ms ?? 0),
    retries: iteration > 0 ? takeResults.length : 0,
    credits: sumOver(takeResults, ({ outcome }) => outcome.credits ?? 0),
  };
}

/** The sum of one figure of all settlements. */
function sumOver(settlements: readonly Settlement[], pick: (settlement: Settlement) => number): number {
  return settlements.reduce((sum, settlement) => sum + pick(settlement), 0);
}

/** A reused take costs nothing, so its characters do not count. */
function getBilledCharacters({ outcome }: Settlement): number {
  return outcome.reused ? 0 : (outcome.characters ?? 0);
}

/** Limits progress events to a few per second for each run and process. */
export function isProgressDue(runId: string, now: Date): boolean {
  const lastProgressAt = lastProgress.get(runId) ?? 0;
  if (now.getTime() - lastProgressAt < PROGRESS_MS) return false;
  if (lastProgress.size > 500) lastProgress.clear();
  lastProgress.set(runId, now.getTime());
  return true;
}
