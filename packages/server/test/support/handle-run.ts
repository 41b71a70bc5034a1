import pMap from 'p-map';
import { type Engine, runRow } from './engine.ts';
import { handleChunk } from './run-job.ts';

/** Handles the chunks of a run immediately, without a worker that polls. */
export async function handleRun({ app }: Engine, run_id: string) {
  const signal = new AbortController().signal;
  for (;;) {
    const open = await app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', run_id)
      .where('status', '=', 'queued')
      .execute();
    if (open.length === 0) break;
    await pMap(open, ({ id }) => handleChunk(app, { chunk_id: id, run_id, tries: 0, signal }), {
      concurrency: 4,
    });
  }
  return runRow(app, run_id);
}
