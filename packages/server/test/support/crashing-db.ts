import type pg from 'pg';
import { createDb, createPool, type Db } from '../../src/db/index.ts';

export class Crash extends Error {
  constructor() {
    super('crash');
    this.name = 'Crash';
  }
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * A database whose connection breaks once, before the n-th statement. The open transaction is rolled back.
 */
export async function withCrash<T>(url: string, before: number, work: (db: Db) => Promise<T>): Promise<T> {
  let left = before;
  const pool = createPool({ connectionString: url, max: 4, onError: () => undefined });
  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as unknown as Query;
    const query: Query = (text, values) => {
      left -= 1;
      if (left !== 0) return plain(text, values);
      breakOff(client);
      return Promise.reject(new Crash());
    };
    Object.assign(client, { query });
  });
  try {
    return await work(createDb(pool));
  } finally {
    await pool.end();
  }
}

export function breakOff(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
