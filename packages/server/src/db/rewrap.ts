import type { Db } from './index.ts';

const PAGE = 200;

/** Rows that hold secrets, in the order of their key. */
export interface SealedRows<Key> {
  /** The keys behind one, or the first ones. */
  page(after: Key | undefined, limit: number): Promise<Key[]>;
  /** Wraps the key of one row, locked until the transaction ends, with the active key; false if it is, or the row is gone. */
  rewrap(tx: Db, key: Key): Promise<boolean>;
}

/**
 * Brings rows under the active key of the ring, a row a transaction; resolves to how many there were. May be stopped and repeated
 * at any time, and run beside servers that know both keys.
 */
export async function rewrapRows<Key>(db: Db, { page, rewrap }: SealedRows<Key>): Promise<number> {
  let done = 0;
  let after: Key | undefined;
  for (;;) {
    const keys: Key[] = await page(after, PAGE);
    for (const key of keys) if (await db.transaction().execute((tx) => rewrap(tx, key))) done += 1;
    if (keys.length < PAGE) return done;
    after = keys.at(-1);
  }
}
