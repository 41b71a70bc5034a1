import { sql } from 'kysely';
import type { Db } from './index.ts';

/** Lets this transaction change append-only tables, which only the erasure of a person or workspace may. */
export async function allowErasing(tx: Db): Promise<void> {
  await sql`select set_config('voiceloom.erasing', 'on', true)`.execute(tx);
}
