import { type Kysely, sql } from 'kysely';

/** The controls of the model that the script sets for a line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run_line add column controls jsonb`.execute(db);
}
