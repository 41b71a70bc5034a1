import type { Db } from '../../db/index.ts';
import type { LoadedChunk, SourceLine } from '../model.ts';
import { addToRun } from '../runs/row.ts';

const BATCH = 500;

interface Entry {
  lines: SourceLine[];
  /** The number of the first line. */
  first: number;
  now: Date;
}

/**
 * Inserts the audio that lines came with, and their visit at the source: for readers of the run, it is the
 * line's take. It was not made by a provider, so it does not count as spoken.
 */
export async function enterRecordings(
  tx: Db,
  chunk: LoadedChunk,
  { lines, first, now }: Entry,
): Promise<void> {
  const attempts = lines.flatMap(({ audio }, index) =>
    audio ? [{ line_no: first + index, output_id: audio.id }] : [],
  );
  if (attempts.length === 0) return;
  const made = lines.flatMap(({ audio }) => audio?.made ?? []);
  const place = { run_id: chunk.run.id, node_id: chunk.node.id, iteration: chunk.iteration };
  for (let start = 0; start < attempts.length; start += BATCH) {
    const audio = made.slice(start, start + BATCH);
    if (audio.length > 0) await tx.insertInto('audio').values(audio).execute();
    const rows = attempts.slice(start, start + BATCH);
    await tx
      .insertInto('attempt')
      .values(rows.map((row) => ({ ...place, ...row, input_id: '', port: 'audio', created_at: now })))
      .execute();
  }
  const steps = { total_steps: attempts.length, finished_steps: attempts.length };
  await addToRun(tx, chunk.run.id, steps, { first_audio_at: now });
}
