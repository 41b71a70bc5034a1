import type pg from 'pg';
import { createDb, createPool } from '../../src/db/index.ts';
import { handleChunk } from '../../src/engine/chunks/handle.ts';
import { createRunControl } from '../../src/engine/runs/control.ts';
import { breakOff } from './crashing-db.ts';
import type { Engine } from './engine.ts';

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** The first statement of the transaction that settles takes. No other transaction begins with it. */
const FIRST = 'insert into "attempt"';

interface Death {
  url: string;
  /** The number of a statement of the first transaction that settles takes, or `answer`: right after its commit. */
  before: string;
  /** Never resolves. */
  die(): Promise<never>;
}

/** A pool that dies before one statement of a settlement. */
export function dyingPool({ url, before, die }: Death): { pool: pg.Pool; settlements(): number } {
  let settling = 0;
  const dying = (query: Query): Query => {
    let statement = 0;
    let here = false;
    return async (text, values) => {
      statement = text === 'begin' ? 1 : statement + 1;
      if (text === 'begin') here = false;
      if (statement === 2 && text.startsWith(FIRST)) {
        settling += 1;
        here = settling === 1;
      }
      if (here && String(statement) === before) await die();
      const result = await query(text, values);
      if (here && text === 'commit' && before === 'answer') await die();
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

/**
 * Works on a chunk as a process that is killed before that statement: the connections break, and nothing of it comes
 * afterwards. Resolves to whether it came so far. It takes a fraction of the time that a process needs to start.
 */
export async function workUntil(
  { app, database_url }: Engine,
  job: { chunk_id: string; run_id: string; before: string },
): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  let isDead = (): void => undefined;
  const death = new Promise<boolean>((resolve) => (isDead = () => resolve(true)));
  const { before, ...place } = job;
  const { pool, settlements } = dyingPool({
    url: database_url,
    before,
    die() {
      clients.forEach(breakOff);
      isDead();
      return new Promise(() => undefined);
    },
  });
  pool.on('connect', (client) => clients.push(client));
  const control = createRunControl(app);
  const signal = new AbortController().signal;
  const work = handleChunk({ ...app, db: createDb(pool), control }, { ...place, tries: 0, signal });
  const died = await Promise.race([death, work.then(() => false)]);
  control.close();
  if (died) return true;
  await pool.end();
  if (settlements() === 0) throw new Error('The worker settled nothing.');
  return false;
}
