import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { errorFields } from '../../errors.ts';
import type { LoadedChunk } from '../model.ts';
import type { NewRunEvent } from '../runs/events.ts';
import { addToRun } from '../runs/row.ts';
import type { Settlement } from './settle.ts';

const PROGRESS_MS = 250;
const lastProgress = new Map<string, number>();

/** Adds new results to the totals of the run, its locales and the step. Each result must be passed once. */
export async function countResults(
  tx: Db,
  chunk: LoadedChunk,
  fresh: Settlement[],
  now: Date,
): Promise<NewRunEvent[]> {
  const speaks = chunk.node.type === 'operator_generator';
  const spoken = speaks ? fresh.filter(({ outcome }) => outcome.output_id) : [];
  const retries = speaks && chunk.iteration > 0 ? spoken.length : 0;
  const sumOf = (pick: (entry: Settlement) => number, of = fresh): number =>
    of.reduce((sum, entry) => sum + pick(entry), 0);
  const audioMs = sumOf(({ outcome }) => outcome.audio?.duration_ms ?? 0, spoken);
  const counters = {
    finished_steps: fresh.length,
    characters: sumOf(charactersMade),
    audio_ms: audioMs,
    retries,
    reused_takes: sumOf(({ outcome }) => (outcome.reused && speaks ? 1 : 0)),
  };
  const first_audio_at = spoken.length > 0 ? now : undefined;
  await addToRun(tx, chunk.run.id, counters, { first_audio_at, updated_at: now });
  if (spoken.length > 0) await countLocales(tx, chunk, spoken);
  return countStep(tx, chunk, fresh, now);
}

/** Billed characters. A reused take costs nothing, so it counts nothing. */
const charactersMade = ({ outcome }: Settlement): number => (outcome.reused ? 0 : (outcome.characters ?? 0));

async function countStep(tx: Db, chunk: LoadedChunk, fresh: Settlement[], now: Date): Promise<NewRunEvent[]> {
  const left = (port: string): number => fresh.filter(({ outcome }) => outcome.port === port).length;
  const failed = left('error');
  const rejected = left('fail');
  const step = await tx
    .updateTable('run_step')
    .set({
      done: sql`done + ${fresh.length - failed}`,
      failed: sql`failed + ${failed}`,
      rejected: sql`rejected + ${rejected}`,
      passed: sql`passed + ${fresh.length - failed - rejected}`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
    })
    .where('run_id', '=', chunk.run.id)
    .where('node_id', '=', chunk.node.id)
    .where('iteration', '=', chunk.iteration)
    .returning(['done', 'failed'])
    .executeTakeFirstOrThrow();
  if (step.done + step.failed > fresh.length) return [];
  const { id, type } = chunk.node;
  const data = {
    node_id: id,
    node_type: type,
    status: 'running' as const,
    iteration: chunk.iteration,
    ...errorFields(null),
  };
  return [{ type: 'node.state', data }];
}

async function countLocales(tx: Db, chunk: LoadedChunk, spoken: Settlement[]): Promise<void> {
  const sums = new Map<string, { characters: number; audio_ms: number; retries: number; credits: number }>();
  for (const { work, outcome } of spoken) {
    const sum = sums.get(work.line.locale_code) ?? { characters: 0, audio_ms: 0, retries: 0, credits: 0 };
    sum.characters += charactersMade({ work, outcome });
    sum.audio_ms += outcome.audio?.duration_ms ?? 0;
    sum.retries += chunk.iteration > 0 ? 1 : 0;
    sum.credits += outcome.credits ?? 0;
    sums.set(work.line.locale_code, sum);
  }
  for (const [locale, sum] of sums) {
    await tx
      .updateTable('run_locale')
      .set({
        characters: sql`characters + ${sum.characters}`,
        audio_ms: sql`audio_ms + ${sum.audio_ms}`,
        retries: sql`retries + ${sum.retries}`,
        credits: sql`credits + ${sum.credits}`,
      })
      .where('run_id', '=', chunk.run.id)
      .where('locale_code', '=', locale)
      .execute();
  }
}

/** Limits progress events to a few per second, run and process. */
export function dueProgress(runId: string, now: Date): boolean {
  const last = lastProgress.get(runId) ?? 0;
  if (now.getTime() - last < PROGRESS_MS) return false;
  if (lastProgress.size > 500) lastProgress.clear();
  lastProgress.set(runId, now.getTime());
  return true;
}
