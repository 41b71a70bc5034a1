import type pg from 'pg';
import { createDb, createPool } from '../../src/db/index.ts';
import { createRunControl } from '../../src/engine/index.ts';
import type { RunControl } from '../../src/engine/ports.ts';
import { breakOff } from './crashing-db.ts';
import type { Engine } from './engine.ts';
import { handleChunk } from './run-job.ts';

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** The first statement of the transaction that settles takes. No other transaction begins with it. */
const FIRST = 'insert into "attempt"';

interface Death {
  url: string;
  /**
   * The point of death: the number of a statement of the first transaction that settles takes, `commit`, or
   * `answer` (immediately after the commit).
   */
  before: string;
  /** `lines`: the number of results in the settlement. Never resolves. */
  die(lines: number): Promise<never>;
}

/** A pool that dies before a given statement of a settlement. */
export function dyingPool({ url, before, die }: Death): { pool: pg.Pool; settlements(): number } {
  let settling = 0;
  let lines = 0;
  const dying = (query: Query): Query => {
    let statement = 0;
    let here = false;
    return async (text, values) => {
      statement = text === 'begin' ? 1 : statement + 1;
      if (text === 'begin') here = false;
      if (statement === 2 && text.startsWith(FIRST)) {
        settling += 1;
        here = settling === 1;
        // An insert of one row has a value per column. An insert of several rows has an array per column.
        if (here) lines = Array.isArray(values?.[0]) ? values[0].length : 1;
      }
      if (here && (String(statement) === before || text === before)) await die(lines);
      const result = await query(text, values);
      if (here && text === 'commit' && before === 'answer') await die(lines);
      return result;
    };
  };
  const pool = createPool({ connectionString: url, max: 4, onError: () => undefined });
  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as unknown as Query;
    Object.assign(client, { query: dying(plain) });
  });
  return { pool, settlements: () => settling };
}

/** Delays all commits until so many chunks are done, and then commits them together. */
export function committingTogether(control: RunControl, chunks: number): RunControl {
  let done = 0;
  const all = Promise.withResolvers<void>();
  return {
    ...control,
    watch(runId) {
      const watch = control.watch(runId);
      const { flush } = watch.commitTurns;
      const flushLast: typeof flush = async (commit) => {
        done += 1;
        if (done === chunks) all.resolve();
        await all.promise;
        await flush(commit);
      };
      return {
        ...watch,
        commitTurns: { ...watch.commitTurns, flush: flushLast, flushSoon: () => undefined },
      };
    },
  };
}

/**
 * Handles chunks like a process that is killed before that statement: the connections break, and nothing
 * happens afterwards. Resolves to the number of results in the interrupted settlement, or to 0 if it has
 * fewer statements. This takes a fraction of the time that starting a process takes.
 */
export async function workUntil(
  { app, database_url }: Engine,
  { chunk_ids, run_id, before }: { chunk_ids: string[]; run_id: string; before: string },
): Promise<number> {
  const clients: pg.PoolClient[] = [];
  let died = 0;
  const death = Promise.withResolvers<void>();
  const { pool, settlements } = dyingPool({
    url: database_url,
    before,
    die(lines) {
      died = lines;
      clients.forEach(breakOff);
      death.resolve();
      return new Promise(() => undefined);
    },
  });
  pool.on('connect', (client) => {
    clients.push(client);
    if (died > 0) breakOff(client);
  });
  const control = createRunControl(app);
  const signal = new AbortController().signal;
  const together = committingTogether(control, chunk_ids.length);
  const dyingApp = { ...app, db: createDb(pool), control: together };
  const work = Promise.all(
    chunk_ids.map((chunk_id) => handleChunk(dyingApp, { chunk_id, run_id, tries: 0, signal })),
  );
  await Promise.race([death.promise, work]);
  control.close();
  if (died > 0) return died;
  await pool.end();
  if (settlements() === 0) throw new Error('The worker settled nothing.');
  return 0;
}
