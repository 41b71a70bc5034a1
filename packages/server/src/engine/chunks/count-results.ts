import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { together } from '../../db/together.ts';
import type { LoadedChunk, Settlement } from '../model.ts';
import { nodeEvent } from '../runs/events.ts';
import { addToLocales } from '../runs/row.ts';
import { type RunProgress, updateStep } from './finish.ts';

const PROGRESS_MS = 250;
const lastProgress = new Map<string, number>();

interface Counted extends RunProgress {
  /** The number of open chunks of the step. */
  open_chunks: number;
}

/**
 * Adds new results to the totals of their locales and the step. Pass each result only once. `isLast`: the
 * chunk ends with these results.
 */
export async function addResultsToTotals(
  tx: Db,
  chunk: LoadedChunk,
  fresh: Settlement[],
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<Counted> {
  const speaks = chunk.node.type === 'operator_generator';
  const spoken = speaks ? fresh.filter(({ outcome }) => outcome.output_id) : [];
  const locales = Map.groupBy(spoken, ({ work }) => work.line.locale_code);
  const added = Array.from(locales, ([locale_code, own]) => ({ locale_code, ...takeCounters(chunk, own) }));
  const { credits: _charged, ...taken } = takeCounters(chunk, spoken);
  const [step] = await together([
    countStep(tx, chunk, fresh, { isLast, now }),
    addToLocales(tx, chunk.run.id, added),
  ]);
  return {
    ...step,
    counters: {
      ...taken,
      finished_steps: fresh.length,
      characters: sumOf(fresh, charactersMade),
      reused_takes: spoken.filter(({ outcome }) => outcome.reused).length,
    },
  };
}

const sumOf = (settled: readonly Settlement[], pick: (entry: Settlement) => number): number =>
  settled.reduce((sum, entry) => sum + pick(entry), 0);

/** Billed characters. A reused take costs nothing, so its characters do not count. */
const charactersMade = ({ outcome }: Settlement): number => (outcome.reused ? 0 : (outcome.characters ?? 0));

const takeCounters = ({ iteration }: LoadedChunk, takes: readonly Settlement[]) => ({
  characters: sumOf(takes, charactersMade),
  audio_ms: sumOf(takes, ({ outcome }) => outcome.audio?.duration_ms ?? 0),
  retries: iteration > 0 ? takes.length : 0,
  credits: sumOf(takes, ({ outcome }) => outcome.credits ?? 0),
});

async function countStep(
  tx: Db,
  chunk: LoadedChunk,
  fresh: Settlement[],
  { isLast, now }: { isLast: boolean; now: Date },
): Promise<Pick<Counted, 'events' | 'open_chunks'>> {
  const left = (port: string): number => fresh.filter(({ outcome }) => outcome.port === port).length;
  const failed = left('error');
  const rejected = left('fail');
  const { open_chunks, ...step } = await updateStep(tx, chunk)
    .set({
      done: sql`done + ${fresh.length - failed}`,
      failed: sql`failed + ${failed}`,
      rejected: sql`rejected + ${rejected}`,
      passed: sql`passed + ${fresh.length - failed - rejected}`,
      open_chunks: sql`open_chunks - ${isLast ? 1 : 0}`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
    })
    .returning(['node_id', 'node_type', 'iteration', 'done', 'failed', 'open_chunks'])
    .executeTakeFirstOrThrow();
  const isFirst = fresh.length > 0 && step.done + step.failed === fresh.length;
  return { open_chunks, events: isFirst ? [nodeEvent(step, 'running')] : [] };
}

/** Limits progress events to a few per second for each run and process. */
export function isProgressDue(runId: string, now: Date): boolean {
  const last = lastProgress.get(runId) ?? 0;
  if (now.getTime() - last < PROGRESS_MS) return false;
  if (lastProgress.size > 500) lastProgress.clear();
  lastProgress.set(runId, now.getTime());
  return true;
}
