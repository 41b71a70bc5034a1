import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/** The amount of data that one statement reads, including long values, which PostgreSQL stores separately. */
const STEP_BYTES = 16 * 1024 * 1024;

export interface TableRef {
  schema: string;
  table: string;
}

/**
 * Conditions that together cover a table. A statement reads each part within seconds, even in a large table and without
 * an index. They may omit rows that are added in the meantime.
 */
export async function* listParts(db: Db, { schema, table }: TableRef): AsyncGenerator<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ blocks: number; size_bytes: number }>`
    select pg_table_size(id)::bigint as size_bytes,
      ceil(pg_relation_size(id)::numeric / current_setting('block_size')::int)::int as blocks
    from (select format('%I.%I', ${schema}::text, ${table}::text)::regclass as id) relation`.execute(db);
  const { blocks = 0, size_bytes = 0 } = rows[0] ?? {};
  // The blocks that have `STEP_BYTES` on average, with their long values. A ctid is the block of a row and its place there.
  const step = Math.max(1, Math.floor((STEP_BYTES * blocks) / Math.max(1, size_bytes)));
  for (let start = 0; start < blocks; start += step)
    yield sql<SqlBool>`(ctid >= ${`(${start},0)`}::tid and ctid < ${`(${start + step},0)`}::tid)`;
}

/** Changes a table in parts, each in a transaction that may change logs. Returns the number of changed rows. */
export async function changeInParts(
  db: Db,
  table: string,
  change: (part: RawBuilder<SqlBool>) => RawBuilder<unknown>,
): Promise<number> {
  let changedCount = 0;
  for await (const part of listParts(db, { schema: 'public', table })) {
    const { numAffectedRows } = await db.transaction().execute(async (tx) => {
      await allowErasing(tx);
      return change(part).execute(tx);
    });
    changedCount += Number(numAffectedRows ?? 0);
  }
  return changedCount;
}

/** Allows this transaction to change append-only logs. Only erasures may do this. */
export async function allowErasing(tx: Db): Promise<void> {
  await sql`select set_config('voiceloom.erasing', 'on', true)`.execute(tx);
}
