import { randomInt, randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { handleChunk } from '../support/run-job.ts';

/* Eight workers race for the last credits of a cap. The database also rejects a charge above the cap. */

let engine: Engine;
beforeAll(async () => {
  // A character costs a credit.
  const speech = scriptedSpeech({ durationMs: () => 200, credits_per_1000_characters: 1_000 });
  // Small chunks, so that every worker has one.
  engine = await startEngine({
    speech,
    worker: false,
    settings: { lines_per_chunk: 2, line_concurrency: 2 },
  });
});
afterAll(() => engine.close());

const signal = new AbortController().signal;

/** Eight workers take the queued chunks of a run in any order, each chunk sometimes twice, until none is queued. */
async function race(run_id: string): Promise<void> {
  const { app } = engine;
  for (;;) {
    const queued = await app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', run_id)
      .where('status', '=', 'queued')
      .execute();
    if (queued.length === 0) return;
    const chunks = queued.toSorted(() => randomInt(3) - 1);
    await pMap(chunks, ({ id }) => handleChunk(app, { chunk_id: id, run_id, tries: 0, signal }), {
      concurrency: 8,
    });
  }
}

test('eight workers never pass the cap of a run, in 200 random rounds', async () => {
  await pMap(
    Array.from({ length: 200 }),
    async () => {
      const text = numberedLines(8 + randomInt(9), `of ${randomUUID().slice(0, randomInt(20))}`);
      const total = text.replaceAll('\n', '').length;
      const max_credits = 1 + randomInt(total + 50);
      const owner = await engine.owner();
      const run_id = await engine.start(owner, shortPipeline({ text }), { max_credits });
      await race(run_id);
      const run = await runRow(engine.app, run_id);
      expect(run.credits + run.hold).toBeLessThanOrEqual(max_credits);
      expect(run.lines_failed).toBe(0);
      // A run that can pay all its lines completes. Another one stops only if its next line does not fit.
      expect(run.status).toBe(total <= max_credits ? 'completed' : 'paused');
      if (run.status === 'completed') expect(run.credits).toBe(total);
      else {
        const needed = Number(/needs up to (\d+)/.exec(run.pause_message ?? '')?.[1]);
        expect(run.credits + needed).toBeGreaterThan(max_credits);
      }
    },
    { concurrency: 2 },
  );
}, 300_000);
