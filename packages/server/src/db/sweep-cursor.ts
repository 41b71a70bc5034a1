import type { Db } from './index.ts';

/** Where a sweep goes on that looks at everything in small steps; undefined while it rests after a whole round. */
export async function resumeSweep(
  db: Db,
  name: string,
  now: Date,
): Promise<{ cursor: string | null } | undefined> {
  const row = await db
    .selectFrom('sweep_cursor')
    .select(['cursor', 'rest_until'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row?.rest_until && row.rest_until > now) return undefined;
  return { cursor: row?.cursor ?? null };
}

/** Without a cursor the round is over and the next one begins at `rest_until`. */
export async function leaveSweep(
  db: Db,
  name: string,
  state: { cursor: string | null; rest_until: Date | null },
): Promise<void> {
  await db
    .insertInto('sweep_cursor')
    .values({ name, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute();
}
