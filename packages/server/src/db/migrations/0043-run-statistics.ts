import { type Kysely, sql } from 'kysely';

/**
 * Keeps no statistics about `run_id` in the two largest tables of a run. PostgreSQL gathers them some time after a run
 * has started, and until then expects a new run to have one row. It would then choose any index that begins with
 * `run_id`, and each chunk would read the whole run. Changing a column to its own type deletes only its statistics.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table attempt alter column run_id type uuid, alter column run_id set statistics 0;
    alter table run_line alter column run_id type uuid, alter column run_id set statistics 0;
  `.execute(db);
}
