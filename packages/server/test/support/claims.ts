import type { App } from '../../src/app.ts';
import { createRunControl } from '../../src/engine/index.ts';
import { type Engine, runRow } from './engine.ts';
import { handleChunk } from './run-job.ts';

export interface Claim {
  /** The number of earlier attempts of the chunk. */
  tries?: number;
  signal?: AbortSignal;
  recount?: (tries: number) => Promise<void>;
  /** Parts of the application that behave differently during this claim. */
  parts?: Partial<App>;
}

/** A worker whose claims the test makes one by one, in an engine without other workers. */
export interface HandWorker {
  app: App;
  /** Ids of the chunks that wait to be worked on. */
  queued(runId: string): Promise<string[]>;
  work(runId: string, chunkId: string, claim?: Claim): Promise<void>;
  /** Handles all queued chunks one by one until the run has ended. */
  finish(runId: string): Promise<void>;
  close(): void;
}

export function handWorker(engine: Engine): HandWorker {
  const control = createRunControl(engine.app, 20);
  const app: App = { ...engine.app, control };
  const queued = async (runId: string): Promise<string[]> => {
    const rows = await engine.app.db
      .selectFrom('run_chunk')
      .select('id')
      .where('run_id', '=', runId)
      .where('status', '=', 'queued')
      .orderBy('seq')
      .execute();
    return rows.map((row) => row.id);
  };
  const work = (runId: string, chunkId: string, claim: Claim = {}): Promise<void> => {
    const { parts, ...how } = { tries: 0, signal: new AbortController().signal, ...claim };
    return handleChunk({ ...app, ...parts }, { chunk_id: chunkId, run_id: runId, ...how });
  };
  return {
    app,
    queued,
    work,
    async finish(runId) {
      for (;;) {
        const [next] = await queued(runId);
        if (!next) break;
        await work(runId, next);
      }
      const { status } = await runRow(engine.app, runId);
      if (!['completed', 'failed', 'cancelled'].includes(status)) throw new Error(`The run stays ${status}.`);
    },
    close: () => control.close(),
  };
}
