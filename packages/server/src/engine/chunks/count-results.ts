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
  fresh: Settlement[],
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<RunProgress & { open_chunks: number }> {
  const speaks = chunk.node.type === 'operator_generator';
  const takes = speaks ? fresh.filter(({ outcome }) => outcome.output_id) : [];
  const byLocale = Map.groupBy(takes, ({ work }) => work.line.locale_code);
  const locales = Array.from(byLocale, ([locale_code, own]) => ({
    locale_code,
    ...takeCounters(chunk, own),
  }));
  const failed = fresh.filter(({ outcome }) => outcome.port === 'error').length;
  const rejected = fresh.filter(({ outcome }) => outcome.port === 'fail').length;
  const countStep = updateStep(tx, chunk)
    .set({
      done: sql`done + ${fresh.length - failed}`,
      failed: sql`failed + ${failed}`,
      rejected: sql`rejected + ${rejected}`,
      passed: sql`passed + ${fresh.length - failed - rejected}`,
      open_chunks: sql`open_chunks - ${isLast ? 1 : 0}`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
    })
    .returning(['node_id', 'node_type', 'iteration', 'done', 'failed', 'open_chunks']);
  const [step] = await together([
    countStep.executeTakeFirstOrThrow(),
    addToLocales(tx, chunk.run.id, locales),
  ]);
  const isFirst = fresh.length > 0 && step.done + step.failed === fresh.length;
  const { credits: _charged, ...counters } = takeCounters(chunk, takes);
  return {
    open_chunks: step.open_chunks,
    events: isFirst ? [nodeEvent(step, 'running')] : [],
    counters: {
      ...counters,
      finished_steps: fresh.length,
      characters: sumOver(fresh, billedCharacters),
      reused_takes: takes.filter(({ outcome }) => outcome.reused).length,
    },
  };
}

function takeCounters({ iteration }: LoadedChunk, takes: readonly Settlement[]) {
  return {
    characters: sumOver(takes, billedCharacters),
    audio_ms: sumOver(takes, ({ outcome }) => outcome.audio?.duration_ms ?? 0),
    retries: iteration > 0 ? takes.length : 0,
    credits: sumOver(takes, ({ outcome }) => outcome.credits ?? 0),
  };
}

function sumOver(settled: readonly Settlement[], pick: (entry: Settlement) => number): number {
  return settled.reduce((sum, entry) => sum + pick(entry), 0);
}

/** A reused take costs nothing, so its characters do not count. */
function billedCharacters({ outcome }: Settlement): number {
  return outcome.reused ? 0 : (outcome.characters ?? 0);
}

/** Limits progress events to a few per second for each run and process. */
export function isProgressDue(runId: string, now: Date): boolean {
  const last = lastProgress.get(runId) ?? 0;
  if (now.getTime() - last < PROGRESS_MS) return false;
  if (lastProgress.size > 500) lastProgress.clear();
  lastProgress.set(runId, now.getTime());
  return true;
}
